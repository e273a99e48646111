//! Sums that start from a constant: the `linalg.fill` before a contraction is part of it.

use strata_ir::{analysis::effects, prelude::*};
use strata_linalg::FillOp;

/// The buffer that a value is a view of, or the value itself.
fn root(body: &Body, mut v: Value) -> Value {
    while let Some(op) = body.def_op(v) {
        let is_view = body.op_name(op).starts_with("memref.")
            && effects::is_memory_effect_free(body, op)
            && body.num_operands(op) > 0
            && body.cx().type_as::<MemRefType>(body.ty(body.operand(op, 0))).is_some();
        if !is_view {
            break;
        }
        v = body.operand(op, 0);
    }
    v
}

/// Whether a value is a buffer of its own: nothing else is in its memory but its views.
fn is_allocated(body: &Body, v: Value) -> bool {
    body.def_op(v).is_some_and(|op| matches!(body.op_name(op), "memref.alloc" | "memref.alloca"))
}

/// Whether two buffers cannot overlap: they are distinct, and one of them is an allocation.
fn disjoint(body: &Body, x: Value, y: Value) -> bool {
    let (x, y) = (root(body, x), root(body, y));
    x != y && (is_allocated(body, x) || is_allocated(body, y))
}

/// Erases the fill of `out` right before `op`, and returns the number that it writes.
pub(super) fn take(body: &mut Body, op: Op, out: Value) -> Option<Value> {
    let mut at = op;
    let fill = loop {
        at = body.prev_op(at)?;
        if let Some(fill) = at.as_op::<FillOp>(body)
            && fill.outputs(body).next() == Some(out)
        {
            break fill;
        }
        // What is between must not touch the buffer.
        let harmless = effects::is_memory_effect_free(body, at)
            || is_allocated_by(body, at)
            || body.op_name(at) == "memref.copy"
            || body.op_name(at).starts_with("linalg.");
        let apart = body
            .operands(at)
            .filter(|&v| body.cx().type_as::<MemRefType>(body.ty(v)).is_some())
            .all(|v| disjoint(body, v, out));
        if !harmless || !(apart || effects::is_memory_effect_free(body, at)) {
            return None;
        }
    };
    let number = fill.inputs(body).next()?;
    let elem = body.cx().elem_or_self(body.ty(out));
    if body.ty(number) != elem {
        return None;
    }
    body.erase(fill.op());
    Some(number)
}

fn is_allocated_by(body: &Body, op: Op) -> bool {
    matches!(body.op_name(op), "memref.alloc" | "memref.alloca")
}
