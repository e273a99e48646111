//! `loop-invariant-subset-hoisting`: a part of a tensor that a loop reads and writes in every iteration is carried instead.
//!
//! Before:
//! ```mlir
//! %r = scf.for … iter_args(%t = %x) -> (tensor<8xf32>) {
//!   %v = vector.transfer_read %t[%c0], %p : tensor<8xf32>, vector<8xf32>
//!   %w = "compute"(%v) : (vector<8xf32>) -> vector<8xf32>
//!   %u = vector.transfer_write %w, %t[%c0] : vector<8xf32>, tensor<8xf32>
//!   scf.yield %u : tensor<8xf32>
//! }
//! ```
//! After:
//! ```mlir
//! %v = vector.transfer_read %x[%c0], %p : tensor<8xf32>, vector<8xf32>
//! %r:2 = scf.for … iter_args(%t = %x, %c = %v) -> (tensor<8xf32>, vector<8xf32>) {
//!   %w = "compute"(%c) : (vector<8xf32>) -> vector<8xf32>
//!   scf.yield %t, %w : tensor<8xf32>, vector<8xf32>
//! }
//! %u = vector.transfer_write %r#1, %r#0[%c0] : vector<8xf32>, tensor<8xf32>
//! ```
//! Slices are hoisted as transfers are. The loop must use the tensor for nothing else but parts that are disjoint.

use strata_ir::{core::writer::deep, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_scf::ForOp;
use strata_tensor::{ExtractSliceOp, InsertSliceOp, MixedIndex, OffsetSizeStride};
use strata_vector::{TransferReadOp, TransferWriteOp};

/// Hoist loop invariant subset ops outside of the loop.
#[pass(name = "loop-invariant-subset-hoisting", class = "LoopInvariantSubsetHoistingPass", each_body)]
pub struct LoopInvariantSubsetHoisting;

impl BodyPass for LoopInvariantSubsetHoisting {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        // Inner loops first, so that what leaves them can leave the outer ones too.
        for op in body.post_order() {
            if body.is_live(op)
                && let Some(for_op) = op.as_op::<ForOp>(body)
            {
                hoist_subsets_from(body, for_op);
            }
        }
        Ok(())
    }
}

/// Hoists from one loop, and returns the loop that takes its place. Carried values that are added may be hoisted from, too.
pub fn hoist_subsets_from(body: &mut Body, mut for_op: ForOp) -> ForOp {
    let mut i = 0;
    while i < for_op.region_iter_args(body).len() {
        for_op = hoist_at(body, for_op, i);
        i += 1;
    }
    for_op
}

/// An op that reads a part of a tensor, or writes one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Subset {
    op: Op,
    writes: bool,
}

impl Subset {
    fn from_op(body: &Body, op: Op) -> Option<Self> {
        let reads = op.isa::<ExtractSliceOp>(body) || op.isa::<TransferReadOp>(body);
        let writes = op.isa::<InsertSliceOp>(body) || op.isa::<TransferWriteOp>(body);
        (reads || writes).then_some(Self { op, writes })
    }
    /// The number of the operand that is the tensor.
    fn tensor(self) -> usize {
        usize::from(self.writes)
    }
    /// The part as slices describe it.
    fn slice(self, body: &Body) -> Option<[Vec<MixedIndex>; 3]> {
        let of =
            |s: &dyn OffsetSizeStride| [s.mixed_offsets(body), s.mixed_sizes(body), s.mixed_strides(body)];
        if let Some(extract) = self.op.as_op::<ExtractSliceOp>(body) {
            return Some(of(&extract));
        }
        self.op.as_op::<InsertSliceOp>(body).map(|insert| of(&insert))
    }
    /// The indices and the map of a transfer without mask.
    fn transfer(self, body: &Body) -> Option<(Vec<Value>, strata_ir::affine::AffineMap)> {
        if let Some(read) = self.op.as_op::<TransferReadOp>(body) {
            let plain = read.mask(body).is_none();
            return plain.then(|| (read.indices(body).collect(), read.map(body)));
        }
        let write = self.op.as_op::<TransferWriteOp>(body)?;
        write.mask(body).is_none().then(|| (write.indices(body).collect(), write.map(body)))
    }
    /// The type of the part.
    fn part(self, body: &Body) -> Type {
        let v = if self.writes { body.operand(self.op, 0) } else { body.result(self.op, 0) };
        body.ty(v)
    }
    fn is_same_part(self, other: Self, body: &Body) -> bool {
        if let (Some(x), Some(y)) = (self.slice(body), other.slice(body)) {
            let same = |(x, y): (&Vec<MixedIndex>, &Vec<MixedIndex>)| {
                x.len() == y.len() && x.iter().zip(y).all(|(x, y)| x.same(*y, body))
            };
            return x.iter().zip(&y).all(same);
        }
        match (self.transfer(body), other.transfer(body)) {
            (Some(x), Some(y)) => {
                let same = |(x, y): (&Value, &Value)| MixedIndex::Value(*x).same((*y).into(), body);
                x.1 == y.1 && x.0.iter().zip(&y.0).all(same) && self.part(body) == other.part(body)
            }
            _ => false,
        }
    }
    /// For each dimension, where the part begins and ends, if that is known.
    fn range(self, body: &Body) -> Option<Vec<Option<(i64, i64)>>> {
        if let Some([offsets, sizes, strides]) = self.slice(body) {
            let one = |((offset, size), stride): ((&MixedIndex, &MixedIndex), &MixedIndex)| {
                let (offset, size) = (offset.constant(body)?, size.constant(body)?);
                let last = size.checked_sub(1)?.checked_mul(stride.constant(body)?)?;
                Some((offset, offset.checked_add(last)?.checked_add(1)?))
            };
            return Some(offsets.iter().zip(&sizes).zip(&strides).map(one).collect());
        }
        let (indices, map) = self.transfer(body)?;
        let shape = body.cx().shaped(self.part(body))?.shape?;
        let one = |(d, &v): (usize, &Value)| {
            let offset = MixedIndex::Value(v).constant(body)?;
            let at = map.results().iter().position(|e| e.as_dim() == Some(d as u32));
            let size = at.map_or(Some(1), |at| shape.get(at).copied())?;
            Some((offset, offset.checked_add(size)?))
        };
        Some(indices.iter().enumerate().map(one).collect())
    }
    fn is_disjoint(self, other: Self, body: &Body) -> bool {
        let (Some(x), Some(y)) = (self.range(body), other.range(body)) else { return false };
        let apart = |(x, y): (&Option<(i64, i64)>, &Option<(i64, i64)>)| match (x, y) {
            (Some(x), Some(y)) => x.1 <= y.0 || y.1 <= x.0,
            _ => false,
        };
        x.len() == y.len() && x.iter().zip(&y).any(apart)
    }
}

/// The parts of a carried tensor that a loop reads and writes.
#[derive(Default)]
struct Subsets {
    all: Vec<Subset>,
    /// A read and a write of one part, as far as there are both, in the order in which the first of them was found.
    parts: Vec<[Option<Subset>; 2]>,
}

impl Subsets {
    /// Collects the uses of the carried value `i`, from its argument to what the iteration yields. `None` if there are others. Parts in
    /// nested loops are no candidates.
    fn collect(&mut self, body: &Body, for_op: ForOp, i: usize, nested: bool) -> Option<()> {
        let mut value = *for_op.region_iter_args(body).get(i)?;
        let end = for_op.terminator(body)?.op();
        loop {
            let (mut next, mut yielded) = (None, false);
            for (user, operand) in body.uses_of(value) {
                if user == end && operand == i {
                    yielded = true;
                } else if let Some(inner) = user.as_op::<ForOp>(body) {
                    let number = operand.checked_sub(3)?;
                    deep(|| self.collect(body, inner, number, true))?;
                    next.is_none().then_some(())?;
                    next = Some(body.result(user, number));
                } else {
                    let subset = Subset::from_op(body, user).filter(|s| s.tensor() == operand)?;
                    self.all.push(subset);
                    if subset.writes {
                        next.is_none().then_some(())?;
                        next = Some(body.result(user, 0));
                    }
                    if !nested {
                        self.add(body, subset);
                    }
                }
            }
            if yielded {
                return next.is_none().then_some(());
            }
            value = next?;
        }
    }
    fn add(&mut self, body: &Body, subset: Subset) {
        let own = usize::from(subset.writes);
        let open = self.parts.iter_mut().find(|part| {
            part[own].is_none() && part[1 - own].is_some_and(|other| other.is_same_part(subset, body))
        });
        match open {
            Some(part) => part[own] = Some(subset),
            None if subset.writes => self.parts.push([None, Some(subset)]),
            None => self.parts.push([Some(subset), None]),
        }
    }
    /// Pairs of a read and a write of one part, which no other use overlaps.
    fn pairs(&self, body: &Body) -> Vec<(Op, Op)> {
        let pair = |&[read, write]: &[Option<Subset>; 2]| {
            let (read, write) = (read?, write?);
            let others = self.all.iter().filter(|&&s| s != read && s != write);
            let alone = others.into_iter().all(|s| s.is_disjoint(read, body) && s.is_disjoint(write, body));
            (alone && read.part(body) == write.part(body)).then_some((read.op, write.op))
        };
        self.parts.iter().filter_map(pair).collect()
    }
}

/// Whether all operands, but for the tensor and the part, are defined outside of a loop.
fn is_invariant(body: &Body, op: Op, for_op: ForOp) -> bool {
    let Some(subset) = Subset::from_op(body, op) else { return false };
    let fixed = |(i, v): (usize, Value)| i <= subset.tensor() || body.is_defined_outside(v, for_op.op());
    body.operands(op).enumerate().all(fixed)
}

/// Hoists the parts of carried value `i`; returns the loop that takes the place of the old one.
fn hoist_at(body: &mut Body, mut for_op: ForOp, i: usize) -> ForOp {
    let mut subsets = Subsets::default();
    if subsets.collect(body, for_op, i, false).is_none() {
        return for_op;
    }
    for (read, write) in subsets.pairs(body) {
        if !is_invariant(body, read, for_op) || !is_invariant(body, write, for_op) {
            continue;
        }
        let (part, new_part) = (body.result(read, 0), body.operand(write, 0));
        let init = for_op.init_args(body).nth(i);
        let Some(init) = init else { return for_op };
        let before = InsertPoint::before(body, for_op.op());
        body.move_op(read, before);
        body.set_operand(read, 0, init);
        for_op = with_carried(body, for_op, part, new_part);
        let after = InsertPoint::after(body, for_op.op());
        let (written, dest) = (body.result(write, 0), body.operand(write, 1));
        body.move_op(write, after);
        body.replace_all_uses(written, dest);
        let results = body.results(for_op.op()).to_vec();
        let (tensor, carried) = (results[i], results[results.len() - 1]);
        body.replace_all_uses(tensor, written);
        body.set_operand(write, 0, carried);
        body.set_operand(write, 1, tensor);
    }
    for_op
}

/// The loop with one more carried value, which begins as `init` and is used in its place; iterations yield `next`.
pub fn with_carried(body: &mut Body, old: ForOp, init: Value, next: Value) -> ForOp {
    let mut b = Builder::before(body, old.op());
    let bounds = [old.lower_bound(&b), old.upper_bound(&b), old.step(&b)];
    let mut inits: Vec<Value> = old.init_args(&b).collect();
    inits.push(init);
    let types: Vec<Type> = inits.iter().map(|&v| b.ty(v)).collect();
    let new = ForOp::build(&mut b, bounds[0], bounds[1], bounds[2], &inits, None, &types);
    let mut args = vec![b.ty(bounds[0])];
    args.extend(types);
    let block = b.region_block(new, 0, &args, |_, block| block);
    let extra = body.extra_attrs(old.op()).to_vec();
    for (name, attr) in extra {
        let name = body.cx().str(name).to_owned();
        body.set_attr(new.op(), &name, Some(attr));
    }
    let args = body.block_args(block).to_vec();
    let (&carried, kept) = args.split_last().unwrap_or((&init, &args));
    let (old_block, at) = (old.body_block(body), InsertPoint::at_end(block));
    body.inline_block(old_block, at, kept);
    let inside = |b: &Body, op: Op| b.is_ancestor(new.op(), op) && op != new.op();
    body.replace_uses_if(init, carried, inside);
    if let Some(end) = body.last_op(block) {
        let mut values: Vec<Value> = body.operands(end).collect();
        values.push(if next == init { carried } else { next });
        body.set_operands(end, &values);
    }
    let (olds, news) = (body.results(old.op()).to_vec(), body.results(new.op()).to_vec());
    for (old, new) in olds.into_iter().zip(news) {
        body.replace_all_uses(old, new);
    }
    body.erase(old.op());
    new
}
