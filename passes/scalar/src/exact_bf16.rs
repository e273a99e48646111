//! Numbers of `f32` that are numbers of `bf16`, so that a cast to that format drops bits that are zero.
//!
//! Extensions are such numbers, and what selects among such numbers or changes their sign: minima and maxima, as of ReLU and of reductions of `bf16`
//! that are computed in `f32`.

use std::collections::HashSet;

use strata_arith::fold::elements::splat_float;
use strata_ir::prelude::*;

/// The number of ops that are looked at behind one value.
const DEPTH: u32 = 8;

/// The truncations of `f32` to `bf16` that need no rounding.
pub fn exact_truncations(body: &Body) -> HashSet<Op> {
    let is_exact = |op: &Op| {
        body.op_name(*op) == "arith.truncf"
            && has_elem(body, body.result(*op, 0), body.cx().bf16())
            && is_bf16(body, body.operand(*op, 0), DEPTH)
    };
    body.all_ops().into_iter().filter(is_exact).collect()
}

fn has_elem(body: &Body, value: Value, elem: Type) -> bool {
    body.cx().elem_or_self(body.ty(value)) == elem
}

/// Whether `value` is `f32` and every element a number of `bf16`, or NaN with the bits of one.
fn is_bf16(body: &Body, value: Value, depth: u32) -> bool {
    let Some(op) = body.def_op(value).filter(|_| depth > 0 && has_elem(body, value, body.cx().f32())) else {
        return false;
    };
    let are = |operands: std::ops::Range<usize>| {
        operands.into_iter().all(|i| is_bf16(body, body.operand(op, i), depth - 1))
    };
    match body.op_name(op) {
        "arith.extf" => has_elem(body, body.operand(op, 0), body.cx().bf16()),
        "arith.maximumf" | "arith.minimumf" | "arith.maxnumf" | "arith.minnumf" => are(0..2),
        "arith.select" => are(1..3),
        "arith.negf" | "math.absf" | "vector.broadcast" | "vector.shape_cast" | "vector.extract" => are(0..1),
        "arith.constant" => {
            let constant = constant_value(body, value).and_then(|attr| splat_float(body.cx(), attr));
            constant.is_some_and(|c| (c.0.to_f64(c.1) as f32).to_bits() & 0xffff == 0)
        }
        _ => false,
    }
}
