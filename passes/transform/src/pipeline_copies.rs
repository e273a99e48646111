//! Pipelines of loops that copy to shared memory: the copies of an iteration begin some iterations before the rest of it.

use indexmap::IndexSet;
use strata_gpu::BarrierOp;
use strata_ir::{analysis::is_memory_effect_free, prelude::*};
use strata_nvgpu::{DeviceAsyncCopyOp, DeviceAsyncCreateGroupOp, DeviceAsyncWaitOp, types::is_shared};
use strata_scf::{ForOp, YieldOp};
use strata_vector::{TransferReadOp, TransferWriteOp};

use crate::pipeline::{Epilogue, Schedule, pipeline_by};

/// The reason for which a loop is not pipelined. Nothing has changed then.
#[derive(Clone, Copy, Debug)]
pub enum Refusal {
    /// Nothing is copied to shared memory.
    NoCopy,
    /// The loop has another form.
    Form,
    /// Ops that copy cannot be left out in the last iterations.
    Predicate,
}

/// Pipelines a loop with `depth` copies before; returns the loop of the kernel.
pub fn pipeline_copies(body: &mut Body, op: ForOp, depth: usize, epilogue: Epilogue) -> Result<Op, Refusal> {
    let ops: Vec<Op> = body.block_ops(op.body_block(body)).filter(|op| !op.isa::<YieldOp>(body)).collect();
    let copies: Vec<Op> = ops.iter().copied().filter(|&op| is_copy(body, op)).collect();
    if copies.is_empty() {
        return Err(Refusal::NoCopy);
    }
    if ops.iter().any(|&op| !body.regions(op).is_empty()) {
        return Err(Refusal::Form);
    }
    let first = with_operands(body, &copies, &ops);
    if epilogue == Epilogue::Predicated && !first.iter().all(|&op| is_predicable(body, op)) {
        return Err(Refusal::Predicate);
    }
    let rest = ops.iter().filter(|op| !first.contains(*op)).map(|&op| (op, depth));
    let order: Schedule =
        rest.chain(ops.iter().filter(|op| first.contains(*op)).map(|&op| (op, 0))).collect();
    pipeline_by(body, op, order, epilogue).ok_or(Refusal::Form)
}

/// Whether an op is an asynchronous copy to shared memory or a group of those, or reads a vector from other memory that is only written there.
fn is_copy(body: &Body, op: Op) -> bool {
    if op.isa::<DeviceAsyncCopyOp>(body) || op.isa::<DeviceAsyncCreateGroupOp>(body) {
        return true;
    }
    let Some(read) = op.as_op::<TransferReadOp>(body) else { return false };
    let shared =
        |v: Value| body.cx().type_as::<MemRefType>(body.ty(v)).is_some_and(|ty| is_shared(body.cx(), ty));
    let vector = read.vector(body);
    if shared(read.base(body)) || !body.has_one_use(vector) {
        return false;
    }
    let write = body.users(vector).next().and_then(|user| user.as_op::<TransferWriteOp>(body));
    write.is_some_and(|write| shared(write.base(body)))
}

/// These ops and those of the loop that they depend on.
fn with_operands(body: &Body, first: &[Op], ops: &[Op]) -> IndexSet<Op> {
    let inside: IndexSet<Op> = ops.iter().copied().collect();
    let (mut todo, mut out) = (first.to_vec(), IndexSet::new());
    while let Some(op) = todo.pop() {
        if inside.contains(&op) && out.insert(op) {
            todo.extend(body.operands(op).filter_map(|v| body.def_op(v)));
        }
    }
    out
}

/// Whether an op does no harm in an iteration that does not exist, or can be made so.
fn is_predicable(body: &Body, op: Op) -> bool {
    is_memory_effect_free(body, op)
        || op.isa::<BarrierOp>(body)
        || op.isa::<DeviceAsyncCreateGroupOp>(body)
        || op.isa::<DeviceAsyncWaitOp>(body)
        || op.isa::<DeviceAsyncCopyOp>(body)
}
