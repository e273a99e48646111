//! Liveness of values: a value is live if an effect depends on it. It is computed backwards from the effects.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::{analysis::is_memory_effect_free, prelude::*};

use super::region_branch::{forwarded, kept};
use crate::sccp::units::{Unit, Units};

/// The live values of all bodies.
pub struct Liveness {
    values: FxHashSet<(Unit, Value)>,
    /// The calls of each body.
    pub calls: FxHashMap<Unit, Vec<(Unit, Op)>>,
}

struct Solver<'u, 'b> {
    units: &'u Units<'b>,
    live: Liveness,
    todo: Vec<(Unit, Value)>,
}

impl Liveness {
    pub fn new(units: &Units<'_>) -> Self {
        let mut calls: FxHashMap<Unit, Vec<(Unit, Op)>> = FxHashMap::default();
        for unit in 0..units.len() {
            for op in units.body(unit).all_ops() {
                if let Some(callee) = units.callee(unit, op) {
                    calls.entry(callee).or_default().push((unit, op));
                }
            }
        }
        let live = Liveness { values: FxHashSet::default(), calls };
        let mut solver = Solver { units, live, todo: Vec::new() };
        for unit in 0..units.len() {
            for op in units.body(unit).all_ops() {
                solver.root(unit, op);
            }
        }
        while let Some((unit, value)) = solver.todo.pop() {
            solver.visit(unit, value);
        }
        solver.live
    }
    pub fn is_live(&self, unit: Unit, value: Value) -> bool {
        self.values.contains(&(unit, value))
    }
}

/// Whether an interface describes the control flow into and out of the regions of `op`.
fn is_region_branch(body: &Body, op: Op) -> bool {
    op.implements::<dyn RegionBranchOp>(body)
}

/// Whether `op` returns from the function of `body`.
pub fn returns(body: &Body, op: Op) -> bool {
    body.has_trait(op, Trait::Terminator)
        && body.successors(op).is_empty()
        && body.parent_op(op) == Some(Op::SELF)
        && Op::SELF.implements::<dyn CallableOp>(body)
}

/// The operands that a call passes to the function that it names.
pub fn arguments(body: &Body, call: Op) -> SmallVec<[Value; 4]> {
    call.cast::<dyn CallOp>(body).map(|c| c.arguments(body)).unwrap_or_default()
}

impl Solver<'_, '_> {
    fn mark(&mut self, unit: Unit, value: Value) {
        if self.live.values.insert((unit, value)) {
            self.todo.push((unit, value));
        }
    }
    fn mark_all(&mut self, unit: Unit, values: impl IntoIterator<Item = Value>) {
        values.into_iter().for_each(|v| self.mark(unit, v));
    }
    /// Marks the operands that an op needs even if its results are unused.
    fn root(&mut self, unit: Unit, op: Op) {
        let body = self.units.body(unit);
        if is_region_branch(body, op) {
            if !is_memory_effect_free(body, op) {
                self.control(unit, op);
            }
            return;
        }
        if let Some(branch) = op.cast::<dyn BranchOp>(body) {
            let passed: Vec<usize> =
                (0..body.successors(op).len()).flat_map(|i| branch.successor_operands(body, i)).collect();
            let own = body.operands(op).enumerate().filter(|(i, _)| !passed.contains(i)).map(|(_, v)| v);
            return self.mark_all(unit, own.collect::<Vec<_>>());
        }
        if self.units.callee(unit, op).is_some() {
            return;
        }
        let needed = if returns(body, op) {
            !self.units.is_closed(unit)
        } else if body.has_trait(op, Trait::Terminator) {
            body.parent_op(op).is_none_or(|p| !is_region_branch(body, p))
        } else {
            !is_memory_effect_free(body, op)
        };
        if needed {
            self.mark_all(unit, body.operands(op).collect::<Vec<_>>());
        }
    }
    /// Marks the operands that decide the control flow of an op with regions.
    fn control(&mut self, unit: Unit, op: Op) {
        let body = self.units.body(unit);
        let flows = forwarded(body, op);
        let mut values = kept(body, op, &flows);
        for (_, t) in super::region_branch::terminators(body, op) {
            values.extend(kept(body, t, &flows));
        }
        self.mark_all(unit, values);
    }
    /// Marks the operands that a live value is computed from.
    fn visit(&mut self, unit: Unit, value: Value) {
        let body = self.units.body(unit);
        match body.def(value) {
            Def::Result { op, index } => {
                if let Some(callee) = self.units.callee(unit, op) {
                    let inner = self.units.body(callee);
                    let exits = inner.all_ops().into_iter().filter(|&t| returns(inner, t));
                    let values: Vec<Value> = exits.filter_map(|t| inner.operands(t).nth(index)).collect();
                    return self.mark_all(callee, values);
                }
                if !is_region_branch(body, op) {
                    return self.mark_all(unit, body.operands(op).collect::<Vec<_>>());
                }
                self.control(unit, op);
                self.sources(unit, op, value);
            }
            Def::Arg { block, index } => {
                let Some(region) = body.block_parent(block) else { return };
                if body.blocks(region).first() != Some(&block) {
                    return self.branch_sources(unit, block, index);
                }
                match body.region_parent(region) {
                    Some(Op::SELF) => {
                        for (caller, call) in self.live.calls.get(&unit).cloned().unwrap_or_default() {
                            if let Some(&v) = arguments(self.units.body(caller), call).get(index) {
                                self.mark(caller, v);
                            }
                        }
                    }
                    Some(op) if is_region_branch(body, op) => self.sources(unit, op, value),
                    Some(op) => self.mark_all(unit, body.operands(op).collect::<Vec<_>>()),
                    None => (),
                }
            }
            Def::Forward => (),
        }
    }
    /// Marks the operands that `op` passes to `value`.
    fn sources(&mut self, unit: Unit, op: Op, value: Value) {
        let body = self.units.body(unit);
        for f in forwarded(body, op) {
            let pairs = f.operands.clone().zip(&f.inputs).filter(|(_, input)| **input == value);
            self.mark_all(unit, pairs.map(|(i, _)| body.operand(f.op, i)).collect::<Vec<_>>());
        }
    }
    /// Marks the operands that branches pass for argument `index` of `block`.
    fn branch_sources(&mut self, unit: Unit, block: Block, index: usize) {
        let body = self.units.body(unit);
        let Some(region) = body.block_parent(block) else { return };
        for op in body.blocks(region).iter().filter_map(|&b| body.last_op(b)) {
            let Some(branch) = op.cast::<dyn BranchOp>(body) else { continue };
            for (i, _) in body.successors(op).iter().enumerate().filter(|s| *s.1 == block) {
                let range = branch.successor_operands(body, i);
                let produced = body.block_args(block).len().saturating_sub(range.len());
                if let Some(n) = index.checked_sub(produced).and_then(|k| range.clone().nth(k)) {
                    self.mark(unit, body.operand(op, n));
                }
            }
        }
    }
}
