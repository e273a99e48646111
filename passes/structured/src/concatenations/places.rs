//! Places of parts in tensors, and ops that only name the same elements otherwise.

use strata_ir::prelude::*;
use strata_linalg::GenericOp;
use strata_tensor::{CollapseShapeOp, ExpandShapeOp, ExtractSliceOp, MixedIndex, OffsetSizeStride};

use crate::structured_op;

/// Elements in a row that make up vectors.
pub(super) const ROW: i64 = 16;

/// The place of a part in a tensor: where it begins and how many elements it has, for each dimension.
pub(super) type Place = (Vec<i64>, Vec<i64>);

/// The sizes of a tensor if all of them are known.
pub(super) fn shape(b: &Body, v: Value) -> Option<&[i64]> {
    b.cx().type_as::<TensorType>(b.ty(v)).map(|t| &t.shape[..]).filter(|s| !s.contains(&DYNAMIC))
}

/// The place that an op addresses, if it is known and without gaps.
pub(super) fn place(b: &Body, op: &dyn OffsetSizeStride) -> Option<Place> {
    let known =
        |list: Vec<MixedIndex>| -> Option<Vec<i64>> { list.into_iter().map(|n| n.as_static()).collect() };
    let (sizes, strides) = (known(op.mixed_sizes(b))?, known(op.mixed_strides(b))?);
    let dense = sizes.iter().zip(strides).all(|(&n, stride)| n == 1 || stride == 1);
    dense.then_some((known(op.mixed_offsets(b))?, sizes))
}

/// The input of an op that only repeats its elements along other dimensions, and the dimension of the result that each of its dimensions
/// is.
pub(super) fn repeated(b: &Body, op: Op) -> Option<(Value, Vec<usize>)> {
    let s = structured_op::structured(b, op.as_op::<GenericOp>(b)?.op())?;
    let end = b.terminator(s.block)?;
    let copies = s.is_elementwise()
        && s.inputs.len() == 1
        && s.outputs.len() == 1
        && s.maps[1].is_identity()
        && b.operands(end).eq(b.block_args(s.block).iter().copied().take(1));
    if !copies || shape(b, s.inputs[0]).is_none() {
        return None;
    }
    let dims: Option<Vec<usize>> = s.maps[0].results().iter().map(|e| Some(e.as_dim()? as usize)).collect();
    Some((s.inputs[0], dims?))
}

/// The tensor behind a reshape that only adds or drops dimensions of size 1, and for each of its dimensions the same one of the result.
pub(super) fn without_units(b: &Body, op: Op) -> Option<(Value, Vec<Option<usize>>)> {
    let longest = |group: &[i64], shape: &[i64]| -> Option<usize> {
        let mut long = group.iter().map(|&d| d as usize).filter(|&d| shape[d] != 1);
        let first = long.next().or(group.first().map(|&d| d as usize))?;
        long.next().is_none().then_some(first)
    };
    if let Some(op) = op.as_op::<ExpandShapeOp>(b) {
        let to = shape(b, op.result(b))?;
        shape(b, op.src(b))?;
        let dims: Option<Vec<_>> = op.groups(b).iter().map(|g| longest(g, to).map(Some)).collect();
        return Some((op.src(b), dims?));
    }
    let op = op.as_op::<CollapseShapeOp>(b)?;
    let from = shape(b, op.src(b))?;
    let mut dims = vec![None; from.len()];
    for (i, group) in op.groups(b).iter().enumerate() {
        dims[longest(group, from)?] = Some(i);
    }
    Some((op.src(b), dims))
}

/// The elements of a part of these sizes that follow each other in the memory of the whole.
pub(super) fn row(sizes: &[i64], whole: &[i64]) -> i64 {
    let full = sizes.iter().zip(whole).rev().take_while(|(n, all)| n == all).count();
    sizes.iter().rev().take(full + 1).product()
}

/// Constants as indices.
pub(super) fn fixed(list: &[i64]) -> Vec<MixedIndex> {
    list.iter().map(|&n| n.into()).collect()
}

/// A part of a tensor in the shape `kept`, which is `sizes` without dimensions of size 1.
pub(super) fn extract(
    b: &mut Builder<'_>,
    value: Value,
    offsets: &[i64],
    sizes: &[i64],
    kept: &[i64],
) -> Value {
    let ty = b.cx().tensor(kept, b.cx().elem_or_self(b.ty(value)));
    let ones = vec![1; sizes.len()];
    ExtractSliceOp::of_type(b, value, &fixed(offsets), &fixed(sizes), &fixed(&ones), ty)
}
