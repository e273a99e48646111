//! `vector.expandload` and `vector.compressstore`: transfers of consecutive elements from and to selected lanes.

use strata_ir::prelude::*;
use strata_memref::constraints::Alignment;

use crate::{
    constraints::{MaskVector, RankedVector},
    memory::{effects, verify, verify_shape},
};

/// Reads consecutive elements into the lanes that a mask selects.
#[op(
    name = "vector.expandload",
    interfaces = [Verify, Canonicalize, MemoryEffects],
    asm = "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)",
)]
pub struct ExpandLoadOp {
    /// The buffer.
    pub base: Operand<AnyMemRef>,
    /// The position.
    pub indices: Variadic<Index>,
    /// The lanes.
    pub mask: Operand<MaskVector>,
    /// The other lanes.
    pub pass_thru: Operand<RankedVector>,
    /// Alignment of the address in bytes.
    pub alignment: OptAttr<Alignment>,
    /// The elements.
    pub result: Res<RankedVector>,
}

/// Writes the lanes that a mask selects to consecutive elements.
#[op(
    name = "vector.compressstore",
    interfaces = [Verify, Canonicalize, MemoryEffects],
    asm = "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` type($valueToStore)",
)]
pub struct CompressStoreOp {
    /// The buffer.
    pub base: Operand<AnyMemRef>,
    /// The position.
    pub indices: Variadic<Index>,
    /// The lanes.
    pub mask: Operand<MaskVector>,
    /// The elements.
    #[ir_name = "valueToStore"]
    pub value_to_store: Operand<RankedVector>,
    /// Alignment of the address in bytes.
    pub alignment: OptAttr<Alignment>,
}

effects! { ExpandLoadOp: Read; CompressStoreOp: Write; }

impl Verify for ExpandLoadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify(b, self.base(b), self.indices(b).len(), self.result(b), "result", "indices")?;
        verify_shape(b, self.mask(b), self.result(b), "expected result dim to match mask dim")?;
        ensure!(
            b.ty(self.pass_thru(b)) == b.ty(self.result(b)),
            "expected pass_thru of same type as result type"
        );
        Ok(())
    }
}
impl Verify for CompressStoreOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let v = self.value_to_store(b);
        verify(b, self.base(b), self.indices(b).len(), v, "valueToStore", "indices")?;
        verify_shape(b, self.mask(b), v, "expected valueToStore dim to match mask dim")
    }
}
