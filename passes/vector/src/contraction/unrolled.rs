//! Contractions as several ones that have one dimension less, and one of vectors of one dimension as a reduction.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_vector::{CombiningKind, ExtractOp, InsertOp, IteratorType, ReductionOp};

use super::{Contraction, dot::multiply};
use crate::{
    masked::under_mask,
    shapes::{MAX_STEPS, fixed, is_scalable, row, vector, without, zeros},
};

/// The contraction without its first parallel dimension, or else without its first reduction. `None`, with nothing changed, if that dimension
/// is a multiple of `vscale` or too large.
pub(super) fn unrolled(rw: &mut Rewriter<'_>, c: &Contraction) -> Option<Value> {
    let dims = [0, 1].map(|i| c.maps[i].result_dims());
    let (Some(lhs), Some(rhs)) = (&dims[0], &dims[1]) else { return None };
    let place = |d: u32| (lhs.iter().position(|&x| x == d), rhs.iter().position(|&x| x == d));
    let is = |d: u32, ty: IteratorType| c.iterators.get(d as usize) == Some(&ty);
    let n = c.iterators.len() as u32;
    let both = |d: u32| matches!(place(d), (Some(_), Some(_)));
    let batch = (0..n).find(|&d| is(d, IteratorType::Parallel) && both(d));
    let contracted = |d: u32| is(d, IteratorType::Reduction) && both(d);
    let free = || lhs.iter().chain(rhs).copied().find(|&d| !contracted(d));
    if let Some(d) = batch.or_else(free) {
        let (l, r) = place(d);
        return parallel(rw, c, d, l, r);
    }
    if n == 1 { base(rw, c) } else { reduction(rw, c, place(0)) }
}

/// The steps of a dimension that can be taken one by one from all values that have it.
fn steps(b: &Body, parts: &[(Value, Option<usize>)]) -> Option<i64> {
    let mut steps = None;
    for &(v, dim) in parts {
        let (Some(ty), Some(dim)) = (vector(b, v), dim) else { continue };
        let fixed =
            (0..=dim).all(|d| !is_scalable(&ty, d) && ty.shape.get(d).is_some_and(|&n| n <= MAX_STEPS));
        steps = Some(*ty.shape.get(dim).filter(|_| fixed)?);
    }
    steps
}

fn parallel(
    rw: &mut Rewriter<'_>,
    c: &Contraction,
    dim: u32,
    lhs: Option<usize>,
    rhs: Option<usize>,
) -> Option<Value> {
    let acc = c.maps[2].result_position(dim);
    let masked: Vec<(Value, Option<usize>)> = c.mask.map(|m| (m, Some(dim as usize))).into_iter().collect();
    let steps = steps(rw, &[&[(c.lhs, lhs), (c.rhs, rhs), (c.acc, acc)], &masked[..]].concat())?;
    // A reduction that only one factor has is one step.
    if acc.is_none() && steps != 1 {
        return None;
    }
    let ty = vector(rw, c.acc)?;
    let mut result = zeros(rw, rw.ty(c.acc))?;
    for at in 0..steps {
        let part = without_dim(rw, c, dim, [lhs, rhs, acc], at)?;
        let (mask, of_part) = (part.mask, rw.ty(part.acc));
        let value = under_mask(rw, mask, of_part, |b| part.build(b));
        result = put(rw, value, result, &ty, acc, at)?;
    }
    Some(result)
}

fn reduction(
    rw: &mut Rewriter<'_>,
    c: &Contraction,
    (lhs, rhs): (Option<usize>, Option<usize>),
) -> Option<Value> {
    let masked: Vec<(Value, Option<usize>)> = c.mask.map(|m| (m, Some(0))).into_iter().collect();
    let steps = steps(rw, &[&[(c.lhs, lhs), (c.rhs, rhs)], &masked[..]].concat())?;
    let mut sum = c.clone();
    for at in 0..steps {
        let part = without_dim(rw, c, 0, [lhs, rhs, None], at)?;
        let part = Contraction { acc: sum.acc, ..part };
        let (mask, ty) = (part.mask, rw.ty(sum.acc));
        sum.acc = under_mask(rw, mask, ty, |b| part.build(b));
    }
    Some(sum.acc)
}

/// The contraction at one step of a dimension, which its values have at these places.
fn without_dim(
    rw: &mut Rewriter<'_>,
    c: &Contraction,
    dim: u32,
    places: [Option<usize>; 3],
    at: i64,
) -> Option<Contraction> {
    let [lhs, rhs, acc] = places;
    let lhs = take(rw, c.lhs, lhs, at)?;
    let rhs = take(rw, c.rhs, rhs, at)?;
    let acc = take(rw, c.acc, acc, at)?;
    let mask = match c.mask {
        Some(mask) => Some(take(rw, mask, Some(dim as usize), at)?),
        None => None,
    };
    let lower = |map: &AffineMap| {
        let dims = map.result_dims()?;
        let kept: Vec<u32> =
            dims.iter().filter(|&&d| d != dim).map(|&d| if d < dim { d } else { d - 1 }).collect();
        Some(AffineMap::select(map.n_dims() - 1, &kept))
    };
    let mut iterators = c.iterators.clone();
    iterators.remove(dim as usize);
    let maps = c.maps.iter().map(lower).collect::<Option<_>>()?;
    Some(Contraction { lhs, rhs, acc, mask, maps, iterators, ..c.clone() })
}

/// A sum of products of two vectors of one dimension.
fn base(rw: &mut Rewriter<'_>, c: &Contraction) -> Option<Value> {
    let product = multiply(rw, c.lhs, c.rhs);
    let (kind, ty) = (rw.cx().attr(CombiningKind::Add), rw.ty(c.acc));
    Some(under_mask(rw, c.mask, ty, |b| ReductionOp::build(b, kind, product, Some(c.acc), None, ty)))
}

/// The part of a vector at one position of a dimension, or all of it.
fn take(rw: &mut Rewriter<'_>, v: Value, dim: Option<usize>, at: i64) -> Option<Value> {
    let Some(dim) = dim else { return Some(v) };
    if dim == 0 {
        return Some(ExtractOp::create(rw, v, &fixed(&[at])));
    }
    let ty = vector(rw, v)?;
    let part = rw.cx().ty(without(&ty, dim)?);
    let mut result = zeros(rw, part)?;
    for i in 0..ty.shape[0] {
        let row = ExtractOp::create(rw, v, &fixed(&[i]));
        let row = take(rw, row, Some(dim - 1), at)?;
        result = InsertOp::create(rw, row, result, &fixed(&[i]));
    }
    Some(result)
}

/// Puts a part into a vector of type `ty` at one position of a dimension, or instead of it.
fn put(
    rw: &mut Rewriter<'_>,
    part: Value,
    whole: Value,
    ty: &VectorType,
    dim: Option<usize>,
    at: i64,
) -> Option<Value> {
    let Some(dim) = dim else { return Some(part) };
    if dim == 0 {
        return Some(InsertOp::create(rw, part, whole, &fixed(&[at])));
    }
    let (mut whole, inner) = (whole, row(ty)?);
    for i in 0..ty.shape[0] {
        let old = ExtractOp::create(rw, whole, &fixed(&[i]));
        let new = ExtractOp::create(rw, part, &fixed(&[i]));
        let row = put(rw, new, old, &inner, Some(dim - 1), at)?;
        whole = InsertOp::create(rw, row, whole, &fixed(&[i]));
    }
    Some(whole)
}
