//! Sums that start from a constant: the `linalg.fill` before a contraction is part of it.

use strata_ir::{analysis::effects, prelude::*};
use strata_linalg::FillOp;
use strata_passes_analysis::buffer_alias::root;
use strata_scf::IfOp;

/// The ops between a fill under a condition and the contraction, at most.
const MOST_BETWEEN: usize = 32;

/// Erases the fill of `out` before `op`, or the copy to it of a buffer that is filled, and returns the number that it writes.
pub(crate) fn take(body: &mut Body, op: Op, out: Value) -> Option<Value> {
    let elem = body.cx().elem_or_self(body.ty(out));
    let writer = writer_before(body, op, out)?;
    let fill = match writer.as_op::<FillOp>(body) {
        Some(fill) => fill,
        None => {
            let copied = body.operand(writer, 0);
            writer_before(body, writer, copied)?.as_op::<FillOp>(body)?
        }
    };
    let number = fill.inputs(body).next().filter(|&v| body.ty(v) == elem)?;
    body.erase(writer);
    Some(number)
}

/// Erases the fill of `out` before `op` that is done under a condition, and returns the condition and the number.
pub(crate) fn take_conditional(body: &mut Body, op: Op, out: Value) -> Option<(Value, Value)> {
    let before = std::iter::successors(body.prev_op(op), |&at| body.prev_op(at));
    let choice = before.take(MOST_BETWEEN).find(|&at| !effects::is_memory_effect_free(body, at))?;
    let choice = choice.as_op::<IfOp>(body).filter(|choice| choice.else_yield(body).is_none())?;
    let then = choice.then_yield(body)?.op();
    let fill = body.prev_op(then)?.as_op::<FillOp>(body)?;
    let elem = body.cx().elem_or_self(body.ty(out));
    let fills = fill.outputs(body).next() == Some(out) && body.prev_op(fill.op()).is_none();
    let number = fill.inputs(body).next().filter(|&v| fills && body.ty(v) == elem)?;
    let condition = body.operand(choice.op(), 0);
    body.erase(choice);
    Some((condition, number))
}

/// The last op before `op` that touches `buffer`, if it fills or copies to the whole buffer.
fn writer_before(body: &Body, op: Op, buffer: Value) -> Option<Op> {
    let mut at = op;
    loop {
        at = body.prev_op(at)?;
        let fills = at.as_op::<FillOp>(body).is_some_and(|fill| fill.outputs(body).next() == Some(buffer));
        let copies = body.op_name(at) == "memref.copy" && body.operand(at, 1) == buffer;
        if fills || copies {
            return Some(at);
        }
        // Ops in between must not touch the buffer.
        if effects::is_memory_effect_free(body, at) {
            continue;
        }
        let known = matches!(body.op_name(at), "memref.alloc" | "memref.alloca" | "memref.copy")
            || body.op_name(at).starts_with("linalg.");
        let apart = body
            .operands(at)
            .filter(|&v| body.cx().type_as::<MemRefType>(body.ty(v)).is_some())
            .all(|v| !root(body, v).may_alias(body, root(body, buffer)));
        if !known || !apart {
            return None;
        }
    }
}
