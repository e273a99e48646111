//! `affine-data-copy-generate`: loops use copies, in a faster memory, of the parts of memrefs that they reach.
//!
//! Before:
//! ```mlir
//! affine.for %i = 0 to 32 { %v = affine.load %m[%i + 8] : memref<64xf32> … }
//! ```
//! After:
//! ```mlir
//! %c = memref.alloc() : memref<32xf32, 1>
//! affine.for %i = 8 to 40 {
//!   %0 = affine.load %m[%i] : memref<64xf32>
//!   affine.store %0, %c[%i - 8] : memref<32xf32, 1>
//! }
//! affine.for %i = 0 to 32 { %v = affine.load %c[%i] : memref<32xf32, 1> … }
//! memref.dealloc %c : memref<32xf32, 1>
//! ```
//! Elements that are written are copied back afterwards. A loop that reaches more than fits is left, and loops in it are tried. Copies move out of loops
//! that their regions do not depend on. A memref that ops use in other ways than affine loads and stores is not copied, and no region is
//! copied whose size is not known. With `generate-dma` the copies are asynchronous transfers.

use strata_affine::{ForOp, LoadOp, StoreOp};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{
    analysis::region::memory_footprint,
    loops::{
        copy::{Range, Spaces, copy_range},
        promote::promote_if_single_iteration,
    },
};

/// Generate explicit copying for affine memory operations.
#[pass(
    name = "affine-data-copy-generate",
    class = "AffineDataCopyGeneration",
    on = "func.func",
    produces = [affine, arith, memref]
)]
pub struct AffineDataCopyGenerate {
    /// Set fast memory space capacity in KiB (default: unlimited).
    #[option(default = u64::MAX)]
    pub fast_mem_capacity: u64,
    /// Fast memory space identifier for copy generation (default: 1).
    #[option(default = 1)]
    pub fast_mem_space: u32,
    /// Generate DMA instead of point-wise copy.
    pub generate_dma: bool,
    /// Minimum DMA transfer size supported by the target in bytes.
    pub min_dma_transfer: i32,
    /// Testing purposes: avoid non-unit stride loop choice depths for copy placement.
    pub skip_non_unit_stride_loops: bool,
    /// Slow memory space identifier for copy generation (default: 0).
    pub slow_mem_space: u32,
    /// Tag memory space identifier for copy generation (default: 0).
    pub tag_mem_space: u32,
}

impl BodyPass for AffineDataCopyGenerate {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let blocks: Vec<Block> =
            body.regions(Op::SELF).iter().flat_map(|&r| body.blocks(r).to_vec()).collect();
        let mut nests = Vec::new();
        for block in blocks {
            self.run_on_block(body, block, &mut nests, cx);
        }
        for nest in nests {
            simplify(body, nest);
        }
        Ok(())
    }
}

impl AffineDataCopyGenerate {
    /// The capacity in bytes.
    fn capacity(&self) -> u64 {
        self.fast_mem_capacity.saturating_mul(1024)
    }

    /// Copies for each loop of a block, and for the ops between loops.
    fn run_on_block(&self, body: &mut Body, block: Block, nests: &mut Vec<Op>, cx: &mut PassCx<'_>) {
        let last = body.last_op(block);
        let ops: Vec<Op> = body.block_ops(block).filter(|&op| Some(op) != last).collect();
        let mut begin: Option<Op> = None;
        let mut before: Option<Op> = None;
        for op in ops {
            let Some(for_op) = op.as_op::<ForOp>(body) else {
                let access = op.isa::<LoadOp>(body) || op.isa::<StoreOp>(body);
                begin = begin.or_else(|| access.then_some(op));
                before = Some(op);
                continue;
            };
            if let (Some(first), Some(last)) = (begin.take(), before) {
                self.copy(body, Range { first, last }, nests, cx);
            }
            let exceeds = || {
                memory_footprint(body, op)
                    .is_some_and(|n| u64::try_from(n).is_ok_and(|n| n > self.capacity()))
            };
            let inner =
                if self.skip_non_unit_stride_loops { for_op.step_value(body) != 1 } else { exceeds() };
            if inner {
                let block = for_op.region_block(body);
                self.run_on_block(body, block, nests, cx);
            } else {
                self.copy(body, Range { first: op, last: op }, nests, cx);
            }
        }
        if let (Some(first), Some(last)) = (begin, before) {
            self.copy(body, Range { first, last }, nests, cx);
        }
    }

    fn copy(&self, body: &mut Body, range: Range, nests: &mut Vec<Op>, cx: &mut PassCx<'_>) {
        let tags = self.generate_dma.then_some(self.tag_mem_space);
        let spaces = Spaces { slow: self.slow_mem_space, fast: self.fast_mem_space, tags };
        let Some(copies) = copy_range(body, range, spaces) else { return };
        nests.extend(copies.nests);
        if copies.bytes > self.capacity() {
            let message = "total size of all copy buffers for this block exceeds fast memory capacity";
            cx.warning(body.loc(range.first), message);
        }
    }
}

/// Replaces loops of a nest that run once by their bodies, and simplifies the maps of its accesses.
fn simplify(body: &mut Body, nest: Op) {
    let inside = body.post_order_in(nest);
    let cx = body.cx_arc().clone();
    let mut accesses = Vec::new();
    for op in inside.into_iter().chain([nest]) {
        if !body.is_live(op) {
            continue;
        }
        if let Some(for_op) = op.as_op::<ForOp>(body) {
            promote_if_single_iteration(body, for_op);
        } else if op.isa::<LoadOp>(body) || op.isa::<StoreOp>(body) {
            accesses.push(op);
        }
    }
    for op in accesses {
        let (at, loc, mut touched) = (InsertPoint::before(body, op), body.loc(op), Vec::new());
        let mut rw = Rewriter::new(body, &cx, at, loc, &mut touched);
        if let Some(access) = op.cast::<dyn Canonicalize>(&rw) {
            let _ = access.canonicalize(&mut rw);
        }
    }
}
