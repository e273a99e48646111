//! Whether an operand can be in place: no op may read what a write in place would have overwritten, and no read-only buffer be written.
//!
//! A conflict is a read, the definition whose contents are to be read, and a write to the same buffer that may happen between the two.

use rustc_hash::FxHashSet;
use strata_ir::{core::dominance::Dominance, prelude::*};

use super::{
    chains::Chains,
    facts::{Use, View},
    subsets,
};

/// Uses, each once, in the order in which they were found.
#[derive(Default)]
struct Uses {
    list: Vec<Use>,
    set: FxHashSet<Use>,
}

impl Uses {
    fn add(&mut self, u: Use) {
        if self.set.insert(u) {
            self.list.push(u);
        }
    }
}

/// A read that sees a wrong value if the write is in place.
pub(crate) struct Conflict {
    /// The read.
    pub read: Use,
    /// The write in between.
    pub write: Use,
    /// The value that is to be read.
    pub definition: Value,
}

/// Looks for conflicts.
pub(crate) struct Search<'a, 'd> {
    pub view: View<'a>,
    pub dominance: &'d mut Dominance,
}

/// Why an operand cannot be in place.
pub(crate) enum Obstacle {
    /// A read would see a later write; `None` if the write is in another parallel region than the allocation.
    Conflict(Option<Conflict>),
    /// A buffer that must not be written.
    ReadOnly(Value),
}

impl Search<'_, '_> {
    /// The conflict that arises if an operand is in place. `decided` asks about decisions that are made already.
    pub fn conflict(&mut self, u: Use, decided: bool) -> Option<Obstacle> {
        let v = self.view;
        let (mut reads, mut writes) = (Uses::default(), Uses::default());
        let values = std::iter::once(v.value_of(u)).chain(v.aliasing_values(u).into_iter().map(|a| a.to));
        for value in values {
            self.add_reads(value, &mut reads);
            self.add_writes(value, &mut writes);
        }
        if !decided && v.writes(u) {
            writes.add(u);
        }
        self.search(&reads.list, &writes.list).map(Obstacle::Conflict)
    }
    /// A buffer that is written if an operand is in place, although it must not be.
    pub fn read_only(&self, u: Use, decided: bool) -> Option<Value> {
        let v = self.view;
        let values: Vec<Value> =
            std::iter::once(v.value_of(u)).chain(v.aliasing_values(u).into_iter().map(|a| a.to)).collect();
        let mut writes = Uses::default();
        if decided || !v.writes(u) {
            values.iter().for_each(|&value| self.add_writes(value, &mut writes));
            if writes.list.is_empty() {
                return None;
            }
        }
        values.iter().flat_map(|&value| self.aliases(value)).find(|&value| !v.is_writable(value))
    }
    fn aliases(&self, v: Value) -> Vec<Value> {
        self.view.facts.decisions.as_ref().map_or_else(|| vec![v], |d| d.aliases.members(v))
    }
    fn add_writes(&self, root: Value, out: &mut Uses) {
        for alias in self.aliases(root) {
            for u in self.view.body.uses_of(alias) {
                if self.view.writes(u) && self.view.is_in_place(u) {
                    out.add(u);
                }
            }
        }
    }
    /// The uses that read the buffer, and those that pass it on to such. What overwrites the buffer passes no contents on.
    fn add_reads(&self, root: Value, out: &mut Uses) {
        let v = self.view;
        for alias in self.aliases(root) {
            for u in v.body.uses_of(alias) {
                if v.reads(u) || !v.writes(u) && v.aliasing_values(u).iter().any(|a| v.is_value_read(a.to)) {
                    out.add(u);
                }
            }
        }
    }
    /// The first conflict of any of the reads with any of the writes.
    fn search(&mut self, reads: &[Use], writes: &[Use]) -> Option<Option<Conflict>> {
        let v = self.view;
        if v.options().check_parallel_regions && !reads.is_empty() {
            for &write in writes {
                let here = v.parallel_region(v.body.parent_region(write.0));
                let definitions = v.find_backwards(write, Chains::WITH_ENDS, &|x| v.is_written_value(x));
                for definition in definitions {
                    let region = v.body.def_block(definition).and_then(|b| v.body.block_parent(b));
                    if v.parallel_region(region) != here {
                        return Some(None);
                    }
                }
            }
        }
        for &read in reads {
            let definitions = v.definitions(read);
            if definitions.is_empty() {
                continue;
            }
            for &write in writes {
                if self.cannot_conflict(read, write, &definitions) {
                    continue;
                }
                for &definition in &definitions {
                    if self.is_between(write, definition) {
                        return Some(Some(Conflict { read, write, definition }));
                    }
                }
            }
        }
        None
    }
    fn cannot_conflict(&mut self, read: Use, write: Use, definitions: &[Value]) -> bool {
        let v = self.view;
        if self.order_tells(read, write, definitions)
            && (self.happens_before(read.0, write.0)
                || read == write
                || are_exclusive(v.body, read.0, write.0)
                || self.is_elementwise(read, write))
        {
            return true;
        }
        subsets::are_disjoint_or_equal(v, read, write)
            || [read.0, write.0]
                .into_iter()
                .any(|op| v.rule(op).is_some_and(|rule| rule.is_not_conflicting(&v, op, read, write)))
    }
    /// Whether an op reads each element before it writes it, in one buffer.
    fn is_elementwise(&self, read: Use, write: Use) -> bool {
        let v = self.view;
        let same = |u: Use, other: Use| {
            let other = v.value_of(other);
            !v.find_backwards(u, Chains::EQUIVALENT, &|x| x == other).is_empty()
        };
        read.0 == write.0
            && v.rule(read.0).is_some_and(|rule| rule.is_elementwise(&v, read.0, [read.1, write.1]))
            && (same(read, write) || same(write, read))
    }
    /// Whether a write may happen after a definition.
    fn is_between(&mut self, write: Use, definition: Value) -> bool {
        let v = self.view;
        match v.body.def(definition) {
            Def::Result { op, .. } => {
                if self.happens_before(write.0, op) || op != write.0 && v.body.is_ancestor(op, write.0) {
                    return false;
                }
            }
            Def::Arg { block, .. } => {
                if v.body.ancestor_in(write.0, block).is_none() {
                    return false;
                }
            }
            Def::Forward => return false,
        }
        // The write is the definition.
        !matches!(v.aliasing_values(write)[..], [alias] if alias.to == definition)
    }
    /// Whether an op, or one around it, is before another op on all paths.
    fn happens_before(&mut self, mut a: Op, b: Op) -> bool {
        let body = self.view.body;
        loop {
            if a != b && body.is_ancestor(a, b) {
                return false;
            }
            if self.dominates(a, b) {
                return true;
            }
            match body.parent_op(a) {
                Some(parent) if parent != Op::SELF => a = parent,
                _ => return false,
            }
        }
    }
    /// Whether `a` runs before `b`, or before the op around `b` that is in the same region.
    fn dominates(&mut self, a: Op, mut b: Op) -> bool {
        let body = self.view.body;
        let Some(region) = body.parent_region(a) else { return false };
        while body.parent_region(b) != Some(region) {
            match body.parent_op(b) {
                Some(parent) if parent != Op::SELF => b = parent,
                _ => return false,
            }
        }
        a != b && self.dominance.properly_dominates(body, a, b)
    }
    /// Whether the order of a read and a write tells that they do not conflict: it does not if they are repeated without the definition.
    fn order_tells(&self, read: Use, write: Use, definitions: &[Value]) -> bool {
        let v = self.view;
        for &definition in definitions {
            let block = v.body.def_block(definition);
            let home = v.repetitive_region(block.and_then(|b| v.body.block_parent(b)));
            let mut around = v.repetitive_region(v.body.parent_region(read.0));
            if around == home {
                continue;
            }
            // The outermost repeated region around the read that the definition is not in.
            loop {
                let next = around.and_then(|r| v.next_repetitive_region(r));
                if next == home || next.is_none() {
                    break;
                }
                around = next;
            }
            let parent = around.and_then(|r| v.body.region_parent(r));
            if parent.is_none_or(|op| v.body.is_ancestor(op, write.0)) {
                return false;
            }
        }
        let (Some(a), Some(b)) = (v.body.parent_block(read.0), v.body.parent_block(write.0)) else {
            return true;
        };
        if v.body.block_parent(a) != v.body.block_parent(b) {
            return true;
        }
        definitions.iter().all(|&d| {
            let around = v.body.def_block(d);
            !(is_reachable(v.body, a, b, around) && is_reachable(v.body, b, a, around))
        })
    }
}

/// Whether control gets from the end of a block to the start of another one without `except`.
fn is_reachable(body: &Body, from: Block, to: Block, except: Option<Block>) -> bool {
    if except == Some(to) {
        return false;
    }
    let mut seen: FxHashSet<Block> = except.into_iter().collect();
    let successors = |block: Block| body.last_op(block).map_or(&[][..], |op| body.successors(op));
    let mut work = successors(from).to_vec();
    while let Some(block) = work.pop() {
        if block == to {
            return true;
        }
        if seen.insert(block) {
            work.extend(successors(block));
        }
    }
    false
}

/// Whether two ops are in different regions of one op, of which only one is executed.
fn are_exclusive(body: &Body, a: Op, b: Op) -> bool {
    // The regions around each op, outermost first.
    let regions = |op: Op| {
        let mut all: Vec<Region> = std::iter::successors(Some(op), |&o| body.parent_op(o))
            .filter_map(|o| body.parent_region(o))
            .collect();
        all.reverse();
        all
    };
    let (x, y) = (regions(a), regions(b));
    let Some(i) = x.iter().zip(&y).position(|(p, q)| p != q) else { return false };
    let (x, y) = (x[i], y[i]);
    let Some(op) = body.region_parent(x).filter(|&op| body.region_parent(y) == Some(op)) else {
        return false;
    };
    let (Some(i), Some(j)) = (body.region_index(x), body.region_index(y)) else { return false };
    op.cast::<dyn RegionBranchOp>(body)
        .is_some_and(|branch| !leads_to(body, branch, i, j) && !leads_to(body, branch, j, i))
}

/// Whether region `to` of an op may be executed after region `from`, in one execution of the op.
pub(crate) fn leads_to(body: &Body, op: &dyn RegionBranchOp, from: usize, to: usize) -> bool {
    let mut seen = FxHashSet::default();
    let mut work = op.successors(body, RegionPoint::Region(from));
    while let Some(point) = work.pop() {
        let RegionPoint::Region(i) = point else { continue };
        if i == to {
            return true;
        }
        if seen.insert(i) {
            work.extend(op.successors(body, point));
        }
    }
    false
}
