//! `affine.vector_load` and `affine.vector_store`.

use strata_ir::prelude::*;

use super::access::{
    parse_access, parse_memref_type, print_access, simplify_access, value_map, verify_access,
};
use crate::simplify::ValueMap;

type_constraint! {
    /// A vector of rank one or more.
    NonZeroRankVector = "vector of any type values of non-zero rank",
        |ty, cx| cx.type_as::<VectorType>(ty).is_some_and(|v| !v.shape.is_empty());
}

/// Reads a contiguous slice of a memref.
#[op(
    name = "affine.vector_load",
    interfaces = [Verify, Canonicalize, MemoryEffects],
    custom_asm,
)]
pub struct VectorLoadOp {
    /// The memory.
    pub memref: Operand<AnyMemRef>,
    /// Values of the dimensions of the map, then of its symbols.
    pub indices: Variadic<Index>,
    /// Gives the first index in each dimension of the memref.
    pub map: Attr<AffineMapAttr>,
    /// The slice.
    pub result: Res<NonZeroRankVector>,
}

/// Writes a contiguous slice of a memref.
#[op(
    name = "affine.vector_store",
    interfaces = [Verify, Canonicalize, MemoryEffects],
    custom_asm,
)]
pub struct VectorStoreOp {
    /// The slice.
    pub value: Operand<NonZeroRankVector>,
    /// The memory.
    pub memref: Operand<AnyMemRef>,
    /// Values of the dimensions of the map, then of its symbols.
    pub indices: Variadic<Index>,
    /// Gives the first index in each dimension of the memref.
    pub map: Attr<AffineMapAttr>,
}

impl VectorLoadOp {
    /// The indices as a map with its operands.
    pub fn value_map(self, b: &Body) -> ValueMap {
        value_map(b, self.op(), self.indices(b))
    }
}

impl VectorStoreOp {
    /// The indices as a map with its operands.
    pub fn value_map(self, b: &Body) -> ValueMap {
        value_map(b, self.op(), self.indices(b))
    }
}

fn verify_elements(b: &Body, memref: Value, vector: Value) -> VerifyResult {
    ensure!(
        b.cx().elem_or_self(b.ty(memref)) == b.cx().elem_or_self(b.ty(vector)),
        "requires memref and vector types of the same elemental type"
    );
    Ok(())
}

impl MemoryEffects for VectorLoadOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Read, on: Some(self.memref(b)) });
    }
}

impl MemoryEffects for VectorStoreOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Write, on: Some(self.memref(b)) });
    }
}

impl Verify for VectorLoadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_access(b, self.op(), self.memref(b), &self.value_map(b))?;
        verify_elements(b, self.memref(b), self.result(b))
    }
}

impl Verify for VectorStoreOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_access(b, self.op(), self.memref(b), &self.value_map(b))?;
        verify_elements(b, self.memref(b), self.value(b))
    }
}

impl Canonicalize for VectorLoadOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (memref, old) = (self.memref(rw), self.value_map(rw));
        simplify_access(rw, self.op(), &[memref], &old)
    }
}

impl Canonicalize for VectorStoreOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (value, memref, old) = (self.value(rw), self.memref(rw), self.value_map(rw));
        simplify_access(rw, self.op(), &[value, memref], &old)
    }
}

impl CustomAsm for VectorLoadOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.space();
        print_access(p, self.memref(b), &self.value_map(b));
        p.attr_dict(self.op(), &["map"])
            .text(" : ")
            .type_of(self.memref(b))
            .text(", ")
            .type_of(self.result(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let (memref, indices) = parse_access(p, state)?;
        p.attr_dict(state)?;
        p.expect(":")?;
        let (ty, _) = parse_memref_type(p)?;
        p.expect(",")?;
        let vector = p.ty()?;
        state.operands.push(p.resolve(memref, ty)?);
        state.operands.extend(indices);
        state.result_types.push(vector);
        Ok(())
    }
}

impl CustomAsm for VectorStoreOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.space().value(self.value(b)).text(", ");
        print_access(p, self.memref(b), &self.value_map(b));
        p.attr_dict(self.op(), &["map"])
            .text(" : ")
            .type_of(self.memref(b))
            .text(", ")
            .type_of(self.value(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let value = p.operand()?;
        p.expect(",")?;
        let (memref, indices) = parse_access(p, state)?;
        p.attr_dict(state)?;
        p.expect(":")?;
        let (ty, _) = parse_memref_type(p)?;
        p.expect(",")?;
        let vector = p.ty()?;
        state.operands.push(p.resolve(value, vector)?);
        state.operands.push(p.resolve(memref, ty)?);
        state.operands.extend(indices);
        Ok(())
    }
}
