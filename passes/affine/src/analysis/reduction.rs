//! Reductions: loops that carry a value which each iteration combines with another one.

use strata_affine::ForOp;
use strata_ir::prelude::*;

/// A carried value that one op combines with a new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// The number of the carried value.
    pub position: usize,
    /// The op that combines.
    pub combiner: Op,
    /// The value that it combines the carried value with.
    pub value: Value,
}

/// The names of combining ops and the numbers of their kinds, as `arith` numbers atomic operations.
const KINDS: [(&str, i64); 15] = [
    ("arith.addf", 0),
    ("arith.addi", 1),
    ("arith.andi", 2),
    ("arith.maximumf", 4),
    ("arith.maxnumf", 5),
    ("arith.maxsi", 6),
    ("arith.maxui", 7),
    ("arith.minimumf", 8),
    ("arith.minnumf", 9),
    ("arith.minsi", 10),
    ("arith.minui", 11),
    ("arith.mulf", 12),
    ("arith.muli", 13),
    ("arith.ori", 14),
    ("arith.xori", 15),
];

/// The number of the kind of reduction that an op combines values with.
pub fn reduction_kind(b: &Body, combiner: Op) -> Option<i64> {
    KINDS.iter().find(|k| k.0 == b.op_name(combiner)).map(|k| k.1)
}

/// The reduction of a carried value, if a single op combines it.
pub fn reduction_of(b: &Body, for_op: ForOp, position: usize) -> Option<Reduction> {
    let block = for_op.region_block(b);
    let carried = *b.block_args(block).get(position + 1)?;
    // The carried value is used once, by the op that makes the value of the next iteration, which is used once as well.
    if !b.has_one_use(carried) {
        return None;
    }
    let combiner = b.users(carried).next()?;
    let end = b.last_op(block)?;
    if combiner == end || b.parent_block(combiner) != Some(block) || b.num_operands(combiner) != 2 {
        return None;
    }
    let result = *b.results(combiner).first()?;
    let yielded = b.operands(end).nth(position) == Some(result) && b.has_one_use(result);
    if !yielded || b.results(combiner).len() != 1 || !b.regions(combiner).is_empty() {
        return None;
    }
    let other = usize::from(b.operand(combiner, 0) == carried);
    let value = b.operand(combiner, other);
    reduction_kind(b, combiner)?;
    Some(Reduction { position, combiner, value })
}
