//! `loop-invariant-code-motion`: hoists computations whose results are the same in every iteration.
//!
//! Before:
//! ```mlir
//! scf.for %i = %lb to %ub step %s {
//!   %0 = arith.addi %a, %b : i32
//! }
//! ```
//! After: `%0` is computed before the loop.

use strata_ir::{
    analysis::{is_memory_effect_free, is_speculatable},
    prelude::*,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Hoist loop invariant instructions outside of the loop.
#[pass(
    name = "loop-invariant-code-motion",
    statistics = ["num-hoisted": "Number of operations hoisted"],
    each_body,
    idempotent
)]
pub struct LoopInvariantCodeMotion;

impl BodyPass for LoopInvariantCodeMotion {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        // Inner loops first, so that what leaves them can leave the outer ones too.
        for op in body.post_order() {
            if let Some(hoisted) = hoist_from(body, op) {
                cx.count("num-hoisted", hoisted);
            }
        }
        Ok(())
    }
}

/// Moves what does not change out of one loop; the number of moved ops, or `None` if the op is no loop.
pub fn hoist_from(body: &mut Body, op: Op) -> Option<u64> {
    let regions = op.cast::<dyn LoopLike>(body)?.loop_regions(body);
    Some(hoist(body, op, &regions))
}

/// Whether a value is defined outside of all `regions`.
fn outside(body: &Body, value: Value, regions: &[Region]) -> bool {
    let mut at = body.def_block(value).and_then(|b| body.block_parent(b));
    while let Some(region) = at {
        if regions.contains(&region) {
            return false;
        }
        at = body.region_parent(region).and_then(|op| body.parent_region(op));
    }
    true
}

/// Whether all operands of `op` and its nested ops are defined outside of `regions`, or inside of `op`.
fn invariant(body: &Body, op: Op, regions: &[Region]) -> bool {
    let free = |user: Op| {
        body.operands(user).all(|v| {
            let own = body
                .def_block(v)
                .is_some_and(|b| body.block_parent_op(b).is_some_and(|p| body.is_ancestor(op, p)));
            own || outside(body, v, regions)
        })
    };
    free(op) && body.ops_in(op).into_iter().all(free)
}

fn hoist(body: &mut Body, target: Op, regions: &[Region]) -> u64 {
    let mut hoisted = 0;
    for &region in regions {
        for block in body.blocks(region).to_vec() {
            // In program order an op comes after its operands, so one visit of each is enough.
            let mut cur = body.first_op(block);
            while let Some(op) = cur {
                cur = body.next_op(op);
                if body.has_trait(op, Trait::Terminator)
                    || body.is_shell(op)
                    || !is_memory_effect_free(body, op)
                    || !is_speculatable(body, op)
                    || !invariant(body, op, regions)
                {
                    continue;
                }
                let at = InsertPoint::before(body, target);
                body.move_op(op, at);
                hoisted += 1;
            }
        }
    }
    hoisted
}
