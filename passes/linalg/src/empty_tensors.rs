//! `empty-tensor-to-alloc-tensor`: `tensor.empty` becomes `bufferization.alloc_tensor`, a tensor with a buffer of its own.
//!
//! Before:
//! ```mlir
//! %0 = tensor.empty(%n) : tensor<?x4xf32>
//! ```
//! After:
//! ```mlir
//! %0 = bufferization.alloc_tensor(%n) : tensor<?x4xf32>
//! ```

use strata_bufferization::AllocTensorOp;
use strata_ir::{prelude::*, rewrite::patterns};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_tensor::EmptyOp;

use crate::patterns::apply_rows;

/// Replace all empty ops by alloc_tensor ops.
#[pass(
    name = "empty-tensor-to-alloc-tensor",
    class = "EmptyTensorToAllocTensorPass",
    produces = [bufferization],
    each_body,
    idempotent
)]
pub struct EmptyTensorToAllocTensor;

impl BodyPass for EmptyTensorToAllocTensor {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        apply_rows(body, patterns! { EmptyOp => "allocate": allocate })
    }
}

fn allocate(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (sizes, ty): (Vec<Value>, _) = (rw.operands(op).collect(), rw.result_types(op).next()?);
    let value = AllocTensorOp::uninitialised(rw, ty, &sizes);
    rw.replace_op(op, &[value]);
    Some(())
}
