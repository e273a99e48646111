//! Changing shapes and orders of lanes.

use strata_ir::prelude::*;

use crate::constraints::{AnyVectorOfAnyRank, AnyVectorOfNonZeroRank, as_vector};

/// The same elements in row-major order with another shape.
#[op(
    name = "vector.shape_cast",
    traits = [Pure],
    interfaces = [Verify, Fold],
    asm = "$source attr-dict `:` type($source) `to` type($result)",
)]
pub struct ShapeCastOp {
    /// The vector.
    pub source: Operand<AnyVectorOfAnyRank>,
    /// The same with another shape.
    pub result: Res<AnyVectorOfAnyRank>,
}

impl Verify for ShapeCastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (s, r) = (b.ty(self.source(b)), b.ty(self.result(b)));
        ensure!(cx.elem_or_self(s) == cx.elem_or_self(r), "has different source and result element types");
        let n = |t| cx.shaped(t).and_then(|s| s.num_elements());
        ensure!(n(s) == n(r), "has different source and result element counts");
        Ok(())
    }
}

/// The same bits with another element type; the innermost size changes with the width.
#[op(
    name = "vector.bitcast",
    traits = [Pure],
    interfaces = [Verify, Fold],
    asm = "$source attr-dict `:` type($source) `to` type($result)",
)]
pub struct BitCastOp {
    /// The vector.
    pub source: Operand<AnyVectorOfAnyRank>,
    /// The same bits.
    pub result: Res<AnyVectorOfAnyRank>,
}

impl Verify for BitCastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (Some(s), Some(r)) = (as_vector(cx, b.ty(self.source(b))), as_vector(cx, b.ty(self.result(b))))
        else {
            return Ok(());
        };
        ensure!(s.shape.len() == r.shape.len(), "dimension size mismatch: ranks differ");
        let Some((&s_last, s_outer)) = s.shape.split_last() else { return Ok(()) };
        let Some((&r_last, r_outer)) = r.shape.split_last() else { return Ok(()) };
        for (i, (a, c)) in s_outer.iter().zip(r_outer).enumerate() {
            ensure!(a == c, "dimension size mismatch at: {i}");
        }
        let bits = |t, n| cx.bit_width(t).and_then(|w| i64::from(w).checked_mul(n));
        ensure!(
            bits(s.elem, s_last) == bits(r.elem, r_last),
            "source/result bitwidth of the minor 1-D vectors must be equal"
        );
        Ok(())
    }
}

/// Selects elements of two vectors along the outermost dimension; -1 is poison.
#[op(
    name = "vector.shuffle",
    traits = [Pure],
    interfaces = [Verify, InferTypes],
    asm = "operands $mask attr-dict `:` type(operands)",
)]
pub struct ShuffleOp {
    /// First vector.
    pub v1: Operand<AnyVectorOfAnyRank>,
    /// Second vector.
    pub v2: Operand<AnyVectorOfAnyRank>,
    /// For each result element its number in both vectors together.
    pub mask: Attr<I64Array>,
    /// The selected elements.
    pub vector: Res<AnyVectorOfNonZeroRank>,
}

impl ShuffleOp {
    /// Shuffles, with the result type inferred.
    pub fn of(b: &mut Builder<'_>, v1: Value, v2: Value, mask: &[i64]) -> Value {
        let ty = shuffled(b.cx(), b.ty(v1), mask.len()).unwrap_or(b.ty(v1));
        let mask = b.cx().i64_array(mask);
        Self::build(b, v1, v2, mask, ty)
    }
}

fn shuffled(cx: &Context, v1: Type, n: usize) -> Option<Type> {
    let t = as_vector(cx, v1)?;
    let mut shape: Vec<i64> = vec![n as i64];
    shape.extend(t.shape.iter().skip(1));
    Some(cx.vector(&shape, t.elem))
}

impl InferTypes for ShuffleOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let n = self.mask(b).get(b.cx()).values.len();
        shuffled(b.cx(), b.ty(self.v1(b)), n).map(|t| smallvec![t]).ok_or_else(|| "expected a vector".into())
    }
}

impl Verify for ShuffleOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (Some(v1), Some(v2)) = (as_vector(cx, b.ty(self.v1(b))), as_vector(cx, b.ty(self.v2(b)))) else {
            return Ok(());
        };
        ensure!(v1.shape.len() == v2.shape.len(), "rank mismatch");
        ensure!(v1.shape.iter().skip(1).eq(v2.shape.iter().skip(1)), "dimension mismatch");
        let total = v1.shape.first().unwrap_or(&1) + v2.shape.first().unwrap_or(&1);
        let mask = &self.mask(b).get(cx).values;
        ensure!(!mask.is_empty(), "invalid mask length");
        for (i, &m) in mask.iter().enumerate() {
            ensure!(m == -1 || (0..total).contains(&m), "mask index #{} out of range", i + 1);
        }
        ensure!(
            shuffled(cx, b.ty(self.v1(b)), mask.len()) == Some(b.ty(self.vector(b))),
            "result type does not match the mask"
        );
        Ok(())
    }
}

/// Permutes the dimensions of a vector.
#[op(
    name = "vector.transpose",
    traits = [Pure],
    interfaces = [Verify, Fold],
    asm = "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)",
)]
pub struct TransposeOp {
    /// The vector.
    pub vector: Operand<AnyVectorOfAnyRank>,
    /// For each result dimension its number in the source.
    pub permutation: Attr<I64Array>,
    /// The transposed vector.
    pub result: Res<AnyVectorOfAnyRank>,
}

impl Verify for TransposeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (Some(s), Some(r)) = (as_vector(cx, b.ty(self.vector(b))), as_vector(cx, b.ty(self.result(b))))
        else {
            return Ok(());
        };
        ensure!(s.shape.len() == r.shape.len(), "vector result rank mismatch: {}", s.shape.len());
        let permutation = &self.permutation(b).get(cx).values;
        ensure!(permutation.len() == s.shape.len(), "transposition length mismatch: {}", permutation.len());
        let mut seen = vec![false; s.shape.len()];
        for (i, &p) in permutation.iter().enumerate() {
            let Some(slot) = usize::try_from(p).ok().and_then(|p| seen.get_mut(p)) else {
                return Err(format!("transposition index out of range: {p}").into());
            };
            ensure!(!std::mem::replace(slot, true), "duplicate position index: {p}");
            ensure!(r.shape[i] == s.shape[p as usize], "dimension size mismatch at: {p}");
        }
        Ok(())
    }
}

/// Alternates the lanes of two vectors along the innermost dimension.
#[op(
    name = "vector.interleave",
    traits = [Pure],
    same = [lhs, rhs],
    infer(result = doubled(lhs), "type of 'result' is double the width of the inputs"),
    asm = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)",
)]
pub struct InterleaveOp {
    /// The even lanes.
    pub lhs: Operand<AnyVectorOfAnyRank>,
    /// The odd lanes.
    pub rhs: Operand<AnyVectorOfAnyRank>,
    /// Both.
    pub result: Res<AnyVectorOfNonZeroRank>,
}

fn doubled(ty: Type, cx: &Context) -> Option<Type> {
    let t = as_vector(cx, ty)?;
    let mut shape = t.shape.clone();
    match shape.last_mut() {
        Some(last) => *last = last.checked_mul(2)?,
        None => shape.push(2),
    }
    Some(cx.ty(VectorType { shape, ..t.clone() }))
}
