//! `sdy-sharding-group-import`: groups that have a tensor in common are one group, and the groups are numbered from 0.
//!
//! Before:
//! ```mlir
//! sdy.sharding_group %a group_id=7 : tensor<8xf32>
//! sdy.sharding_group %a group_id=9 : tensor<8xf32>
//! sdy.sharding_group %b group_id=9 : tensor<8xf32>
//! ```
//! After: `%a` and `%b` are in the group 0.
//!
//! Tensors of a group have one shape, and are all in the same manual computation or in none.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::core::writer::deep;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{ManualComputationOp, ShardingGroupOp};

/// Canonicalization and validation pass for sharding groups.
#[pass(
    name = "sdy-sharding-group-import",
    class = "ShardingGroupImportPass",
    on = "builtin.module",
    produces = [sdy],
    idempotent
)]
pub struct ShardingGroupImport;

impl BodyPass for ShardingGroupImport {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut groups = Groups::default();
        groups.collect(module, None)?;
        let numbers = groups.numbers();
        renumber(module, &numbers);
        Ok(())
    }
}

/// The groups of a module.
#[derive(Default)]
struct Groups {
    /// A smaller number of the same group, or the own number.
    parent: BTreeMap<i64, i64>,
    /// The shape and the manual computation of a group.
    known: FxHashMap<i64, (Vec<i64>, Option<usize>)>,
    /// How many bodies were visited.
    bodies: usize,
}

fn group_id(b: &Body, op: Op) -> Option<i64> {
    let group = op.as_op::<ShardingGroupOp>(b)?;
    b.cx().attr_i64(group.group_id(b).raw())
}

impl Groups {
    fn root(&self, mut id: i64) -> i64 {
        while let Some(&parent) = self.parent.get(&id).filter(|parent| **parent != id) {
            id = parent;
        }
        id
    }
    fn unite(&mut self, a: i64, b: i64) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent.insert(a.max(b), a.min(b));
        self.parent.insert(a.min(b), a.min(b));
    }
    /// Checks and unites the groups of a body, which is in the manual computation of this number.
    fn collect(&mut self, b: &Body, manual: Option<usize>) -> PassResult {
        self.bodies += 1;
        let own = b.self_as::<ManualComputationOp>().map(|_| self.bodies);
        let manual = own.or(manual);
        let mut first: FxHashMap<Value, i64> = FxHashMap::default();
        for op in b.all_ops() {
            if let Some(child) = b.child(op) {
                deep(|| self.collect(child, manual))?;
            }
            let Some(id) = group_id(b, op) else { continue };
            let value = b.operand(op, 0);
            let shape =
                b.cx().shaped(b.ty(value)).and_then(|shaped| shaped.shape).unwrap_or_default().to_vec();
            let (known_shape, known_manual) = self.known.entry(id).or_insert((shape.clone(), manual));
            let problem = if *known_manual != manual {
                "values cannot cross ManualComputationOp boundaries"
            } else if *known_shape != shape {
                "values must have the same shape"
            } else {
                let other = *first.entry(value).or_insert(id);
                self.unite(id, other);
                continue;
            };
            let message = format!("ShardingGroupOps {problem} for groupId: {id}");
            return Err(Diagnostic::error(b.loc(op), message).into());
        }
        Ok(())
    }
    /// The new number of each group.
    fn numbers(&self) -> BTreeMap<i64, i64> {
        let roots: Vec<i64> = self.parent.keys().copied().filter(|id| self.root(*id) == *id).collect();
        let number = |id: i64| roots.binary_search(&self.root(id)).unwrap_or(0) as i64;
        self.parent.keys().map(|&id| (id, number(id))).collect()
    }
}

/// Sets the numbers of groups; a tensor is named once in each.
fn renumber(b: &mut Body, numbers: &BTreeMap<i64, i64>) {
    let mut seen: FxHashSet<(Value, i64)> = FxHashSet::default();
    for op in b.all_ops() {
        if let Some(child) = b.child_mut(op) {
            deep(|| renumber(child, numbers));
        }
        let Some(&number) = group_id(b, op).and_then(|id| numbers.get(&id)) else { continue };
        if !seen.insert((b.operand(op, 0), number)) {
            b.erase(op);
            continue;
        }
        let attr = b.cx().i64_attr(number);
        b.set_attr(op, "group_id", Some(attr));
    }
}
