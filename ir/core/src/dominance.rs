//! Dominance: which definitions are visible where.
//!
//! Dominator trees are computed per region on demand, with the iterative algorithm of Cooper, Harvey and Kennedy on
//! reverse post-order numbers; a query between blocks compares intervals of the tree. Inside of a block the order
//! numbers of ops decide. The trees of all regions are in one table by the index of the block.

use rustc_hash::FxHashMap;

use crate::{Block, Body, Def, Entity, Op, Region, Trait, Value, op_info::UNREGISTERED};

/// A block in the dominator tree of its region.
#[derive(Clone, Copy)]
struct Node {
    /// The number of the tree.
    tree: u32,
    /// While the tree is built, the number of the block in post-order; then its place in a walk of the tree, parents first.
    number: u32,
    /// How many blocks it dominates, with itself: those of the places from its own on.
    size: u32,
    /// Immediate dominator; the entry's is itself.
    idom: Block,
}

/// Answers dominance queries on a body; valid while its control flow is not changed.
#[derive(Clone, Default)]
pub struct Dominance {
    /// The numbers of the trees of regions with several blocks.
    trees: FxHashMap<Region, u32>,
    n_trees: u32,
    /// The nodes of all trees, by the index of the block.
    nodes: Vec<Option<Node>>,
}

impl Dominance {
    /// Without any tree yet.
    pub fn new() -> Self {
        Self::default()
    }
    /// Builds the tree of a region, if it has several blocks.
    pub fn prepare(&mut self, body: &Body, region: Region) {
        if body.blocks(region).len() > 1 && !self.trees.contains_key(&region) {
            self.build(body, region);
        }
    }
    /// Drops the cached tree of a region, after its control flow changed.
    pub fn invalidate(&mut self, region: Region) {
        self.trees.remove(&region);
    }
    /// Whether control reaches `block` from the entry of its region.
    pub fn is_reachable(&mut self, body: &Body, block: Block) -> bool {
        let Some(region) = body.block_parent(block) else { return false };
        body.blocks(region).first() == Some(&block) || self.node(body, region, block).is_some()
    }
    /// The immediate dominator of a reachable block that is not the entry.
    pub fn idom(&mut self, body: &Body, block: Block) -> Option<Block> {
        let region = body.block_parent(block)?;
        self.node(body, region, block).map(|n| n.idom).filter(|&d| d != block)
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
        let Some(inner) = self.node(body, region, b) else { return true };
        let outer = self.node(body, region, a);
        outer.is_some_and(|outer| (outer.number..outer.number + outer.size).contains(&inner.number))
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
    /// The node of a block of `region`, if control reaches it.
    fn node(&mut self, body: &Body, region: Region, block: Block) -> Option<Node> {
        let tree = match self.trees.get(&region) {
            Some(&tree) => tree,
            None => self.build(body, region),
        };
        self.node_in(tree, block)
    }
    /// The node of a block that is in a tree.
    fn node_in(&self, tree: u32, block: Block) -> Option<Node> {
        self.nodes.get(block.index()).copied().flatten().filter(|n| n.tree == tree)
    }
    /// Builds the tree of a region and returns its number.
    fn build(&mut self, body: &Body, region: Region) -> u32 {
        self.n_trees += 1;
        let tree = self.n_trees;
        self.trees.insert(region, tree);
        if self.nodes.len() < body.block_capacity() {
            self.nodes.resize(body.block_capacity(), None);
        }
        let order = post_order(body, region, |block| {
            let new = Node { tree, number: 0, size: 1, idom: block };
            self.nodes[block.index()].replace(new).is_none_or(|old| old.tree != tree)
        });
        for (number, block) in order.iter().enumerate() {
            if let Some(node) = &mut self.nodes[block.index()] {
                node.number = number as u32;
            }
        }
        let idom = immediate_dominators(&order, |i| {
            let to = body.last_op(order[i]).map_or(&[][..], |t| body.successors(t));
            to.iter().filter_map(|&b| Some(self.node_in(tree, b)?.number as usize))
        });
        // A block comes before its dominators in post-order.
        let mut sizes = vec![1u32; order.len()];
        for (b, &d) in idom.iter().enumerate().filter(|&(b, &d)| b != d) {
            sizes[d] += sizes[b];
        }
        // The next free place in the walk below each block.
        let mut places = vec![0u32; order.len()];
        for (b, &d) in idom.iter().enumerate().rev() {
            let number = places[d];
            places[d] += sizes[b];
            places[b] = number + 1;
            self.nodes[order[b].index()] = Some(Node { tree, number, size: sizes[b], idom: order[d] });
        }
        tree
    }
}

/// The op holding `op` (or itself) that is directly in `region`.
fn ancestor_in(body: &Body, op: Op, region: Option<Region>) -> Option<Op> {
    let mut op = op;
    loop {
        let around = body.parent_region(op);
        if around == region {
            return Some(op);
        }
        op = body.region_parent(around?)?;
    }
}

fn in_graph_region(body: &Body, block: Block) -> bool {
    // Nothing is known about an unregistered op, so the order in its regions may not matter.
    body.block_parent_op(block).is_some_and(|op| {
        body.has_trait(op, Trait::GraphRegion) || std::ptr::eq(body.info(op), &UNREGISTERED)
    })
}

/// Blocks of a region in post-order from its entry.
pub fn post_order_blocks(body: &Body, region: Region) -> Vec<Block> {
    let mut seen = rustc_hash::FxHashSet::default();
    post_order(body, region, |block| seen.insert(block))
}

/// The same; `enter` returns whether it is called with a block for the first time.
fn post_order(body: &Body, region: Region, mut enter: impl FnMut(Block) -> bool) -> Vec<Block> {
    let mut out = Vec::new();
    let Some(&entry) = body.blocks(region).first() else { return out };
    enter(entry);
    let mut stack = vec![(entry, 0usize)];
    while let Some((block, next)) = stack.last_mut() {
        let succs = body.last_op(*block).map_or(&[][..], |t| body.successors(t));
        match succs.get(*next) {
            Some(&s) => {
                *next += 1;
                if enter(s) {
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

/// The immediate dominators by post-order number; the entry, which is the last, is its own. `successors` gives those of a number.
fn immediate_dominators<I: Iterator<Item = usize>>(
    order: &[Block],
    successors: impl Fn(usize) -> I,
) -> Vec<usize> {
    let n = order.len();
    // The predecessors of all blocks, one block after the other.
    let mut starts = vec![0usize; n + 1];
    (0..n).flat_map(&successors).for_each(|s| starts[s] += 1);
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    let mut preds = vec![0usize; sum];
    for i in 0..n {
        for s in successors(i) {
            starts[s] -= 1;
            preds[starts[s]] = i;
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
            for &p in preds[starts[b]..starts[b + 1]].iter().filter(|&&p| idom[p] != NONE) {
                new = if new == NONE { p } else { intersect(&idom, p, new) };
            }
            if new != NONE && idom[b] != new {
                idom[b] = new;
                changed = true;
            }
        }
    }
    idom
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{InsertPoint, Location, OpState, Registry};

    /// Numbers below `n` that look random.
    fn below(state: &mut u64, n: usize) -> usize {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*state >> 33) as usize % n
    }

    /// The blocks that control reaches from the first one without passing through `avoided`.
    fn reached(edges: &[Vec<usize>], avoided: Option<usize>) -> Vec<bool> {
        let mut seen = vec![false; edges.len()];
        let mut stack = vec![0];
        while let Some(b) = stack.pop() {
            if Some(b) != avoided && !std::mem::replace(&mut seen[b], true) {
                stack.extend(&edges[b]);
            }
        }
        seen
    }

    /// Gives blocks random successors, and compares all answers with what these definitions say.
    fn check(body: &mut Body, dom: &mut Dominance, blocks: &[Block], state: &mut u64) {
        let n = blocks.len();
        let edges: Vec<Vec<usize>> =
            (0..n).map(|_| (0..below(state, 3)).map(|_| below(state, n)).collect()).collect();
        for (&block, to) in blocks.iter().zip(&edges) {
            if let Some(old) = body.last_op(block) {
                body.erase(old);
            }
            let mut branch = OpState::new(&UNREGISTERED, Location::UNKNOWN);
            branch.successors.extend(to.iter().map(|&t| blocks[t]));
            let branch = body.create(branch);
            body.insert(branch, InsertPoint::at_end(block));
        }
        let live = reached(&edges, None);
        for a in 0..n {
            let without = reached(&edges, Some(a));
            assert_eq!(dom.is_reachable(body, blocks[a]), live[a]);
            for b in 0..n {
                // The first block is never asked about: no block branches to it in valid IR.
                let wanted = a == b || a == 0 || b != 0 && (!live[b] || live[a] && !without[b]);
                assert_eq!(dom.block_dominates(body, blocks[a], blocks[b]), wanted, "{a} {b} {edges:?}");
            }
        }
        for b in (1..n).filter(|&b| live[b]) {
            // Of the strict dominators the immediate one is dominated by all.
            let strict: Vec<usize> =
                (0..n).filter(|&a| a != b && live[a] && !reached(&edges, Some(a))[b]).collect();
            let idom = dom.idom(body, blocks[b]).expect("a reachable block that is not the first has one");
            let idom = blocks.iter().position(|&x| x == idom).expect("it is one of the blocks");
            assert!(strict.contains(&idom));
            for &a in &strict {
                assert!(dom.block_dominates(body, blocks[a], blocks[idom]), "{a} {idom} {b} {edges:?}");
            }
        }
    }

    #[test]
    fn blocks_dominate_what_is_not_reached_without_them() {
        let mut state = 5;
        for n in 2..30 {
            let cx = Registry::new().freeze();
            let mut body = Body::new(&cx, &UNREGISTERED, Location::UNKNOWN);
            let mut dom = Dominance::new();
            // Several regions, whose trees are in one table, and again after their control flow changed.
            let regions: Vec<(Region, Vec<Block>)> = (0..3)
                .map(|_| {
                    let region = body.new_region();
                    body.push_region(Op::SELF, region);
                    (region, (0..n).map(|_| body.add_block(region, &[])).collect())
                })
                .collect();
            for (region, blocks) in regions.iter().chain(&regions) {
                dom.invalidate(*region);
                check(&mut body, &mut dom, blocks, &mut state);
                dom.clone().prepare(&body, *region);
            }
        }
    }
}
