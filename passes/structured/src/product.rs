//! Sums of products: which structured ops are contractions.

use strata_ir::prelude::*;

use crate::view::Structured;

/// The payload `out + ext(x) * ext(y)` of a structured op with two inputs and one output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Product {
    /// How each input becomes wider, where it does.
    pub casts: [Option<Op>; 2],
    /// Type of the sums.
    pub sum: Type,
}

/// The ops that make a number wider without changing it.
const EXTENSIONS: [&str; 3] = ["arith.extf", "arith.extsi", "arith.extui"];

/// Reads a payload that adds the product of both inputs to the output.
pub(crate) fn of(body: &Body, s: &Structured) -> Option<Product> {
    if s.inputs.len() != 2 || s.outputs.len() != 1 {
        return None;
    }
    let cx = body.cx();
    let &[x, y, out] = body.block_args(s.block) else { return None };
    let sum = body.ty(out);
    let numbers = cx.as_float(sum).is_some()
        || cx.as_int(sum).is_some_and(|t| t.signedness == strata_ir::core::Signedness::Signless);
    let two = |v: Value, names: [&str; 2]| {
        let op = body.def_op(v)?;
        let fits = names.contains(&body.op_name(op)) && body.num_operands(op) == 2;
        fits.then(|| [body.operand(op, 0), body.operand(op, 1)])
    };
    let summed = two(body.operands(body.terminator(s.block)?).next()?, ["arith.addf", "arith.addi"])?;
    let product = match summed {
        [v, o] | [o, v] if o == out => v,
        _ => return None,
    };
    let factors = two(product, ["arith.mulf", "arith.muli"])?;
    let sources = factors.map(|v| match body.def_op(v) {
        Some(op) if EXTENSIONS.contains(&body.op_name(op)) => (body.operand(op, 0), Some(op)),
        _ => (v, None),
    });
    let casts = match sources {
        [(a, c), (b, d)] if (a, b) == (x, y) => [c, d],
        [(a, c), (b, d)] if (a, b) == (y, x) => [d, c],
        _ => return None,
    };
    let count = 3 + casts.iter().flatten().count();
    (numbers && x != y && body.block_ops(s.block).count() == count).then_some(Product { casts, sum })
}
