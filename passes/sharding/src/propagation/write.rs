//! Writes the shardings of a [`Program`] back.

use rustc_hash::FxHashMap;
use strata_ir::core::writer::deep;
use strata_ir::prelude::*;
use strata_sdy::attrs::{OpShardingRule, TensorSharding};
use strata_sdy::shardings;

use super::program::{Place, Program};
use super::rules::{SHARDING_RULE, existing};

/// The changes of one body.
#[derive(Default)]
struct Changes {
    values: Vec<(Value, TensorSharding)>,
    results: Vec<(usize, TensorSharding)>,
    rules: Vec<(Op, OpShardingRule)>,
}

/// Writes all changed shardings, and the rules of the ops, or takes those away that the user did not write.
pub(super) fn write(module: &mut Body, program: Program, keep_rules: bool) {
    let mut changes: FxHashMap<usize, Changes> = FxHashMap::default();
    for slot in program.slots.into_iter().filter(|slot| slot.version > 0) {
        let Some(sharding) = slot.sharding else { continue };
        match slot.place {
            Place::Value(body, value) => {
                let sharding = match &slot.manual {
                    Some(manual) => manual.with_free_axes(&sharding),
                    None => sharding,
                };
                changes.entry(body).or_default().values.push((value, sharding));
            }
            Place::FunctionResult(body, index) => {
                changes.entry(body).or_default().results.push((index, sharding));
            }
        }
    }
    for (body, op, rule) in program.rules {
        changes.entry(body).or_default().rules.push((op, rule));
    }
    Writer { changes, bodies: 0, keep_rules }.body(module);
}

struct Writer {
    changes: FxHashMap<usize, Changes>,
    /// The number of bodies so far, in the order in which they were read.
    bodies: usize,
    keep_rules: bool,
}

impl Writer {
    fn body(&mut self, b: &mut Body) {
        let changes = self.changes.remove(&self.bodies).unwrap_or_default();
        self.bodies += 1;
        let count = b.entry().and_then(|entry| b.last_op(entry)).map_or(0, |end| b.num_operands(end));
        for (value, sharding) in changes.values {
            shardings::set_sharding(b, value, sharding);
        }
        for (index, sharding) in changes.results {
            shardings::set_function_result(b, index, count, Some(sharding));
        }
        let name = b.cx().intern(SHARDING_RULE);
        for (op, rule) in changes.rules {
            if self.keep_rules {
                let rule = b.cx().attr(rule);
                b.set_extra_attr(op, name, Some(rule));
            } else if existing(b, op).is_some_and(|rule| !rule.is_custom) {
                b.set_extra_attr(op, name, None);
            }
        }
        for op in b.all_ops() {
            if let Some(mut child) = b.take_child(op) {
                deep(|| self.body(&mut child));
                b.put_child(op, child);
            }
        }
    }
}
