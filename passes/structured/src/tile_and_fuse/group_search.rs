//! Which nests share a loop: groups grow from one nest by those after it that read or write what the group does, and by those between that only
//! these read.

use rustc_hash::FxHashSet;
use strata_ir::prelude::*;
use strata_passes_analysis::buffer_alias::{Access, accesses};

use super::{
    cost_model::{BYTES_PER_NS, RIGHT_SIDE, STREAMED_BYTES, Shares, WORKING_SET, time},
    emit,
    fusion_group::Group,
    loop_nest::{Nest, Operand, beside, compatible, conflicts, share},
    thresholds::{ELEMENT_GRANULARITY, ROW_GRANULARITY, Thresholds},
};
use crate::panels::PACKED_ROWS;

/// How far a group looks for its next op.
const SEARCH_WINDOW: usize = 96;
/// How many nests a group may have.
const MAX_NESTS: usize = 32;
/// How few points a group may have left where a new op has fewer loops than it.
const FEWEST_POINTS: f64 = 8.0;
/// The fewest rows of a tile that reads operands from beyond the second-level cache, and the most bytes of these: less than a third-level
/// cache.
const STREAMED_ROWS: f64 = 32.0;
const MOST_STREAMED: f64 = 4.0 * WORKING_SET;
/// The part of the work of a group, below which it matters less than threads that wait that its results stay in the cache.
const PART_OF_TRAFFIC: f64 = 0.25;

/// The groups of a block; no op is in two of them.
pub(super) fn find(b: &Body, block: Block, worth: &Thresholds) -> Vec<Group> {
    let ops: Vec<Op> = b.block_ops(block).collect();
    let nests: Vec<Option<Nest>> = ops.iter().map(|&op| Nest::from_op(b, op)).collect();
    let touched = ops.iter().map(|&op| accesses(b, op)).collect();
    let mut search = Search { b, worth, ops, nests, touched, taken: FxHashSet::default() };
    let mut groups = Vec::new();
    // A fill belongs to the op that continues with the buffer, so it begins a group only when nothing took it.
    for fills in [false, true] {
        for i in 0..search.ops.len() {
            let seed = search.nests[i].as_ref().is_some_and(|n| n.fill == fills && !n.lead.is_empty());
            if seed && !search.taken.contains(&search.ops[i]) {
                let group = search.grow(i);
                search.taken.extend(group.nests.iter().map(|n| n.op));
                groups.push(group);
            }
        }
    }
    groups
}

struct Search<'b> {
    b: &'b Body,
    worth: &'b Thresholds,
    ops: Vec<Op>,
    nests: Vec<Option<Nest>>,
    /// The memory that each op reads and writes.
    touched: Vec<Vec<Access>>,
    taken: FxHashSet<Op>,
}

impl Search<'_> {
    /// The fills in front of an op that could as well be right before it.
    fn fills_before(&self, at: usize) -> Vec<(usize, Nest)> {
        let mut passed: Vec<Access> = Vec::new();
        let mut fills = Vec::new();
        for j in (at.saturating_sub(SEARCH_WINDOW)..at).rev() {
            match &self.nests[j] {
                Some(n) if n.fill && !self.taken.contains(&n.op) && !conflicts(self.b, n, &passed) => {
                    fills.push((j, n.clone()));
                }
                _ => {}
            }
            passed.extend(&self.touched[j]);
        }
        fills.reverse();
        fills
    }
    fn grow(&self, at: usize) -> Group {
        let seed = self.nests[at].clone().expect("checked by `find`");
        let mut fills = self.fills_before(at);
        let depth = (0..=seed.lead.len()).rev().find(|&p| compatible(self.b, &seed, &seed, p)).unwrap_or(0);
        let mut group = Group { nests: vec![seed], depth, streams: false };
        if let Some(with) = with_fills(self.b, &group, &mut fills, 0) {
            group = with;
        }
        for j in at + 1..self.ops.len().min(at + SEARCH_WINDOW) {
            if group.depth == 0 || group.nests.len() >= MAX_NESTS {
                break;
            }
            let op = self.ops[j];
            let nest = self.nests[j].as_ref().filter(|_| !self.taken.contains(&op));
            if let Some(nest) = nest
                && !(shares_only_rows(&group, nest) && !self.are_combined(&group, nest, j))
                && let Some(joined) = join(self, &group, &mut fills, nest)
            {
                group = self.with_producers(joined, at, j);
                continue;
            }
            let touched = &self.touched[j];
            if group.nests.iter().any(|n| conflicts(self.b, n, touched)) {
                break;
            }
            fills.retain(|(_, fill)| !conflicts(self.b, fill, touched));
            if let Some(fill) = nest.filter(|n| n.fill) {
                fills.push((j, fill.clone()));
            }
        }
        group
    }
    /// The group with ops between its first one and its last one, number `last`, of which it is the only user: what they write becomes a part of a tile.
    fn with_producers(&self, mut group: Group, first: usize, last: usize) -> Group {
        for i in (first + 1..last).rev() {
            let candidate =
                self.nests[i].as_ref().filter(|n| !n.fill && !n.contracts && !self.taken.contains(&n.op));
            let Some(nest) = candidate.filter(|n| is_read_by(n, &group) && group.nests.len() < MAX_NESTS)
            else {
                continue;
            };
            let is_in = |op: Op| group.nests.iter().any(|n| n.op == op);
            let moves = |nest: &Nest| {
                let mut outside = (i + 1..last).filter(|&k| !is_in(self.ops[k]));
                outside.all(|k| !conflicts(self.b, nest, &self.touched[k]))
            };
            if is_in(nest.op) || !moves(nest) {
                continue;
            }
            let mut fills = self.fills_before(i);
            fills.retain(|(_, fill)| moves(fill) && !is_in(fill.op));
            let Some(mut joined) = join(self, &group, &mut fills, nest) else { continue };
            joined.nests.sort_by_key(|n| self.b.order(n.op));
            if emit::locals(self.b, &joined).len() > emit::locals(self.b, &group).len() {
                group = joined;
            }
        }
        group
    }
    /// Whether an elementwise op behind number `at`, which is `nest`, reads what the group computes and what the nest does.
    fn are_combined(&self, group: &Group, nest: &Nest, at: usize) -> bool {
        let results =
            |n: &Nest| -> Vec<Value> { n.operands.iter().filter(|o| o.write).map(|o| o.base).collect() };
        let mut of_group: FxHashSet<Value> = group.nests.iter().flat_map(results).collect();
        let mut of_nest: FxHashSet<Value> = results(nest).into_iter().collect();
        let behind = self.nests[at + 1..].iter().take(SEARCH_WINDOW).flatten();
        for next in behind.filter(|n| !n.contracts && !n.fill) {
            let reads = |of: &FxHashSet<Value>| next.operands.iter().any(|o| of.contains(&o.base));
            match (reads(&of_group), reads(&of_nest)) {
                (true, true) => return true,
                (true, false) => of_group.extend(results(next)),
                (false, true) => of_nest.extend(results(next)),
                (false, false) => {}
            }
        }
        false
    }
}

/// Whether a nest of a group reads what `nest` writes.
fn is_read_by(nest: &Nest, group: &Group) -> bool {
    let mut results = nest.operands.iter().filter(|o| o.write);
    results.any(|w| group.nests.iter().any(|n| n.operands.iter().any(|o| !o.write && o.base == w.base)))
}

/// Whether a product of many rows with a large right side shares nothing with the products of a group but rows from outside of it. Each of them packs its
/// right side, and one after the other do so in the same memory.
fn shares_only_rows(group: &Group, nest: &Nest) -> bool {
    let Some((_, of_rows)) = nest.lead.split_last() else { return false };
    let rows: i64 = of_rows.iter().map(|&d| nest.sizes[d]).product();
    let is_right =
        |o: &&Operand| !o.write && !o.indices.iter().any(|index| of_rows.iter().any(|&d| index.uses(d)));
    let is_large = nest.operands.iter().filter(is_right).any(|o| o.bytes() > RIGHT_SIDE);
    let writes =
        |o: &Operand| group.nests.iter().flat_map(|n| &n.operands).any(|w| w.write && w.base == o.base);
    nest.contracts
        && rows >= PACKED_ROWS
        && is_large
        && group.working().any(|n| n.contracts)
        && !nest.operands.iter().any(writes)
}

/// The group with the fills of buffers that its nest number `of` continues with; none if there is no such fill.
fn with_fills(b: &Body, group: &Group, fills: &mut Vec<(usize, Nest)>, of: usize) -> Option<Group> {
    let mut found: Option<Group> = None;
    fills.retain(|(_, fill)| {
        let now = found.as_ref().unwrap_or(group);
        let user = &group.nests[of];
        if !share(fill, user) {
            return true;
        }
        // A buffer that is filled for a nest is not used by earlier nests.
        let at = now.nests.iter().position(|n| n.op == user.op).unwrap_or(0);
        let fits = |fill: &Nest| {
            compatible(b, fill, fill, now.depth)
                && now.nests.iter().all(|n| compatible(b, n, fill, now.depth))
        };
        if let Some(fill) = [Some(fill.clone()), fill.aligned(user)].into_iter().flatten().find(fits) {
            let mut nests = now.nests.clone();
            nests.insert(at, fill);
            found = Some(Group { nests, ..*now });
        }
        false
    });
    found
}

/// The group with one more nest, when that is correct and does not cost more than it saves.
fn join(search: &Search<'_>, group: &Group, fills: &mut Vec<(usize, Nest)>, nest: &Nest) -> Option<Group> {
    let b = search.b;
    let is_edge = || {
        let of_group = group.nests.iter().map(time).sum::<f64>();
        let is_short = !search.worth.is_shared(time(nest).min(of_group));
        is_short && group.nests.iter().any(|n| beside(b, n, nest))
    };
    if !group.nests.iter().any(|n| share(n, nest)) && !is_edge() {
        return None;
    }
    let depth = |nest: &Nest| {
        let fits =
            |p: usize| compatible(b, nest, nest, p) && group.nests.iter().all(|n| compatible(b, n, nest, p));
        (1..=group.depth.min(nest.lead.len())).rev().find(|&p| fits(p))
    };
    // The order of its own results, or that in which the group writes what it reads.
    let others = group.nests.iter().filter(|n| share(n, nest)).filter_map(|n| nest.aligned(n));
    let candidates = std::iter::once(nest.clone()).chain(others);
    let fitting = candidates.filter_map(|n| Some((depth(&n)?, n)));
    // Of several, the first one.
    let (depth, joining) = fitting.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    if depth < nest.lead.len() && nest.contracts && written(nest) > shared(group, nest) {
        // Its result would leave the cache before the next op reads it, for the sake of less that does not.
        return None;
    }
    let mut nests = group.nests.clone();
    nests.push(joining);
    let at = nests.len() - 1;
    let mut joined = Group { nests, depth, streams: group.streams };
    let shares = Shares::from_group(&joined);
    let fewer = depth < group.depth || depth < nest.lead.len();
    // Fewer loops are left: there have to be enough tiles, and the data of one has to stay in the cache.
    if fewer
        && (shares.points < FEWEST_POINTS || too_few_tiles(&joined, in_common(group, nest), search.worth))
    {
        return None;
    }
    // A product reads the side that has no part in the loops once for each tile.
    let product = joined.working().any(|n| n.contracts);
    let is_large = fewer && shares.sliced + shares.resident > WORKING_SET;
    if is_large || product && shares.resident > WORKING_SET {
        joined.streams |= nest.contracts && streaming_pays(shared(group, nest), &joined, &shares);
        if !joined.streams {
            return None;
        }
    }
    Some(with_fills(b, &joined, fills, at).unwrap_or(joined))
}

/// Whether many threads would get too few tiles of the loops that a group shares. Its nests have other loops to divide, if they are not in the group:
/// products have columns. The last nest reads `between` bytes that others read or write.
fn too_few_tiles(joined: &Group, between: f64, worth: &Thresholds) -> bool {
    if worth.few_threads() {
        return false;
    }
    let points = joined.extents().iter().fold(1i64, |all, &n| all.saturating_mul(n));
    if !joined.working().any(|n| n.contracts) {
        // Fewer tiles are better than what is not fused, unless this is a small part of the work.
        let Some((last, others)) = joined.nests.split_last() else { return false };
        let (of_last, of_others) = (time(last), others.iter().map(time).sum::<f64>());
        let own =
            last.lead.iter().fold(1i64, |all, &d| all.saturating_mul(last.sizes[d])) / ELEMENT_GRANULARITY;
        return worth.is_divided(of_last.min(of_others))
            && !worth.keeps_busy(points as f64)
            && own > points
            && 2.0 * between / BYTES_PER_NS < PART_OF_TRAFFIC * (of_last + of_others);
    }
    let rows = points.saturating_mul(joined.rows_of_point());
    let wanted = worth.tiles(joined.nests.iter().map(time).sum());
    points.min(rows / ROW_GRANULARITY) < wanted
}

/// Whether tiles of a group rather read operands from beyond the second-level cache than write `between` bytes for the last nest: the scores of an
/// attention to many keys.
fn streaming_pays(between: f64, joined: &Group, shares: &Shares) -> bool {
    let rows = joined.extents().last().map_or(1.0, |&n| n as f64);
    let of_tile = STREAMED_BYTES / (between / shares.points).max(1.0);
    if of_tile < STREAMED_ROWS.min(rows) || shares.resident > MOST_STREAMED {
        return false;
    }
    // Either is written once and read once.
    2.0 * between >= shares.resident * shares.points / of_tile.min(rows)
}

/// Bytes that a nest writes.
fn written(nest: &Nest) -> f64 {
    nest.operands.iter().filter(|o| o.write).map(Operand::bytes).sum()
}

/// Bytes that a nest reads of what a group reads or writes.
fn in_common(group: &Group, nest: &Nest) -> f64 {
    let of_group = |o: &&Operand| group.nests.iter().any(|n| n.operands.iter().any(|w| w.base == o.base));
    nest.operands.iter().filter(|o| !o.write).filter(of_group).map(Operand::bytes).sum()
}

/// Bytes that a nest reads of what a group writes.
fn shared(group: &Group, nest: &Nest) -> f64 {
    let of_group =
        |o: &&Operand| group.nests.iter().any(|n| n.operands.iter().any(|w| w.write && w.base == o.base));
    nest.operands.iter().filter(|o| !o.write).filter(of_group).map(Operand::bytes).sum()
}
