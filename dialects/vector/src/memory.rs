//! Loads and stores of vectors.

use strata_ir::prelude::*;
use strata_memref::constraints::Alignment;

use crate::constraints::{IndexVector, MaskVector, RankedVector, TensorOrMemRef, vector_of};

/// Reads consecutive elements.
#[op(
    name = "vector.load",
    interfaces = [Verify, Fold, MemoryEffects],
    asm = "$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)",
)]
pub struct LoadOp {
    /// The buffer.
    pub base: Operand<AnyMemRef>,
    /// The position.
    pub indices: Variadic<Index>,
    /// The memory is not used again soon.
    pub nontemporal: OptAttr<BoolAttr>,
    /// Alignment of the address in bytes.
    pub alignment: OptAttr<Alignment>,
    /// The elements.
    pub result: Res<AnyVector>,
}

/// Writes consecutive elements.
#[op(
    name = "vector.store",
    interfaces = [Verify, Fold, MemoryEffects],
    asm = "$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)",
)]
pub struct StoreOp {
    /// The elements.
    #[ir_name = "valueToStore"]
    pub value_to_store: Operand<AnyVector>,
    /// The buffer.
    pub base: Operand<AnyMemRef>,
    /// The position.
    pub indices: Variadic<Index>,
    /// The memory is not used again soon.
    pub nontemporal: OptAttr<BoolAttr>,
    /// Alignment of the address in bytes.
    pub alignment: OptAttr<Alignment>,
}

/// Reads the consecutive elements that a mask selects.
#[op(
    name = "vector.maskedload",
    interfaces = [Verify, Fold, Canonicalize, MemoryEffects],
    asm = "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)",
)]
pub struct MaskedLoadOp {
    /// The buffer.
    pub base: Operand<AnyMemRef>,
    /// The position.
    pub indices: Variadic<Index>,
    /// Which elements are read.
    pub mask: Operand<MaskVector>,
    /// The other elements.
    pub pass_thru: Operand<RankedVector>,
    /// Alignment of the address in bytes.
    pub alignment: OptAttr<Alignment>,
    /// The elements.
    pub result: Res<RankedVector>,
}

/// Writes the consecutive elements that a mask selects.
#[op(
    name = "vector.maskedstore",
    interfaces = [Verify, Fold, Canonicalize, MemoryEffects],
    asm = "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` type($valueToStore)",
)]
pub struct MaskedStoreOp {
    /// The buffer.
    pub base: Operand<AnyMemRef>,
    /// The position.
    pub indices: Variadic<Index>,
    /// Which elements are written.
    pub mask: Operand<MaskVector>,
    /// The elements.
    #[ir_name = "valueToStore"]
    pub value_to_store: Operand<RankedVector>,
    /// Alignment of the address in bytes.
    pub alignment: OptAttr<Alignment>,
}

/// Reads the elements at the positions that a vector lists.
#[op(
    name = "vector.gather",
    interfaces = [Verify, Canonicalize, MemoryEffects],
    asm = "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($indices) `,` type($mask) `,` type($pass_thru) `into` type($result)",
)]
pub struct GatherOp {
    /// The buffer or tensor.
    pub base: Operand<TensorOrMemRef>,
    /// Where positions count from.
    pub offsets: Variadic<Index>,
    /// The positions.
    pub indices: Operand<IndexVector>,
    /// Which elements are read.
    pub mask: Operand<MaskVector>,
    /// The other elements.
    pub pass_thru: Operand<RankedVector>,
    /// Alignment of the address in bytes.
    pub alignment: OptAttr<Alignment>,
    /// The elements.
    pub result: Res<RankedVector>,
}

/// Writes elements to the positions that a vector lists.
#[op(
    name = "vector.scatter",
    interfaces = [Verify, Canonicalize, MemoryEffects],
    asm = "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($indices) `,` type($mask) `,` type($valueToStore) (`->` type($result)^)?",
)]
pub struct ScatterOp {
    /// The buffer or tensor.
    pub base: Operand<TensorOrMemRef>,
    /// Where positions count from.
    pub offsets: Variadic<Index>,
    /// The positions.
    pub indices: Operand<IndexVector>,
    /// Which elements are written.
    pub mask: Operand<MaskVector>,
    /// The elements.
    #[ir_name = "valueToStore"]
    pub value_to_store: Operand<RankedVector>,
    /// Alignment of the address in bytes.
    pub alignment: OptAttr<Alignment>,
    /// The tensor after.
    pub result: OptRes<RankedTensor>,
}

fn rank(b: &Body, v: Value) -> usize {
    b.cx().shaped(b.ty(v)).and_then(|s| s.rank()).unwrap_or(0)
}
fn same_elem(b: &Body, base: Value, v: Value) -> bool {
    let elem = b.cx().elem_or_self(b.ty(base));
    elem == b.cx().elem_or_self(b.ty(v)) || elem == b.ty(v)
}
/// The common checks of all these ops.
pub(crate) fn verify(
    b: &Body,
    base: Value,
    indices: usize,
    v: Value,
    what: &str,
    index_word: &str,
) -> VerifyResult {
    ensure!(same_elem(b, base, v), "base and {what} element type should match");
    verify_indices(b, base, indices, index_word)
}
/// Checks the number of indices.
fn verify_indices(b: &Body, base: Value, indices: usize, index_word: &str) -> VerifyResult {
    let n = rank(b, base);
    ensure!(indices == n, "requires {n} {index_word}");
    Ok(())
}
/// Checks the shape of a mask or of positions.
pub(crate) fn verify_shape(b: &Body, v: Value, with: Value, message: &str) -> VerifyResult {
    let shape = |v| vector_of(b, v).map(|t| (&t.shape[..], &t.scalable[..]));
    ensure!(shape(v) == shape(with), "{message}");
    Ok(())
}

impl Verify for LoadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (base, result) = (self.base(b), self.result(b));
        verify_layout(b, base, result)?;
        if has_vectors(b, base) {
            let message = "base memref and result vector types should match";
            ensure!(b.cx().elem_or_self(b.ty(base)) == b.ty(result), "{message}");
        } else {
            ensure!(same_elem(b, base, result), "base and result element types should match");
        }
        verify_indices(b, base, self.indices(b).len(), "indices")
    }
}
impl Verify for StoreOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (base, value) = (self.base(b), self.value_to_store(b));
        verify_layout(b, base, value)?;
        if has_vectors(b, base) {
            let message = "base memref and valueToStore vector types should match";
            ensure!(b.cx().elem_or_self(b.ty(base)) == b.ty(value), "{message}");
        }
        verify(b, base, self.indices(b).len(), value, "valueToStore", "indices")
    }
}

/// Whether the elements of a memref are vectors.
fn has_vectors(b: &Body, base: Value) -> bool {
    let elem = b.cx().elem_or_self(b.ty(base));
    b.cx().type_as::<VectorType>(elem).is_some()
}

/// The elements of the last dimension are neighbours where more than one of them is accessed.
fn verify_layout(b: &Body, base: Value, vector: Value) -> VerifyResult {
    let Some(v) = vector_of(b, vector) else { return Ok(()) };
    let one = v.shape.iter().product::<i64>() == 1 && !v.scalable.contains(&true);
    let strided = strata_memref::layout::strides(b.cx(), b.ty(base));
    let neighbours = strided.is_some_and(|s| s.strides.last().is_none_or(|&n| n == 1));
    ensure!(one || neighbours, "most minor memref dim must have unit stride");
    Ok(())
}
impl Verify for MaskedLoadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify(b, self.base(b), self.indices(b).len(), self.result(b), "result", "indices")?;
        verify_shape(b, self.mask(b), self.result(b), "expected result shape to match mask shape")?;
        ensure!(
            b.ty(self.pass_thru(b)) == b.ty(self.result(b)),
            "expected pass_thru of same type as result type"
        );
        Ok(())
    }
}
impl Verify for MaskedStoreOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify(b, self.base(b), self.indices(b).len(), self.value_to_store(b), "valueToStore", "indices")?;
        verify_shape(
            b,
            self.mask(b),
            self.value_to_store(b),
            "expected valueToStore shape to match mask shape",
        )
    }
}
impl Verify for GatherOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify(b, self.base(b), self.offsets(b).len(), self.result(b), "result", "indices")?;
        verify_shape(b, self.indices(b), self.result(b), "expected result dim to match indices dim")?;
        verify_shape(b, self.mask(b), self.result(b), "expected result dim to match mask dim")?;
        ensure!(
            b.ty(self.pass_thru(b)) == b.ty(self.result(b)),
            "expected pass_thru of same type as result type"
        );
        Ok(())
    }
}
impl Verify for ScatterOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let v = self.value_to_store(b);
        verify(b, self.base(b), self.offsets(b).len(), v, "valueToStore", "indices")?;
        verify_shape(b, self.indices(b), v, "expected valueToStore dim to match indices dim")?;
        verify_shape(b, self.mask(b), v, "expected valueToStore dim to match mask dim")?;
        let tensor = b.cx().type_as::<TensorType>(b.ty(self.base(b))).is_some();
        ensure!(tensor == self.result(b).is_some(), "expected a result exactly when the base is a tensor");
        Ok(())
    }
}

macro_rules! effects {
    ($($op:ty: $kind:ident;)*) => {$(
        impl MemoryEffects for $op {
            fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
                if b.cx().type_as::<MemRefType>(b.ty(self.base(b))).is_some() {
                    out.push(Effect { kind: EffectKind::$kind, on: Some(self.base(b)) });
                }
            }
        }
    )*};
}
pub(crate) use effects;
effects! { LoadOp: Read; StoreOp: Write; MaskedLoadOp: Read; MaskedStoreOp: Write; GatherOp: Read; ScatterOp: Write; }

/// Takes the source of a cast as the base, operand `i`.
fn fold_base(b: &mut Body, op: Op, i: usize) -> Option<Folded> {
    let source = strata_memref::cast_source(b, b.operand(op, i))?;
    b.set_operand(op, i, source);
    Some(Folded::InPlace)
}
macro_rules! fold_base {
    ($($op:ty: $i:literal;)*) => {$(
        impl Fold for $op {
            fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
                fold_base(b, self.op(), $i)
            }
        }
    )*};
}
fold_base! { LoadOp: 0; StoreOp: 1; MaskedLoadOp: 0; MaskedStoreOp: 0; }
