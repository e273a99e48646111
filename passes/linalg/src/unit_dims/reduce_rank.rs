//! Values without their unit dimensions, and back.

use strata_ir::prelude::*;
use strata_memref::{SubViewOp, layout};
use strata_tensor::{CollapseShapeOp, DimOp, ExpandShapeOp, ExtractSliceOp, InsertSliceOp, MixedIndex};

use super::Strategy;

/// The groups of dimensions that become one each when the dimensions for which `is_unit` holds are removed: these join the one before,
/// the first ones that after them.
pub(super) fn groups(rank: usize, is_unit: impl Fn(usize) -> bool) -> Vec<Vec<i64>> {
    let (mut groups, mut leading): (Vec<Vec<i64>>, Vec<i64>) = (Vec::new(), Vec::new());
    for d in 0..rank {
        match groups.last_mut() {
            Some(last) if is_unit(d) => last.push(d as i64),
            None if is_unit(d) => leading.push(d as i64),
            _ => {
                leading.push(d as i64);
                groups.push(std::mem::take(&mut leading));
            }
        }
    }
    groups
}

/// `value` without the dimensions for which `is_unit` holds.
pub(super) fn collapse(
    b: &mut Builder<'_>,
    value: Value,
    strategy: Strategy,
    is_unit: impl Fn(usize) -> bool,
) -> Option<Value> {
    let shape = b.cx().shaped(b.ty(value))?.shape?.to_vec();
    let groups = groups(shape.len(), &is_unit);
    let kept: Vec<usize> = (0..shape.len()).filter(|&d| !is_unit(d)).collect();
    let memref = b.cx().type_as::<MemRefType>(b.ty(value)).cloned();
    match (strategy, memref) {
        (Strategy::Reshapes, None) => Some(CollapseShapeOp::create(b, value, &groups)),
        (Strategy::Reshapes, Some(_)) => {
            let ty = strata_memref::CollapseShapeOp::infer_type(b.cx(), b.ty(value), &groups)?;
            let groups = strata_tensor::reassociation::attr(b.cx(), &groups);
            Some(strata_memref::CollapseShapeOp::build(b, value, groups, ty))
        }
        (Strategy::Slices, None) => {
            let sizes = DimOp::all(b, value)?;
            let (zeros, ones) = places(shape.len());
            let ty = b.cx().type_as::<TensorType>(b.ty(value))?.clone();
            let shape = kept.iter().map(|&d| shape[d]).collect();
            let ty = b.cx().ty(TensorType { shape, ..ty });
            Some(ExtractSliceOp::of_type(b, value, &zeros, &sizes, &ones, ty))
        }
        (Strategy::Slices, Some(t)) => {
            let sizes = strata_memref::DimOp::all(b, value)?;
            let from = layout::strides(b.cx(), b.ty(value))?;
            let strides = kept.iter().map(|&d| from.strides[d]).collect();
            let reduced: Vec<i64> = kept.iter().map(|&d| shape[d]).collect();
            let ty = layout::with_layout(b.cx(), &t, &reduced, &layout::Strided { strides, ..from });
            let (statics, values) = strata_tensor::index_list::split(&sizes);
            let lists = [vec![0; shape.len()], statics, vec![1; shape.len()]];
            let [offsets, sizes, strides] = lists.map(|l| b.cx().i64_array(&l));
            Some(SubViewOp::build(b, value, &[], &values, &[], offsets, sizes, strides, ty))
        }
    }
}

/// Offsets of zero and strides of one.
fn places(rank: usize) -> (Vec<MixedIndex>, Vec<MixedIndex>) {
    (vec![MixedIndex::Static(0); rank], vec![MixedIndex::Static(1); rank])
}

/// `value` as a tensor of the type of `dest`, of which it has all dimensions but the unit ones.
pub(super) fn expand(
    b: &mut Builder<'_>,
    value: Value,
    dest: Value,
    groups: &[Vec<i64>],
    strategy: Strategy,
) -> Option<Value> {
    if strategy == Strategy::Reshapes {
        let shape = b.cx().shaped(b.ty(dest))?.shape?.to_vec();
        return expand_to(b, value, &shape, groups);
    }
    let sizes = DimOp::all(b, dest)?;
    let (zeros, ones) = places(sizes.len());
    Some(InsertSliceOp::create(b, value, dest, &zeros, &sizes, &ones))
}

/// `value` with unit dimensions, so that it has the shape `shape`.
pub(super) fn expand_to(
    b: &mut Builder<'_>,
    value: Value,
    shape: &[i64],
    groups: &[Vec<i64>],
) -> Option<Value> {
    let known = DimOp::all(b, value)?;
    let mut sizes: Vec<MixedIndex> = shape.iter().map(|&d| MixedIndex::Static(d)).collect();
    for (group, size) in groups.iter().zip(known) {
        for &d in group {
            let place = sizes.get_mut(usize::try_from(d).ok()?)?;
            if *place == MixedIndex::Static(DYNAMIC) {
                *place = size;
            }
        }
    }
    Some(ExpandShapeOp::create(b, value, groups, &sizes))
}
