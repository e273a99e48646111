//! `tensor.concat` as insertions into an empty tensor, one after the other.

use strata_ir::prelude::*;
use strata_passes_analysis::affine_size::combined;
use strata_tensor::{CastOp, ConcatOp, DimOp, EmptyOp, InsertSliceOp, MixedIndex};

/// Decomposes a concatenation.
pub fn decompose(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let concat = op.as_op::<ConcatOp>(rw)?;
    let (dim, inputs) = (concat.dimension(rw)?, concat.inputs(rw).collect::<Vec<Value>>());
    let ty = rw.ty(concat.result(rw));
    let mut offsets = vec![MixedIndex::Static(0)];
    let mut parts: Vec<Vec<MixedIndex>> = Vec::with_capacity(inputs.len());
    for &input in &inputs {
        let sizes = DimOp::all(rw, input)?;
        offsets.push(combined(rw, &[*offsets.last()?, *sizes.get(dim)?], |x, y| x + y)?);
        parts.push(sizes);
    }
    let mut all = parts.first()?.clone();
    all[dim] = offsets.pop()?;
    let elem = rw.cx().elem_or_self(ty);
    let mut out = EmptyOp::create(rw, &all, elem);
    let ones = vec![MixedIndex::Static(1); all.len()];
    for ((&input, sizes), offset) in inputs.iter().zip(&parts).zip(offsets) {
        let mut at = vec![MixedIndex::Static(0); all.len()];
        at[dim] = offset;
        out = InsertSliceOp::create(rw, input, out, &at, sizes, &ones);
    }
    let out = if rw.ty(out) == ty { out } else { CastOp::build(rw, out, ty) };
    rw.replace_op(op, &[out]);
    Some(())
}
