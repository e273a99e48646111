//! Types of parts of vectors, and the values that patterns start from.

use strata_ir::prelude::*;
use strata_tensor::MixedIndex;
use strata_ub::PoisonOp;

/// The largest number of rows, elements or steps that one op becomes.
pub const MAX_STEPS: i64 = 1 << 12;

/// The type of a vector.
pub fn vector(b: &Body, v: Value) -> Option<VectorType> {
    b.cx().type_as::<VectorType>(b.ty(v)).cloned()
}

/// The vector without one of its dimensions.
pub fn without(ty: &VectorType, dim: usize) -> Option<VectorType> {
    let mut part = ty.clone();
    (dim < part.shape.len()).then(|| part.shape.remove(dim))?;
    if dim < part.scalable.len() {
        part.scalable.remove(dim);
    }
    if !part.scalable.contains(&true) {
        part.scalable.clear();
    }
    Some(part)
}

/// The type of the rows.
pub fn row(ty: &VectorType) -> Option<VectorType> {
    without(ty, 0)
}

/// Whether a dimension is a multiple of `vscale`.
pub fn is_scalable(ty: &VectorType, dim: usize) -> bool {
    ty.scalable.get(dim) == Some(&true)
}

/// The number of rows, if it is fixed and not too large.
pub fn rows(ty: &VectorType) -> Option<i64> {
    ty.shape.first().copied().filter(|&n| !is_scalable(ty, 0) && n <= MAX_STEPS)
}

/// The number of elements of these dimensions, if it is not too large.
pub fn count(shape: &[i64]) -> Option<i64> {
    shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d)).filter(|&n| n <= MAX_STEPS)
}

/// A vector without contents.
pub fn poison(rw: &mut Rewriter<'_>, ty: Type) -> Value {
    PoisonOp::build(rw, None, ty)
}

/// The zero of numbers, and vectors of them.
pub fn zero_attr(cx: &Context, ty: Type) -> Option<Attr> {
    let elem = cx.elem_or_self(ty);
    let zero = match cx.as_float(elem) {
        Some(_) => cx.float_attr(0.0, elem),
        None => cx.int_attr(0, elem),
    };
    if elem == ty { Some(zero) } else { cx.splat_attr(ty, zero) }
}

/// A constant of zeros.
pub fn zeros(rw: &mut Rewriter<'_>, ty: Type) -> Option<Value> {
    let zero = zero_attr(rw.cx(), ty)?;
    rw.constant("arith", zero, ty)
}

/// A position of constants.
pub fn fixed(at: &[i64]) -> Vec<MixedIndex> {
    at.iter().map(|&n| MixedIndex::Static(n)).collect()
}

/// The index behind `at` in row-major order, in a part of a vector that has this shape.
pub fn advance(at: &mut [i64], shape: &[i64], mut by: i64) {
    for (i, &n) in at.iter_mut().zip(shape).rev() {
        let next = *i + by;
        (*i, by) = (next % n, next / n);
        if by == 0 {
            break;
        }
    }
}
