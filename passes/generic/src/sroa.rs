//! `sroa`: the elements of memory whose address nothing else knows get memory of their own.
//!
//! Before:
//! ```mlir
//! %a = memref.alloca() : memref<2xi32>
//! memref.store %x, %a[%c0] : memref<2xi32>
//! %v = memref.load %a[%c1] : memref<2xi32>
//! ```
//! After, where `%c0` and `%c1` are constants:
//! ```mlir
//! %0 = memref.alloca() : memref<i32>
//! %1 = memref.alloca() : memref<i32>
//! memref.store %x, %0[] : memref<i32>
//! %v = memref.load %1[] : memref<i32>
//! ```
//! `mem2reg` can then promote the parts. An aggregate stays if it has more elements than its type lets go, or if an op uses it in any other
//! way than by the interfaces of `memory_slots`.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Scalar Replacement of Aggregates.
#[pass(
    name = "sroa",
    class = "SROA",
    statistics = [
        "destructured slots": "Total amount of memory slots destructured",
        "slots with memory benefit": "Total amount of memory slots in which the destructured size was smaller than the total size after eliminating unused fields",
    ],
    each_body
)]
pub struct Sroa;

impl BodyPass for Sroa {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let mut allocations: Vec<Op> = body
            .all_ops()
            .into_iter()
            .filter(|op| op.implements::<dyn DestructurableAllocation>(body))
            .collect();
        // An element may be an aggregate, and an aggregate whose address another one had may be free of it.
        loop {
            let (mut next, mut changed) = (Vec::new(), false);
            for op in allocations {
                match destructure(body, op, cx) {
                    Some(parts) => {
                        changed = true;
                        next.extend(parts);
                    }
                    None => next.push(op),
                }
            }
            allocations = next;
            if !changed {
                return Ok(());
            }
        }
    }
}

/// How the uses of an aggregate change.
#[derive(Default)]
struct Plan {
    /// The ops that use an element, with its index.
    accesses: Vec<(Op, Attr)>,
    /// The indices of elements that are used, in the order in which they were found.
    used: Vec<Attr>,
    /// The ops that are removed, with the operands that they must do without.
    removed: FxHashMap<Op, Vec<usize>>,
    /// The same ops in the order in which they were found: users after what they use.
    order: Vec<Op>,
}

fn plan(body: &Body, slot: &DestructurableSlot) -> Option<Plan> {
    let mut plan = Plan::default();
    let mut blocking: Vec<SlotUse> = Vec::new();
    let (mut safe, mut known) = (Vec::new(), FxHashSet::default());
    for (op, operand) in body.uses_of(slot.slot.ptr) {
        let accessor = op.cast::<dyn DestructurableAccessor>(body);
        match accessor.and_then(|a| a.rewired_index(body, slot, &mut safe)) {
            Some(index) => {
                plan.accesses.push((op, index));
                if known.insert(index) {
                    plan.used.push(index);
                }
            }
            None => blocking.push((op, operand)),
        }
    }
    let mut visited: FxHashSet<SlotUse> = FxHashSet::default();
    while let Some(part) = safe.pop() {
        for (op, operand) in body.uses_of(part.ptr) {
            if !visited.insert((op, operand)) {
                continue;
            }
            let access = op.cast::<dyn SafeMemorySlotAccess>(body);
            if !access.is_some_and(|a| a.accesses_safely(body, part, &mut safe)) {
                blocking.push((op, operand));
            }
        }
    }
    while let Some((op, operand)) = blocking.pop() {
        let uses = plan.removed.entry(op).or_default();
        if uses.contains(&operand) {
            continue;
        }
        if uses.is_empty() {
            plan.order.push(op);
        }
        uses.push(operand);
        if !op.cast::<dyn PromotableOp>(body)?.can_remove_uses(body, uses, &mut blocking) {
            return None;
        }
    }
    Some(plan)
}

/// Gives the elements of an aggregate slots of their own; returns the allocations of these that are aggregates again.
fn destructure(body: &mut Body, op: Op, cx: &mut PassCx<'_>) -> Option<Vec<Op>> {
    let slots = op.cast::<dyn DestructurableAllocation>(body)?.destructurable_slots(body);
    let slot = slots.first().filter(|s| body.has_uses(s.slot.ptr))?;
    let plan = plan(body, slot)?;
    let mut b = Builder::after(body, op);
    let parts = op.cast::<dyn DestructurableAllocation>(&b)?.destructure(&mut b, slot, &plan.used);
    let by_index: FxHashMap<Attr, MemorySlot> =
        plan.used.iter().copied().zip(parts.iter().copied()).collect();
    let mut erased = Vec::new();
    for (access, index) in &plan.accesses {
        let Some(&part) = by_index.get(index) else { continue };
        let mut b = Builder::after(body, *access);
        let deletion = access.cast::<dyn DestructurableAccessor>(&b).map(|a| a.rewire(&mut b, part));
        if deletion == Some(Deletion::Delete) {
            erased.push(*access);
        }
    }
    for removed in &plan.order {
        let mut b = Builder::after(body, *removed);
        let uses = plan.removed.get(removed).map_or(&[][..], |uses| uses);
        let deletion = removed.cast::<dyn PromotableOp>(&b).map(|p| p.remove_uses(&mut b, uses));
        if deletion == Some(Deletion::Delete) {
            erased.push(*removed);
        }
    }
    while !erased.is_empty() {
        let before = erased.len();
        // An op may use another one that was found later.
        erased.retain(|&op| {
            let unused = body.is_unused(op);
            if unused {
                body.erase(op);
            }
            !unused
        });
        if erased.len() == before {
            break;
        }
    }
    cx.count("destructured slots", 1);
    cx.count("slots with memory benefit", u64::from(slot.elements.len() != plan.used.len()));
    body.erase(op);
    let aggregate = |op: &Op| op.implements::<dyn DestructurableAllocation>(body);
    Some(parts.iter().filter_map(|p| body.def_op(p.ptr)).filter(aggregate).collect())
}
