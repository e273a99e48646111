//! The blocks of a region: edges, dominators, and dominance frontiers.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::{core::dominance::Dominance, prelude::*};

/// Facts about the blocks of a region, which promotion does not change.
pub(super) struct ControlFlow {
    /// The ends of the edges to each block: the branch and the number of the successor.
    preds: FxHashMap<Block, Vec<(Op, usize)>>,
    /// For each reachable block its place in a walk of the dominator tree, parents first.
    numbers: FxHashMap<Block, usize>,
    idoms: FxHashMap<Block, Block>,
    frontiers: FxHashMap<Block, Vec<Block>>,
}

impl ControlFlow {
    pub fn new(body: &Body, region: Region) -> Self {
        let blocks = body.blocks(region);
        let mut preds: FxHashMap<Block, Vec<(Op, usize)>> = FxHashMap::default();
        for &block in blocks {
            let Some(end) = body.last_op(block) else { continue };
            for (i, &to) in body.successors(end).iter().enumerate() {
                preds.entry(to).or_default().push((end, i));
            }
        }
        let mut dominance = Dominance::new();
        let (mut idoms, mut children) = (FxHashMap::default(), FxHashMap::<Block, Vec<Block>>::default());
        for &block in blocks.iter().rev() {
            if let Some(idom) = dominance.idom(body, block) {
                idoms.insert(block, idom);
                children.entry(idom).or_default().push(block);
            }
        }
        let (mut numbers, mut todo) = (FxHashMap::default(), Vec::from_iter(blocks.first().copied()));
        while let Some(block) = todo.pop() {
            numbers.insert(block, numbers.len());
            todo.extend(children.get(&block).into_iter().flatten());
        }
        let mut frontiers: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
        for &block in blocks {
            let from: FxHashSet<Block> = preds
                .get(&block)
                .into_iter()
                .flatten()
                .filter_map(|&(end, _)| body.parent_block(end))
                .filter(|b| numbers.contains_key(b))
                .collect();
            let mut from: Vec<Block> = from.into_iter().collect();
            from.sort_by_key(|b| numbers[b]);
            for mut at in from {
                // Up to the immediate dominator, no block on the way dominates this one strictly.
                while idoms.get(&block) != Some(&at) {
                    let list = frontiers.entry(at).or_default();
                    if list.last() != Some(&block) {
                        list.push(block);
                    }
                    match idoms.get(&at) {
                        Some(&up) => at = up,
                        None => break,
                    }
                }
            }
        }
        Self { preds, numbers, idoms, frontiers }
    }
    /// The edges to a block.
    pub fn edges_to(&self, block: Block) -> &[(Op, usize)] {
        self.preds.get(&block).map_or(&[], |list| list)
    }
    /// The place of a block in the dominator tree; unreachable ones come last.
    pub fn number(&self, block: Block) -> usize {
        self.numbers.get(&block).copied().unwrap_or(usize::MAX)
    }
    pub fn is_reachable(&self, block: Block) -> bool {
        self.numbers.contains_key(&block)
    }
    pub fn idom(&self, block: Block) -> Option<Block> {
        self.idoms.get(&block).copied()
    }
    /// The blocks where the definitions in `defining` meet others, restricted to `wanted`, in the order of the dominator tree.
    pub fn merge_points(&self, defining: &FxHashSet<Block>, wanted: &FxHashSet<Block>) -> Vec<Block> {
        let mut found: FxHashSet<Block> = FxHashSet::default();
        let mut todo: Vec<Block> = defining.iter().copied().collect();
        while let Some(block) = todo.pop() {
            for &to in self.frontiers.get(&block).into_iter().flatten() {
                if wanted.contains(&to) && found.insert(to) {
                    todo.push(to);
                }
            }
        }
        let mut found: Vec<Block> = found.into_iter().collect();
        found.sort_by_key(|&b| self.number(b));
        found
    }
}
