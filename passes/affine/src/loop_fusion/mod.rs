//! `affine-loop-fusion`: a nest of loops is computed where its results are used, or together with a nest that reads the same memory.
//!
//! Before:
//! ```mlir
//! affine.for %i = 0 to 64 { affine.store %x, %m[%i] : memref<64xf32> }
//! affine.for %i = 0 to 64 { %v = affine.load %m[%i] : memref<64xf32> … }
//! ```
//! After, as `%m` is used nowhere else:
//! ```mlir
//! affine.for %i = 0 to 64 { affine.store %x, %p[0] : memref<1xf32>  %v = affine.load %p[0] : memref<1xf32> … }
//! ```
//! - A *producer* is copied into its consumer as the slice of iterations that an iteration of the consumer needs. It goes if nothing else needs
//!   it, and the memory between them becomes a private buffer of the size of the slice.
//! - *Siblings* read the same memory and do not depend on each other.
//!
//! Among the depths at which a slice is legal, the one is taken that makes the memory between the nests smallest and repeats no more ops than
//! `compute-tolerance` says. Nests that carry values, and those with conditions, are not fused. A use of a memref in another block counts as
//! one that everything stored is for; upstream does not see it.

mod legality;
mod private;
mod producer;
mod profit;
mod sibling;

use strata_affine::ForOp;
use strata_ir::prelude::*;
use strata_memref::AllocOp;
use strata_pass::{BodyPass, PassCx, PassResult, option_enum, pass};

use crate::analysis::dependence_graph::DependenceGraph;

option_enum! {
    /// Which nests are fused.
    pub enum FusionMode {
        /// Perform greedy (both producer-consumer and sibling) fusion.
        Greedy = "greedy",
        /// Perform only producer-consumer fusion.
        Producer = "producer",
        /// Perform only sibling fusion.
        Sibling = "sibling",
    }
}

/// Fuse affine loop nests.
#[pass(name = "affine-loop-fusion", class = "AffineLoopFusion", produces = [affine, arith, memref], each_body)]
pub struct AffineLoopFusion {
    /// Fractional increase in additional computation tolerated while fusing.
    #[option(default = 0.3)]
    pub compute_tolerance: f64,
    /// Faster memory space number to promote fusion buffers to.
    pub fast_mem_space: Option<u32>,
    /// Threshold size (KiB) for promoting local buffers to fast memory space.
    pub local_buf_threshold: u64,
    /// Enables maximal loop fusion.
    pub maximal: bool,
    /// Fusion mode to attempt.
    #[option(default = FusionMode::Greedy)]
    pub mode: FusionMode,
}

impl BodyPass for AffineLoopFusion {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let all = body.post_order();
        for op in all.into_iter().chain([Op::SELF]) {
            if op != Op::SELF && !body.is_live(op) {
                continue;
            }
            let blocks: Vec<Block> = body.regions(op).iter().flat_map(|&r| body.blocks(r).to_vec()).collect();
            for block in blocks {
                let nests = body.block_ops(block).filter(|op| op.isa::<ForOp>(body)).take(2).count();
                if nests == 2
                    && let Some(graph) = DependenceGraph::new(body, block)
                {
                    Fusion { options: self, graph }.run(body);
                }
            }
        }
        Ok(())
    }
}

/// The fusion of the nests of a block.
struct Fusion<'a> {
    options: &'a AffineLoopFusion,
    graph: DependenceGraph,
}

impl Fusion<'_> {
    fn run(&mut self, body: &mut Body) {
        match self.options.mode {
            FusionMode::Greedy => {
                self.fuse_producers(body, 1);
                self.fuse_siblings(body);
                self.fuse_producers(body, usize::MAX);
            }
            FusionMode::Producer => self.fuse_producers(body, usize::MAX),
            FusionMode::Sibling => self.fuse_siblings(body),
        }
        for memref in self.graph.unshared() {
            let unused = body.is_live_value(memref) && !body.has_uses(memref);
            if let Some(def) = body.def_op(memref).filter(|op| unused && op.isa::<AllocOp>(body)) {
                body.erase(def);
            }
        }
    }

    /// The nodes in the order in which upstream visits them, on which results depend: its table of nodes has place `number * 37` modulo the
    /// capacity for each, and is emptied from the back.
    fn worklist(&self) -> Vec<usize> {
        let mut capacity = 64;
        while self.graph.n_numbers() * 4 >= capacity * 3 {
            capacity *= 2;
        }
        let mut ids = self.graph.ids();
        ids.sort_by_key(|id| std::cmp::Reverse(id.wrapping_mul(37) % capacity));
        ids
    }

    /// The loop of a node, unless it is another op, carries values, or was removed.
    fn nest(&self, b: &Body, id: usize) -> Option<ForOp> {
        let op = self.graph.node(id)?.op;
        op.as_op::<ForOp>(b).filter(|_| b.results(op).is_empty())
    }
}
