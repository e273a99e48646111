//! Turning named structured ops into `linalg.generic`.

use strata_ir::prelude::*;

use crate::{GenericOp, InputPrecision, LinalgOp, attrs};

/// Replaces a structured op by a `linalg.generic` with the same operands, maps and payload, and returns that.
///
/// `None`, with nothing changed, when `op` is no structured op or is generic already.
pub fn generalize(op: Op, rw: &mut Rewriter<'_>) -> Option<GenericOp> {
    if op.isa::<GenericOp>(rw) {
        return None;
    }
    let linalg = op.cast::<dyn LinalgOp>(rw)?;
    linalg.payload(rw)?;
    let (inputs, outputs) = (linalg.dps_inputs(rw), linalg.dps_inits(rw));
    let (maps, types) = (linalg.indexing_maps(rw), linalg.iterator_types(rw));
    let results: Vec<Type> = rw.result_types(op).collect();
    let (m, t) = (attrs::maps_attr(rw.cx(), &maps), attrs::iterator_types_attr(rw.cx(), &types));
    let at = InsertPoint::before(rw, op);
    rw.goto(at);
    let generic = GenericOp::build(rw, &inputs, &outputs, m, t, None, None, &results);
    InputPrecision::keep(rw.body(), op, generic.op());
    let from = *rw.regions(op).first()?;
    let to = generic.region(rw);
    rw.body().move_blocks(from, to);
    let values: Vec<Value> = rw.results(generic.op()).to_vec();
    rw.replace_op(op, &values);
    Some(generic)
}
