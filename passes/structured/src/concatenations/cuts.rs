//! The places at which the elements of a tensor begin to come from another tensor.

use std::collections::BTreeSet;

use strata_ir::prelude::*;
use strata_linalg::FillOp;
use strata_tensor::{EmptyOp, ExtractSliceOp, FromElementsOp, InsertSliceOp, PadOp};

use super::{
    Kind,
    places::{place, repeated, shape, without_units},
};
use crate::structured_op;

/// The most insertions that make up one tensor.
const MAX_PARTS: usize = 8;
/// The most concatenations inside of each other.
const MAX_DEPTH: usize = 3;

/// For each dimension, the indices at which another part begins.
pub(super) type Cuts = Vec<BTreeSet<i64>>;

/// The cuts of a tensor by concatenations of a kind; `None` if there are none.
pub(super) fn cuts(b: &Body, value: Value, kind: Kind, stop: &impl Fn(Value) -> bool) -> Option<Cuts> {
    within(b, value, kind, stop, MAX_DEPTH)
}

fn within(b: &Body, value: Value, kind: Kind, stop: &impl Fn(Value) -> bool, depth: usize) -> Option<Cuts> {
    let sizes = shape(b, value)?;
    let op = b.def_op(value).filter(|_| depth > 0 && !stop(value))?;
    let none = || vec![BTreeSet::new(); sizes.len()];
    if op.isa::<InsertSliceOp>(b) {
        let (parts, start) = chain(b, value)?;
        let sources: Vec<Value> = parts.iter().map(|p| p.source(b)).collect();
        let wanted = match kind {
            Kind::Computed => {
                b.def_as::<EmptyOp>(start).is_some() && sources.iter().any(|&v| is_computed(b, v, depth))
            }
            Kind::Shifted => !sources.iter().any(|&v| is_computed(b, v, depth)),
        };
        if !wanted {
            return None;
        }
        let mut all = none();
        for part in parts {
            let (offsets, extents) = place(b, &part)?;
            for d in 0..sizes.len() {
                let ends = [offsets[d], offsets[d] + extents[d]];
                all[d].extend(ends.into_iter().filter(|&at| at > 0 && at < sizes[d]));
            }
            let dropped = part.dropped_dims(b);
            let kept = (0..sizes.len()).filter(|&d| !dropped[d]);
            let inner = within(b, part.source(b), kind, stop, depth - 1).unwrap_or_default();
            for (d, inner) in kept.zip(inner) {
                all[d].extend(inner.into_iter().map(|at| at + offsets[d]));
            }
        }
        return Some(all);
    }
    if let Some(slice) = op.as_op::<ExtractSliceOp>(b) {
        let (offsets, _) = place(b, &slice)?;
        let of_source = within(b, slice.source(b), kind, stop, depth - 1)?;
        let dropped = slice.dropped_dims(b);
        let kept = (0..dropped.len()).filter(|&d| !dropped[d]);
        let inside = |(d, &n): (usize, &i64)| {
            of_source[d].iter().map(|at| at - offsets[d]).filter(|&at| at > 0 && at < n).collect()
        };
        return Some(kept.zip(sizes).map(inside).collect());
    }
    if let Some(pad) = op.as_op::<PadOp>(b).filter(|_| kind == Kind::Shifted) {
        structured_op::uniform_pad_value(b, op)?;
        let (low, high) = (pad.mixed_low(b), pad.mixed_high(b));
        let mut all = none();
        for (d, cuts) in all.iter_mut().enumerate() {
            let (low, high) = (low[d].as_static()?, high[d].as_static()?);
            if low < 0 || high < 0 {
                return None;
            }
            cuts.extend([low, sizes[d] - high].into_iter().filter(|&at| at > 0 && at < sizes[d]));
        }
        return Some(all);
    }
    let (source, dims) = match repeated(b, op) {
        Some((source, dims)) => (source, dims.into_iter().map(Some).collect()),
        None => without_units(b, op)?,
    };
    let mut all = none();
    for (cuts, d) in within(b, source, kind, stop, depth - 1)?.into_iter().zip(dims) {
        all[d?].extend(cuts);
    }
    Some(all)
}

/// The insertions that make up a tensor, the last one first, and the tensor before them.
fn chain(b: &Body, mut value: Value) -> Option<(Vec<InsertSliceOp>, Value)> {
    let mut parts = Vec::new();
    while let Some(insert) = b.def_as::<InsertSliceOp>(value) {
        place(b, &insert)?;
        parts.push(insert);
        value = insert.dest(b);
        if parts.len() > MAX_PARTS {
            return None;
        }
    }
    Some((parts, value))
}

/// Whether the elements of a tensor are computed one by one, so that they need not be in memory.
fn is_computed(b: &Body, value: Value, depth: usize) -> bool {
    let Some(op) = b.def_op(value) else { return false };
    let behind = repeated(b, op).map(|(v, _)| v).or_else(|| without_units(b, op).map(|(v, _)| v));
    if let Some(source) = behind {
        return is_computed(b, source, depth);
    }
    if op.isa::<InsertSliceOp>(b) && depth > 0 {
        return chain(b, value)
            .is_some_and(|(p, _)| p.iter().any(|p| is_computed(b, p.source(b), depth - 1)));
    }
    op.isa::<FromElementsOp>(b)
        || !op.isa::<FillOp>(b) && structured_op::structured(b, op).is_some_and(|s| s.is_elementwise())
}
