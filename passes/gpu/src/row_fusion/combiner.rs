//! Splits reductions into two steps: the contribution of each element, and the combination of two contributions.

use strata_arith::{SelectOp, XOrIOp, constant_index};
use strata_ir::prelude::*;
use strata_passes_analysis::index_arith::{is_zero, less, mask};

use crate::{loop_nest::LoopNest, warp_shuffle::shuffle_xor};

/// A payload that is split at its accumulators.
pub(crate) struct Combiner {
    /// Ops that do not depend on the accumulators.
    pub before: Vec<Op>,
    /// Ops that do, with the constants that they need.
    after: Vec<Op>,
    accumulators: Vec<Value>,
    /// The contributions: values that `before` computes for `after`, one for each accumulator.
    pub parts: Vec<Value>,
    yields: Vec<Value>,
    /// Whether the order of two contributions does not matter.
    pub commutative: bool,
}

impl Combiner {
    /// Splits the payload of a reduction; `None` where contributions are of another form than accumulators.
    pub(crate) fn read(b: &Body, nest: &LoopNest) -> Option<Self> {
        let accumulators = b.block_args(nest.payload)[nest.inits.clone()].to_vec();
        let ops: Vec<Op> = b.block_ops(nest.payload).collect();
        let (&end, ops) = ops.split_last()?;
        let yields: Vec<Value> = b.operands(end).collect();
        let mut dependent = accumulators.clone();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for &op in ops {
            if b.operands(op).any(|v| dependent.contains(&v)) {
                dependent.extend(b.results(op));
                after.push(op);
            } else {
                before.push(op);
            }
        }
        if after.iter().any(|&op| !b.regions(op).is_empty())
            || yields.iter().any(|v| !dependent.contains(v) || accumulators.contains(v))
        {
            return None;
        }
        let mut parts: Vec<Value> = Vec::new();
        let mut constants: Vec<Op> = Vec::new();
        for v in after.iter().flat_map(|&op| b.operands(op)) {
            if dependent.contains(&v) || parts.contains(&v) {
                continue;
            }
            let here = match b.def_op(v) {
                Some(op) if b.parent_block(op) != Some(nest.payload) => false,
                Some(op) if b.has_trait(op, Trait::ConstantLike) => {
                    if !constants.contains(&op) {
                        constants.push(op);
                    }
                    false
                }
                Some(_) => true,
                None => b.block_args(nest.payload).contains(&v),
            };
            if here {
                parts.push(v);
            }
        }
        let parts = match_parts(b, &after, &accumulators, &parts)?;
        let commutative = after.len() == 1 && b.has_trait(after[0], Trait::Commutative);
        constants.extend(after);
        Some(Self { before, after: constants, accumulators, parts, yields, commutative })
    }
    /// The values that the payload yields.
    pub(crate) fn yields(&self) -> &[Value] {
        &self.yields
    }
    /// The payload's accumulator arguments.
    pub(crate) fn accumulators(&self) -> &[Value] {
        &self.accumulators
    }
    /// Combines two lists of contributions.
    pub(crate) fn apply(&self, b: &mut Builder<'_>, x: &[Value], y: &[Value]) -> Vec<Value> {
        let mut map = IdMap::new();
        for (&old, &new) in self.accumulators.iter().zip(x).chain(self.parts.iter().zip(y)) {
            map.map(old, new);
        }
        for &op in &self.after {
            let copy = b.clone_op(op, &mut map);
            b.insert_op(copy);
        }
        self.yields.iter().map(|&v| map.get(v)).collect()
    }
}

/// The contributions in the order of their accumulators.
fn match_parts(b: &Body, after: &[Op], accumulators: &[Value], parts: &[Value]) -> Option<Vec<Value>> {
    if parts.len() != accumulators.len() {
        return None;
    }
    let mut found: Vec<Value> = Vec::new();
    for &acc in accumulators {
        let fits = |v: Value| parts.contains(&v) && !found.contains(&v) && b.ty(v) == b.ty(acc);
        let meets = |op: &&Op| b.operands(**op).any(|v| v == acc);
        // A selection between the two is preferred to a comparison of them.
        let selects = after.iter().filter(|&&op| b.op_name(op) == "arith.select").filter(meets);
        let others = after.iter().filter(meets);
        let partner = selects.chain(others).find_map(|&op| b.operands(op).find(|&v| fits(v)));
        let only = || {
            let mut same = parts.iter().copied().filter(|&v| fits(v));
            same.next().filter(|_| same.next().is_none())
        };
        found.push(partner.or_else(only)?);
    }
    Some(found)
}

/// Combines contributions in pairs.
pub(crate) fn tree(b: &mut Builder<'_>, combiner: &Combiner, mut parts: Vec<Vec<Value>>) -> Vec<Value> {
    while parts.len() > 1 {
        let mut next = Vec::new();
        for pair in parts.chunks(2) {
            next.push(match pair {
                [x, y] => combiner.apply(b, x, y),
                _ => pair[0].clone(),
            });
        }
        parts = next;
    }
    parts.pop().unwrap_or_default()
}

/// Combines the values of `lanes` neighbouring lanes, of which the first `limit` contribute; all lanes get the result.
pub(crate) fn across(
    b: &mut Builder<'_>,
    combiner: &Combiner,
    mut values: Vec<Value>,
    lane: Value,
    lanes: i64,
    limit: Option<i64>,
) -> Vec<Value> {
    let mut offset = 1;
    while offset < lanes {
        let others: Vec<Value> = values.iter().map(|&v| shuffle_xor(b, v, offset)).collect();
        let mut both = if combiner.commutative {
            combiner.apply(b, &values, &others)
        } else {
            // Both lanes combine in the same order: the value of the lower lane comes first.
            let bit = mask(b, lane, offset);
            let low = is_zero(b, bit);
            let first: Vec<Value> = select(b, low, &values, &others);
            let second: Vec<Value> = select(b, low, &others, &values);
            combiner.apply(b, &first, &second)
        };
        if let Some(limit) = limit {
            // A group of lanes contributes if its first lane does.
            let mine = mask(b, lane, !(offset - 1));
            let bit = constant_index(b, offset);
            let theirs = XOrIOp::build(b, mine, bit);
            let (mine, theirs) = (less(b, mine, limit), less(b, theirs, limit));
            both = select(b, mine, &both, &others);
            both = select(b, theirs, &both, &values);
        }
        values = both;
        offset *= 2;
    }
    values
}

fn select(b: &mut Builder<'_>, condition: Value, x: &[Value], y: &[Value]) -> Vec<Value> {
    x.iter().zip(y).map(|(&x, &y)| SelectOp::build(b, condition, x, y)).collect()
}
