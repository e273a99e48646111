//! `tensor.pad` without dimensions of size one that are not padded.

use strata_ir::prelude::*;
use strata_tensor::{DimOp, EmptyOp, MixedIndex, PadOp};

use super::{
    Strategy,
    reduce_rank::{collapse, expand, groups},
};

pub(super) fn drop_unit_dims(op: Op, rw: &mut Rewriter<'_>, strategy: Strategy) -> Option<()> {
    let pad = op.as_op::<PadOp>(rw)?;
    let (source, result) = (pad.source(rw), pad.result(rw));
    let ty = rw.cx().type_as::<TensorType>(rw.ty(source))?.clone();
    let value = pad.constant_padding(rw)?;
    let (low, high) = (pad.mixed_low(rw), pad.mixed_high(rw));
    let is_zero = |b: &Body, m: &MixedIndex| m.constant(b) == Some(0);
    let unit: Vec<bool> = (0..ty.shape.len())
        .map(|d| ty.shape[d] == 1 && is_zero(rw, &low[d]) && is_zero(rw, &high[d]))
        .collect();
    // Only a value from outside of the region can be used by another op.
    if ty.encoding.is_some() || !unit.contains(&true) || rw.def_block(value) == Some(pad.region_block(rw)) {
        return None;
    }
    let kept = |list: Vec<MixedIndex>| -> Vec<MixedIndex> {
        list.into_iter().zip(&unit).filter(|(_, unit)| !**unit).map(|(m, _)| m).collect()
    };
    let collapsed = collapse(rw, source, strategy, |d| unit[d])?;
    let (low, high) = (kept(low), kept(high));
    let padded = PadOp::create(rw, collapsed, &low, &high, value);
    if pad.nofold(rw).is_some()
        && let Some(new) = rw.def_op(padded)
    {
        let set = rw.cx().unit();
        rw.body().set_attr(new, "nofold", Some(set));
    }
    let mut dest = result;
    if strategy == Strategy::Slices {
        let mut next = DimOp::all(rw, padded)?.into_iter();
        let one = MixedIndex::Static(1);
        let sizes: Vec<MixedIndex> =
            unit.iter().map(|&unit| if unit { Some(one) } else { next.next() }).collect::<Option<_>>()?;
        dest = EmptyOp::create(rw, &sizes, ty.elem);
    }
    let expanded = expand(rw, padded, dest, &groups(unit.len(), |d| unit[d]), strategy)?;
    rw.replace_op(op, &[expanded]);
    Some(())
}
