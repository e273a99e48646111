//! Slices of concatenated tensors, and dimensions of size 1 around slices and insertions.

use strata_ir::prelude::*;
use strata_tensor::{
    CollapseShapeOp, ExpandShapeOp, ExtractSliceOp, InsertSliceOp, MixedIndex, OffsetSizeStride,
};

use super::{
    places::{place, shape},
    source::{Part, Source},
};

/// Takes a slice of a concatenated tensor from the part that has it, and drops dimensions of size 1 where a slice is taken.
pub(super) fn take(body: &mut Body, op: Op) -> Option<()> {
    let of_slice = op.isa::<CollapseShapeOp>(body)
        && body
            .def_as::<ExtractSliceOp>(body.operand(op, 0))
            .is_some_and(|slice| place(body, &slice).is_some());
    if !op.isa::<ExtractSliceOp>(body) && !of_slice {
        return None;
    }
    let old = body.result(op, 0);
    let Source::Tensor(part) = Part::whole(body, old)?.source(body, |_| false) else { return None };
    let to = shape(body, old)?.to_vec();
    let kept: Vec<usize> = part.dims.iter().flatten().copied().collect();
    let missing_are_units = (0..to.len()).all(|d| to[d] == 1 || kept.contains(&d));
    if !(part.is_joined || of_slice && part.is_in_rows(body))
        || part.value == old
        || !part.is_ordered()
        || !missing_are_units
    {
        return None;
    }
    let mut b = Builder::before(body, op);
    let reduced = part.build_in_rows(&mut b);
    let new = with_units(&mut b, reduced, &kept, &to);
    body.replace_all_uses(old, new);
    body.erase(op);
    Some(())
}

/// A tensor whose dimensions are `kept` of the shape `to`, in that shape.
fn with_units(b: &mut Builder<'_>, v: Value, kept: &[usize], to: &[i64]) -> Value {
    if kept.len() == to.len() {
        return v;
    }
    let mut groups: Vec<Vec<i64>> = vec![Vec::new(); kept.len()];
    if let Some(last) = kept.len().checked_sub(1) {
        for d in 0..to.len() {
            groups[kept.iter().position(|&k| d <= k).unwrap_or(last)].push(d as i64);
        }
    }
    let sizes: Vec<MixedIndex> = to.iter().map(|&n| n.into()).collect();
    ExpandShapeOp::create(b, v, &groups, &sizes)
}

/// Inserts a tensor before dimensions of size 1 are added to it.
pub(super) fn put(body: &mut Body, op: Op) -> Option<()> {
    let insert = op.as_op::<InsertSliceOp>(body)?;
    let source = insert.source(body);
    let Source::Tensor(part) =
        Part::whole(body, source)?.source(body, |v| body.def_as::<ExtractSliceOp>(v).is_some())
    else {
        return None;
    };
    let from = shape(body, source)?;
    let kept: Vec<usize> = part.dims.iter().flatten().copied().collect();
    let whole = part.is_whole(body) && kept.len() == part.dims.len() && part.is_ordered();
    let missing_are_units = (0..from.len()).all(|d| from[d] == 1 || kept.contains(&d));
    if part.value == source || !whole || !missing_are_units || part.is_joined {
        return None;
    }
    let (offsets, sizes, strides) =
        (insert.mixed_offsets(body), insert.mixed_sizes(body), insert.mixed_strides(body));
    let (dest, old) = (insert.dest(body), body.result(op, 0));
    let new =
        InsertSliceOp::create(&mut Builder::before(body, op), part.value, dest, &offsets, &sizes, &strides);
    body.replace_all_uses(old, new);
    body.erase(op);
    Some(())
}
