//! Simplifications of broadcasts, transpositions and other changes of shape that follow each other.

use strata_ir::prelude::*;
use strata_tensor::index_list::statics as numbers;

use crate::{
    BroadcastOp, ConstantMaskOp, CreateMaskOp, ExtractOp, FromElementsOp, ShapeCastOp, ToElementsOp,
    TransposeOp,
    broadcast::is_broadcastable,
    constraints::vector_of,
    fold::{count, delinear, fixed_shape, linear, statics},
};

/// Whether a transposition only moves dimensions of size one, which leaves the elements in row-major order.
pub(crate) fn keeps_order(op: TransposeOp, b: &Body) -> bool {
    let Some(v) = vector_of(b, op.vector(b)) else { return false };
    let moves = |&&p: &&i64| {
        let p = p as usize;
        v.shape.get(p) != Some(&1) || v.scalable.get(p) == Some(&true)
    };
    numbers(b, op.op(), "permutation").iter().filter(moves).is_sorted()
}

/// Whether a broadcast repeats all elements of the source in their order.
fn repeats_in_order(from: &[i64], to: &[i64]) -> bool {
    let Some(lead) = to.len().checked_sub(from.len()) else { return false };
    let stretched = |i: &usize| from[*i] == 1 && to[lead + i] != 1;
    let last = (0..from.len()).rev().find(stretched).unwrap_or(0);
    from[..last].iter().all(|&d| d == 1)
}

impl Canonicalize for ShapeCastOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        cast_of_broadcast(*self, rw).or_else(|| {
            let inner = rw.def_of::<TransposeOp>(self.source(rw)).filter(|&t| keeps_order(t, rw))?;
            let (from, ty) = (inner.vector(rw), rw.ty(self.result(rw)));
            let new = cast(rw, from, ty);
            rw.replace_op(*self, &[new]);
            Some(())
        })
    }
}

/// The elements in another shape, which may be the one that they have.
fn cast(rw: &mut Rewriter<'_>, v: Value, ty: Type) -> Value {
    if rw.ty(v) == ty { v } else { ShapeCastOp::build(rw, v, ty) }
}

/// A shape cast of a broadcast is a broadcast, or a shape cast of its source.
fn cast_of_broadcast(op: ShapeCastOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (source, ty) = (op.source(rw), rw.ty(op.result(rw)));
    let from = rw.def_of::<BroadcastOp>(source)?.source(rw);
    let new = if vector_of(rw, from).is_none() {
        BroadcastOp::build(rw, from, ty)
    } else {
        let (before, between) = (fixed_shape(rw, from)?, fixed_shape(rw, source)?);
        let after = fixed_shape(rw, op.result(rw))?;
        if count(before)? == count(after)? {
            cast(rw, from, ty)
        } else if (repeats_in_order(before, between) && repeats_in_order(before, after)
            || between.iter().rev().take(before.len()).eq(after.iter().rev().take(before.len())))
            && is_broadcastable(rw.cx(), rw.ty(from), ty).is_ok()
        {
            BroadcastOp::build(rw, from, ty)
        } else {
            return None;
        }
    };
    rw.replace_op(op, &[new]);
    Some(())
}

impl Canonicalize for TransposeOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (source, ty) = (self.vector(rw), rw.ty(self.result(rw)));
        let perm = numbers(rw, self.op(), "permutation").to_vec();
        let new = twice(source, &perm, ty, rw)
            .or_else(|| of_broadcast(source, &perm, ty, rw))
            .or_else(|| of_mask(source, &perm, ty, rw))
            .or_else(|| of_elements(source, &perm, ty, rw))
            .or_else(|| {
                let from = rw.def_of::<ShapeCastOp>(source).filter(|_| keeps_order(*self, rw))?.source(rw);
                Some(cast(rw, from, ty))
            })?;
        rw.replace_op(*self, &[new]);
        Some(())
    }
}

fn permuted<T: Copy>(list: &[T], perm: &[i64]) -> Option<Vec<T>> {
    perm.iter().map(|&p| list.get(usize::try_from(p).ok()?).copied()).collect()
}

/// A transposition of a transposition is one.
fn twice(source: Value, perm: &[i64], ty: Type, rw: &mut Rewriter<'_>) -> Option<Value> {
    let inner = rw.def_of::<TransposeOp>(source)?;
    let perm = permuted(numbers(rw, inner.op(), "permutation"), perm)?;
    let (attr, origin) = (rw.cx().i64_array(&perm), inner.vector(rw));
    Some(TransposeOp::build(rw, origin, attr, ty))
}

/// A transposition of a broadcast is a broadcast, if it moves only repeated dimensions.
fn of_broadcast(source: Value, perm: &[i64], ty: Type, rw: &mut Rewriter<'_>) -> Option<Value> {
    let from = rw.def_of::<BroadcastOp>(source)?.source(rw);
    if let Some(v) = vector_of(rw, from) {
        let lead = perm.len().checked_sub(v.shape.len())?;
        let repeated = |i: usize| v.shape[i] == 1 && v.scalable.get(i) != Some(&true);
        let stays = |i: usize| repeated(i) || perm[lead + i] == (lead + i) as i64;
        if !(0..v.shape.len()).all(stays) {
            return None;
        }
    }
    is_broadcastable(rw.cx(), rw.ty(from), ty).ok()?;
    Some(BroadcastOp::build(rw, from, ty))
}

/// The elements that a vector was made of, in another order.
fn of_elements(source: Value, perm: &[i64], ty: Type, rw: &mut Rewriter<'_>) -> Option<Value> {
    let elements: Vec<Value> = rw.def_of::<FromElementsOp>(source)?.elements(rw).collect();
    let before = fixed_shape(rw, source)?;
    let after = permuted(before, perm)?;
    let moved = (0..elements.len()).map(|i| {
        let at = delinear(&after, i)?;
        let mut from = vec![0; at.len()];
        for (&p, &at) in perm.iter().zip(&at) {
            *from.get_mut(usize::try_from(p).ok()?)? = at;
        }
        elements.get(linear(before, &from)?).copied()
    });
    let moved: Vec<Value> = moved.collect::<Option<_>>()?;
    Some(FromElementsOp::build(rw, &moved, ty))
}

/// A mask of the dimensions in another order.
fn of_mask(source: Value, perm: &[i64], ty: Type, rw: &mut Rewriter<'_>) -> Option<Value> {
    if let Some(mask) = rw.def_of::<CreateMaskOp>(source) {
        let bounds: Vec<Value> = mask.operands(rw).collect();
        let bounds = permuted(&bounds, perm)?;
        return Some(CreateMaskOp::build(rw, &bounds, ty));
    }
    let mask = rw.def_of::<ConstantMaskOp>(source)?;
    let sizes = permuted(numbers(rw, mask.op(), "mask_dim_sizes"), perm)?;
    let sizes = rw.cx().i64_array(&sizes);
    Some(ConstantMaskOp::build(rw, sizes, ty))
}

impl Canonicalize for FromElementsOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let elements: Vec<Value> = self.elements(rw).collect();
        let (first, ty) = (*elements.first()?, rw.ty(self.dest(rw)));
        // The same element everywhere is a broadcast.
        let new = match elements.iter().all(|&e| e == first) {
            true => BroadcastOp::build(rw, first, ty),
            false => consecutive(&elements, ty, rw)?,
        };
        rw.replace_op(*self, &[new]);
        Some(())
    }
}

/// Consecutive elements of a vector, extracted one by one, are a part of it in another shape.
fn consecutive(elements: &[Value], ty: Type, rw: &mut Rewriter<'_>) -> Option<Value> {
    let place = |b: &Body, v: Value| {
        let extract = b.def_as::<ExtractOp>(v)?;
        Some((extract.source(b), statics(&extract.mixed_position(b))?))
    };
    let (source, first) = place(rw, *elements.first()?)?;
    let shape = fixed_shape(rw, source)?.to_vec();
    let start = linear(&shape, &first).filter(|_| first.len() == shape.len())?;
    for (i, &v) in elements.iter().enumerate() {
        let (other, at) = place(rw, v)?;
        if other != source || linear(&shape, &at)? != start + i {
            return None;
        }
    }
    let lead = (0..shape.len()).rev().find(|&k| count(&shape[k..]) == Some(elements.len()))?;
    if first[lead..].iter().any(|&p| p != 0) {
        return None;
    }
    let at: Vec<_> = first[..lead].iter().map(|&p| p.into()).collect();
    let part = if lead == 0 { source } else { ExtractOp::create(rw, source, &at) };
    Some(cast(rw, part, ty))
}

impl Canonicalize for ToElementsOp {
    /// The elements of a broadcast are those of its source.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let source = self.source(rw);
        let from = rw.def_of::<BroadcastOp>(source)?.source(rw);
        let (before, after) = (fixed_shape(rw, from)?.to_vec(), fixed_shape(rw, source)?.to_vec());
        let lead = after.len().checked_sub(before.len())?;
        let all = ToElementsOp::create(rw, from)?;
        let values: Vec<Value> = (0..count(&after)?)
            .map(|i| {
                let at = delinear(&after, i)?;
                let at: Vec<i64> = at[lead..].iter().zip(&before).map(|(&p, &d)| p.min(d - 1)).collect();
                all.get(linear(&before, &at)?).copied()
            })
            .collect::<Option<_>>()?;
        rw.replace_op(*self, &values);
        Some(())
    }
}
