//! Whether a slot can be promoted, and where its values meet.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use strata_ir::prelude::*;

use super::control_flow::ControlFlow;

/// How a slot is promoted.
pub(super) struct Plan {
    /// All ops that use the slot, with the operands that must go, in the order of dominance.
    pub uses: Vec<(Op, Vec<usize>)>,
    /// The blocks that get an argument.
    pub merges: Vec<Block>,
}

/// Orders ops so that definitions come before their uses.
fn place(body: &Body, flow: &ControlFlow, op: Op) -> Option<(usize, Block, u32)> {
    let block = body.parent_block(op)?;
    Some((flow.number(block), block, body.order(op)))
}

/// The plan for a slot; `None` if an op needs its address.
pub(super) fn plan(body: &Body, slot: MemorySlot, flow: &ControlFlow) -> Option<Plan> {
    let region = body.block_parent(body.def_block(slot.ptr)?)?;
    let mut pending: BTreeMap<(usize, Block, u32), (Op, Vec<usize>)> = BTreeMap::new();
    let mut new: Vec<SlotUse> = body.uses_of(slot.ptr).collect();
    let mut uses = Vec::new();
    let mut seen: FxHashSet<Op> = FxHashSet::default();
    loop {
        for (op, operand) in new.drain(..) {
            // The values in regions depend on how often these run.
            if body.parent_region(op) != Some(region) || seen.contains(&op) {
                return None;
            }
            let entry = pending.entry(place(body, flow, op)?).or_insert_with(|| (op, Vec::new()));
            if !entry.1.contains(&operand) {
                entry.1.push(operand);
            }
        }
        let Some((_, (op, operands))) = pending.pop_first() else { break };
        let removable = match (op.cast::<dyn PromotableOp>(body), op.cast::<dyn PromotableMemOp>(body)) {
            (Some(op), _) => op.can_remove_uses(body, &operands, &mut new),
            (None, Some(op)) => op.can_remove_uses(body, slot, &operands, &mut new),
            (None, None) => false,
        };
        if !removable {
            return None;
        }
        seen.insert(op);
        uses.push((op, operands));
    }
    let merges = merge_points(body, slot, flow, &uses);
    let passes_values =
        |&b: &Block| flow.edges_to(b).iter().all(|&(end, _)| end.implements::<dyn BranchOp>(body));
    merges.iter().all(passes_values).then_some(Plan { uses, merges })
}

/// The blocks where stored values meet before they are read.
fn merge_points(body: &Body, slot: MemorySlot, flow: &ControlFlow, uses: &[(Op, Vec<usize>)]) -> Vec<Block> {
    if uses.len() <= 1 {
        return Vec::new();
    }
    let stores = |op: Op| op.cast::<dyn PromotableMemOp>(body).is_some_and(|m| m.stores_to(body, slot));
    // The first use of each block decides whether it reads the value from before it.
    let (mut defining, mut live, mut visited) =
        (FxHashSet::default(), FxHashSet::default(), FxHashSet::default());
    let mut todo = Vec::new();
    for (op, _) in uses {
        let Some(block) = body.parent_block(*op) else { continue };
        let is_memory = op.implements::<dyn PromotableMemOp>(body);
        if is_memory && visited.insert(block) && !stores(*op) {
            todo.push(block);
        }
        if stores(*op) {
            defining.insert(block);
        }
    }
    while let Some(block) = todo.pop() {
        if !live.insert(block) {
            continue;
        }
        let before = flow.edges_to(block).iter().filter_map(|&(end, _)| body.parent_block(end));
        todo.extend(before.filter(|b| !defining.contains(b)));
    }
    flow.merge_points(&defining, &live)
}
