//! `affine.load` and `affine.store`, and the common parts of all memory accesses of the dialect.

use strata_ir::{affine::AffineMap, prelude::*};

use crate::{
    simplify::ValueMap,
    syntax::{map_of, parse_subscripts, print_subscripts},
    validity::verify_operands,
};

/// Reads an element of a memref.
#[op(
    name = "affine.load",
    interfaces = [Verify, Fold, Canonicalize, MemoryEffects],
    custom_asm,
)]
pub struct LoadOp {
    /// The memory.
    pub memref: Operand<AnyMemRef>,
    /// Values of the dimensions of the map, then of its symbols.
    pub indices: Variadic<Index>,
    /// Gives the index in each dimension of the memref.
    pub map: Attr<AffineMapAttr>,
    /// The element.
    pub result: Res<AnyType>,
}

/// Writes an element of a memref.
#[op(
    name = "affine.store",
    interfaces = [Verify, Fold, Canonicalize, MemoryEffects],
    custom_asm,
)]
pub struct StoreOp {
    /// The element.
    pub value: Operand<AnyType>,
    /// The memory.
    pub memref: Operand<AnyMemRef>,
    /// Values of the dimensions of the map, then of its symbols.
    pub indices: Variadic<Index>,
    /// Gives the index in each dimension of the memref.
    pub map: Attr<AffineMapAttr>,
}

impl LoadOp {
    /// Reads at the results of a map.
    pub fn create(b: &mut Builder<'_>, memref: Value, map: AffineMap, operands: &[Value]) -> Value {
        let (map, elem) = (b.cx().affine_map_attr(map), b.cx().elem_or_self(b.ty(memref)));
        Self::build(b, memref, operands, map, elem)
    }
    /// The indices as a map with its operands.
    pub fn value_map(self, b: &Body) -> ValueMap {
        value_map(b, self.op(), self.indices(b))
    }
}

impl StoreOp {
    /// Writes at the results of a map.
    pub fn create(
        b: &mut Builder<'_>,
        value: Value,
        memref: Value,
        map: AffineMap,
        operands: &[Value],
    ) -> Self {
        let map = b.cx().affine_map_attr(map);
        Self::build(b, value, memref, operands, map)
    }
    /// The indices as a map with its operands.
    pub fn value_map(self, b: &Body) -> ValueMap {
        value_map(b, self.op(), self.indices(b))
    }
}

/// The indices of an access as a map with its operands.
pub(super) fn value_map(b: &Body, op: Op, indices: impl Iterator<Item = Value>) -> ValueMap {
    ValueMap::new(map_of(b, b.attr(op, "map")), indices)
}

/// Verifies the indices of an access to `memref`.
pub(super) fn verify_access(b: &Body, op: Op, memref: Value, vm: &ValueMap) -> VerifyResult {
    let rank = b.cx().shaped(b.ty(memref)).and_then(|s| s.rank()).unwrap_or(0);
    ensure!(vm.map.n_results() == rank, "affine map num results must equal memref rank");
    ensure!(
        vm.map.n_inputs() as usize == vm.operands.len(),
        "expects as many subscripts as affine map inputs"
    );
    verify_operands(b, op, vm.operands.iter().copied(), vm.map.n_dims() as usize)
}

/// Replaces the map of an access by a simpler one; `fixed` are the operands before the indices.
pub(super) fn simplify_access(rw: &mut Rewriter<'_>, op: Op, fixed: &[Value], old: &ValueMap) -> Option<()> {
    let new = old.simplified_in_loops(rw);
    if new == *old {
        return None;
    }
    let cx = rw.cx();
    let operands: SmallVec<[Value; 6]> = fixed.iter().copied().chain(new.operands).collect();
    let defs: SmallVec<[Op; 6]> = old.operands.iter().filter_map(|&v| rw.def_op(v)).collect();
    rw.body().set_operands(op, &operands);
    rw.body().set_attr(op, "map", Some(cx.affine_map_attr(new.map)));
    rw.touch(op);
    defs.into_iter().for_each(|def| rw.touch(def));
    Some(())
}

/// Replaces operands that are casts of ranked memrefs by their sources, except for the operand `kept`.
pub(super) fn fold_memref_casts(b: &mut Body, op: Op, kept: Option<Value>) -> Option<Folded> {
    let mut changed = None;
    for i in 0..b.num_operands(op) {
        let value = b.operand(op, i);
        let Some(cast) = b.def_op(value).filter(|&def| b.op_name(def) == "memref.cast") else { continue };
        let source = b.operand(cast, 0);
        if Some(value) != kept && b.cx().type_as::<MemRefType>(b.ty(source)).is_some() {
            b.set_operand(op, i, source);
            changed = Some(Folded::InPlace);
        }
    }
    changed
}

/// `%memref[subscripts]`; sets the map and returns the memref and the indices.
pub(super) fn parse_access<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
) -> PResult<(Unresolved<'s>, Vec<Value>)> {
    let memref = p.operand()?;
    let (map, indices) = parse_subscripts(p)?;
    let cx = p.cx();
    state.set_attr(cx, "map", cx.affine_map_attr(map));
    Ok((memref, indices))
}

/// See [`parse_access`].
pub(super) fn print_access(p: &mut Printer<'_>, memref: Value, vm: &ValueMap) {
    p.value(memref);
    print_subscripts(p, &vm.map, &vm.operands);
}

/// The type after the colon, which must be a memref; with its element type.
pub(super) fn parse_memref_type(p: &mut Parser<'_>) -> PResult<(Type, Type)> {
    let at = p.location();
    let ty = p.ty()?;
    let cx = p.cx();
    match cx.type_as::<MemRefType>(ty) {
        Some(memref) => Ok((ty, memref.elem)),
        None => {
            let shown = cx.type_to_string(ty);
            Err(p.error_at(
                at,
                format!("invalid kind of type specified: expected builtin.memref, but found '{shown}'"),
            ))
        }
    }
}

impl MemoryEffects for LoadOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Read, on: Some(self.memref(b)) });
    }
}

impl MemoryEffects for StoreOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Write, on: Some(self.memref(b)) });
    }
}

impl Verify for LoadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let memref = self.memref(b);
        ensure!(
            b.ty(self.result(b)) == b.cx().elem_or_self(b.ty(memref)),
            "result type must match element type of memref"
        );
        verify_access(b, self.op(), memref, &self.value_map(b))
    }
}

impl Verify for StoreOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let memref = self.memref(b);
        ensure!(
            b.ty(self.value(b)) == b.cx().elem_or_self(b.ty(memref)),
            "value to store must have the same type as memref element type"
        );
        verify_access(b, self.op(), memref, &self.value_map(b))
    }
}

impl Fold for LoadOp {
    /// A cast of the memory is looked through.
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        fold_memref_casts(b, self.op(), None)
    }
}

impl Fold for StoreOp {
    /// A cast of the accessed memref is replaced by its source; a memref that is the stored value is kept.
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        fold_memref_casts(b, self.op(), Some(self.value(b)))
    }
}

impl Canonicalize for LoadOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (memref, old) = (self.memref(rw), self.value_map(rw));
        simplify_access(rw, self.op(), &[memref], &old)
    }
}

impl Canonicalize for StoreOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (value, memref, old) = (self.value(rw), self.memref(rw), self.value_map(rw));
        simplify_access(rw, self.op(), &[value, memref], &old)
    }
}

impl CustomAsm for LoadOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.space();
        print_access(p, self.memref(b), &self.value_map(b));
        p.attr_dict(self.op(), &["map"]).text(" : ").type_of(self.memref(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let (memref, indices) = parse_access(p, state)?;
        p.attr_dict(state)?;
        p.expect(":")?;
        let (ty, elem) = parse_memref_type(p)?;
        state.operands.push(p.resolve(memref, ty)?);
        state.operands.extend(indices);
        state.result_types.push(elem);
        Ok(())
    }
}

impl CustomAsm for StoreOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.space().value(self.value(b)).text(", ");
        print_access(p, self.memref(b), &self.value_map(b));
        p.attr_dict(self.op(), &["map"]).text(" : ").type_of(self.memref(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let value = p.operand()?;
        p.expect(",")?;
        let (memref, indices) = parse_access(p, state)?;
        p.attr_dict(state)?;
        p.expect(":")?;
        let (ty, elem) = parse_memref_type(p)?;
        state.operands.push(p.resolve(value, elem)?);
        state.operands.push(p.resolve(memref, ty)?);
        state.operands.extend(indices);
        Ok(())
    }
}
