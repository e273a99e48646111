//! Where a block is cut: after about so many ops, at the place where the fewest values are alive.

use std::ops::Range;

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_memref::AllocaOp;

use super::registers;
use crate::outline_kernels::moves;

/// The values of a block that are alive between its ops.
pub(super) struct Lives {
    /// The number of the last op that uses a value, for values of the block.
    last: FxHashMap<Value, usize>,
    /// For each place in front of an op how many registers the values alive there take; `None` where a part must not end.
    cost: Vec<Option<u64>>,
    /// Whether an op stays in its block.
    stays: Vec<bool>,
}

impl Lives {
    /// The values of the ops of a block, all but the terminator.
    pub(super) fn new(b: &Body, block: Block, ops: &[Op]) -> Self {
        let mut last: FxHashMap<Value, usize> = FxHashMap::default();
        // Values of a block are used in it, in blocks inside of its ops, or in other blocks.
        let places: FxHashMap<Op, usize> = ops.iter().enumerate().map(|(i, &op)| (op, i)).collect();
        let end = ops.len();
        for (at, &op) in ops.iter().enumerate() {
            for v in b.results(op) {
                let uses = b.users(*v).map(|user| place_of(b, block, &places, user).unwrap_or(end));
                last.insert(*v, uses.max().unwrap_or(at));
            }
        }
        // A copied op needs its operands at the uses of its results. Operands are earlier than their users.
        for &op in ops.iter().rev().filter(|&&op| moves(b, op)) {
            let until = b.results(op).iter().filter_map(|v| last.get(v).copied()).max().unwrap_or(0);
            for v in b.operands(op) {
                if let Some(at) = last.get_mut(&v) {
                    *at = until.max(*at);
                }
            }
        }
        let stays: Vec<bool> = ops.iter().map(|&op| op.isa::<AllocaOp>(b)).collect();
        let mut changes = vec![(0i64, 0i64); end + 2];
        for (at, &op) in ops.iter().enumerate().filter(|&(_, &op)| !moves(b, op)) {
            for v in b.results(op).iter().filter(|_| !stays[at]) {
                let until = last.get(v).copied().unwrap_or(at);
                let (size, stuck) = match size(b, op, *v) {
                    Some(size) => (size, 0),
                    None => (0, 1),
                };
                // It is alive at the places behind `at` up to its last use.
                changes[at + 1] = (changes[at + 1].0 + size, changes[at + 1].1 + stuck);
                changes[until + 1] = (changes[until + 1].0 - size, changes[until + 1].1 - stuck);
            }
        }
        let (mut size, mut stuck) = (0, 0);
        let cost = changes.iter().take(end + 1).map(|change| {
            (size, stuck) = (size + change.0, stuck + change.1);
            (stuck == 0).then(|| u64::try_from(size).unwrap_or(0))
        });
        Self { last, cost: cost.collect(), stays }
    }

    /// The values of a range of ops that are used behind it.
    pub(super) fn results(&self, b: &Body, ops: &[Op], range: &Range<usize>) -> Vec<Value> {
        let made = ops[range.clone()].iter().filter(|&&op| !moves(b, op)).flat_map(|&op| b.results(op));
        made.copied().filter(|v| self.last.get(v).is_some_and(|&last| last >= range.end)).collect()
    }
}

/// The number of the op of the block that is or contains an op.
fn place_of(b: &Body, block: Block, places: &FxHashMap<Op, usize>, mut op: Op) -> Option<usize> {
    while b.parent_block(op) != Some(block) {
        op = b.parent_op(op).filter(|&parent| parent != Op::SELF)?;
    }
    places.get(&op).copied()
}

/// The registers for a value as an argument; `None` if it cannot be one. A buffer that a loop or a branch returns may be on its stack.
fn size(b: &Body, op: Op, value: Value) -> Option<i64> {
    let (cx, ty) = (b.cx(), b.ty(value));
    let passes = match cx.type_as::<MemRefType>(ty) {
        Some(memref) => memref.memory_space.is_none() && b.regions(op).is_empty(),
        None => {
            cx.is_index(cx.elem_or_self(ty))
                || cx.bit_width(cx.elem_or_self(ty)).is_some_and(|bits| bits <= 64)
        }
    };
    passes.then(|| i64::try_from(registers(cx, ty)).unwrap_or(i64::MAX))
}

/// The ranges of ops that become functions, of about `size` ops each; none if it is one range.
pub(super) fn choose(sizes: &[u64], lives: &Lives, size: u64) -> Vec<Range<usize>> {
    let (mut ranges, mut start) = (Vec::new(), 0);
    while start < sizes.len() {
        if lives.stays[start] {
            start += 1;
            continue;
        }
        let stop = (start..sizes.len()).find(|&i| lives.stays[i]).unwrap_or(sizes.len());
        let mut rest: u64 = sizes[start..stop].iter().sum();
        while start < stop {
            let end = end_of_part(&sizes[..stop], lives, start, size, &mut rest);
            ranges.push(start..end);
            start = end;
        }
    }
    if ranges.len() > 1 { ranges } else { Vec::new() }
}

/// The end of the part that begins at `start`: between a half and three halves of `size` ops behind it, or the end of all, if what is left
/// behind the part would be too small for a function. `rest` is the size of what is left.
fn end_of_part(sizes: &[u64], lives: &Lives, start: usize, size: u64, rest: &mut u64) -> usize {
    let mut best: Option<(u64, usize, u64)> = None;
    let mut sum = 0;
    for (at, &own) in sizes.iter().enumerate().skip(start) {
        sum += own;
        if *rest - sum < size / 2 || best.is_some() && sum > size + size / 2 {
            break;
        }
        let cost = lives.cost[at + 1].filter(|_| sum >= size / 2);
        // Of equal places the one that is nearest to the size.
        let better = |known: u64, cost: u64| cost < known || cost == known && sum <= size;
        if let Some(cost) = cost.filter(|&cost| best.is_none_or(|known| better(known.0, cost))) {
            best = Some((cost, at + 1, sum));
        }
    }
    let (_, end, sum) = best.unwrap_or((0, sizes.len(), *rest));
    *rest -= sum;
    end
}
