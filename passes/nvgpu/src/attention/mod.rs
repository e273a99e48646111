//! `gpu-map-attention`: a product, a softmax along its rows and a second product become one kernel that keeps no scores in memory.
//!
//! Before:
//! ```mlir
//! linalg.batch_matmul ins(%q, %kt : memref<8x512x64xbf16>, memref<8x64x512xbf16>) outs(%s : memref<8x512x512xf32>)
//! linalg.generic … ins(%s) outs(%max) { … arith.mulf %in, %scale … arith.maximumf … }
//! linalg.generic … ins(%s, %max) outs(%e) { … arith.mulf %in, %scale … arith.subf … math.exp … }
//! linalg.generic … ins(%e) outs(%sum) { … arith.addf … }
//! linalg.generic … ins(%e, %sum) outs(%p) { … arith.divf … arith.truncf … }
//! linalg.batch_matmul ins(%p, %v : memref<8x512x512xbf16>, memref<8x512x64xbf16>) outs(%o : memref<8x512x64xf32>)
//! linalg.generic … ins(%o) outs(%out) { … arith.truncf … }
//! ```
//! After:
//! ```mlir
//! gpu.launch blocks(…) threads(…) workgroup(%tq, %tk : memref<2x64x72xbf16, #gpu.address_space<workgroup>>, %tv) {
//!   %state:20 = scf.for %step = … iter_args(%max, %sum, …) {
//!     … the next keys and values are copied …
//!     %s = nvgpu.mma.sync (%fq, %fk, …)       // the scores of 64 keys
//!     … %new = the maximum of %max and of these, the sums so far are multiplied by exp(%max - %new) …
//!     %o = nvgpu.mma.sync (%p, %fv, …)        // the weights times the values
//!   }
//!   … the sums divided by %sum …
//! }
//! ```
//! The maximum and the sum of a row are those of the keys so far, as in FlashAttention-2 (Dao, 2023). Scores may go through any elementwise
//! ops whose operands are available at the scores: scales, masks, biases. Blocks of queries stop at the last key that a causal mask lets
//! them see. Attention whose intermediate results have other readers (as gradients do), whose types are not `f16` or `bf16`, or that has
//! another form is left alone.

mod axes;
mod causal;
mod chain;
mod emit_expr;
mod epilogue;
mod intrinsics;
mod kernel;
mod online_softmax;
mod pattern;
mod plan;
mod smem_tile;
mod trace;

use strata_func::FuncOp;
use strata_ir::prelude::*;
use strata_linalg::LinalgOp;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_gpu::{
    ChipOption,
    host_ops::{failure, host_ops},
};

use plan::Plan;

/// Map products around a softmax to kernels that keep no scores in memory.
#[pass(
    name = "gpu-map-attention",
    class = "GpuMapAttention",
    produces = [arith, gpu, llvm, memref, nvgpu, scf, vector],
    statistics = ["num-mapped": "Number of attentions that became kernels"],
    each_body
)]
pub struct MapAttention {
    /// The architecture that kernels are made for
    pub chip: ChipOption,
}

impl BodyPass for MapAttention {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        if body.self_as::<FuncOp>().is_none() {
            return Ok(());
        }
        // All candidates are found before the first change, as the ops around a kernel are not traced again.
        let candidates: Vec<Op> = host_ops(body).into_iter().filter(|&op| is_candidate(body, op)).collect();
        let target = self.chip.target();
        let plans: Vec<Plan> = candidates
            .into_iter()
            .filter_map(|op| chain::find(body, op).and_then(|found| Plan::new(found, target)))
            .collect();
        let mut errors = Vec::new();
        for plan in &plans {
            match plan.emit(body) {
                Ok(()) => cx.count("num-mapped", 1),
                Err(why) => errors.push(failure(body, plan.last, &why)),
            }
        }
        for plan in &plans {
            chain::sweep(body, &plan.followed);
        }
        if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
    }
}

/// Whether an op may be a product of 16-bit elements.
fn is_candidate(b: &Body, op: Op) -> bool {
    let half = |v: Value| {
        let elem = b.cx().elem_or_self(b.ty(v));
        elem == b.cx().f16() || elem == b.cx().bf16()
    };
    op.implements::<dyn LinalgOp>(b)
        && b.num_operands(op) == 3
        && half(b.operand(op, 0))
        && half(b.operand(op, 1))
}
