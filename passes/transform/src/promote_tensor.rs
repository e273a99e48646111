//! A tensor in memory of its own, and a copy of its elements there if they may be read.

use strata_arith::constant_index;
use strata_bufferization::{AllocTensorOp, MaterializeInDestinationOp};
use strata_ir::{core::DYNAMIC, prelude::*};
use strata_linalg::LinalgOp;
use strata_tensor::DimOp;

/// Replaces the uses of a ranked tensor; returns what replaces it. `None`, with nothing changed, if it is none.
pub fn promote_tensor(body: &mut Body, tensor: Value, space: Option<Attr>) -> Option<Value> {
    let ty = body.ty(tensor);
    let shape = body.cx().type_as::<TensorType>(ty)?.shape.to_vec();
    let reads = body.uses_of(tensor).any(|(user, i)| may_read(body, user, i));
    let uses: Vec<(Op, usize)> = body.uses_of(tensor).collect();
    let at = match body.def(tensor) {
        Def::Result { op, .. } => InsertPoint::after(body, op),
        Def::Arg { block, .. } => InsertPoint::at_start(body, block),
        Def::Forward => return None,
    };
    let loc = body.value_loc(tensor);
    let mut b = Builder::new(body, at, loc);
    let mut sizes = Vec::new();
    for (d, _) in shape.iter().enumerate().filter(|(_, n)| **n == DYNAMIC) {
        let (index, of_index) = (constant_index(&mut b, d as i64), b.cx().index());
        sizes.push(DimOp::build(&mut b, tensor, index, of_index));
    }
    let mut new = AllocTensorOp::build(&mut b, &sizes, None, None, space, ty);
    if reads {
        let op = MaterializeInDestinationOp::build(&mut b, tensor, new, None, None, &[ty]);
        new = b.result(op.op(), 0);
    }
    for (user, i) in uses {
        body.set_operand(user, i, new);
    }
    Some(new)
}

/// Whether an op may read an operand: a structured op reads those that its payload uses.
fn may_read(body: &Body, user: Op, operand: usize) -> bool {
    user.cast::<dyn LinalgOp>(body).is_none_or(|linalg| linalg.payload_uses(body, operand))
}
