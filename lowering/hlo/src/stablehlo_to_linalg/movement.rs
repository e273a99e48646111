//! Ops that rearrange the elements of one tensor.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{GenericOp, IteratorType, TransposeOp};
use strata_stablehlo as hlo;
use strata_tensor::{CollapseShapeOp, ExpandShapeOp, MixedIndex};

use super::{
    Lowered, constants,
    state::Lowering,
    types::{self, signless},
};

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    if let Some(op) = op.as_op::<hlo::BroadcastInDimOp>(b) {
        return broadcast(l, b, op);
    }
    let new = l.get(b.operand(op, 0))?;
    let to = types::shape(b, b.ty(b.result(op, 0)))?;
    if let Some(op) = op.as_op::<hlo::BroadcastOp>(b) {
        let rank = types::shape(b, b.ty(op.operand(b)))?.len();
        let dims: Vec<i64> = (to.len() - rank..to.len()).map(|d| d as i64).collect();
        return repeat(b, new, &dims, &to);
    }
    if let Some(op) = op.as_op::<hlo::TransposeOp>(b) {
        let dims = op.dims(b).to_vec();
        return transpose(b, new, &dims);
    }
    if op.isa::<hlo::ReshapeOp>(b) {
        return reshape(b, new, &to);
    }
    match op.as_op::<hlo::ReverseOp>(b) {
        Some(op) => {
            let dims = op.dims(b).to_vec();
            Ok(reverse(b, new, &dims, &to))
        }
        None => Err("it is not known".into()),
    }
}

fn broadcast(l: &Lowering, b: &mut Builder<'_>, op: hlo::BroadcastInDimOp) -> Lowered<Value> {
    let result = b.ty(op.result(b));
    let to = types::shape(b, result)?;
    if let Some(attr) = constants::splat_of(b, op.result(b)) {
        if b.cx().attr_as::<ArrayAttr>(attr).is_some() {
            let number = constants::scalar(b, attr);
            return constants::filled(b, number, &to);
        }
        let splat =
            b.cx().splat_attr(signless(b.cx(), result), attr).ok_or("the constant is not a number")?;
        return Ok(strata_arith::constant(b, splat));
    }
    // A broadcast of a broadcast is one broadcast.
    let (mut source, mut dims) = (op.operand(b), op.dims(b).to_vec());
    while let Some(inner) = b.def_as::<hlo::BroadcastInDimOp>(source) {
        dims = inner.dims(b).iter().map(|&d| dims[d as usize]).collect();
        source = inner.operand(b);
    }
    let new = l.get(source)?;
    repeat(b, new, &dims, &to)
}

/// Repeats a tensor to the shape `to`; dimension `i` of it becomes dimension `dims[i]`.
pub(super) fn repeat(b: &mut Builder<'_>, v: Value, dims: &[i64], to: &[i64]) -> Lowered<Value> {
    let from = types::shape(b, b.ty(v))?;
    // Dimensions of size 1 that are broadcast are dropped, so that the indexing map is a projection.
    let keep: Vec<bool> = dims.iter().zip(&from).map(|(&d, &n)| n == to[d as usize]).collect();
    let v = drop_dims(b, v, &keep);
    let kept: Vec<u32> = dims.iter().zip(&keep).filter(|(_, k)| **k).map(|(&d, _)| d as u32).collect();
    let rank = to.len() as u32;
    if kept.len() == to.len() && kept.iter().enumerate().all(|(i, &d)| i as u32 == d) {
        return Ok(v);
    }
    let elem = b.cx().elem_or_self(b.ty(v));
    let init = constants::empty(b, to, elem);
    let maps = [AffineMap::select(rank, &kept), AffineMap::identity(rank)];
    let (loops, ty) = (vec![IteratorType::Parallel; to.len()], b.ty(init));
    let generic = GenericOp::build_with(b, &[v], &[init], &maps, &loops, &[ty], |_, args| vec![args[0]]);
    Ok(b.result(generic.op(), 0))
}

/// Removes dimensions of size 1 that are not in `keep`.
fn drop_dims(b: &mut Builder<'_>, v: Value, keep: &[bool]) -> Value {
    if keep.iter().all(|&k| k) {
        return v;
    }
    let mut groups: Vec<Vec<i64>> = Vec::new();
    let mut leading: Vec<i64> = Vec::new();
    for (i, &k) in keep.iter().enumerate() {
        match groups.last_mut() {
            _ if k => {
                let mut group = std::mem::take(&mut leading);
                group.push(i as i64);
                groups.push(group);
            }
            Some(group) => group.push(i as i64),
            None => leading.push(i as i64),
        }
    }
    CollapseShapeOp::of(b, v, &groups)
}

/// Permutes dimensions: dimension `i` of the result is dimension `dims[i]` of `v`.
pub(super) fn transpose(b: &mut Builder<'_>, v: Value, dims: &[i64]) -> Lowered<Value> {
    if dims.iter().enumerate().all(|(i, &d)| i as i64 == d) {
        return Ok(v);
    }
    let from = types::shape(b, b.ty(v))?;
    let to: Vec<i64> = dims.iter().map(|&d| from[d as usize]).collect();
    let elem = b.cx().elem_or_self(b.ty(v));
    let init = constants::empty(b, &to, elem);
    let op = TransposeOp::of(b, v, init, dims)?;
    Ok(b.result(op.op(), 0))
}

/// Reverses the order of the elements along `dims`.
pub(super) fn reverse(b: &mut Builder<'_>, v: Value, dims: &[i64], shape: &[i64]) -> Value {
    let elem = b.cx().elem_or_self(b.ty(v));
    let init = constants::empty(b, shape, elem);
    let rank = shape.len() as u32;
    let results = (0..rank).map(|d| {
        let dim = AffineExpr::dim(d);
        if dims.contains(&(d as i64)) { dim * -1 + (shape[d as usize] - 1) } else { dim }
    });
    let maps = [AffineMap::new(rank, 0, results.collect()), AffineMap::identity(rank)];
    let (loops, ty) = (vec![IteratorType::Parallel; shape.len()], b.ty(init));
    let generic = GenericOp::build_with(b, &[v], &[init], &maps, &loops, &[ty], |_, args| vec![args[0]]);
    b.result(generic.op(), 0)
}

/// Groups of dimensions of both shapes that hold the same elements.
struct Segment {
    from: Vec<i64>,
    to: Vec<i64>,
}

/// Splits two shapes with the same nonzero number of elements into the smallest groups that hold the same elements.
fn segments(from: &[i64], to: &[i64]) -> Vec<Segment> {
    let (mut i, mut j) = (0, 0);
    let mut out: Vec<Segment> = Vec::new();
    while i < from.len() && j < to.len() {
        let (mut a, mut c) = (from[i], to[j]);
        let mut segment = Segment { from: vec![i as i64], to: vec![j as i64] };
        (i, j) = (i + 1, j + 1);
        while a != c {
            if a < c && i < from.len() {
                a *= from[i];
                segment.from.push(i as i64);
                i += 1;
            } else if j < to.len() {
                c *= to[j];
                segment.to.push(j as i64);
                j += 1;
            } else {
                break;
            }
        }
        out.push(segment);
    }
    // The remaining dimensions have size 1.
    if let Some(last) = out.last_mut() {
        last.from.extend((i..from.len()).map(|d| d as i64));
        last.to.extend((j..to.len()).map(|d| d as i64));
    }
    out
}

/// Reshapes a tensor.
pub(super) fn reshape(b: &mut Builder<'_>, v: Value, to: &[i64]) -> Lowered<Value> {
    let from = types::shape(b, b.ty(v))?;
    if from == to {
        return Ok(v);
    }
    if from.contains(&0) {
        // Without elements, an empty tensor is enough.
        let elem = b.cx().elem_or_self(b.ty(v));
        return Ok(constants::empty(b, to, elem));
    }
    let parts = segments(&from, to);
    let mut v = v;
    if parts.iter().any(|p| p.from.len() > 1) || parts.len() < from.len() {
        let groups: Vec<Vec<i64>> = parts.iter().map(|p| p.from.clone()).collect();
        v = CollapseShapeOp::of(b, v, &groups);
    }
    if parts.iter().any(|p| p.to.len() > 1) || parts.len() < to.len() {
        let groups: Vec<Vec<i64>> = parts.iter().map(|p| p.to.clone()).collect();
        let sizes: Vec<MixedIndex> = to.iter().map(|&n| MixedIndex::Static(n)).collect();
        v = ExpandShapeOp::of(b, v, &groups, &sizes);
    }
    Ok(v)
}
