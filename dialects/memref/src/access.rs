//! `memref.load` and `memref.store`.

use strata_ir::prelude::*;

use crate::constraints::{Alignment, elem_type};

/// Reads one element.
#[op(
    name = "memref.load",
    interfaces = [Verify, Fold, MemoryEffects, PromotableMemOp, DestructurableAccessor],
    infer(result = elem_type(memref), "result type matches element type of 'memref'"),
    asm = "$memref `[` $indices `]` attr-dict `:` type($memref)",
)]
pub struct LoadOp {
    /// The buffer.
    pub memref: Operand<AnyMemRef>,
    /// The position.
    pub indices: Variadic<Index>,
    /// The memory is not used again soon.
    pub nontemporal: OptAttr<BoolAttr>,
    /// Alignment of the address in bytes.
    pub alignment: OptAttr<Alignment>,
    /// The element.
    pub result: Res<AnyType>,
}

/// Writes one element.
#[op(
    name = "memref.store",
    interfaces = [Verify, Fold, MemoryEffects, PromotableMemOp, DestructurableAccessor],
    infer(value = elem_type(memref), "type of 'value' matches element type of 'memref'"),
    asm = "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)",
)]
pub struct StoreOp {
    /// The element.
    pub value: Operand<AnyType>,
    /// The buffer.
    pub memref: Operand<AnyMemRef>,
    /// The position.
    pub indices: Variadic<Index>,
    /// The memory is not used again soon.
    pub nontemporal: OptAttr<BoolAttr>,
    /// Alignment of the address in bytes.
    pub alignment: OptAttr<Alignment>,
}

impl LoadOp {
    /// Reads the element at a position.
    pub fn create(b: &mut Builder<'_>, memref: Value, indices: &[Value]) -> Value {
        Self::build(b, memref, indices, None, None)
    }
}
impl StoreOp {
    /// Writes the element at a position.
    pub fn create(b: &mut Builder<'_>, value: Value, memref: Value, indices: &[Value]) -> Self {
        Self::build(b, value, memref, indices, None, None)
    }
}

fn rank(b: &Body, v: Value) -> usize {
    b.cx().shaped(b.ty(v)).and_then(|s| s.rank()).unwrap_or(0)
}

impl Verify for LoadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (want, got) = (rank(b, self.memref(b)), self.indices(b).len());
        ensure!(want == got, "incorrect number of indices for load, expected {want} but got {got}");
        Ok(())
    }
}
impl Verify for StoreOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (want, got) = (rank(b, self.memref(b)), self.indices(b).len());
        ensure!(want == got, "store index operand count not equal to memref rank");
        Ok(())
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
impl Fold for LoadOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        crate::cast::fold_casts(b, self.op())
    }
}
impl Fold for StoreOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        // The stored value may be a memref too; only the buffer may change.
        crate::cast::fold_cast(b, self.op(), 1)
    }
}
