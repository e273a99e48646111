//! `mem2reg`: values take the place of memory whose address nothing else knows.
//!
//! Before:
//! ```mlir
//!   %a = memref.alloca() : memref<i32>
//!   cf.cond_br %c, ^bb1, ^bb2
//! ^bb1:
//!   memref.store %x, %a[] : memref<i32>
//!   cf.br ^bb2
//! ^bb2:
//!   %v = memref.load %a[] : memref<i32>
//! ```
//! After:
//! ```mlir
//!   %0 = ub.poison : i32
//!   cf.cond_br %c, ^bb1, ^bb2(%0 : i32)
//! ^bb1:
//!   cf.br ^bb2(%x : i32)
//! ^bb2(%v: i32):
//! ```
//! Blocks get arguments where several values meet (the iterated dominance frontier of the blocks that store) and one of them is read later.
//! A slot stays if an op in a nested region uses it, or an op that does not implement the interfaces of `memory_slots` does.

mod analysis;
mod control_flow;
mod promotion;

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use control_flow::ControlFlow;

/// Promotes memory slots into values.
#[pass(
    name = "mem2reg",
    class = "Mem2Reg",
    statistics = [
        "promoted slots": "Total amount of memory slot promoted",
        "new block args": "Total amount of new block argument inserted in blocks",
    ],
    each_body
)]
pub struct Mem2Reg {
    /// Perform control flow optimizations to the region tree
    #[option(default = true)]
    pub region_simplify: bool,
}

impl BodyPass for Mem2Reg {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let mut flows: FxHashMap<Region, ControlFlow> = FxHashMap::default();
        let mut allocations: Vec<Op> =
            body.all_ops().into_iter().filter(|op| op.implements::<dyn PromotableAllocation>(body)).collect();
        // The address of one slot may be the value of another, which then is promoted first.
        let mut changed = true;
        while changed {
            let before = allocations.len();
            allocations.retain(|&op| !promote(body, op, &mut flows, cx));
            changed = allocations.len() != before;
        }
        Ok(())
    }
}

/// Promotes the slot of an allocation, if that is possible.
fn promote(body: &mut Body, op: Op, flows: &mut FxHashMap<Region, ControlFlow>, cx: &mut PassCx<'_>) -> bool {
    let Some(allocation) = op.cast::<dyn PromotableAllocation>(body) else { return false };
    let Some(region) = body.parent_region(op) else { return false };
    let [slot] = allocation.promotable_slots(body)[..] else { return false };
    if !body.has_uses(slot.ptr) || body.parent_op(op).is_some_and(|p| body.has_trait(p, Trait::GraphRegion)) {
        return false;
    }
    let flow = flows.entry(region).or_insert_with(|| ControlFlow::new(body, region));
    let Some(plan) = analysis::plan(body, slot, flow) else { return false };
    cx.count("promoted slots", 1);
    cx.count("new block args", plan.merges.len() as u64);
    promotion::promote(body, op, slot, flow, &plan);
    true
}
