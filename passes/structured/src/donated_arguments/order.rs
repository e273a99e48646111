//! Orders of ops in which a donated argument is read before the result in its memory is written.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::prelude::*;
use strata_passes_analysis::buffer_alias::{self, Access, is_memref};

use super::same_elements::reads_before_it_writes;

/// The ops that are looked at between the first write and the last read.
const LONGEST: usize = 4096;
/// The accesses of ops that move, at most.
const MOST_ACCESSES: usize = 1024;

/// The accesses of the ops at the top of a function, as far as they were asked for.
#[derive(Default)]
pub(super) struct Accesses(FxHashMap<Op, Vec<Access>>);

impl Accesses {
    fn of_op(&mut self, b: &Body, op: Op) -> &[Access] {
        self.0.entry(op).or_insert_with(|| buffer_alias::accesses(b, op))
    }
    /// Forgets those of an op that changes.
    pub(super) fn forget(&mut self, op: Op) {
        self.0.remove(&op);
    }
}

/// An order of ops in which an argument is read before a result is written.
pub(super) struct Order {
    /// The ops at the top of the function that read the argument.
    pub(super) readers: Vec<Op>,
    /// The ops that have to move behind another one, in their order.
    moved: Vec<Op>,
    behind: Option<Op>,
}

impl Order {
    /// Finds an order in which all ops that read the argument `from` come before the first one that writes the result `to`, which may
    /// read each element itself before it writes it.
    pub(super) fn find(b: &Body, known: &mut Accesses, block: Block, from: Value, to: Value) -> Option<Self> {
        let (readers, writers) = (users_at_top(b, block, from)?, users_at_top(b, block, to)?);
        let &first = writers.first()?;
        if readers.contains(&first) && !reads_before_it_writes(b, first, from, to) {
            return None;
        }
        let behind = readers.last().copied().filter(|&last| b.is_before(first, last));
        let moved = match behind {
            Some(last) => dependents(b, known, &readers, first, last)?,
            None => Vec::new(),
        };
        Some(Self { readers, moved, behind })
    }

    /// Moves the ops.
    pub(super) fn apply(&self, b: &mut Body) {
        let Some(mut behind) = self.behind else { return };
        for &op in &self.moved {
            let at = InsertPoint::after(b, behind);
            b.move_op(op, at);
            behind = op;
        }
    }
}

/// The ops from `first` to `last` that have to stay behind `first`, with this; `None` if one of them is a reader.
fn dependents(b: &Body, known: &mut Accesses, readers: &[Op], first: Op, last: Op) -> Option<Vec<Op>> {
    let readers: FxHashSet<Op> = readers.iter().copied().collect();
    let block = b.parent_block(first)?;
    let (mut moved, mut made, mut users) = (Vec::new(), Vec::new(), FxHashSet::default());
    let mut next = Some(first);
    for _ in 0..LONGEST {
        let Some(op) = next else { return None };
        let own = known.of_op(b, op);
        if op == first || users.contains(&op) || buffer_alias::conflict(b, &made, own) {
            if op != first && readers.contains(&op) {
                return None;
            }
            for access in own {
                if !made.contains(access) {
                    made.push(*access);
                }
            }
            let used = b.results(op).iter().flat_map(|&v| b.users(v).collect::<Vec<_>>());
            users.extend(used.filter_map(|user| b.ancestor_in(user, block)));
            moved.push(op);
        }
        if made.len() > MOST_ACCESSES {
            return None;
        }
        if op == last {
            return Some(moved);
        }
        next = b.next_op(op);
    }
    None
}

/// The ops of a block that use a buffer or a view of it, themselves or in their regions, in their order; `None` if another value may
/// stand for it.
fn users_at_top(b: &Body, block: Block, buffer: Value) -> Option<Vec<Op>> {
    let mut found = FxHashSet::default();
    let mut open = vec![buffer];
    while let Some(v) = open.pop() {
        for user in b.users(v) {
            if buffer_alias::is_view(b, user) && b.operand(user, 0) == v {
                open.extend(b.results(user));
                continue;
            }
            if hands_on(b, user) {
                return None;
            }
            found.insert(b.ancestor_in(user, block)?);
        }
    }
    let mut found: Vec<Op> = found.into_iter().collect();
    found.sort_by(|&x, &y| match b.is_before(x, y) {
        true => std::cmp::Ordering::Less,
        false if x == y => std::cmp::Ordering::Equal,
        false => std::cmp::Ordering::Greater,
    });
    Some(found)
}

/// Whether an op may make another value stand for a buffer that it uses: its result, an argument of its blocks or of those after it, or
/// an element of a buffer.
fn hands_on(b: &Body, op: Op) -> bool {
    let keeps = |v: Value| b.cx().type_as::<MemRefType>(b.cx().elem_or_self(b.ty(v))).is_some();
    let takes = |&region: &Region| {
        b.blocks(region).iter().any(|&block| b.block_args(block).iter().any(|&arg| is_memref(b, arg)))
    };
    b.has_trait(op, Trait::Terminator)
        || b.results(op).iter().any(|&v| is_memref(b, v))
        || b.operands(op).any(|v| is_memref(b, v) && keeps(v))
        || b.regions(op).iter().any(takes)
}
