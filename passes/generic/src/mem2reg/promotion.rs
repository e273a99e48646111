//! Replaces a slot by values.

use rustc_hash::FxHashMap;
use strata_ir::{prelude::*, rewrite::regions::append_successor_operand};

use super::{analysis::Plan, control_flow::ControlFlow};

struct Promotion<'f> {
    allocation: Op,
    slot: MemorySlot,
    flow: &'f ControlFlow,
    /// The arguments of the blocks where values meet.
    args: FxHashMap<Block, Value>,
    /// The value at the end of a block, where it was asked for; `None` is the value before anything is stored.
    at_end: FxHashMap<Block, Option<Value>>,
    default: Option<Value>,
}

/// Replaces the slot of `allocation` as the plan says, and erases the op.
pub(super) fn promote(body: &mut Body, allocation: Op, slot: MemorySlot, flow: &ControlFlow, plan: &Plan) {
    let loc = body.value_loc(slot.ptr);
    let mut args = FxHashMap::default();
    for &block in &plan.merges {
        let arg = body.add_block_arg(block, slot.elem);
        body.set_arg_loc(arg, loc);
        args.insert(block, arg);
    }
    let mut p = Promotion { allocation, slot, flow, args, at_end: FxHashMap::default(), default: None };
    let reaching = p.reaching(body, plan);
    for &block in &plan.merges {
        for &(end, successor) in flow.edges_to(block) {
            let from = body.parent_block(end);
            let value = from.filter(|&b| flow.is_reachable(b)).and_then(|b| p.at_end(b));
            let value = value.unwrap_or_else(|| p.default(body));
            append_successor_operand(body, end, successor, value);
        }
    }
    let mut erased = Vec::new();
    for (op, uses) in plan.uses.iter().rev() {
        let value = match reaching.get(op).copied().flatten() {
            None if op.implements::<dyn PromotableMemOp>(body) => Some(p.default(body)),
            value => value,
        };
        let mut b = Builder::after(body, *op);
        let deletion = match (op.cast::<dyn PromotableOp>(&b), op.cast::<dyn PromotableMemOp>(&b), value) {
            (Some(op), _, _) => op.remove_uses(&mut b, uses),
            (None, Some(op), Some(value)) => op.remove_uses(&mut b, slot, value),
            _ => Deletion::Keep,
        };
        if deletion == Deletion::Delete {
            erased.push(*op);
        }
    }
    // Users come before what they use.
    for op in erased {
        body.erase(op);
    }
    if let Some(default) = p.default.filter(|&v| !body.has_uses(v)).and_then(|v| body.def_op(v)) {
        body.erase(default);
    }
    body.erase(allocation);
}

impl Promotion<'_> {
    /// The value of the slot before each op that reads or writes it, in blocks that are reached.
    fn reaching(&mut self, body: &mut Body, plan: &Plan) -> FxHashMap<Op, Option<Value>> {
        let mut reaching = FxHashMap::default();
        let mut last: Option<(Block, Option<Value>)> = None;
        // Uses are in the order of dominance, block by block.
        for (op, _) in &plan.uses {
            let Some(block) = body.parent_block(*op).filter(|&b| self.flow.is_reachable(b)) else { continue };
            let before = match last {
                Some((of, value)) if of == block => value,
                _ => self.at_start(block),
            };
            reaching.insert(*op, before);
            let after = self.behind(body, *op, before);
            last = Some((block, after));
            self.at_end.insert(block, after);
        }
        reaching
    }
    /// The value behind an op, of which `before` is the value before it.
    fn behind(&mut self, body: &mut Body, op: Op, before: Option<Value>) -> Option<Value> {
        let Some(memory) = op.cast::<dyn PromotableMemOp>(body) else { return before };
        if !memory.stores_to(body, self.slot) {
            return before;
        }
        let before = before.unwrap_or_else(|| self.default(body));
        let mut b = Builder::after(body, op);
        op.cast::<dyn PromotableMemOp>(&b).map(|memory| memory.stored(&mut b, self.slot, before))
    }
    fn at_start(&mut self, block: Block) -> Option<Value> {
        match (self.args.get(&block), self.flow.idom(block)) {
            (Some(&arg), _) => Some(arg),
            (None, Some(above)) => self.at_end(above),
            (None, None) => None,
        }
    }
    /// The value at the end of a block: that of the nearest block above it that has uses or an argument.
    fn at_end(&mut self, block: Block) -> Option<Value> {
        let (mut at, mut path) = (Some(block), Vec::new());
        let value = loop {
            let Some(here) = at else { break None };
            if let Some(&value) = self.at_end.get(&here) {
                break value;
            }
            path.push(here);
            if let Some(&arg) = self.args.get(&here) {
                break Some(arg);
            }
            at = self.flow.idom(here);
        };
        self.at_end.extend(path.into_iter().map(|b| (b, value)));
        value
    }
    /// The value before anything is stored.
    fn default(&mut self, body: &mut Body) -> Value {
        if let Some(value) = self.default {
            return value;
        }
        let allocation = self.allocation;
        let loc = body.loc(allocation);
        let block = body.def_block(self.slot.ptr).or_else(|| body.parent_block(allocation));
        let at =
            block.map_or_else(|| InsertPoint::before(body, allocation), |b| InsertPoint::at_start(body, b));
        let mut b = Builder::new(body, at, loc);
        let value = match allocation.cast::<dyn PromotableAllocation>(&b) {
            Some(op) => op.default_value(&mut b, self.slot),
            None => self.slot.ptr,
        };
        self.default = Some(value);
        value
    }
}
