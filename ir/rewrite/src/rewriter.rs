//! [`Rewriter`]: a builder that also replaces and erases ops, and reports to the driver which ops it touched.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use smallvec::SmallVec;
use strata_core::{Attr, Block, Body, Builder, Context, Def, InsertPoint, Location, Op, OpDef, Type, Value};

/// A builder at the op being rewritten.
pub struct Rewriter<'b> {
    builder: Builder<'b>,
    cx: &'b Context,
    touched: &'b mut Vec<Op>,
    changed: bool,
}

impl<'b> Rewriter<'b> {
    /// A rewriter at `at`. Ops that may be worth another look are added to `touched`.
    pub fn new(
        body: &'b mut Body,
        cx: &'b Arc<Context>,
        at: InsertPoint,
        loc: Location,
        touched: &'b mut Vec<Op>,
    ) -> Self {
        Self { builder: Builder::new(body, at, loc), cx, touched, changed: false }
    }
    /// The context. Data read from it survives mutation of the body.
    pub fn cx(&self) -> &'b Context {
        self.cx
    }
    /// Whether anything was changed through this rewriter.
    pub fn changed(&self) -> bool {
        self.changed
    }
    /// Tells the driver that `op` was changed in place.
    pub fn touch(&mut self, op: impl Into<Op>) {
        self.changed = true;
        self.touched.push(op.into());
    }
    /// Tells the driver to look again at the users of a value.
    pub fn touch_users(&mut self, value: Value) {
        let users: SmallVec<[Op; 4]> = self.users(value).collect();
        self.touched.extend(users);
        self.changed = true;
    }
    /// Creates an op; it will be looked at.
    pub fn create(&mut self, state: strata_core::OpState) -> Op {
        let op = self.builder.build(state);
        self.touch(op);
        op
    }
    /// Replaces the results of `op` by `values` and erases it.
    ///
    /// # Panics
    /// If the numbers of values differ: a broken pattern.
    #[track_caller]
    pub fn replace_op(&mut self, op: impl Into<Op>, values: &[Value]) {
        let op = op.into();
        let olds: SmallVec<[Value; 2]> = SmallVec::from_slice(self.results(op));
        assert_eq!(olds.len(), values.len(), "replacing {op:?} by another number of values");
        for (&old, &new) in olds.iter().zip(values) {
            self.replace_value(old, new);
        }
        self.erase_op(op);
    }
    /// Redirects all uses of `old` to `new`.
    pub fn replace_value(&mut self, old: Value, new: Value) {
        let users: SmallVec<[Op; 4]> = self.users(old).collect();
        self.touched.extend(users);
        if let Def::Result { op, .. } = self.def(new) {
            self.touched.push(op);
        }
        self.builder.body().replace_all_uses(old, new);
        self.changed = true;
    }
    /// Erases an op whose results are unused.
    #[track_caller]
    pub fn erase_op(&mut self, op: impl Into<Op>) {
        let op = op.into();
        let mut defs: SmallVec<[Op; 4]> = self.operands(op).filter_map(|v| self.def_op(v)).collect();
        if !self.regions(op).is_empty() {
            for nested in self.ops_in(op) {
                defs.extend(self.operands(nested).filter_map(|v| self.def_op(v)));
            }
        }
        // Keep the insertion point valid.
        let at = self.builder.point();
        if at.before == Some(op) {
            let next = self.next_op(op);
            self.builder.goto(InsertPoint { block: at.block, before: next });
        }
        self.builder.body().erase(op);
        self.touched.extend(defs);
        self.changed = true;
    }
    /// Changes an operand and looks at the op again.
    pub fn set_operand(&mut self, op: impl Into<Op>, i: usize, value: Value) {
        let op = op.into();
        if let Some(def) = self.def_op(self.operand(op, i)) {
            self.touched.push(def);
        }
        self.builder.body().set_operand(op, i, value);
        self.touch(op);
    }
    /// Moves the ops of `block` before `at`, with `args` for its arguments, and erases the block.
    pub fn inline_block_before(&mut self, block: Block, at: InsertPoint, args: &[Value]) {
        let ops: Vec<Op> = self.block_ops(block).collect();
        self.builder.body().inline_block(block, at, args);
        self.touched.extend(ops);
        self.changed = true;
    }
    /// Makes a constant through the dialect named, or through that of any op that can.
    pub fn constant(&mut self, dialect: &str, value: Attr, ty: Type) -> Option<Value> {
        let make = self.cx.dialect(dialect)?.materialize_constant?;
        let v = make(&mut self.builder, value, ty)?;
        self.changed = true;
        if let Some(op) = self.def_op(v) {
            self.touched.push(op);
        }
        Some(v)
    }
    /// The typed op that defines a value.
    pub fn def_of<O: OpDef>(&self, value: Value) -> Option<O> {
        self.def_as::<O>(value)
    }
}

impl<'b> Deref for Rewriter<'b> {
    type Target = Builder<'b>;
    fn deref(&self) -> &Builder<'b> {
        &self.builder
    }
}
impl<'b> DerefMut for Rewriter<'b> {
    fn deref_mut(&mut self) -> &mut Builder<'b> {
        // Whoever takes the builder mutates.
        self.changed = true;
        &mut self.builder
    }
}
