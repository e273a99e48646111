//! [`ConversionRewriter`]: a builder at the op being converted.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use strata_core::{
    Block, Body, Builder, Context, InsertPoint, Location, Op, OpInfo, OpState, Region, Type, Value,
};

use super::{NoMatch, SignatureConversion, TypeConverter, casts};

/// What a conversion remembers about casts.
#[derive(Default)]
pub(crate) struct CastTable {
    /// Casts made by this conversion, in order.
    pub made: Vec<(Op, /* from converted to original types */ bool)>,
    /// The casts of a value to its converted types.
    pub targets: FxHashMap<Value, SmallVec<[Value; 2]>>,
}

/// See the module documentation.
pub struct ConversionRewriter<'b> {
    builder: Builder<'b>,
    cx: &'b Arc<Context>,
    converter: &'b TypeConverter,
    casts: &'b mut CastTable,
}

impl<'b> ConversionRewriter<'b> {
    pub(crate) fn new(
        body: &'b mut Body,
        cx: &'b Arc<Context>,
        at: InsertPoint,
        loc: Location,
        converter: &'b TypeConverter,
        casts: &'b mut CastTable,
    ) -> Self {
        Self { builder: Builder::new(body, at, loc), cx, converter, casts }
    }
    /// The context. Data read from it survives mutation of the body.
    pub fn cx(&self) -> &'b Context {
        self.cx
    }
    /// The converter of types.
    pub fn converter(&self) -> &'b TypeConverter {
        self.converter
    }
    /// The one type that `ty` becomes, or why the pattern cannot go on.
    pub fn convert_type(&self, ty: Type) -> Result<Type, NoMatch> {
        let found = self.converter.convert_one(self.cx, ty);
        found.ok_or_else(|| format!("cannot convert type '{}'", self.cx.type_to_string(ty)).into())
    }
    /// What the result types of `op` become, one after the other.
    pub fn convert_results(&self, op: impl Into<Op>) -> Result<Vec<Type>, NoMatch> {
        let mut out = Vec::new();
        for ty in self.result_types(op.into()) {
            let types = self.converter.convert(self.cx, ty);
            let types = types.ok_or_else(|| {
                NoMatch(format!("cannot convert result type '{}'", self.cx.type_to_string(ty)))
            })?;
            out.extend(types);
        }
        Ok(out)
    }
    /// Creates an op at the insertion point.
    pub fn create(&mut self, state: OpState) -> Op {
        self.builder.build(state)
    }
    /// Replaces every result by one value, which may have another type, and erases the op.
    ///
    /// # Panics
    /// If the numbers of values differ: a broken pattern.
    #[track_caller]
    pub fn replace_op(&mut self, op: impl Into<Op>, values: &[Value]) {
        let op = op.into();
        let olds: SmallVec<[Value; 2]> = SmallVec::from_slice(self.results(op));
        assert_eq!(olds.len(), values.len(), "replacing {op:?} by another number of values");
        for (&old, &new) in olds.iter().zip(values) {
            self.replace_value(old, &[new]);
        }
        self.erase_op(op);
    }
    /// Replaces every result by any number of values and erases the op.
    ///
    /// # Panics
    /// If there is not one list for each result: a broken pattern.
    #[track_caller]
    pub fn replace_op_many(&mut self, op: impl Into<Op>, values: &[&[Value]]) {
        let op = op.into();
        let olds: SmallVec<[Value; 2]> = SmallVec::from_slice(self.results(op));
        assert_eq!(olds.len(), values.len(), "replacing {op:?} by another number of lists of values");
        for (&old, new) in olds.iter().zip(values) {
            self.replace_value(old, new);
        }
        self.erase_op(op);
    }
    /// Replaces the op by one of kind `info` with the same attributes by name, the given operands and converted result
    /// types; one value for each result.
    pub fn replace_with(
        &mut self,
        op: impl Into<Op>,
        info: &'static OpInfo,
        operands: &[Value],
    ) -> Result<Op, NoMatch> {
        let op = op.into();
        let types = self.convert_results(op)?;
        let mut state = OpState::new(info, self.loc(op));
        state.operands = SmallVec::from_slice(operands);
        state.result_types = types.into();
        for slot in 0..self.info(op).attrs.len() {
            if let Some(attr) = self.attr_slot(op, slot) {
                state.set_attr(self.cx, self.info(op).attrs[slot].name, attr);
            }
        }
        state.extra = self.extra_attrs(op).to_vec();
        let new = self.create(state);
        let results: SmallVec<[Value; 2]> = SmallVec::from_slice(self.results(new));
        self.replace_op(op, &results);
        Ok(new)
    }
    /// Redirects the uses of `old` to `new`, through a cast when the types differ.
    pub fn replace_value(&mut self, old: Value, new: &[Value]) {
        let ty = self.ty(old);
        if let [one] = new
            && self.ty(*one) == ty
        {
            self.builder.body().replace_all_uses(old, *one);
            return;
        }
        if !self.has_uses(old) {
            return;
        }
        let at = match self.def_op(old) {
            Some(op) if self.parent_block(op).is_some() => InsertPoint::before(self, op),
            _ => self.builder.point(),
        };
        let loc = self.value_loc(old);
        let Some(cast) = casts::build(self.builder.body(), at, loc, new, &[ty]) else { return };
        self.casts.made.push((cast, true));
        let value = self.result(cast, 0);
        self.builder.body().replace_all_uses(old, value);
    }
    /// Erases an op. Its results must be unused.
    #[track_caller]
    pub fn erase_op(&mut self, op: impl Into<Op>) {
        let op = op.into();
        let at = self.builder.point();
        if at.before == Some(op) {
            let next = self.next_op(op);
            self.builder.goto(InsertPoint { block: at.block, before: next });
        }
        self.builder.body().erase(op);
    }
    /// The values of converted types for `value`: what it was cast from, or a cast.
    pub fn remapped(&mut self, value: Value) -> Result<SmallVec<[Value; 2]>, NoMatch> {
        let at = self.builder.point();
        let body = self.builder.body();
        casts::remap(body, self.cx, self.converter, self.casts, value, at)
    }
    /// Casts values to `types`.
    pub fn cast(&mut self, values: &[Value], types: &[Type]) -> Option<Op> {
        let (at, loc) = (self.builder.point(), self.builder.cur_loc());
        let cast = casts::build(self.builder.body(), at, loc, values, types)?;
        self.casts.made.push((cast, false));
        Some(cast)
    }
    /// Converts the types of the arguments of a block; uses of the old arguments see casts.
    pub fn convert_block(&mut self, block: Block, signature: &SignatureConversion) {
        super::signature::convert_block(self.builder.body(), block, signature, self.casts);
    }
    /// Converts the types of the arguments of all blocks of a region.
    pub fn convert_region(&mut self, region: Region) -> Result<(), NoMatch> {
        let blocks = self.blocks(region).to_vec();
        let mut all = Vec::with_capacity(blocks.len());
        for &block in &blocks {
            let types: Vec<Type> = self.block_args(block).iter().map(|&v| self.ty(v)).collect();
            all.push(SignatureConversion::new(self.converter, self.cx, &types)?);
        }
        for (block, signature) in blocks.into_iter().zip(all) {
            self.convert_block(block, &signature);
        }
        Ok(())
    }
    /// Replaces an isolated op by one of kind `info` with these attributes by name, keeping its regions.
    pub fn convert_isolated(
        &mut self,
        op: impl Into<Op>,
        info: &'static OpInfo,
        attrs: &[(strata_core::Str, strata_core::Attr)],
    ) -> Option<Op> {
        let op = op.into();
        let mut child = self.builder.body().take_child(op)?;
        child.retarget_self(info, attrs);
        let mut state = OpState::new(info, self.loc(op));
        state.child = Some(child);
        let new = self.builder.build(state);
        self.erase_op(op);
        Some(new)
    }
}

impl<'b> Deref for ConversionRewriter<'b> {
    type Target = Builder<'b>;
    fn deref(&self) -> &Builder<'b> {
        &self.builder
    }
}
impl<'b> DerefMut for ConversionRewriter<'b> {
    fn deref_mut(&mut self) -> &mut Builder<'b> {
        &mut self.builder
    }
}
