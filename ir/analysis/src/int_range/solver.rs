//! Solves for the ranges of all values of a body, along the control flow that may happen.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use strata_core::{
    Attr, Block, Body, Context, Op, Region, Trait, Type, Value,
    attrs::{DenseElementsAttr, IntegerAttr},
    interfaces::{BranchOp, RegionBranchOp, RegionPoint, RegionTerminator},
};
use strata_num::ApInt;

use super::IntRange;

/// An op that infers the ranges of its results.
pub trait InferIntRange {
    /// The range of each result from those of the operands. An operand that is no integer has none, and so has a result
    /// of which nothing is known.
    fn infer_ranges(&self, body: &Body, operands: &[Option<IntRange>]) -> SmallVec<[Option<IntRange>; 2]>;
}

/// A loop whose induction variables run between bounds.
pub trait LoopBounds {
    /// Induction variable, lower bound (included), upper bound (excluded) and step of each dimension.
    fn loop_bounds(&self, body: &Body) -> SmallVec<[[Value; 4]; 1]>;
}

/// How often the range of a value may grow before it is taken to be anything.
const MAX_CHANGES: u32 = 32;

/// The ranges of the values of a body. A value that is never computed has none, nor has one that is no integer.
///
/// The arguments of the body and the results of calls may be anything.
#[derive(Default, Debug)]
pub struct IntRanges {
    values: FxHashMap<Value, IntRange>,
    changes: FxHashMap<Value, u32>,
    live: FxHashSet<Block>,
    blocks: Vec<Block>,
    ops: Vec<Op>,
}

/// The width of the integers of a type; `index` has 64 bits.
pub fn width(cx: &Context, ty: Type) -> Option<u32> {
    let elem = cx.elem_or_self(ty);
    let int = cx.as_int(elem).is_some() || cx.is_index(elem);
    cx.bit_width(elem).filter(|&w| int && w > 0)
}

/// The range of the elements of a constant.
fn of_constant(cx: &Context, attr: Attr) -> Option<IntRange> {
    if let Some(int) = cx.attr_as::<IntegerAttr>(attr) {
        return Some(IntRange::constant(int.value.clone()));
    }
    let dense = cx.attr_as::<DenseElementsAttr>(attr)?;
    let width = width(cx, dense.ty)?;
    let n = if dense.splat { 1 } else { dense.num_elements(cx) };
    let each = (0..n).map(|i| IntRange::constant(ApInt::from_le_bytes(width, dense.element(cx, i))));
    each.reduce(|a, b| a.join(&b))
}

impl IntRanges {
    /// Solves for all values of `body`, without looking into bodies of other isolated ops.
    pub fn new(body: &Body) -> Self {
        let mut s = Self::default();
        for &region in body.regions(Op::SELF) {
            s.enter_unknown(body, region);
        }
        loop {
            if let Some(op) = s.ops.pop() {
                if body.parent_block(op).is_some_and(|b| s.live.contains(&b)) {
                    s.visit(body, op);
                }
            } else if let Some(block) = s.blocks.pop() {
                for op in body.block_ops(block) {
                    s.visit(body, op);
                }
            } else {
                return s;
            }
        }
    }
    /// The range of `value`; `None` when nothing is known about it.
    pub fn get(&self, value: Value) -> Option<&IntRange> {
        self.values.get(&value)
    }
    /// Drops the range of a value that is erased, so that a later value with the same number does not get it.
    pub fn forget(&mut self, value: Value) {
        self.values.remove(&value);
    }

    fn enter_unknown(&mut self, body: &Body, region: Region) {
        for &block in body.blocks(region) {
            if Some(&block) == body.blocks(region).first() {
                for &arg in body.block_args(block) {
                    self.unknown(body, arg);
                }
                self.reach(block);
            }
        }
    }
    fn reach(&mut self, block: Block) {
        if self.live.insert(block) {
            self.blocks.push(block);
        }
    }
    fn unknown(&mut self, body: &Body, value: Value) {
        if let Some(width) = width(body.cx(), body.ty(value)) {
            self.join(body, value, &IntRange::full(width));
        }
    }
    fn join(&mut self, body: &Body, value: Value, new: &IntRange) {
        let joined = match self.values.get(&value) {
            None => new.clone(),
            Some(old) => {
                let joined = old.join(new);
                if joined == *old {
                    return;
                }
                let changes = self.changes.entry(value).or_default();
                *changes += 1;
                // The range of a value that a terminator forwards would otherwise grow once per iteration of a loop, so
                // it is widened at once.
                let passed_on = body.def_op(value).is_some()
                    && body.users(value).any(|user| body.has_trait(user, Trait::Terminator));
                if passed_on || *changes > MAX_CHANGES { IntRange::full(old.width()) } else { joined }
            }
        };
        self.values.insert(value, joined);
        self.ops.extend(body.users(value));
        // The ends of a loop also bound its induction variables, wherever they are used.
        if let Some(op) =
            body.def_block(value).and_then(|block| body.block_parent_op(block)).filter(|&op| op != Op::SELF)
        {
            self.ops.push(op);
        }
    }
    fn pass(&mut self, body: &Body, from: Value, to: Value) {
        if let Some(range) = self.values.get(&from).cloned() {
            self.join(body, to, &range);
        }
    }
    fn visit(&mut self, body: &Body, op: Op) {
        if let Some(branch) = op.cast::<dyn RegionBranchOp>(body).filter(|_| !body.is_shell(op)) {
            return self.regions(body, op, branch);
        }
        if !body.successors(op).is_empty() {
            return self.branch(body, op);
        }
        if body.has_trait(op, Trait::Terminator) {
            return self.leave(body, op);
        }
        if !body.is_shell(op) {
            for &region in body.regions(op) {
                self.enter_unknown(body, region);
            }
        }
        if body.has_trait(op, Trait::ConstantLike)
            && let (Some(attr), &[result]) = (body.attr_slot(op, 0), body.results(op))
        {
            return match of_constant(body.cx(), attr) {
                Some(range) if width(body.cx(), body.ty(result)) == Some(range.width()) => {
                    self.join(body, result, &range)
                }
                _ => self.unknown(body, result),
            };
        }
        let inferred = match op.cast::<dyn InferIntRange>(body) {
            Some(infer) => {
                let mut operands: SmallVec<[Option<IntRange>; 4]> = SmallVec::new();
                for v in body.operands(op) {
                    let range = self.values.get(&v).cloned();
                    // If an operand has no range yet, the result has none either.
                    if range.is_none() && width(body.cx(), body.ty(v)).is_some() {
                        return;
                    }
                    operands.push(range);
                }
                infer.infer_ranges(body, &operands)
            }
            None => SmallVec::new(),
        };
        for (i, &result) in body.results(op).iter().enumerate() {
            match inferred.get(i).cloned().flatten() {
                Some(range) if width(body.cx(), body.ty(result)) == Some(range.width()) => {
                    self.join(body, result, &range)
                }
                _ => self.unknown(body, result),
            }
        }
    }
    fn regions(&mut self, body: &Body, op: Op, branch: &dyn RegionBranchOp) {
        for to in branch.successors(body, RegionPoint::Parent) {
            let inputs = branch.successor_inputs(body, to);
            for (from, &input) in branch.entry_operands(body, to).into_iter().zip(&inputs) {
                self.pass(body, from, input);
            }
            self.arrive(body, op, to, &inputs);
        }
    }
    /// A region is entered; its arguments that receive no values are bounded by the loop, or may be anything.
    fn arrive(&mut self, body: &Body, op: Op, to: RegionPoint, inputs: &[Value]) {
        let RegionPoint::Region(index) = to else { return };
        let Some(&entry) = body.regions(op).get(index).and_then(|&r| body.blocks(r).first()) else { return };
        let bounds = op.cast::<dyn LoopBounds>(body).map(|l| l.loop_bounds(body)).unwrap_or_default();
        for &arg in body.block_args(entry) {
            if inputs.contains(&arg) {
                continue;
            }
            match bounds.iter().find(|b| b[0] == arg) {
                Some(&[_, lower, upper, step]) => self.bounded(body, arg, lower, upper, step),
                None => self.unknown(body, arg),
            }
        }
        self.reach(entry);
    }
    fn bounded(&mut self, body: &Body, arg: Value, lower: Value, upper: Value, step: Value) {
        let Some(width) = width(body.cx(), body.ty(arg)) else { return };
        let range = |v: Value| self.values.get(&v);
        // A bound without a range comes later, and the loop is visited again then.
        let (Some(first), Some(end)) = (range(lower), range(upper)) else { return };
        let (mut min, mut max) = (first.smin.clone(), end.smax.clone());
        if range(step).is_some_and(|r| r.smax.is_negative()) {
            std::mem::swap(&mut min, &mut max);
        } else {
            max = max.sub(&ApInt::one(width));
        }
        // Empty bounds: the loop does not run, or it wraps around.
        if max.scmp(&min).is_ge() {
            self.join(body, arg, &IntRange::from_signed(min, max));
        }
    }
    /// Forwards the ranges of a terminator's operands to the blocks, regions or results that receive them.
    fn leave(&mut self, body: &Body, op: Op) {
        let Some(parent) = body.parent_op(op).filter(|&p| p != Op::SELF) else { return };
        let Some(branch) = parent.cast::<dyn RegionBranchOp>(body) else { return };
        let Some(index) = body.parent_region(op).and_then(|r| body.region_index(r)) else { return };
        for to in branch.successors(body, RegionPoint::Region(index)) {
            let values: SmallVec<[Value; 4]> = match op.cast::<dyn RegionTerminator>(body) {
                Some(t) => t.forwarded(body, to),
                None => body.operands(op).collect(),
            };
            let inputs = branch.successor_inputs(body, to);
            for (from, &input) in values.into_iter().zip(&inputs) {
                self.pass(body, from, input);
            }
            self.arrive(body, parent, to, &inputs);
        }
    }
    fn branch(&mut self, body: &Body, op: Op) {
        for &result in body.results(op) {
            self.unknown(body, result);
        }
        let Some(branch) = op.cast::<dyn BranchOp>(body) else {
            for &s in body.successors(op) {
                for &arg in body.block_args(s) {
                    self.unknown(body, arg);
                }
                self.reach(s);
            }
            return;
        };
        let cx = body.cx();
        let constant = |v: Value| {
            let value = self.values.get(&v)?.as_constant()?.clone();
            Some(cx.attr(IntegerAttr { value, ty: body.ty(v) }))
        };
        let consts: SmallVec<[Option<Attr>; 4]> = body.operands(op).map(constant).collect();
        let only = branch.successor_for(body, &consts);
        for (i, &s) in body.successors(op).iter().enumerate() {
            if only.is_some_and(|o| o != i) {
                continue;
            }
            let range = branch.successor_operands(body, i);
            let args = body.block_args(s);
            let produced = args.len().saturating_sub(range.len());
            for (k, &arg) in args.iter().enumerate() {
                match k.checked_sub(produced) {
                    Some(k) => self.pass(body, body.operand(op, range.start + k), arg),
                    None => self.unknown(body, arg),
                }
            }
            self.reach(s);
        }
    }
}
