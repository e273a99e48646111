//! What each op does with the buffers of its tensors.

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

use super::{
    buffer_type::Types,
    copies,
    editor::Editor,
    facts::{Alias, Outcome, Use, View},
};

/// What an op does with the buffers of its tensors. Operands are numbers of tensor operands.
pub(crate) trait Rule: Sync {
    /// Whether the contents of an operand are read.
    fn reads(&self, _: &View<'_>, _: Use) -> bool {
        true
    }
    /// Whether the buffer of an operand is written.
    fn writes(&self, _: &View<'_>, _: Use) -> bool {
        false
    }
    /// The values that may have the buffer of an operand, or a part of it.
    fn aliasing_values(&self, _: &View<'_>, _: Use) -> Vec<Alias<Value>> {
        Vec::new()
    }
    /// The operands, also of ops in its regions, whose buffer a value may have.
    fn aliasing_uses(&self, v: &View<'_>, op: Op, value: Value) -> Vec<Alias<Use>> {
        uses_by_values(self, v, op, value)
    }
    /// Whether a result has a new buffer.
    fn allocates(&self) -> bool {
        false
    }
    /// Whether the op, or what is in it, defines the contents of a result.
    fn result_is_written(&self, v: &View<'_>, op: Op, result: Value) -> bool {
        v.is_written_by_default(op, result)
    }
    /// Whether each element of these operands is read before the same element is written.
    fn is_elementwise(&self, _: &View<'_>, _: Op, _: [usize; 2]) -> bool {
        false
    }
    /// Whether an operand cannot be copied.
    fn must_be_in_place(&self, _: &View<'_>, _: Use) -> bool {
        false
    }
    /// Whether the buffer of a value may be written.
    fn is_writable(&self, v: &View<'_>, value: Value) -> bool {
        v.is_result(value)
    }
    /// Whether a read and a write, one of them of this op, are no conflict.
    fn is_not_conflicting(&self, _: &View<'_>, _: Op, _: Use, _: Use) -> bool {
        false
    }
    /// Checks what was decided.
    fn verify(&self, _: &View<'_>, _: Op) -> Outcome {
        Ok(())
    }
    /// Makes copies of what is not in place.
    fn resolve(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        copies::copy_operands(ed, op)
    }
    /// The type of the buffer of a value; `around` has the values whose types depend on it.
    fn buffer_type(&self, t: &Types<'_>, _: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        t.by_default(value, around)
    }
    /// Whether a region may be executed more than once.
    fn is_repetitive(&self, v: &View<'_>, op: Op, region: usize) -> bool {
        v.may_repeat(op, region)
    }
    /// Whether executions of a region are parallel.
    fn is_parallel(&self, _: &View<'_>, _: Op, _: usize) -> bool {
        false
    }
    /// Whether regions may have several blocks.
    fn has_branches(&self) -> bool {
        false
    }
    /// Replaces the op by one on buffers.
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome;
}

/// The operands of an op of which a value is an alias.
pub(crate) fn uses_by_values<R: Rule + ?Sized>(rule: &R, v: &View<'_>, op: Op, value: Value) -> Vec<Alias<Use>> {
    let mut out = Vec::new();
    if op == Op::SELF {
        return out;
    }
    for u in v.tensor_uses(op) {
        let aliases = rule.aliasing_values(v, u).into_iter().filter(|a| a.to == value);
        out.extend(aliases.map(|a| Alias { to: u, relation: a.relation, is_definite: a.is_definite }));
    }
    out
}

/// The only result, if that is a tensor.
fn tensor_result(v: &View<'_>, op: Op) -> Vec<Value> {
    v.results(op).iter().copied().filter(|&r| v.is_tensor(r)).collect()
}

/// The rule of an op.
pub(crate) fn of(body: &Body, op: Op) -> Option<&'static dyn Rule> {
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
