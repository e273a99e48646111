//! `sdy-recompute-constants`: a constant that is needed with another sharding is made with it, instead of being gathered.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xi32>
//! %1 = sdy.reshard %0 <@mesh, [{}]> : tensor<8xi32>
//! ```
//! After: `%1 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<8xi32>`
//!
//! Constants are constants, numbers that count, broadcasts of scalars, and a few elementwise ops on these.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{self as sdy, ReshardOp, attrs::TensorSharding, shardings};
use strata_stablehlo as hlo;

use crate::nested::for_each_nested;

/// The most ops that are computed once more.
const MOST_OPS: usize = 8;

/// Replaces reshards of constants by constants with another sharding.
#[pass(
    name = "sdy-recompute-constants",
    class = "RecomputeConstantsPass",
    on = "builtin.module",
    produces = [],
    idempotent
)]
pub struct RecomputeConstants;

impl BodyPass for RecomputeConstants {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for_each_nested(module, &mut |b| {
            for op in b.all_ops() {
                if let Some(reshard) = op.as_op::<ReshardOp>(b) {
                    replace(b, reshard);
                }
            }
            Ok(())
        })
    }
}

fn replace(b: &mut Body, reshard: ReshardOp) -> Option<()> {
    let sharding = reshard.sharding(b).get(b.cx()).clone();
    let result = reshard.result(b);
    let mut ops = Vec::new();
    if !sharding.unreduced_axes.is_empty() || !constant(b, reshard.input(b), &mut ops) {
        return None;
    }
    let mut map = IdMap::default();
    let at = InsertPoint::before(b, reshard.op());
    for op in ops {
        let new = b.clone_op(op, &mut map);
        b.insert(new, at);
        let value = b.result(new, 0);
        // Scalars have no dimensions to split.
        if is_of_rank(b, value, sharding.dim_shardings.len()) {
            shardings::set_local_sharding(b, value, TensorSharding::clone(&sharding));
        }
    }
    let new = *map.values.get(&reshard.input(b))?;
    b.replace_all_uses(result, new);
    b.erase(reshard.op());
    Some(())
}

fn is_of_rank(b: &Body, value: Value, rank: usize) -> bool {
    b.cx().shaped(b.ty(value)).and_then(|shaped| shaped.shape).is_some_and(|shape| shape.len() == rank)
}

/// Whether a value is a constant; collects the ops that make it, each behind those that it needs.
fn constant(b: &Body, value: Value, ops: &mut Vec<Op>) -> bool {
    let Some(op) = b.def_op(value) else { return false };
    if ops.contains(&op) {
        return true;
    }
    if ops.len() >= MOST_OPS || b.results(op).len() != 1 {
        return false;
    }
    let is_leaf = op.isa::<sdy::ConstantOp>(b)
        || op.isa::<hlo::IotaOp>(b)
        || b.has_trait(op, Trait::ConstantLike)
        || op.isa::<hlo::BroadcastInDimOp>(b) && is_of_rank(b, b.operand(op, 0), 0);
    let is_elementwise = b.has_trait(op, Trait::Elementwise)
        && b.has_trait(op, Trait::Pure)
        && b.num_operands(op) > 0
        && b.regions(op).is_empty();
    let same_shape = |operand: Value| {
        let shape =
            |value: Value| b.cx().shaped(b.ty(value)).and_then(|shaped| shaped.shape).map(<[i64]>::to_vec);
        shape(operand) == shape(value)
    };
    let is_constant = is_leaf
        || is_elementwise
            && b.operands(op).collect::<SmallVec<[Value; 4]>>().into_iter().all(|operand| {
                same_shape(operand) && strata_ir::core::writer::deep(|| constant(b, operand, ops))
            });
    if is_constant && ops.len() < MOST_OPS {
        ops.push(op);
        return true;
    }
    false
}
