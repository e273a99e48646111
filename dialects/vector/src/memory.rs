//! Loads and stores of vectors.

use strata_ir::prelude::*;

use crate::{
    attrs::Nontemporal,
    constraints::{AnyVectorOfAnyRank, AnyVectorOfNonZeroRank, MaskVector, as_vector},
};

/// Reads a slice of memory into a vector; the innermost dimension is contiguous.
#[op(
    name = "vector.load",
    traits = [MemRead],
    interfaces = [Verify],
    asm = "$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)",
)]
pub struct LoadOp {
    /// The memory.
    pub base: Operand<AnyMemRef>,
    /// Where the slice begins.
    pub indices: Variadic<Index>,
    /// Bypass the caches.
    pub nontemporal: DefaultAttr<Nontemporal>,
    /// Known alignment in bytes.
    pub alignment: OptAttr<I64Attr>,
    /// The vector.
    pub result: Res<AnyVectorOfAnyRank>,
}

/// Writes a vector to a slice of memory; the innermost dimension is contiguous.
#[op(
    name = "vector.store",
    traits = [MemWrite],
    interfaces = [Verify],
    asm = "$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)",
)]
pub struct StoreOp {
    /// The vector.
    #[ir_name = "valueToStore"]
    pub value_to_store: Operand<AnyVectorOfAnyRank>,
    /// The memory.
    pub base: Operand<AnyMemRef>,
    /// Where the slice begins.
    pub indices: Variadic<Index>,
    /// Bypass the caches.
    pub nontemporal: DefaultAttr<Nontemporal>,
    /// Known alignment in bytes.
    pub alignment: OptAttr<I64Attr>,
}

/// Reads the lanes that a mask selects; the others come from `pass_thru`, and their memory is not touched.
#[op(
    name = "vector.maskedload",
    traits = [MemRead],
    interfaces = [Verify],
    asm = "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)",
)]
pub struct MaskedLoadOp {
    /// The memory.
    pub base: Operand<AnyMemRef>,
    /// Where the slice begins.
    pub indices: Variadic<Index>,
    /// The lanes to read.
    pub mask: Operand<MaskVector>,
    /// The other lanes.
    pub pass_thru: Operand<AnyVectorOfNonZeroRank>,
    /// Known alignment in bytes.
    pub alignment: OptAttr<I64Attr>,
    /// The vector.
    pub result: Res<AnyVectorOfNonZeroRank>,
}

/// Writes the lanes that a mask selects; the memory of the others is not touched.
#[op(
    name = "vector.maskedstore",
    traits = [MemWrite],
    interfaces = [Verify],
    asm = "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` type($valueToStore)",
)]
pub struct MaskedStoreOp {
    /// The memory.
    pub base: Operand<AnyMemRef>,
    /// Where the slice begins.
    pub indices: Variadic<Index>,
    /// The lanes to write.
    pub mask: Operand<MaskVector>,
    /// The vector.
    #[ir_name = "valueToStore"]
    pub value_to_store: Operand<AnyVectorOfNonZeroRank>,
    /// Known alignment in bytes.
    pub alignment: OptAttr<I64Attr>,
}

/// Checks what all accesses have in common.
fn access(b: &Body, base: Value, indices: usize, vector: Type) -> VerifyResult {
    let cx = b.cx();
    let (Some(memref), Some(vector)) = (cx.type_as::<MemRefType>(b.ty(base)), as_vector(cx, vector)) else {
        return Ok(());
    };
    let rank = memref.shape.len();
    ensure!(indices == rank, "requires {rank} indices");
    ensure!(
        rank == 0 || innermost_stride(cx, memref).is_none_or(|s| s == 1),
        "most minor memref dim must have unit stride"
    );
    match as_vector(cx, memref.elem) {
        Some(inner) => ensure!(inner == vector, "base memref and result vector types should match"),
        None => ensure!(memref.elem == vector.elem, "base and result element types should match"),
    }
    ensure!(
        vector.shape.len() <= rank || as_vector(cx, memref.elem).is_some(),
        "destination memref has lower rank than the result vector"
    );
    Ok(())
}

/// The stride of the innermost dimension where it is written in the type.
fn innermost_stride(cx: &Context, memref: &MemRefType) -> Option<i64> {
    let layout = cx.attr_as::<StridedLayoutAttr>(memref.layout?)?;
    layout.strides.last().copied().filter(|&s| s != DYNAMIC)
}

impl Verify for LoadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        access(b, self.base(b), self.indices(b).len(), b.ty(self.result(b)))
    }
}
impl Verify for StoreOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        access(b, self.base(b), self.indices(b).len(), b.ty(self.value_to_store(b)))
    }
}
impl Verify for MaskedLoadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let result = b.ty(self.result(b));
        access(b, self.base(b), self.indices(b).len(), result)?;
        mask_shape(b, self.mask(b), result)?;
        ensure!(b.ty(self.pass_thru(b)) == result, "expected pass_thru of same type as result type");
        Ok(())
    }
}
impl Verify for MaskedStoreOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let value = b.ty(self.value_to_store(b));
        access(b, self.base(b), self.indices(b).len(), value)?;
        mask_shape(b, self.mask(b), value)
    }
}

fn mask_shape(b: &Body, mask: Value, vector: Type) -> VerifyResult {
    let cx = b.cx();
    let shape = |t| as_vector(cx, t).map(|t| (&t.shape, &t.scalable));
    ensure!(shape(b.ty(mask)) == shape(vector), "expected result shape to match mask shape");
    Ok(())
}
