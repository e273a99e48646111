//! Collects the dead ops, values and arguments, then removes them.

use rustc_hash::FxHashSet;
use strata_ir::{
    analysis::is_memory_effect_free, core::writer::deep, prelude::*, rewrite::regions::remove_operand,
};

use super::{
    liveness::{Liveness, arguments, returns},
    region_branch::forwarded,
};
use crate::sccp::units::{Unit, Units};

/// Everything to be removed. The IR is changed only after the last op was visited.
pub struct Cleanup<'u, 'b> {
    units: &'u mut Units<'b>,
    live: Liveness,
    poison: &'static OpInfo,
    /// Live values that are removed nevertheless, since the ops that they come from are.
    dead: FxHashSet<(Unit, Value)>,
    args: Vec<(Unit, Block, Vec<usize>)>,
    /// Operands of branches and returns.
    operands: Vec<(Unit, Op, usize)>,
    /// Private functions: the numbers of dead arguments and of dead results.
    functions: Vec<(Unit, Vec<usize>, Vec<usize>)>,
    /// Operands that are passed to dead values.
    poisoned: Vec<(Unit, Op, usize)>,
    ops: Vec<(Unit, Op)>,
    made: Vec<(Unit, Op)>,
}

impl<'u, 'b> Cleanup<'u, 'b> {
    pub fn new(units: &'u mut Units<'b>, live: Liveness, poison: &'static OpInfo) -> Self {
        Self {
            units,
            live,
            poison,
            dead: FxHashSet::default(),
            args: Vec::new(),
            operands: Vec::new(),
            functions: Vec::new(),
            poisoned: Vec::new(),
            ops: Vec::new(),
            made: Vec::new(),
        }
    }
    /// Collects and removes everything.
    pub fn run(mut self) {
        self.look(0);
        self.remove();
    }

    // ---------------------------------------------------------------- finding

    fn is_live(&self, unit: Unit, v: Value) -> bool {
        self.live.is_live(unit, v) && !self.dead.contains(&(unit, v))
    }
    /// Visits the ops of a body, inner ones before those around them.
    fn look(&mut self, unit: Unit) {
        for op in self.units.body(unit).post_order() {
            if let Some(child) = self.units.child(unit, op) {
                deep(|| self.look(child));
                self.function(child);
                continue;
            }
            let body = self.units.body(unit);
            if op.implements::<dyn RegionBranchOp>(body) {
                self.region_branch(unit, op);
            } else if op.implements::<dyn BranchOp>(body) {
                self.branch(unit, op);
            } else if !body.has_trait(op, Trait::Terminator)
                && !op.implements::<dyn CallOp>(body)
                && !body.is_shell(op)
                && body.symbol_name(op).is_none()
            {
                self.simple(unit, op);
            }
        }
    }
    fn simple(&mut self, unit: Unit, op: Op) {
        let body = self.units.body(unit);
        // A dead operand is enough: it would be live if the op had an effect.
        let uses_dead = body.operands(op).any(|v| !self.is_live(unit, v));
        let is_needed =
            !is_memory_effect_free(body, op) || body.results(op).iter().any(|&v| self.is_live(unit, v));
        if uses_dead || !is_needed {
            let results = body.results(op).to_vec();
            self.dead.extend(results.into_iter().map(|v| (unit, v)));
            self.ops.push((unit, op));
        }
    }
    fn region_branch(&mut self, unit: Unit, op: Op) {
        let body = self.units.body(unit);
        if is_memory_effect_free(body, op) && !body.results(op).iter().any(|&v| self.is_live(unit, v)) {
            self.ops.push((unit, op));
            return;
        }
        let flows = forwarded(body, op);
        let mut found: Vec<(Op, usize)> = Vec::new();
        for f in &flows {
            for i in f.operands.clone() {
                // An operand may be passed to several values, as is an operand of a loop's condition.
                let is_needed = flows.iter().filter(|g| g.op == f.op && g.operands.contains(&i)).any(|g| {
                    let input = g.inputs.get(i - g.operands.start);
                    input.is_some_and(|&v| self.is_live(unit, v))
                });
                let is_dead = !self.is_live(unit, body.operand(f.op, i)) || !is_needed;
                if is_dead && !found.contains(&(f.op, i)) {
                    found.push((f.op, i));
                }
            }
        }
        self.poisoned.extend(found.into_iter().map(|(op, i)| (unit, op, i)));
    }
    fn branch(&mut self, unit: Unit, op: Op) {
        let body = self.units.body(unit);
        let Some(branch) = op.cast::<dyn BranchOp>(body) else { return };
        for (i, &to) in body.successors(op).iter().enumerate() {
            let range = branch.successor_operands(body, i);
            let args = body.block_args(to);
            let produced = args.len().saturating_sub(range.len());
            let dead: Vec<usize> =
                (produced..args.len()).filter(|&k| !self.live.is_live(unit, args[k])).collect();
            self.operands.extend(dead.iter().map(|k| (unit, op, range.start + k - produced)));
            self.dead.extend(dead.iter().map(|&k| (unit, args[k])));
            if !self.args.iter().rev().any(|a| (a.0, a.1) == (unit, to)) {
                self.args.push((unit, to, dead));
            }
        }
    }
    /// A function of which all calls are known.
    fn function(&mut self, unit: Unit) {
        let body = self.units.body(unit);
        let Some(entry) = body.entry().filter(|_| self.units.is_closed(unit)) else { return };
        let Some((inputs, results)) = signature(body) else { return };
        let args = body.block_args(entry);
        if args.len() != inputs {
            return;
        }
        let dead_args: Vec<usize> = (0..inputs).filter(|&i| !self.is_live(unit, args[i])).collect();
        let calls = self.live.calls.get(&unit).cloned().unwrap_or_default();
        let needs = |i: usize| {
            calls.iter().any(|&(u, call)| {
                let v = self.units.body(u).results(call).get(i).copied();
                v.is_some_and(|v| self.is_live(u, v))
            })
        };
        let dead_results: Vec<usize> = (0..results).filter(|&i| !needs(i)).collect();
        let exits: Vec<Op> = body.all_ops().into_iter().filter(|&t| returns(body, t)).collect();
        for t in exits.into_iter().filter(|&t| body.num_operands(t) == results) {
            self.operands.extend(dead_results.iter().map(|&i| (unit, t, i)));
        }
        self.dead.extend(dead_args.iter().map(|&i| (unit, args[i])));
        for (u, call) in calls {
            let own = self.units.body(u).results(call);
            self.dead.extend(dead_results.iter().filter_map(|&i| Some((u, *own.get(i)?))));
        }
        self.functions.push((unit, dead_args, dead_results));
    }

    // ---------------------------------------------------------------- removing

    fn remove(mut self) {
        // From the last operand to the first, so that the remaining indices stay valid.
        let mut operands = std::mem::take(&mut self.operands);
        operands.sort_unstable_by_key(|&(unit, op, i)| (unit, op, std::cmp::Reverse(i)));
        operands.dedup();
        for (unit, op, i) in operands {
            remove_forwarded(self.units.body_mut(unit), op, i);
        }
        for (unit, block, dead) in std::mem::take(&mut self.args) {
            self.erase_args(unit, block, &dead);
        }
        for (unit, args, results) in std::mem::take(&mut self.functions) {
            self.shrink_function(unit, &args, &results);
        }
        for (unit, op, i) in std::mem::take(&mut self.poisoned) {
            let v = self.units.body(unit).operand(op, i);
            let new = self.poison(unit, InsertPoint::before(self.units.body(unit), op), v);
            self.units.body_mut(unit).set_operand(op, i, new);
        }
        for (unit, op) in std::mem::take(&mut self.ops) {
            // It may have been inside of an op that was erased before.
            if self.units.body(unit).is_live(op) {
                self.detach(unit, op);
                self.units.body_mut(unit).erase(op);
            }
        }
        for (unit, op) in std::mem::take(&mut self.made) {
            let body = self.units.body_mut(unit);
            if body.is_live(op) && body.is_unused(op) {
                body.erase(op);
            }
        }
    }
    /// Inserts a poison value of the type of `v`.
    fn poison(&mut self, unit: Unit, at: InsertPoint, v: Value) -> Value {
        let body = self.units.body_mut(unit);
        let mut state = OpState::new(self.poison, body.value_loc(v));
        state.result_types.push(body.ty(v));
        let op = body.create(state);
        body.insert(op, at);
        self.made.push((unit, op));
        body.result(op, 0)
    }
    /// Replaces the results of `op` that still have uses by poison.
    fn detach(&mut self, unit: Unit, op: Op) {
        for v in self.units.body(unit).results(op).to_vec() {
            if self.units.body(unit).has_uses(v) {
                let new = self.poison(unit, InsertPoint::before(self.units.body(unit), op), v);
                self.units.body_mut(unit).replace_all_uses(v, new);
            }
        }
    }
    fn erase_args(&mut self, unit: Unit, block: Block, dead: &[usize]) {
        for &i in dead.iter().rev() {
            let v = self.units.body(unit).block_args(block)[i];
            if self.units.body(unit).has_uses(v) {
                let new = self.poison(unit, InsertPoint::at_start(self.units.body(unit), block), v);
                self.units.body_mut(unit).replace_all_uses(v, new);
            }
            self.units.body_mut(unit).erase_block_arg(block, i);
        }
    }
    fn shrink_function(&mut self, unit: Unit, args: &[usize], results: &[usize]) {
        if let Some(entry) = self.units.body(unit).entry() {
            self.erase_args(unit, entry, args);
        }
        let body = self.units.body_mut(unit);
        let cx = body.cx_arc().clone();
        if let Some(ty) = function_type(body).cloned() {
            let ty = cx.ty(FunctionType {
                inputs: without(&ty.inputs, args),
                results: without(&ty.results, results),
            });
            let attr = cx.type_attr(ty);
            body.set_attr(Op::SELF, "function_type", Some(attr));
        }
        for (name, gone) in [("arg_attrs", args), ("res_attrs", results)] {
            let list = body.attr(Op::SELF, name).and_then(|a| cx.attr_as::<ArrayAttr>(a)).cloned();
            if let Some(mut list) = list {
                list.0 = without(&list.0, gone);
                let attr = (!list.0.is_empty()).then(|| cx.attr(list));
                body.set_attr(Op::SELF, name, attr);
            }
        }
        for (u, call) in self.live.calls.get(&unit).cloned().unwrap_or_default() {
            self.shrink_call(u, call, args, results);
        }
    }
    /// Removes arguments and results of a call.
    fn shrink_call(&mut self, unit: Unit, call: Op, args: &[usize], results: &[usize]) {
        let body = self.units.body_mut(unit);
        if !body.is_live(call) {
            return;
        }
        // The arguments of a call are its last operands.
        let first = body.num_operands(call) - arguments(body, call).len();
        for &i in args.iter().rev() {
            remove_operand(body, call, first + i);
        }
        if results.is_empty() {
            return;
        }
        let mut state = OpState::new(body.info(call), body.loc(call));
        state.operands = body.operands(call).collect();
        state.attrs = (0..state.info.attrs.len()).map(|slot| body.attr_slot(call, slot)).collect();
        state.extra = body.extra_attrs(call).to_vec();
        let kept = without(body.results(call), results);
        state.result_types = kept.iter().map(|&v| body.ty(v)).collect();
        let new = body.create(state);
        body.insert(new, InsertPoint::before(body, call));
        for (i, &old) in kept.iter().enumerate() {
            let v = body.result(new, i);
            body.replace_all_uses(old, v);
        }
        self.detach(unit, call);
        self.units.body_mut(unit).erase(call);
    }
}

fn without<T: Clone>(list: &[T], gone: &[usize]) -> Vec<T> {
    list.iter().enumerate().filter(|(i, _)| !gone.contains(i)).map(|(_, v)| v.clone()).collect()
}

fn function_type(body: &Body) -> Option<&FunctionType> {
    let attr = body.attr(Op::SELF, "function_type")?;
    body.cx().type_as::<FunctionType>(body.cx().attr_as::<TypeAttr>(attr)?.0)
}

/// The numbers of arguments and results of a function whose type is a function type.
fn signature(body: &Body) -> Option<(usize, usize)> {
    function_type(body).map(|t| (t.inputs.len(), t.results.len()))
}

/// Removes operand `i`, and counts one less where a branch counts the operands of each of its cases.
fn remove_forwarded(body: &mut Body, op: Op, i: usize) {
    let case = op.cast::<dyn BranchOp>(body).and_then(|branch| {
        let successor =
            (0..body.successors(op).len()).find(|&s| branch.successor_operands(body, s).contains(&i))?;
        Some((branch.case_segments()?, successor))
    });
    remove_operand(body, op, i);
    if let Some((segments, successor)) = case {
        strata_ir::rewrite::regions::shrink_case(body, op, segments, successor);
    }
}
