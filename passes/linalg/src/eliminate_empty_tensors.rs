//! `eliminate-empty-tensors`: what is computed in an empty tensor and then inserted, is computed in the part that it is inserted to.
//!
//! Before:
//! ```mlir
//! %0 = tensor.empty() : tensor<4xf32>
//! %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
//! %2 = tensor.insert_slice %1 into %x[%i] [4] [1] : tensor<4xf32> into tensor<?xf32>
//! ```
//! After:
//! ```mlir
//! %0 = tensor.extract_slice %x[%i] [4] [1] : tensor<?xf32> to tensor<4xf32>
//! %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
//! %2 = tensor.insert_slice %1 into %x[%i] [4] [1] : tensor<4xf32> into tensor<?xf32>
//! ```
//! so that bufferization needs neither a buffer nor a copy. The destination and the position must be known where the empty tensor is first
//! used; computations are not moved there.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_tensor::{DestinationStyle, EmptyOp, ExtractSliceOp, InsertSliceOp, MixedIndex, OffsetSizeStride};

/// Try to eliminate all tensor.empty ops.
#[pass(name = "eliminate-empty-tensors", class = "EmptyTensorEliminationPass", produces = [tensor], each_body)]
pub struct EliminateEmptyTensors;

impl BodyPass for EliminateEmptyTensors {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        eliminate_in(body, Op::SELF);
        Ok(())
    }
}

/// Eliminates empty tensors in an op.
pub fn eliminate_in(body: &mut Body, op: Op) {
    for op in body.ops_in(op) {
        if let Some(insert) = op.as_op::<InsertSliceOp>(body) {
            eliminate(body, insert);
        }
    }
}

fn eliminate(body: &mut Body, insert: InsertSliceOp) -> Option<()> {
    let (user, operand) = use_of_empty(body, insert.source(body))?;
    let value = body.operand(user, operand);
    let empty = body.def_op(value)?;
    let places = [insert.mixed_offsets(body), insert.mixed_sizes(body), insert.mixed_strides(body)];
    let needed = places.iter().flatten().filter_map(|m: &MixedIndex| m.value());
    let needed: Vec<Value> = needed.chain([insert.dest(body)]).collect();
    // Where the empty tensor is made, or after the last of the values.
    let at = [empty, user].into_iter().find(|&at| needed.iter().all(|&v| is_defined_before(body, v, at)));
    let before = match at? {
        at if at == user && body.parent_block(user) == body.parent_block(empty) => {
            let last = needed.iter().filter_map(|&v| body.def_op(v));
            let last = last.filter(|&def| body.parent_block(def) == body.parent_block(user));
            let last = last.reduce(|x, y| if body.is_before(x, y) { y } else { x })?;
            body.next_op(last)?
        }
        at => at,
    };
    let loc = body.loc(empty);
    let at = InsertPoint::before(body, before);
    let mut b = Builder::new(body, at, loc);
    let [offsets, sizes, strides] = places;
    let (dest, ty) = (insert.dest(&b), b.ty(value));
    let slice = ExtractSliceOp::of_type(&mut b, dest, &offsets, &sizes, &strides, ty);
    body.set_operand(user, operand, slice);
    Some(())
}

/// The use of an empty tensor, as an init, from which a value follows through ops that write to their inits.
fn use_of_empty(body: &Body, mut value: Value) -> Option<(Op, usize)> {
    loop {
        let Def::Result { op, index } = body.def(value) else { return None };
        let op = op.cast::<dyn DestinationStyle>(body)?;
        let operand = op.dps_init_range(body).nth(index)?;
        let op = op.as_op();
        let init = body.operand(op, operand);
        if body.def_as::<EmptyOp>(init).is_some() {
            return (body.ty(init) == body.ty(value)).then_some((op, operand));
        }
        value = init;
    }
}

/// Whether a value is known at an op.
fn is_defined_before(body: &Body, value: Value, op: Op) -> bool {
    let Some(block) = body.def_block(value) else { return false };
    let mut at = op;
    while body.parent_block(at) != Some(block) {
        match body.parent_op(at) {
            Some(parent) if parent != Op::SELF => at = parent,
            _ => return false,
        }
    }
    body.def_op(value).is_none_or(|def| def != at && body.is_before(def, at))
}
