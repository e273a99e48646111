//! Values that can take the place of another one.

use strata_core::{Block, Body, Op, Value};

/// A value of the type of `value` that can be used where `op` is: an operand, an argument of a block around it, or a result before it.
pub(super) fn visible(body: &mut Body, op: Op, value: Value) -> Option<Value> {
    let ty = body.ty(value);
    let fits = |v: &Value| body.ty(*v) == ty && *v != value;
    if let Some(found) = body.operands(op).find(fits) {
        return Some(found);
    }
    let mut at = op;
    loop {
        let block: Block = body.parent_block(at)?;
        if let Some(&found) = body.block_args(block).iter().find(|v| fits(v)) {
            return Some(found);
        }
        let mut before = body.prev_op(at);
        while let Some(earlier) = before {
            if let Some(&found) = body.results(earlier).iter().find(|v| fits(v)) {
                return Some(found);
            }
            before = body.prev_op(earlier);
        }
        at = body.block_parent_op(block)?;
        if at == Op::SELF {
            return None;
        }
    }
}
