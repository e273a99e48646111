//! `gpu-map-parallel-loops`: outer parallel loops get blocks, those in them threads, and those in these are loops of the kernel.
//!
//! Before: `scf.parallel (%i, %j) = … { … }`. After: the same with `mapping = [#gpu.loop_dim_map<processor = block_x, …>, …block_y…]`. Of more than
//! three dimensions the last ones are loops of the kernel.

use strata_gpu::{LoopDimMapping, MapParam, Processor};
use strata_ir::{affine::AffineMap, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_scf::ParallelOp;

use super::MAPPING;

/// The dimensions that blocks and threads have each.
const DIMENSIONS: usize = 3;

/// Greedily maps loops to GPU hardware dimensions.
#[pass(name = "gpu-map-parallel-loops", class = "GpuMapParallelLoopsPass", on = "func.func", produces = [gpu])]
pub struct MapParallelLoops {
    /// Policy outlining how to assign loops to GPU dimensions.Supported values are `outermost-first` and `innermost-first`.
    #[option(default = "outermost-first".to_owned())]
    pub mapping_policy: String,
}

impl BodyPass for MapParallelLoops {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let outermost_first = match self.mapping_policy.trim().to_lowercase().as_str() {
            "outermost-first" => true,
            "innermost-first" => false,
            _ => return Err(cx.error(body.loc(Op::SELF), "Invalid mapping policy specified.")),
        };
        for op in body.all_ops() {
            if op.isa::<ParallelOp>(body) && !has_parallel_parent(body, op) {
                map_nest(body, op, outermost_first);
            }
        }
        Ok(())
    }
}

pub(super) fn has_parallel_parent(b: &Body, op: Op) -> bool {
    let mut at = b.parent_op(op);
    while let Some(parent) = at {
        if parent.isa::<ParallelOp>(b) {
            return true;
        }
        at = b.parent_op(parent);
    }
    false
}

/// Maps a loop and those directly in it, which take the next level each; loops with a mapping keep it, with all in them.
fn map_nest(body: &mut Body, root: Op, outermost_first: bool) {
    let mut todo = vec![(root, 0)];
    while let Some((op, level)) = todo.pop() {
        let Some(parallel) = op.as_op::<ParallelOp>(body).filter(|_| body.attr(op, MAPPING).is_none()) else {
            continue;
        };
        let n = parallel.ivs(body).len();
        let mapped = n.min(DIMENSIONS);
        let mappings = (0..n).map(|i| {
            let dimension = if outermost_first { i } else { mapped.wrapping_sub(i + 1) };
            let processor = match level {
                0 | 1 if i < mapped => Processor::ALL[level * DIMENSIONS + dimension],
                _ => Processor::Sequential,
            };
            let identity = || MapParam(AffineMap::identity(1));
            body.cx().attr(LoopDimMapping { processor, map: identity(), bound: identity() })
        });
        let attr = body.cx().array_attr(mappings.collect());
        let inner: Vec<Op> = body.regions(op).iter().flat_map(|&r| body.region_ops(r)).collect();
        body.set_attr(op, MAPPING, Some(attr));
        todo.extend(inner.into_iter().map(|op| (op, (level + 1).min(2))));
    }
}
