//! The buffers that are live at the ends of blocks.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::prelude::*;

use super::is_memref;

/// The buffers of one block.
#[derive(Default)]
struct Lives {
    /// Used in the block or in regions below it, and defined elsewhere.
    used: FxHashSet<Value>,
    /// Defined in the block or in regions below it.
    defined: FxHashSet<Value>,
    live_in: FxHashSet<Value>,
    live_out: FxHashSet<Value>,
}

/// The buffers that are live where blocks begin and end.
pub(super) struct Liveness(FxHashMap<Block, Lives>);

impl Liveness {
    /// The liveness in blocks, which are all blocks of some regions.
    pub fn new(body: &Body, blocks: &[Block]) -> Self {
        let mut out = Self(blocks.iter().map(|&block| (block, Lives::new(body, block))).collect());
        let mut changed = true;
        while changed {
            changed = false;
            for &block in blocks.iter().rev() {
                changed |= out.update(body, block);
            }
        }
        out
    }
    fn update(&mut self, body: &Body, block: Block) -> bool {
        let successors = body.last_op(block).map_or(&[][..], |end| body.successors(end));
        let mut added: Vec<Value> = Vec::new();
        for next in successors.iter().filter_map(|next| self.0.get(next)) {
            added.extend(&next.live_in);
        }
        let Some(lives) = self.0.get_mut(&block) else { return false };
        lives.live_out.extend(added);
        let live = lives.used.union(&lives.live_out).copied().filter(|v| !lives.defined.contains(v));
        let live: FxHashSet<Value> = live.collect();
        let changed = live.len() != lives.live_in.len();
        lives.live_in = live;
        changed
    }
    /// The buffers that are live where a block begins.
    pub fn live_in(&self, block: Block) -> impl Iterator<Item = Value> + '_ {
        self.0.get(&block).into_iter().flat_map(|lives| lives.live_in.iter().copied())
    }
    /// The buffers that are live where a block ends, and where another begins, if there is one.
    pub fn live_out(&self, from: Block, to: Option<Block>) -> impl Iterator<Item = Value> + '_ {
        let next = to.map(|to| self.0.get(&to));
        let stays =
            move |v: &Value| next.is_none_or(|next| next.is_some_and(|next| next.live_in.contains(v)));
        let out = self.0.get(&from).into_iter().flat_map(|lives| lives.live_out.iter().copied());
        out.filter(stays)
    }
    /// Makes `new` of a value that was replaced.
    pub fn replace(&mut self, old: Value, new: Value) {
        for lives in self.0.values_mut() {
            for set in [&mut lives.live_in, &mut lives.live_out] {
                if set.remove(&old) {
                    set.insert(new);
                }
            }
        }
    }
}

impl Lives {
    fn new(body: &Body, block: Block) -> Self {
        let mut out = Self::default();
        out.collect(body, block);
        out.used = out.used.difference(&out.defined).copied().collect();
        let region = body.block_parent(block);
        let leaves = |v: Value| {
            body.users(v).any(|user| {
                let blocks = std::iter::successors(body.parent_block(user), |&at| {
                    body.block_parent_op(at).and_then(|op| body.parent_block(op))
                });
                blocks.into_iter().find(|&at| body.block_parent(at) == region).is_some_and(|at| at != block)
            })
        };
        let results = body.block_ops(block).flat_map(|op| body.results(op));
        let own = body.block_args(block).iter().chain(results).copied();
        out.live_out = own.filter(|&v| is_memref(body, v) && leaves(v)).collect();
        out
    }
    fn collect(&mut self, body: &Body, block: Block) {
        let mut blocks = vec![block];
        while let Some(block) = blocks.pop() {
            self.defined.extend(body.block_args(block).iter().filter(|&&v| is_memref(body, v)));
            for op in body.block_ops(block) {
                self.defined.extend(body.results(op).iter().filter(|&&v| is_memref(body, v)));
                self.used.extend(body.operands(op).filter(|&v| is_memref(body, v)));
                blocks.extend(body.regions(op).iter().flat_map(|&region| body.blocks(region)));
            }
        }
    }
}
