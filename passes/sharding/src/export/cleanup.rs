//! `sdy-remove-sharding-groups` and `sdy-drop-sharding-rules`: what only propagation needs goes away behind it.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::ShardingGroupOp;

use crate::nested::for_each_nested;

/// Removes ShardingGroupOps after propagation.
#[pass(
    name = "sdy-remove-sharding-groups",
    class = "RemoveShardingGroupsPass",
    on = "builtin.module",
    produces = [],
    idempotent
)]
pub struct RemoveShardingGroups;

impl BodyPass for RemoveShardingGroups {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for_each_nested(module, &mut |b| {
            for op in b.all_ops() {
                if op.isa::<ShardingGroupOp>(b) {
                    b.erase(op);
                }
            }
            Ok(())
        })
    }
}

/// Drops `OpShardingRuleAttr` from all registered ops.
#[pass(
    name = "sdy-drop-sharding-rules",
    class = "DropShardingRulesPass",
    on = "builtin.module",
    produces = [],
    idempotent
)]
pub struct DropShardingRules;

impl BodyPass for DropShardingRules {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let name = module.cx().intern("sdy.sharding_rule");
        for_each_nested(module, &mut |b| {
            for op in b.all_ops() {
                if b.extra_attrs(op).iter().any(|entry| entry.0 == name) {
                    b.set_extra_attr(op, name, None);
                }
            }
            Ok(())
        })
    }
}
