//! How often loops of StableHLO and the payloads of structured ops run.

use std::collections::BTreeMap;

use strata_interp::Value as Data;
use strata_ir::{core::DYNAMIC, prelude::*};
use strata_linalg::LinalgOp;
use strata_vector::ContractionOp;

/// The number of times that the payload of a structured op runs; loops of unknown size count once.
pub fn structured_iterations(body: &Body, op: Op) -> Option<f64> {
    let ranges = op.cast::<dyn LinalgOp>(body)?.static_loop_ranges(body);
    Some(ranges.iter().map(|&n| if n == DYNAMIC { 1.0 } else { n as f64 }).product())
}

/// The multiply-adds of a contraction of vectors.
pub fn contract_iterations(body: &Body, op: Op) -> f64 {
    let Some(contract) = op.as_op::<ContractionOp>(body) else { return 0.0 };
    let mut loops: BTreeMap<u32, i64> = BTreeMap::new();
    for (map, operand) in contract.maps(body).iter().zip(body.operands(op)) {
        let shape = body.cx().shaped(body.ty(operand)).and_then(|s| s.shape).unwrap_or_default();
        loops.extend(map.result_dims().unwrap_or_default().into_iter().zip(shape.iter().copied()));
    }
    loops.values().map(|&n| n as f64).product()
}

/// The number of iterations of a loop that counts from one constant to another.
pub fn trips(body: &Body, op: Op) -> Option<f64> {
    let [cond, step] = *body.regions(op) else { return None };
    let (cond, step) = (*body.blocks(cond).first()?, *body.blocks(step).first()?);
    let compare = body.def_op(body.operands(body.terminator(cond)?).next()?)?;
    if body.op_name(compare) != "stablehlo.compare" {
        return None;
    }
    let argument = |block: Block, v: Value| body.block_args(block).iter().position(|&a| a == v);
    let next = |i: usize| body.operands(body.terminator(step)?).nth(i);
    let counter = argument(cond, body.operand(compare, 0))?;
    // The end may be a constant, or a loop-invariant value.
    let end = body.operand(compare, 1);
    let end = match argument(cond, end) {
        Some(i) if argument(step, next(i)?) == Some(i) => body.operand(op, i),
        Some(_) => return None,
        None => end,
    };
    let add = body.def_op(next(counter)?)?;
    let by = match body.op_name(add) {
        "stablehlo.add" if argument(step, body.operand(add, 0)) == Some(counter) => body.operand(add, 1),
        "stablehlo.add" if argument(step, body.operand(add, 1)) == Some(counter) => body.operand(add, 0),
        _ => return None,
    };
    let (start, end, by) =
        (constant(body, body.operand(op, counter))?, constant(body, end)?, constant(body, by)?);
    let direction = body.cx().attr_to_string(body.attr(compare, "comparison_direction")?);
    let distance = match direction.rsplit([' ', '<']).next()?.trim_end_matches('>') {
        "LT" | "NE" => end - start,
        "LE" => end - start + 1.0,
        _ => return None,
    };
    (by > 0.0).then(|| (distance / by).ceil().max(0.0))
}

/// The value of a constant number.
fn constant(body: &Body, value: Value) -> Option<f64> {
    let op = body.def_op(value).filter(|&op| body.op_name(op) == "stablehlo.constant")?;
    let data = Data::from_attr(body.cx(), body.attr(op, "value")?)?;
    let tensor = data.elements()?;
    (tensor.len() == 1).then(|| tensor.at(0).real())
}
