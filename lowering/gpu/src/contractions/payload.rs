//! What the payload of a product computes: products of two elements, extended or as they are, which are added.

use strata_arith::{AddFOp, AddIOp, ExtFOp, ExtSIOp, ExtUIOp, MulFOp, MulIOp};
use strata_ir::prelude::*;

use crate::nest::Nest;

/// The type of the factors' elements and that of the sums, if the payload adds products to the output.
pub(crate) fn types(b: &Body, nest: &Nest) -> Option<(Type, Type)> {
    let [x, y] = factors(b, nest)?.map(|(v, _)| b.ty(v));
    (x == y).then(|| (x, b.ty(b.block_args(nest.payload)[2])))
}

/// The factors' elements in the payload, if it adds their products to the output, and whether they are integers without a sign.
pub(super) fn factors(b: &Body, nest: &Nest) -> Option<[(Value, bool); 2]> {
    let args = b.block_args(nest.payload);
    let last = b.block_ops(nest.payload).last()?;
    let sum = b.def_op(b.operand(last, 0))?;
    if !(sum.isa::<AddFOp>(b) || sum.isa::<AddIOp>(b)) {
        return None;
    }
    let product = match (b.operand(sum, 0), b.operand(sum, 1)) {
        (x, y) if x == args[2] => y,
        (x, y) if y == args[2] => x,
        _ => return None,
    };
    let product = b.def_op(product)?;
    if !(product.isa::<MulFOp>(b) || product.isa::<MulIOp>(b)) {
        return None;
    }
    let source = |v: Value| match b.def_op(v) {
        Some(op) if op.isa::<ExtFOp>(b) || op.isa::<ExtSIOp>(b) => (b.operand(op, 0), false),
        Some(op) if op.isa::<ExtUIOp>(b) => (b.operand(op, 0), true),
        _ => (v, false),
    };
    let mut factors = [source(b.operand(product, 0)), source(b.operand(product, 1))];
    if factors[0].0 == args[1] {
        factors.reverse();
    }
    (factors[0].0 == args[0] && factors[1].0 == args[1]).then_some(factors)
}
