//! Paddings of reshaped tensors, where no reshaped dimension is padded.

use strata_ir::{analysis::Dominance, prelude::*};
use strata_tensor::{CollapseShapeOp, DimOp, ExpandShapeOp, MixedIndex, PadOp};

use super::is_only_use;

/// The amounts of a padding and its shape, in the dimensions of the expanded tensor.
struct Padding {
    low: Vec<MixedIndex>,
    high: Vec<MixedIndex>,
    shape: Vec<i64>,
    value: Value,
    nofold: bool,
}

/// The padding of a tensor with shape `expanded`, of which each group is a dimension of the padded one.
fn expanded_padding(b: &Body, pad: PadOp, expanded: &[i64], groups: &[Vec<i64>]) -> Option<Padding> {
    let value = pad.constant_padding(b)?;
    // Only a value from outside of the region can be used by another op.
    if b.def_block(value) == Some(pad.region_block(b)) {
        return None;
    }
    let shape = b.cx().shaped(b.ty(pad.result(b)))?.shape?;
    let none = vec![MixedIndex::Static(0); expanded.len()];
    let nofold = pad.nofold(b).is_some();
    let mut out = Padding { low: none.clone(), high: none, shape: expanded.to_vec(), value, nofold };
    let amounts = pad.mixed_low(b).into_iter().zip(pad.mixed_high(b));
    for ((group, (low, high)), &size) in groups.iter().zip(amounts).zip(shape) {
        match group[..] {
            [d] => {
                let d = usize::try_from(d).ok()?;
                *out.low.get_mut(d)? = low;
                *out.high.get_mut(d)? = high;
                *out.shape.get_mut(d)? = size;
            }
            _ if low != MixedIndex::Static(0) || high != MixedIndex::Static(0) => return None,
            _ => {}
        }
    }
    Some(out)
}

fn build(rw: &mut Rewriter<'_>, source: Value, padding: &Padding) -> Value {
    let elem = rw.cx().elem_or_self(rw.ty(source));
    let ty = rw.cx().tensor(&padding.shape, elem);
    let new = PadOp::create(rw, source, &padding.low, &padding.high, padding.value);
    rw.body().set_type(new, ty);
    if let Some(def) = rw.def_op(new).filter(|_| padding.nofold) {
        let unit = rw.cx().unit();
        rw.body().set_attr(def, "nofold", Some(unit));
    }
    new
}

/// A padding of a collapsed tensor is a collapse of a padded one.
pub(super) fn pad_of_collapse(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let pad = op.as_op::<PadOp>(rw)?;
    let collapse = rw.def_of::<CollapseShapeOp>(pad.source(rw))?;
    let (source, groups) = (collapse.src(rw), collapse.groups(rw));
    if !is_only_use(rw, pad.source(rw)) || rw.cx().type_as::<TensorType>(rw.ty(source))?.encoding.is_some() {
        return None;
    }
    let shape = rw.cx().shaped(rw.ty(source))?.shape?.to_vec();
    let padding = expanded_padding(rw, pad, &shape, &groups)?;
    let ty = rw.ty(pad.result(rw));
    let padded = build(rw, source, &padding);
    let attr = strata_tensor::reassociation::attr(rw.cx(), &groups);
    let new = CollapseShapeOp::build(rw, padded, attr, ty);
    rw.replace_op(op, &[new]);
    Some(())
}

/// An expansion of a padded tensor is a padding of an expanded one.
pub(super) fn expand_of_pad(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let expansion = op.as_op::<ExpandShapeOp>(rw)?;
    let pad = rw.def_of::<PadOp>(expansion.src(rw))?;
    let (source, groups) = (pad.source(rw), expansion.groups(rw));
    if !is_only_use(rw, expansion.src(rw)) || rw.cx().type_as::<TensorType>(rw.ty(source))?.encoding.is_some()
    {
        return None;
    }
    let shape = rw.cx().shaped(rw.ty(expansion.result(rw)))?.shape?.to_vec();
    let padding = expanded_padding(rw, pad, &shape, &groups)?;
    let mut sizes = expansion.mixed_output_shape(rw);
    let (here, early) = (rw.point(), after_value(rw, source)?);
    let mut dominance = Dominance::new();
    let next = early.before;
    let mut is_known = |v: Value| next.is_some_and(|next| dominance.dominates(rw, v, next));
    if sizes.iter().all(|s| s.value().is_none_or(&mut is_known)) {
        rw.goto(early);
    }
    let source_sizes = DimOp::all(rw, source)?;
    for (group, size) in groups.iter().zip(source_sizes) {
        if let [d] = group[..] {
            *sizes.get_mut(usize::try_from(d).ok()?)? = size;
        }
    }
    let expanded = ExpandShapeOp::create(rw, source, &groups, &sizes);
    rw.goto(here);
    let padded = build(rw, expanded, &padding);
    if rw.ty(padded) != rw.ty(rw.result(op, 0)) {
        return None;
    }
    rw.replace_op(op, &[padded]);
    Some(())
}

fn after_value(b: &Body, v: Value) -> Option<InsertPoint> {
    match b.def_op(v) {
        Some(def) => Some(InsertPoint::after(b, def)),
        None => Some(InsertPoint::at_start(b, b.def_block(v)?)),
    }
}
