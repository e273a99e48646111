//! Simplifying the control flow graph of a body: unreachable blocks, dead ops and dead block arguments.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use strata_analysis::{Dominance, post_order_blocks, would_be_trivially_dead};
use strata_core::{Block, Body, BranchOp, Def, DenseArrayAttr, Op, Region, Trait, Value};

use crate::equivalence::{BlockKey, blocks_equal};

/// How much control flow is simplified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionSimplification {
    /// Not at all; only blocks that cannot be reached are removed before anything is rewritten.
    Disabled,
    /// Unreachable blocks, dead ops and dead block arguments are removed.
    Normal,
    /// Identical blocks are merged and redundant block arguments dropped too.
    Aggressive,
}

/// Simplifies all regions with several blocks; whether anything was changed. With `merge`, identical blocks are merged
/// and block arguments that are always the same value are replaced by it.
pub fn simplify_regions(body: &mut Body, merge: bool) -> bool {
    let regions = multi_block_regions(body);
    if regions.is_empty() {
        return false;
    }
    let mut changed = false;
    for &region in &regions {
        changed |= erase_unreachable(body, region);
    }
    let mut edges = Edges::new(body, &regions);
    changed |= Liveness::new(body, &edges).erase_dead(body, &edges);
    if merge {
        for &region in &regions {
            // Erasing dead ops may have taken the region away.
            if body.is_live_region(region) {
                changed |= merge_identical(body, region, &mut edges);
                changed |= drop_redundant_args(body, region, &edges);
            }
        }
    }
    changed
}

/// The branches to each block, with the number of the successor.
struct Edges(FxHashMap<Block, SmallVec<[(Op, usize); 2]>>);

impl Edges {
    fn new(body: &Body, regions: &[Region]) -> Self {
        let mut edges = Self(FxHashMap::default());
        for op in regions.iter().flat_map(|&r| body.blocks(r)).filter_map(|&b| body.last_op(b)) {
            for (i, &to) in body.successors(op).iter().enumerate() {
                edges.0.entry(to).or_default().push((op, i));
            }
        }
        edges
    }
    /// The edges to a block from branches that are still there.
    fn to<'a>(&'a self, body: &'a Body, block: Block) -> impl Iterator<Item = (Op, usize)> + 'a {
        self.0.get(&block).into_iter().flatten().copied().filter(|e| body.is_live(e.0))
    }
}

/// The regions with more than one block, outer ones first.
pub fn multi_block_regions(body: &Body) -> Vec<Region> {
    let mut out = Vec::new();
    let mut look = |op: Op| {
        out.extend(body.regions(op).iter().filter(|&&r| body.blocks(r).len() > 1));
    };
    look(Op::SELF);
    body.walk(&mut look);
    out
}

/// Erases the blocks that control cannot reach.
pub fn erase_unreachable(body: &mut Body, region: Region) -> bool {
    let live: FxHashSet<Block> = post_order_blocks(body, region).into_iter().collect();
    body.retain_blocks(region, |b| live.contains(&b))
}

/// The live ops and values: those that reach an effect, a terminator or a result.
struct Liveness {
    ops: FxHashSet<Op>,
    values: FxHashSet<Value>,
}

impl Liveness {
    fn new(body: &Body, edges: &Edges) -> Self {
        let mut live = Self { ops: FxHashSet::default(), values: FxHashSet::default() };
        let mut todo: Vec<Op> = Vec::new();
        // Ops with an effect are live by themselves. Everything that they use follows, backwards.
        for op in body.all_ops() {
            let branch = op.implements::<dyn BranchOp>(body);
            if body.has_trait(op, Trait::Terminator) || !would_be_trivially_dead(body, op) {
                live.ops.insert(op);
                if !branch {
                    todo.push(op);
                } else {
                    live.branch(body, op, &mut todo);
                }
            }
        }
        // The arguments of an entry block, and of a block reached in an unknown way, cannot be removed.
        let mut fixed = Vec::new();
        for op in body.all_ops().into_iter().chain([Op::SELF]) {
            for &region in body.regions(op) {
                fixed.extend(body.blocks(region).first());
            }
            if !op.implements::<dyn BranchOp>(body) {
                fixed.extend(body.successors(op));
            }
        }
        for block in fixed {
            for &arg in body.block_args(block) {
                live.values.insert(arg);
            }
        }
        let mut values: Vec<Value> = live.values.iter().copied().collect();
        loop {
            while let Some(op) = todo.pop() {
                for v in body.operands(op) {
                    live.value(v, &mut values);
                }
            }
            let Some(v) = values.pop() else { break };
            match body.def(v) {
                Def::Result { op, .. } => {
                    if live.ops.insert(op) {
                        todo.push(op);
                    }
                }
                Def::Arg { block, index } => {
                    for passed in forwarded(body, edges, block, index) {
                        live.value(body.operand(passed.branch, passed.operand), &mut values);
                    }
                }
                Def::Forward => (),
            }
        }
        live
    }
    fn value(&mut self, v: Value, todo: &mut Vec<Value>) {
        if self.values.insert(v) {
            todo.push(v);
        }
    }
    /// The operands of a branch that it does not forward.
    fn branch(&mut self, body: &Body, op: Op, todo: &mut Vec<Op>) {
        let Some(branch) = op.cast::<dyn BranchOp>(body) else { return };
        let mut forwarded = vec![false; body.num_operands(op)];
        for i in 0..body.successors(op).len() {
            for n in branch.successor_operands(body, i) {
                if let Some(f) = forwarded.get_mut(n) {
                    *f = true;
                }
            }
        }
        for (v, forwarded) in body.operands(op).zip(forwarded) {
            if !forwarded {
                match body.def(v) {
                    Def::Result { op, .. } => {
                        self.values.insert(v);
                        if self.ops.insert(op) {
                            todo.push(op);
                        }
                    }
                    _ => {
                        self.values.insert(v);
                    }
                }
            }
        }
    }
    fn erase_dead(&self, body: &mut Body, edges: &Edges) -> bool {
        let mut changed = false;
        let dead_args: Vec<(Block, usize)> = dead_args(body, &self.values);
        // All operands are removed before any argument: around a loop, a dead argument may be passed for another one.
        let mut passed: Vec<Forwarded> =
            dead_args.iter().flat_map(|&(block, index)| forwarded(body, edges, block, index)).collect();
        passed.sort_by_key(|f| std::cmp::Reverse((f.branch, f.operand)));
        for operand in passed {
            operand.remove(body);
        }
        for (block, index) in dead_args.into_iter().rev() {
            // Uses that remain are in dead ops, which go next.
            let arg = body.block_args(block)[index];
            let users: Vec<Op> = body.users(arg).collect();
            if users.iter().any(|u| self.ops.contains(u)) {
                continue;
            }
            for user in users {
                if body.is_live(user) {
                    body.set_operands(user, &[]);
                }
            }
            body.erase_block_arg(block, index);
            changed = true;
        }
        let dead: Vec<Op> = body.post_order().into_iter().filter(|op| !self.ops.contains(op)).collect();
        for &op in &dead {
            if body.is_live(op) {
                body.set_operands(op, &[]);
            }
        }
        for op in dead {
            if body.is_live(op) {
                body.erase_forced(op);
                changed = true;
            }
        }
        changed
    }
}

/// Dead arguments of blocks other than entries, in order.
fn dead_args(body: &Body, live: &FxHashSet<Value>) -> Vec<(Block, usize)> {
    let mut out = Vec::new();
    for region in multi_block_regions(body) {
        for &block in &body.blocks(region)[1..] {
            let args = body.block_args(block).iter().enumerate();
            out.extend(args.filter(|(_, v)| !live.contains(v)).map(|(i, _)| (block, i)));
        }
    }
    out
}

/// An operand that a branch passes for an argument of a successor.
struct Forwarded {
    branch: Op,
    operand: usize,
    successor: usize,
}

impl Forwarded {
    fn remove(self, body: &mut Body) {
        let Some(branch) = self.branch.cast::<dyn BranchOp>(body) else { return };
        let segments = branch.case_segments();
        remove_operand(body, self.branch, self.operand);
        if let Some(segments) = segments {
            shrink_case(body, self.branch, segments, self.successor);
        }
    }
}

/// The operands that branches pass for argument `index` of `block`. Operands with larger numbers come first, so that removing one does
/// not renumber those that are removed later: one op may branch to the block on several edges.
fn forwarded(body: &Body, edges: &Edges, block: Block, index: usize) -> SmallVec<[Forwarded; 4]> {
    let of = |(op, successor): (Op, usize)| {
        let range = op.cast::<dyn BranchOp>(body)?.successor_operands(body, successor);
        // The first arguments may be produced by the terminator itself.
        let produced = body.block_args(block).len().saturating_sub(range.len());
        let operand = range.start + index.checked_sub(produced)?;
        (operand < range.end).then_some(Forwarded { branch: op, operand, successor })
    };
    let mut found: SmallVec<[Forwarded; 4]> = edges.to(body, block).filter_map(of).collect();
    found.sort_by_key(|f| std::cmp::Reverse(f.operand));
    found
}

/// Counts one operand less for `successor` in the attribute `segments`.
pub fn shrink_case(body: &mut Body, op: Op, segments: &str, successor: usize) {
    resize_case(body, op, segments, successor, -1);
}

/// Adds to the number of operands of `successor` in the attribute `segments`, which has all successors, or those behind the first.
fn resize_case(body: &mut Body, op: Op, segments: &str, successor: usize, by: i64) {
    let sizes = body.attr(op, segments).and_then(|a| body.cx().attr_as::<DenseArrayAttr>(a)).cloned();
    let Some(mut sizes) = sizes else { return };
    let first = body.successors(op).len().saturating_sub(sizes.values.len());
    if let Some(size) = successor.checked_sub(first).and_then(|case| sizes.values.get_mut(case)) {
        *size += by;
        let attr = body.cx().attr(sizes);
        body.set_attr(op, segments, Some(attr));
    }
}

/// Passes one more value to a successor of a branch, behind those that it gets; `false` for an op that is no branch.
pub fn append_successor_operand(body: &mut Body, op: Op, successor: usize, value: Value) -> bool {
    let Some(branch) = op.cast::<dyn BranchOp>(body) else { return false };
    let (range, segments) = (branch.successor_operands(body, successor), branch.case_segments());
    let info = body.info(op);
    if let Some(slot) = info.operand_segments() {
        // A branch has a group for each successor behind its other operands, or one for the first and one for all others.
        let holds = |&g: &usize| {
            let group = body.operand_group(op, g);
            group.start <= range.start && range.end <= group.end
        };
        let groups = [successor + 1, successor.min(1) + 1, 0].into_iter();
        let group = groups.filter(|&g| g < info.operands.len()).find(holds);
        let sizes = body.attr_slot(op, slot).and_then(|a| body.cx().attr_as::<DenseArrayAttr>(a)).cloned();
        if let (Some(group), Some(mut sizes)) = (group, sizes)
            && let Some(size) = sizes.values.get_mut(group)
        {
            *size += 1;
            let attr = body.cx().attr(sizes);
            body.set_attr_slot(op, slot, Some(attr));
        }
    }
    let mut operands: Vec<Value> = body.operands(op).collect();
    operands.insert(range.end, value);
    body.set_operands(op, &operands);
    if let Some(segments) = segments {
        resize_case(body, op, segments, successor, 1);
    }
    true
}

/// Removes operand `n` and takes it out of the group sizes.
pub fn remove_operand(body: &mut Body, op: Op, n: usize) {
    let info = body.info(op);
    if let Some(slot) = info.operand_segments() {
        let group = (0..info.operands.len()).find(|&g| body.operand_group(op, g).contains(&n));
        let sizes = body.attr_slot(op, slot).and_then(|a| body.cx().attr_as::<DenseArrayAttr>(a)).cloned();
        if let (Some(group), Some(mut sizes)) = (group, sizes) {
            sizes.values[group] -= 1;
            let attr = body.cx().attr(sizes);
            body.set_attr_slot(op, slot, Some(attr));
        }
    }
    let mut operands: Vec<Value> = body.operands(op).collect();
    operands.remove(n);
    body.set_operands(op, &operands);
}

/// Merges blocks without arguments from the same region whose ops are the same.
fn merge_identical(body: &mut Body, region: Region, edges: &mut Edges) -> bool {
    let mut changed = false;
    let mut known: FxHashMap<BlockKey, Vec<Block>> = FxHashMap::default();
    let blocks: Vec<Block> = body.blocks(region).iter().skip(1).copied().collect();
    for block in blocks {
        if !body.block_args(block).is_empty() || defines_escaping(body, block) {
            continue;
        }
        let list = known.entry(BlockKey::from_block(body, block)).or_default();
        match list.iter().find(|&&b| blocks_equal(body, b, block)) {
            Some(&same) => {
                redirect(body, edges, block, same);
                body.erase_block(block);
                changed = true;
            }
            None => list.push(block),
        }
    }
    changed
}

fn defines_escaping(body: &Body, block: Block) -> bool {
    body.block_ops(block).any(|op| {
        body.results(op).iter().any(|&v| body.users(v).any(|u| body.ancestor_in(u, block).is_none()))
    })
}

fn redirect(body: &mut Body, edges: &mut Edges, from: Block, to: Block) {
    for (op, i) in edges.0.remove(&from).unwrap_or_default() {
        if body.is_live(op) {
            body.set_successor(op, i, to);
            edges.0.entry(to).or_default().push((op, i));
        }
    }
}

/// Replaces block arguments for which all branches pass one value.
fn drop_redundant_args(body: &mut Body, region: Region, edges: &Edges) -> bool {
    let mut changed = false;
    let blocks: Vec<Block> = body.blocks(region).iter().skip(1).copied().collect();
    let mut dom = Dominance::new();
    for block in blocks {
        for index in (0..body.block_args(block).len()).rev() {
            let arg = body.block_args(block)[index];
            let Some(value) = only_value(body, edges, block, index) else { continue };
            let visible = body.first_op(block).is_some_and(|first| dom.dominates(body, value, first));
            if value == arg || body.ty(value) != body.ty(arg) || !visible {
                continue;
            }
            body.replace_all_uses(arg, value);
            for operand in forwarded(body, edges, block, index) {
                operand.remove(body);
            }
            body.erase_block_arg(block, index);
            changed = true;
        }
    }
    changed
}

fn only_value(body: &Body, edges: &Edges, block: Block, index: usize) -> Option<Value> {
    let mut found = None;
    for (op, i) in edges.to(body, block) {
        let range = op.cast::<dyn BranchOp>(body)?.successor_operands(body, i);
        let produced = body.block_args(block).len().checked_sub(range.len())?;
        let n = range.start + index.checked_sub(produced)?;
        let value = body.operand(op, n);
        if found.is_some_and(|f| f != value) {
            return None;
        }
        found = Some(value);
    }
    found
}
