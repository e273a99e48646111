//! Finds the values that are constant and the blocks that are reachable.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::prelude::*;

use super::{
    Lattice,
    units::{Unit, Units},
};

/// The constant value of each operand, if it has one.
type Constants = SmallVec<[Option<Attr>; 4]>;

/// The state of the solver, which is monotone: values only go from constant to unknown.
pub struct Solver<'b> {
    pub units: Units<'b>,
    pub values: FxHashMap<(Unit, Value), Lattice>,
    live: FxHashSet<(Unit, Block)>,
    /// The calls of each body that were found reachable.
    callers: FxHashMap<Unit, Vec<(Unit, Op)>>,
    /// The terminators that return from each body and were found reachable.
    returns: FxHashMap<Unit, Vec<Op>>,
    /// The ops that were folded to a value without using it.
    readers: FxHashMap<(Unit, Value), FxHashSet<Op>>,
    blocks: Vec<(Unit, Block)>,
    ops: Vec<(Unit, Op)>,
}

impl<'b> Solver<'b> {
    pub fn new(units: Units<'b>) -> Self {
        Self {
            units,
            values: FxHashMap::default(),
            live: FxHashSet::default(),
            callers: FxHashMap::default(),
            returns: FxHashMap::default(),
            readers: FxHashMap::default(),
            blocks: Vec::new(),
            ops: Vec::new(),
        }
    }
    pub fn solve(&mut self) {
        self.enter_all(0, Op::SELF);
        loop {
            if let Some((unit, op)) = self.ops.pop() {
                let block = self.units.body(unit).parent_block(op);
                if block.is_some_and(|b| self.live.contains(&(unit, b))) {
                    self.visit(unit, op);
                }
            } else if let Some((unit, block)) = self.blocks.pop() {
                for op in self.units.body(unit).block_ops(block).collect::<Vec<_>>() {
                    self.visit(unit, op);
                }
            } else {
                break;
            }
        }
    }
    /// Marks all regions of `op` as entered, with unknown arguments.
    fn enter_all(&mut self, unit: Unit, op: Op) {
        for region in self.units.body(unit).regions(op).to_vec() {
            let Some(entry) = self.reach_region(unit, region) else { continue };
            self.unknown_args(unit, entry);
        }
    }
    fn reach_region(&mut self, unit: Unit, region: Region) -> Option<Block> {
        let entry = *self.units.body(unit).blocks(region).first()?;
        self.reach(unit, entry);
        Some(entry)
    }
    fn reach(&mut self, unit: Unit, block: Block) {
        if self.live.insert((unit, block)) {
            self.blocks.push((unit, block));
        }
    }
    fn set(&mut self, unit: Unit, value: Value, new: Lattice) {
        let joined = match (self.values.get(&(unit, value)), new) {
            (None, n) => n,
            (Some(Lattice::Unknown), _) => return,
            (Some(Lattice::Constant(old, _)), Lattice::Constant(new, _)) if *old == new => return,
            _ => Lattice::Unknown,
        };
        self.values.insert((unit, value), joined);
        self.ops.extend(self.units.body(unit).users(value).map(|op| (unit, op)));
        let readers = self.readers.get(&(unit, value)).into_iter().flatten();
        self.ops.extend(readers.map(|&op| (unit, op)));
    }
    fn unknown_args(&mut self, unit: Unit, block: Block) {
        for arg in self.units.body(unit).block_args(block).to_vec() {
            self.set(unit, arg, Lattice::Unknown);
        }
    }
    fn unknown_results(&mut self, unit: Unit, op: Op) {
        for v in self.units.body(unit).results(op).to_vec() {
            self.set(unit, v, Lattice::Unknown);
        }
    }
    /// Joins the lattice of `from` into that of `to`, a value of `to_unit`.
    fn flow(&mut self, (unit, from): (Unit, Value), (to_unit, to): (Unit, Value)) {
        if let Some(&known) = self.values.get(&(unit, from)) {
            self.set(to_unit, to, known);
        }
    }
    /// The constant values of the operands, and whether all operands have been computed.
    fn constants(&self, unit: Unit, op: Op) -> (Constants, bool) {
        let operands = self.units.body(unit).operands(op).map(|v| self.values.get(&(unit, v)).copied());
        let known: SmallVec<[Option<Lattice>; 4]> = operands.collect();
        let all = known.iter().all(Option::is_some);
        (known.into_iter().map(|l| l.and_then(Lattice::constant)).collect(), all)
    }
    fn visit(&mut self, unit: Unit, op: Op) {
        let body = self.units.body(unit);
        if let Some(child) = self.units.child(unit, op) {
            // A function whose callers are all known is entered by the first reachable call.
            if !self.units.is_closed(child) {
                self.enter_all(child, Op::SELF);
            }
            return self.unknown_results(unit, op);
        }
        if op.implements::<dyn CallOp>(body) {
            return self.call(unit, op);
        }
        if op.implements::<dyn RegionBranchOp>(body) {
            return self.enter_regions(unit, op);
        }
        if !body.regions(op).is_empty() {
            self.enter_all(unit, op);
            return self.unknown_results(unit, op);
        }
        if !body.successors(op).is_empty() {
            return self.branch(unit, op);
        }
        if body.has_trait(op, Trait::Terminator) {
            self.leave_region(unit, op);
        }
        if !self.units.body(unit).results(op).is_empty() {
            self.fold(unit, op);
        }
    }
    fn fold(&mut self, unit: Unit, op: Op) {
        let body = self.units.body(unit);
        let dialect = body.info(op).dialect();
        if body.has_trait(op, Trait::ConstantLike)
            && let Some(attr) = body.attr_slot(op, 0)
        {
            let v = body.result(op, 0);
            return self.set(unit, v, Lattice::Constant(attr, dialect));
        }
        let (consts, all) = self.constants(unit, op);
        if !all {
            return;
        }
        if !op.implements::<dyn Fold>(body) {
            return self.unknown_results(unit, op);
        }
        // Folding may change the op in place for values that are only assumed so far, so a copy is folded.
        let body = self.units.body_mut(unit);
        let copy = body.clone_op(op, &mut IdMap::new());
        let folded = copy.cast::<dyn Fold>(body).and_then(|f| f.fold(body, &consts));
        let own: SmallVec<[Value; 2]> = SmallVec::from_slice(body.results(copy));
        body.erase_forced(copy);
        let results = match folded {
            Some(Folded::Results(r)) if r.len() == own.len() => r,
            _ => return self.unknown_results(unit, op),
        };
        for (i, r) in results.iter().enumerate() {
            let target = self.units.body(unit).result(op, i);
            match r {
                FoldResult::Attr(a) => self.set(unit, target, Lattice::Constant(*a, dialect)),
                FoldResult::Value(v) if own.contains(v) => self.set(unit, target, Lattice::Unknown),
                FoldResult::Value(v) => {
                    // Folding may look through an operand, to a value that this op does not use.
                    if !self.units.body(unit).operands(op).any(|operand| operand == *v) {
                        self.readers.entry((unit, *v)).or_default().insert(op);
                    }
                    self.flow((unit, *v), (unit, target));
                }
            }
        }
    }
    /// Visits a terminator with successors.
    fn branch(&mut self, unit: Unit, op: Op) {
        self.unknown_results(unit, op);
        let body = self.units.body(unit);
        let successors = body.successors(op).to_vec();
        let Some(branch) = op.cast::<dyn BranchOp>(body) else {
            for s in successors {
                self.unknown_args(unit, s);
                self.reach(unit, s);
            }
            return;
        };
        let (consts, all) = self.constants(unit, op);
        let only = branch.successor_for(body, &consts);
        if only.is_none() && !all && successors.len() > 1 {
            return;
        }
        for (i, &s) in successors.iter().enumerate() {
            if only.is_some_and(|o| o != i) {
                continue;
            }
            let body = self.units.body(unit);
            let range = branch.successor_operands(body, i);
            let args = body.block_args(s).to_vec();
            let produced = args.len().saturating_sub(range.len());
            for (k, &arg) in args.iter().enumerate() {
                match k.checked_sub(produced) {
                    None => self.set(unit, arg, Lattice::Unknown),
                    Some(k) => {
                        let v = self.units.body(unit).operand(op, range.start + k);
                        self.flow((unit, v), (unit, arg));
                    }
                }
            }
            self.reach(unit, s);
        }
    }
    /// Visits an op with an interface for the control flow into and out of its regions.
    fn enter_regions(&mut self, unit: Unit, op: Op) {
        let body = self.units.body(unit);
        let Some(branch) = op.cast::<dyn RegionBranchOp>(body) else { return };
        let (consts, all) = self.constants(unit, op);
        let targets = branch.entry_successors(body, &consts);
        if !all && targets.len() > 1 {
            return;
        }
        for to in targets {
            let values = branch.entry_operands(self.units.body(unit), to);
            self.transfer(unit, op, to, &values);
        }
    }
    /// Passes `values` along the control flow edge to `to` of `op`.
    fn transfer(&mut self, unit: Unit, op: Op, to: RegionPoint, values: &[Value]) {
        let body = self.units.body(unit);
        let Some(branch) = op.cast::<dyn RegionBranchOp>(body) else { return };
        let inputs = branch.successor_inputs(body, to);
        let own: SmallVec<[Value; 4]> = match to {
            RegionPoint::Parent => body.results(op).into(),
            RegionPoint::Region(i) => {
                let Some(&region) = body.regions(op).get(i) else { return };
                let Some(entry) = self.reach_region(unit, region) else { return };
                self.units.body(unit).block_args(entry).into()
            }
        };
        let fits = inputs.len() == values.len();
        for v in own {
            match inputs.iter().position(|&i| i == v).filter(|_| fits) {
                Some(i) => self.flow((unit, values[i]), (unit, v)),
                None => self.set(unit, v, Lattice::Unknown),
            }
        }
    }
    /// Visits a terminator that leaves the region around it.
    fn leave_region(&mut self, unit: Unit, op: Op) {
        let body = self.units.body(unit);
        let (Some(region), Some(parent)) = (body.parent_region(op), body.parent_op(op)) else { return };
        if parent == Op::SELF && Op::SELF.implements::<dyn CallableOp>(body) {
            return self.leave_callable(unit, op);
        }
        let Some(branch) = parent.cast::<dyn RegionBranchOp>(body) else { return };
        let Some(from) = body.regions(parent).iter().position(|&r| r == region) else { return };
        let (consts, all) = self.constants(unit, op);
        let exit = op.cast::<dyn RegionTerminator>(body);
        let decided = exit.and_then(|t| t.successors(body, &consts));
        let targets = match decided {
            Some(targets) => targets,
            None if !all => return,
            None => branch.successors(body, RegionPoint::Region(from)),
        };
        for to in targets {
            let body = self.units.body(unit);
            let values: SmallVec<[Value; 4]> = match exit {
                Some(t) => t.forwarded(body, to),
                None => body.operands(op).collect(),
            };
            self.transfer(unit, parent, to, &values);
        }
    }
    fn call(&mut self, unit: Unit, op: Op) {
        let Some(callee) = self.units.callee(unit, op) else { return self.unknown_results(unit, op) };
        let callers = self.callers.entry(callee).or_default();
        if !callers.contains(&(unit, op)) {
            callers.push((unit, op));
        }
        let Some(call) = op.cast::<dyn CallOp>(self.units.body(unit)) else { return };
        let arguments = call.arguments(self.units.body(unit));
        if self.units.is_closed(callee) {
            for region in self.units.body(callee).regions(Op::SELF).to_vec() {
                let Some(entry) = self.reach_region(callee, region) else { continue };
                let params = self.units.body(callee).block_args(entry).to_vec();
                if params.len() != arguments.len() {
                    self.unknown_args(callee, entry);
                    continue;
                }
                for (&a, &p) in arguments.iter().zip(&params) {
                    self.flow((unit, a), (callee, p));
                }
            }
        }
        for exit in self.returns.get(&callee).cloned().unwrap_or_default() {
            self.return_to(callee, exit, unit, op);
        }
    }
    fn leave_callable(&mut self, unit: Unit, op: Op) {
        let returns = self.returns.entry(unit).or_default();
        if !returns.contains(&op) {
            returns.push(op);
        }
        for (caller, call) in self.callers.get(&unit).cloned().unwrap_or_default() {
            self.return_to(unit, op, caller, call);
        }
    }
    fn return_to(&mut self, callee: Unit, exit: Op, unit: Unit, call: Op) {
        let returned: SmallVec<[Value; 4]> = self.units.body(callee).operands(exit).collect();
        let results = self.units.body(unit).results(call).to_vec();
        let is_return = self.units.body(callee).has_trait(exit, Trait::ReturnLike);
        if !is_return || returned.len() != results.len() {
            return self.unknown_results(unit, call);
        }
        for (&from, &to) in returned.iter().zip(&results) {
            self.flow((callee, from), (unit, to));
        }
    }
}
