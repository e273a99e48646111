//! The orders in which conversions visit the ops of a body.

use rustc_hash::FxHashSet;
use strata_core::{Block, Body, Op, Region};

/// All ops of a body, definitions before uses: blocks in reverse post-order, unreachable ones last.
pub fn definitions_first(body: &Body) -> Vec<Op> {
    let mut out = Vec::with_capacity(body.num_ops());
    for &region in body.regions(Op::SELF) {
        for block in reverse_post_order(body, region) {
            for op in body.block_ops(block) {
                out.push(op);
                if !body.regions(op).is_empty() {
                    out.extend(body.ops_in(op));
                }
            }
        }
    }
    out
}

/// All ops of a body, parents before the ops inside of them, and the last op of a block first: the order for
/// conversions that split blocks, because each op is then moved at most once for each block that it ends up in.
pub fn outermost_and_last_first(body: &Body) -> Vec<Op> {
    let mut ops = body.post_order();
    ops.reverse();
    ops
}

fn reverse_post_order(body: &Body, region: Region) -> Vec<Block> {
    let blocks = body.blocks(region);
    let [entry, rest @ ..] = blocks else { return Vec::new() };
    if rest.is_empty() {
        return vec![*entry];
    }
    let mut seen: FxHashSet<Block> = FxHashSet::default();
    let mut order = Vec::with_capacity(blocks.len());
    let successors = |b: Block| body.last_op(b).map(|op| body.successors(op).to_vec()).unwrap_or_default();
    seen.insert(*entry);
    let mut stack = vec![(*entry, successors(*entry), 0)];
    while let Some((block, next, i)) = stack.last_mut() {
        match next.get(*i).copied() {
            Some(to) => {
                *i += 1;
                if seen.insert(to) {
                    stack.push((to, successors(to), 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order.extend(blocks.iter().copied().filter(|b| !seen.contains(b)));
    order
}
