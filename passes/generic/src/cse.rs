//! `cse`: merges equal computations into one.
//!
//! Before:
//! ```mlir
//! %0 = arith.addi %a, %b : i32
//! %1 = arith.addi %a, %b : i32
//! ```
//! After: uses of `%1` use `%0`, and the second op is gone.
//!
//! Ops are visited along the dominator tree with a table whose entries end with the scope of their block. An op that reads memory equals
//! an earlier one of its block if nothing in between may write. The regions of an unknown op may be isolated from above, so they get no
//! uses of outer values that they did not use before. In a region without an order, uses in front of both ops keep their value.

use rustc_hash::FxHashMap;
use strata_ir::{
    analysis::{effects_of, is_memory_effect_free, is_trivially_dead},
    core::{dominance::post_order_blocks, op_info::UNREGISTERED},
    prelude::*,
    rewrite::equivalence::{hash_op, ops_equal},
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Eliminate common sub-expressions.
#[pass(
    name = "cse",
    class = "CSE",
    statistics = ["num-cse'd": "Number of operations CSE'd", "num-dce'd": "Number of operations DCE'd"],
    each_body,
    idempotent
)]
pub struct Cse;

impl BodyPass for Cse {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let (merged, dead) = eliminate(body);
        cx.count("num-cse'd", merged);
        cx.count("num-dce'd", dead);
        Ok(())
    }
}

/// Eliminates common subexpressions of one body; the numbers of merged and of dead ops.
pub fn eliminate(body: &mut Body) -> (u64, u64) {
    eliminate_in(body, Op::SELF)
}

/// The same for the ops in the regions of one op, not for those of isolated ops in it.
pub fn eliminate_in(body: &mut Body, op: Op) -> (u64, u64) {
    let table = Table::for_ops(body.num_ops());
    let mut driver = Driver { merged: 0, erase: Vec::new(), table, generation: 0, ordered: true };
    driver.regions_of(body, op);
    let dead = driver.erase.len() as u64 - driver.merged;
    for op in driver.erase {
        // The op may have been in a region of an op that was erased before.
        if body.is_live(op) {
            body.erase_forced(op);
        }
    }
    (driver.merged, dead)
}

/// Ops by hash, in scopes.
struct Table {
    /// For each value of the upper bits of a hash, the last entry with it that is in scope, plus one; a power of two of them.
    heads: Vec<u32>,
    entries: Vec<Entry>,
    /// The number of entries that are out of scope.
    floor: u32,
}

struct Entry {
    op: Op,
    hash: u64,
    /// The entry before this one in its list, plus one.
    previous: u32,
    /// The number of writes seen when an op that reads was visited.
    generation: u64,
}

impl Table {
    /// A table for at most about this many ops.
    fn for_ops(n: usize) -> Self {
        Self { heads: vec![0; n.next_power_of_two().max(2)], entries: Vec::new(), floor: 0 }
    }
    /// The list of a hash, whose lowest bits are the least mixed ones.
    fn list(&self, hash: u64) -> usize {
        let mixed = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> (u64::BITS - self.heads.len().trailing_zeros())) as usize
    }
    fn find(&self, body: &Body, op: Op, hash: u64, generation: Option<u64>) -> Option<Op> {
        let mut at = self.heads[self.list(hash)];
        while at > self.floor {
            let e = &self.entries[at as usize - 1];
            at = e.previous;
            if e.hash != hash {
                continue;
            }
            let fits = match generation {
                None => true,
                // Those before are older still.
                Some(g) if e.generation < g => return None,
                Some(g) => e.generation == g && body.parent_block(e.op) == body.parent_block(op),
            };
            if fits && ops_equal(body, e.op, op) {
                return Some(e.op);
            }
        }
        None
    }
    fn insert(&mut self, op: Op, hash: u64, generation: u64) {
        let list = self.list(hash);
        self.entries.push(Entry { op, hash, previous: self.heads[list], generation });
        self.heads[list] = self.entries.len() as u32;
    }
    fn truncate(&mut self, len: usize) {
        while self.entries.len() > len {
            let Some(e) = self.entries.pop() else { break };
            let list = self.list(e.hash);
            self.heads[list] = e.previous;
        }
    }
}

struct Driver {
    merged: u64,
    erase: Vec<Op>,
    table: Table,
    /// Grows with every op that may write.
    generation: u64,
    /// Whether ops of the current region run one after another.
    ordered: bool,
}

/// A step of the traversal; a stack of steps replaces recursion.
enum Step {
    Op(Op),
    /// Visits the block and, if needed, its children in the dominator tree.
    Block(Block),
    Leave(usize),
    /// Returns to the region around: the part of the table in scope there, and whether its ops have an order.
    Region(u32, bool),
}

impl Driver {
    fn regions_of(&mut self, body: &mut Body, root: Op) {
        let mut steps: Vec<Step> = Vec::new();
        let mut children: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
        self.push_regions(body, root, &mut steps, &mut children);
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave(len) => self.table.truncate(len),
                Step::Region(floor, ordered) => (self.table.floor, self.ordered) = (floor, ordered),
                Step::Block(block) => {
                    steps.push(Step::Leave(self.table.entries.len()));
                    for &child in children.get(&block).into_iter().flatten().rev() {
                        steps.push(Step::Block(child));
                    }
                    if let Some(first) = body.first_op(block) {
                        steps.push(Step::Op(first));
                    }
                }
                Step::Op(first) => {
                    let mut cur = Some(first);
                    while let Some(op) = cur {
                        cur = body.next_op(op);
                        let gone = self.op(body, op);
                        if !gone && !body.regions(op).is_empty() {
                            if let Some(next) = cur {
                                steps.push(Step::Op(next));
                            }
                            self.push_regions(body, op, &mut steps, &mut children);
                            break;
                        }
                    }
                }
            }
        }
    }
    fn push_regions(
        &mut self,
        body: &Body,
        op: Op,
        steps: &mut Vec<Step>,
        children: &mut FxHashMap<Block, Vec<Block>>,
    ) {
        let unknown = std::ptr::eq(body.info(op), &UNREGISTERED);
        steps.push(Step::Region(self.table.floor, self.ordered));
        self.ordered = !unknown && !body.has_trait(op, Trait::GraphRegion);
        if unknown {
            self.table.floor = self.table.entries.len() as u32;
        }
        for &region in body.regions(op).iter().rev() {
            let blocks = body.blocks(region);
            match blocks {
                [] => (),
                [only] => steps.push(Step::Block(*only)),
                _ if !self.ordered => (),
                [entry, ..] => {
                    let mut dom = strata_ir::core::dominance::Dominance::new();
                    let mut order = post_order_blocks(body, region);
                    order.reverse();
                    for &block in &order[1..] {
                        if let Some(parent) = dom.idom(body, block) {
                            children.entry(parent).or_default().push(block);
                        }
                    }
                    steps.push(Step::Block(*entry));
                }
            }
        }
    }
    /// Visits one op; returns whether it is to be erased.
    fn op(&mut self, body: &mut Body, op: Op) -> bool {
        let info = body.info(op);
        if info.has(Trait::Terminator) {
            return false;
        }
        if is_trivially_dead(body, op) {
            self.erase.push(op);
            return true;
        }
        let pure = info.has(Trait::Pure);
        if !pure && body.regions(op).iter().any(|&r| body.blocks(r).len() > 1) {
            self.note_effects(body, op);
            return false;
        }
        if pure && body.regions(op).is_empty() || is_memory_effect_free(body, op) {
            return self.merge(body, op, None);
        }
        if body.regions(op).is_empty() && only_reads(body, op) {
            return self.merge(body, op, Some(self.generation));
        }
        self.note_effects(body, op);
        false
    }
    fn note_effects(&mut self, body: &Body, op: Op) {
        let writes = effects_of(body, op)
            .is_none_or(|list| list.iter().any(|e| matches!(e.kind, EffectKind::Write | EffectKind::Free)));
        if writes {
            self.generation += 1;
        }
    }
    fn merge(&mut self, body: &mut Body, op: Op, generation: Option<u64>) -> bool {
        if body.regions(op).iter().any(|&r| body.blocks(r).len() > 1) {
            return false;
        }
        let hash = hash_op(body, op);
        let Some(known) = self.table.find(body, op, hash, generation) else {
            self.table.insert(op, hash, generation.unwrap_or(0));
            return false;
        };
        for i in 0..body.results(op).len() {
            let (old, new) = (body.result(op, i), body.result(known, i));
            if self.ordered {
                body.replace_all_uses(old, new);
            } else {
                self.replace_later_uses(body, old, new);
            }
        }
        if !self.ordered && !body.is_unused(op) {
            return false;
        }
        // The surviving op keeps a known location.
        if body.loc(known) == Location::UNKNOWN && body.loc(op) != Location::UNKNOWN {
            let loc = body.loc(op);
            body.set_loc(known, loc);
        }
        self.merged += 1;
        self.erase.push(op);
        true
    }
}

impl Driver {
    /// Replaces the uses of `old` in ops that have not been merged, among those visited so far.
    fn replace_later_uses(&self, body: &mut Body, old: Value, new: Value) {
        for (user, i) in body.uses_of(old).collect::<Vec<_>>() {
            if self.table.find(body, user, hash_op(body, user), None).is_none() {
                body.set_operand(user, i, new);
            }
        }
    }
}

fn only_reads(body: &Body, op: Op) -> bool {
    effects_of(body, op)
        .is_some_and(|list| !list.is_empty() && list.iter().all(|e| e.kind == EffectKind::Read))
}
