//! Classifies ops for kernels of one block.

use strata_ir::prelude::*;
use strata_linalg::LinalgOp;
use strata_memref::{CopyOp, LoadOp};
use strata_passes_analysis::buffer_alias::{accesses, allocates, is_memref, touches_nothing};
use strata_scf::{ForallOp, ParallelOp};

use crate::cooperative::is_scalar;

/// Whether an op is a parallel loop whose iterations are not just scalar code.
pub(super) fn is_grid(b: &Body, op: Op) -> bool {
    (op.isa::<ParallelOp>(b) || op.isa::<ForallOp>(b)) && !is_scalar(b, op)
}

/// Whether an op of a run needs no kernel of its own.
pub(super) fn run_is_free(b: &Body, op: Op) -> bool {
    // Vectors and descriptors of buffers cannot be parameters of kernels.
    let scalar = op.isa::<LoadOp>(b) || b.results(op).iter().all(|&v| !is_whole(b, v));
    allocates(b, op) || touches_nothing(b, op) || scalar && accesses(b, op).iter().all(|a| !a.write)
}

/// Whether an op defines a vector that would have to be a parameter of the kernel.
pub(super) fn makes_vector(b: &Body, op: Op) -> bool {
    !b.has_trait(op, Trait::ConstantLike) && b.results(op).iter().any(|&v| is_whole(b, v) && !is_memref(b, v))
}

/// Whether a value is a vector or a buffer.
fn is_whole(b: &Body, v: Value) -> bool {
    b.cx().shaped(b.ty(v)).is_some()
}

/// Whether an op has a kernel with more than one block.
pub(super) fn is_parallel(b: &Body, op: Op) -> bool {
    op.implements::<dyn LinalgOp>(b)
        || op.isa::<CopyOp>(b)
        || op.isa::<ParallelOp>(b)
        || op.isa::<ForallOp>(b)
}
