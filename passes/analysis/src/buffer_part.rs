//! Parts of buffers: slices whose place is known, and whether two of them have no element in common.

use strata_ir::prelude::*;
use strata_memref::{CastOp, CollapseShapeOp, ExpandShapeOp, SubViewOp, TransposeOp};
use strata_tensor::{MixedIndex, OffsetSizeStride as _};

/// The slice of `root` that a view of it is, or is inside of; none where a view in between may leave it.
pub(crate) fn part_of(b: &Body, view: Value, root: Value) -> Option<Value> {
    let mut value = view;
    while value != root {
        let op = b.def_op(value)?;
        let source = b.operand(op, 0);
        let is_slice = op.isa::<SubViewOp>(b);
        if is_slice && source == root {
            return Some(value);
        }
        let stays_inside = is_slice
            || op.isa::<CollapseShapeOp>(b)
            || op.isa::<ExpandShapeOp>(b)
            || op.isa::<CastOp>(b)
            || op.isa::<TransposeOp>(b);
        value = Some(source).filter(|_| stays_inside)?;
    }
    None
}

/// Whether two slices of one buffer have no element in common, by a dimension in which both begin and end at known places.
pub(crate) fn are_disjoint(b: &Body, first: Value, second: Value) -> bool {
    let slice = |v: Value| b.def_op(v).and_then(|op| op.as_op::<SubViewOp>(b));
    let (Some(first), Some(second)) = (slice(first), slice(second)) else { return false };
    if first.source(b) != second.source(b) {
        return false;
    }
    let (first, second) = (ranges(b, first), ranges(b, second));
    first.iter().zip(&second).any(|pair| match pair {
        (Some((from, to)), Some((other_from, other_to))) => to < other_from || other_to < from,
        _ => false,
    })
}

/// The first and the last index of a slice along each dimension, where they are known and there are any.
fn ranges(b: &Body, slice: SubViewOp) -> Vec<Option<(i64, i64)>> {
    let (offsets, sizes, strides) = (slice.mixed_offsets(b), slice.mixed_sizes(b), slice.mixed_strides(b));
    let range = |i: usize| {
        let number = |list: &[MixedIndex]| list.get(i)?.as_static();
        let (from, size, step) = (number(&offsets)?, number(&sizes)?, number(&strides)?);
        let to = from.checked_add((size - 1).checked_mul(step)?)?;
        (size > 0).then_some((from.min(to), from.max(to)))
    };
    (0..offsets.len()).map(range).collect()
}
