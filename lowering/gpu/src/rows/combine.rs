//! Reductions in two steps: what each element contributes, and how two contributions become one.

use strata_ir::prelude::*;

use crate::nest::Nest;

/// A payload that is split at its accumulators.
pub(crate) struct Combine {
    /// Ops that do not depend on the accumulators.
    pub before: Vec<Op>,
    /// Ops that do, with the constants that they need.
    after: Vec<Op>,
    accumulators: Vec<Value>,
    /// What `before` gives to `after`, one value for each accumulator.
    pub parts: Vec<Value>,
    yields: Vec<Value>,
    /// Whether the order of two contributions does not matter.
    pub commutative: bool,
}

impl Combine {
    /// Splits the payload of a reduction; `None` where contributions are of another form than accumulators.
    pub(crate) fn read(b: &Body, nest: &Nest) -> Option<Self> {
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
    /// What the payload yields, in terms of its own values.
    pub(crate) fn yields(&self) -> &[Value] {
        &self.yields
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

/// The contributions in the order of the accumulators that they are for.
fn match_parts(b: &Body, after: &[Op], accumulators: &[Value], parts: &[Value]) -> Option<Vec<Value>> {
    if parts.len() != accumulators.len() {
        return None;
    }
    let mut found: Vec<Value> = Vec::new();
    for &acc in accumulators {
        let fits = |v: Value| parts.contains(&v) && !found.contains(&v) && b.ty(v) == b.ty(acc);
        let meets = |op: &&Op| b.operands(**op).any(|v| v == acc);
        // A choice between the two says more than a comparison of them.
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
