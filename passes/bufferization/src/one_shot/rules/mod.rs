//! The rules of ops: what each does with the buffers of its tensors.

mod arith;
pub(crate) mod boundary;
mod branches;
mod concat;
mod destination;
mod forall;
pub(crate) mod functions;
mod loops;
mod new_tensors;
mod reshapes;
mod slices;
mod tensor;
mod vector;
mod yields;

use strata_ir::prelude::*;
use strata_linalg::LinalgOp;

use super::facts::{Alias, Rule, Use, View};

/// The only result, if that is a tensor.
fn tensor_result(v: &View<'_>, op: Op) -> Vec<Value> {
    v.results(op).iter().copied().filter(|&r| v.is_tensor(r)).collect()
}

/// The values that are the destination of an op, its second operand, after it has been written: its result.
fn written_destination(v: &View<'_>, u: Use) -> Vec<Alias<Value>> {
    if u.1 != 1 {
        return Vec::new();
    }
    tensor_result(v, u.0).into_iter().map(Alias::equivalent).collect()
}

/// The rule of an op.
pub(crate) fn rule_of(body: &Body, op: Op) -> Option<&'static dyn Rule> {
    Some(match body.op_name(op) {
        "arith.constant" => &arith::Constant,
        "arith.index_cast" => &arith::IndexCast,
        "arith.select" => &arith::Select,
        "bufferization.alloc_tensor" => &boundary::AllocTensor,
        "bufferization.dealloc_tensor" => &boundary::DeallocTensor,
        "bufferization.materialize_in_destination" => &boundary::Materialize,
        "bufferization.to_buffer" => &boundary::ToBuffer,
        "bufferization.to_tensor" => &boundary::ToTensor,
        "cf.br" | "cf.cond_br" => &branches::Branch,
        "func.call" => &functions::Call,
        "func.func" => &functions::Func,
        "func.return" => &functions::Return,
        "linalg.softmax" => &destination::Softmax,
        "scf.condition" => &yields::Condition,
        "scf.execute_region" => &yields::ExecuteRegion,
        "scf.for" => &loops::For,
        "scf.forall" => &forall::Forall,
        "scf.forall.in_parallel" => &forall::InParallel,
        "scf.if" | "scf.index_switch" => &yields::Conditional,
        "scf.while" => &loops::While,
        "scf.yield" => &yields::Yield,
        "shape.assuming" => &yields::Assuming,
        "shape.assuming_yield" => &yields::AssumingYield,
        "tensor.cast" => &reshapes::Cast,
        "tensor.collapse_shape" => &reshapes::Collapse,
        "tensor.concat" => &concat::Concat,
        "tensor.dim" => &tensor::Dim,
        "tensor.empty" => &new_tensors::Empty,
        "tensor.expand_shape" => &reshapes::Expand,
        "tensor.extract" => &tensor::Extract,
        "tensor.extract_slice" => &slices::Extract,
        "tensor.from_elements" => &new_tensors::FromElements,
        "tensor.generate" => &new_tensors::Generate,
        "tensor.insert" => &tensor::Insert,
        "tensor.insert_slice" => &slices::Insert,
        "tensor.pad" => &new_tensors::Pad,
        "tensor.parallel_insert_slice" => &slices::ParallelInsert,
        "tensor.rank" => &tensor::Rank,
        "tensor.reshape" => &reshapes::Reshape,
        "tensor.splat" => &new_tensors::Splat,
        "vector.gather" => &vector::Gather,
        "vector.mask" => &vector::Mask,
        "vector.transfer_read" => &vector::TransferRead,
        "vector.transfer_write" => &vector::TransferWrite,
        "vector.yield" => &vector::Yield,
        _ if op.cast::<dyn LinalgOp>(body).is_some() => &destination::Structured,
        _ => return None,
    })
}
