//! `sdy-sharding-constraint-to-reshard`: what was a constraint for propagation is a reshard afterwards.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{ReshardOp, ShardingConstraintOp};

use crate::nested::for_each_nested;

/// Converts ShardingConstraintOp into ReshardOp.
#[pass(
    name = "sdy-sharding-constraint-to-reshard",
    class = "ShardingConstraintToReshardPass",
    on = "builtin.module",
    produces = [sdy],
    idempotent
)]
pub struct ShardingConstraintToReshard;

impl BodyPass for ShardingConstraintToReshard {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for_each_nested(module, &mut |b| {
            for op in b.all_ops() {
                let Some(constraint) = op.as_op::<ShardingConstraintOp>(b) else { continue };
                let (input, sharding) = (constraint.input(b), constraint.sharding(b).raw());
                let attrs = b.extra_attrs(op).to_vec();
                let new = ReshardOp::build(&mut Builder::before(b, op), input, sharding);
                if let Some(reshard) = b.def_op(new) {
                    attrs.into_iter().for_each(|(name, attr)| b.set_extra_attr(reshard, name, Some(attr)));
                }
                let old = constraint.result(b);
                b.replace_all_uses(old, new);
                b.erase(op);
            }
            Ok(())
        })
    }
}
