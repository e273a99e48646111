//! Dominance: which definitions are visible where.
//!
//! Dominator trees are computed per region on demand, with the iterative algorithm of Cooper, Harvey and Kennedy on
//! reverse post-order numbers; a query between blocks compares intervals of the tree. Inside of a block the order
//! numbers of ops decide.

use rustc_hash::FxHashMap;

use crate::{Block, Body, Def, Op, Region, Trait, Value, op_info::UNREGISTERED};

/// The dominator tree of one region with several blocks.
struct Tree {
    /// Immediate dominator; the entry's is itself.
    idom: FxHashMap<Block, Block>,
    /// Entry and exit times of a walk of the tree.
    interval: FxHashMap<Block, (u32, u32)>,
}

/// Answers dominance queries on a body; valid while its control flow is not changed.
#[derive(Default)]
pub struct Dominance {
    trees: FxHashMap<Region, Tree>,
}

impl Dominance {
    /// Without any tree yet.
    pub fn new() -> Self {
        Self::default()
    }
    /// Drops the cached tree of a region, after its control flow changed.
    pub fn invalidate(&mut self, region: Region) {
        self.trees.remove(&region);
    }
    /// Whether control reaches `block` from the entry of its region.
    pub fn is_reachable(&mut self, body: &Body, block: Block) -> bool {
        let Some(region) = body.block_parent(block) else { return false };
        body.blocks(region).first() == Some(&block) || self.tree(body, region).interval.contains_key(&block)
    }
    /// The immediate dominator of a reachable block that is not the entry.
    pub fn idom(&mut self, body: &Body, block: Block) -> Option<Block> {
        let region = body.block_parent(block)?;
        self.tree(body, region).idom.get(&block).copied().filter(|&d| d != block)
    }
    /// Whether `a` dominates `b`, both in one region. Everything dominates an unreachable block.
    pub fn block_dominates(&mut self, body: &Body, a: Block, b: Block) -> bool {
        if a == b {
            return true;
        }
        let Some(region) = body.block_parent(b) else { return false };
        let blocks = body.blocks(region);
        if blocks.first() == Some(&a) {
            return true;
        }
        if blocks.first() == Some(&b) {
            return false;
        }
        let tree = self.tree(body, region);
        let Some(&(b_in, b_out)) = tree.interval.get(&b) else { return true };
        tree.interval.get(&a).is_some_and(|&(a_in, a_out)| a_in <= b_in && b_out <= a_out)
    }
    /// Whether `a` comes before `b` on every path, or holds it; `a` and `b` may be in different regions.
    pub fn properly_dominates(&mut self, body: &Body, a: Op, b: Op) -> bool {
        let Some(a_block) = body.parent_block(a) else { return false };
        let Some(b) = ancestor_in(body, b, body.block_parent(a_block)) else { return false };
        a != b && self.ordered(body, a_block, Some(a), b)
    }
    /// Whether `value` may be used by `user`.
    pub fn dominates(&mut self, body: &Body, value: Value, user: Op) -> bool {
        let (block, op) = match body.def(value) {
            Def::Result { op, .. } => match body.parent_block(op) {
                Some(b) => (b, Some(op)),
                None => return false,
            },
            Def::Arg { block, .. } => (block, None),
            Def::Forward => return false,
        };
        // The common case: both in one block.
        if body.parent_block(user) == Some(block) {
            return match op {
                None => true,
                Some(op) => body.is_before(op, user) || in_graph_region(body, block),
            };
        }
        let Some(at) = ancestor_in(body, user, body.block_parent(block)) else { return false };
        if op == Some(at) {
            // A use inside of the regions of the defining op itself.
            return in_graph_region(body, block);
        }
        self.ordered(body, block, op, at)
    }
    fn ordered(&mut self, body: &Body, block: Block, op: Option<Op>, user: Op) -> bool {
        let Some(user_block) = body.parent_block(user) else { return false };
        if user_block == block {
            return op.is_none_or(|op| body.is_before(op, user)) || in_graph_region(body, block);
        }
        self.block_dominates(body, block, user_block)
    }
    fn tree(&mut self, body: &Body, region: Region) -> &Tree {
        self.trees.entry(region).or_insert_with(|| build(body, region))
    }
}

/// The op holding `op` (or itself) that is directly in `region`.
fn ancestor_in(body: &Body, op: Op, region: Option<Region>) -> Option<Op> {
    std::iter::successors(Some(op), |&o| body.parent_op(o)).find(|&o| body.parent_region(o) == region)
}

fn in_graph_region(body: &Body, block: Block) -> bool {
    // Nothing is known about an unregistered op, so the order in its regions may not matter.
    body.block_parent_op(block).is_some_and(|op| {
        body.has_trait(op, Trait::GraphRegion) || std::ptr::eq(body.info(op), &UNREGISTERED)
    })
}

/// Blocks of a region in post-order from its entry.
pub fn post_order_blocks(body: &Body, region: Region) -> Vec<Block> {
    let mut out = Vec::new();
    let Some(&entry) = body.blocks(region).first() else { return out };
    let mut seen: rustc_hash::FxHashSet<Block> = [entry].into_iter().collect();
    let mut stack = vec![(entry, 0usize)];
    while let Some((block, next)) = stack.last_mut() {
        let succs = body.last_op(*block).map_or(&[][..], |t| body.successors(t));
        match succs.get(*next) {
            Some(&s) => {
                *next += 1;
                if seen.insert(s) {
                    stack.push((s, 0));
                }
            }
            None => {
                out.push(*block);
                stack.pop();
            }
        }
    }
    out
}

fn build(body: &Body, region: Region) -> Tree {
    let order = post_order_blocks(body, region);
    let number: FxHashMap<Block, usize> = order.iter().enumerate().map(|(i, &b)| (b, i)).collect();
    let n = order.len();
    let mut preds: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (i, &b) in order.iter().enumerate() {
        for s in body.last_op(b).map_or(&[][..], |t| body.successors(t)) {
            if let Some(&s) = number.get(s) {
                preds[s].push(i);
            }
        }
    }
    const NONE: usize = usize::MAX;
    let mut idom = vec![NONE; n];
    if n != 0 {
        idom[n - 1] = n - 1;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for b in (0..n.saturating_sub(1)).rev() {
            let mut new = NONE;
            for &p in preds[b].iter().filter(|&&p| idom[p] != NONE) {
                new = if new == NONE { p } else { intersect(&idom, p, new) };
            }
            if new != NONE && idom[b] != new {
                idom[b] = new;
                changed = true;
            }
        }
    }
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); n];
    for b in 0..n.saturating_sub(1) {
        if idom[b] != NONE {
            children[idom[b]].push(b);
        }
    }
    let mut interval = FxHashMap::default();
    let (mut time, mut stack) = (0u32, Vec::new());
    let mut starts = vec![0; n];
    if n != 0 {
        stack.push((n - 1, 0usize));
    }
    while let Some((b, next)) = stack.last_mut() {
        if *next == 0 {
            starts[*b] = time;
            time += 1;
        }
        match children[*b].get(*next) {
            Some(&c) => {
                *next += 1;
                stack.push((c, 0));
            }
            None => {
                interval.insert(order[*b], (starts[*b], time));
                time += 1;
                stack.pop();
            }
        }
    }
    let idom = (0..n).filter(|&b| idom[b] != NONE).map(|b| (order[b], order[idom[b]])).collect();
    Tree { idom, interval }
}

fn intersect(idom: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while a < b {
            a = idom[a];
        }
        while b < a {
            b = idom[b];
        }
    }
    a
}
