//! A structured op with the loops that a reshape of one of its operands gives it.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{CopyOp, FillOp, GenericOp, IndexOp, LinalgOp, TransposeOp, attrs};
use strata_passes_analysis::affine_size::composed_apply;
use strata_passes_analysis::permutation::inverse;
use strata_tensor::{CollapseShapeOp, DimOp, ExpandShapeOp, MixedIndex, reassociation};

use super::{expansion::Expansion, move_definitions::move_before};

/// Expands `op` by the reshape `reshape` of its operand `i`. Returns what stands for each of its results.
pub(super) fn expand(rw: &mut Rewriter<'_>, op: Op, i: usize, reshape: Op) -> Option<Vec<Value>> {
    let linalg = op.cast::<dyn LinalgOp>(rw)?;
    let (shape, groups, source);
    if let Some(expand) = reshape.as_op::<ExpandShapeOp>(rw) {
        let sizes: Vec<Value> = expand.output_shape(rw).collect();
        move_before(rw, &sizes, op)?;
        (shape, groups, source) = (expand.mixed_output_shape(rw), expand.groups(rw), expand.src(rw));
    } else {
        let collapse = reshape.as_op::<CollapseShapeOp>(rw)?;
        (groups, source) = (collapse.groups(rw), collapse.src(rw));
        shape = DimOp::all(rw, source)?;
    }
    let at = rw.point();
    let before = InsertPoint::before(rw, op);
    rw.goto(before);
    let values = expand_here(rw, &*linalg, (i, source), &groups, &shape);
    rw.goto(at);
    values
}

fn expand_here(
    rw: &mut Rewriter<'_>,
    linalg: &dyn LinalgOp,
    fused: (usize, Value),
    groups: &[Vec<i64>],
    shape: &[MixedIndex],
) -> Option<Vec<Value>> {
    let (op, cx) = (linalg.as_op(), rw.cx());
    let plan = Expansion::create(rw, linalg, fused.0, groups, shape)?;
    let (maps, inits) = (linalg.indexing_maps(rw), linalg.dps_init_range(rw));
    let operands: Vec<Value> = rw.operands(op).collect();
    let shapes = operands.iter().zip(&maps).map(|(&v, map)| {
        let is_tensor = cx.type_as::<TensorType>(rw.ty(v)).is_some();
        if is_tensor { plan.shape(cx, rw.ty(v), map).map(Some) } else { Some(None) }
    });
    let shapes: Vec<_> = shapes.collect::<Option<_>>()?;
    let new_maps: Vec<AffineMap> = maps.iter().map(|m| plan.map(m)).collect::<Option<_>>()?;
    let mut values = Vec::with_capacity(operands.len());
    for (k, (&v, shape)) in operands.iter().zip(&shapes).enumerate() {
        values.push(match shape {
            // The reshaped operand is used as it was before the reshape.
            _ if k == fused.0 && !inits.contains(&k) => fused.1,
            Some(shape) if shape.ty != rw.ty(v) => ExpandShapeOp::create(rw, v, &shape.groups, &shape.sizes),
            _ => v,
        });
    }
    let (inputs, outputs) = values.split_at(inits.start);
    let new = build(rw, linalg, inputs, outputs, &plan, &new_maps)?;
    let mut results = rw.results(new).to_vec();
    for (r, result) in results.iter_mut().enumerate() {
        let Some(Some(shape)) = shapes.get(inits.start + r) else { continue };
        let old = rw.result(op, r);
        if rw.ty(*result) != rw.ty(old) {
            let (ty, groups) = (rw.ty(old), reassociation::attr(rw.cx(), &shape.groups));
            *result = CollapseShapeOp::build(rw, *result, groups, ty);
        }
    }
    Some(results)
}

/// The op itself: fills, copies and transposes keep their names, others become `linalg.generic`.
fn build(
    rw: &mut Rewriter<'_>,
    linalg: &dyn LinalgOp,
    inputs: &[Value],
    outputs: &[Value],
    plan: &Expansion,
    maps: &[AffineMap],
) -> Option<Op> {
    let op = linalg.as_op();
    if let Some(transpose) = op.as_op::<TransposeOp>(rw) {
        let permutation = permutation(transpose.dims(rw), plan)?;
        return Some(TransposeOp::create(rw, *inputs.first()?, *outputs.first()?, &permutation).ok()?.op());
    }
    if op.isa::<FillOp>(rw) {
        return Some(FillOp::create(rw, inputs, *outputs.first()?).ok()?.op());
    }
    if op.isa::<CopyOp>(rw) {
        let (cast, new) = (rw.attr(op, "cast"), CopyOp::create(rw, inputs, *outputs.first()?).ok()?.op());
        rw.body().set_attr(new, "cast", cast);
        return Some(new);
    }
    let mut kinds = Vec::with_capacity(plan.total());
    for (l, kind) in linalg.iterator_types(rw).into_iter().enumerate() {
        kinds.extend(plan.of_loop(l)?.0.iter().map(|_| kind));
    }
    let types: Vec<Type> = outputs.iter().map(|&v| rw.ty(v)).collect();
    let (m, t) = (attrs::maps_attr(rw.cx(), maps), attrs::iterator_types_attr(rw.cx(), &kinds));
    let new = GenericOp::build(rw, inputs, outputs, m, t, None, None, &types);
    let (from, to) = (*rw.regions(op).first()?, new.region(rw));
    rw.body().clone_region(from, to, &mut IdMap::new());
    update_indices(rw, new.op(), plan)?;
    Some(new.op())
}

/// The permutation of the new dimensions, for one of the dimensions before.
fn permutation(old: &[i64], plan: &Expansion) -> Option<Vec<i64>> {
    let old: Vec<usize> = old.iter().map(|&d| usize::try_from(d).ok()).collect::<Option<_>>()?;
    let mut new = Vec::new();
    for d in inverse(&old)? {
        new.extend(plan.of_loop(d)?.0.iter().map(|&l| l as usize));
    }
    Some(inverse(&new)?.into_iter().map(|d| d as i64).collect())
}

/// Numbers of the loops before, from those of the new ones.
fn update_indices(rw: &mut Rewriter<'_>, op: Op, plan: &Expansion) -> Option<()> {
    let found: Vec<IndexOp> = rw.ops_in(op).into_iter().filter_map(|o| o.as_op(rw)).collect();
    let at = rw.point();
    for index in found {
        let l = index.loop_number(rw)?;
        let (loops, sizes) = plan.of_loop(l)?;
        let (&first, rest) = loops.split_first()?;
        if rest.is_empty() && first as usize == l {
            continue;
        }
        let after = InsertPoint::after(rw, index.op());
        rw.goto(after);
        let inner: Vec<Value> = rest.iter().map(|&l| IndexOp::create(rw, l as usize)).collect();
        let mut value = MixedIndex::Value(IndexOp::create(rw, first as usize));
        let (idx, acc, size) = (AffineExpr::dim(0), AffineExpr::dim(1), AffineExpr::symbol(0));
        let map = AffineMap::new(2, 1, vec![idx + acc * size]);
        for (&next, &size) in inner.iter().zip(sizes.iter().skip(1)) {
            value = composed_apply(rw, &map, &[MixedIndex::Value(next), value, size])?;
        }
        let value = value.materialize(rw)?;
        rw.replace_op(index.op(), &[value]);
    }
    rw.goto(at);
    Some(())
}
