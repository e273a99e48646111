//! Loops that combine the elements of a row one after the other and store each result: cumulative sums, products and extrema.
//!
//! # Before
//! ```mlir
//! %last = scf.for %i = %c0 to %c4096 step %c1 iter_args(%c = %init) -> (f32) {
//!   %x = memref.load %a[%r, %i] : memref<64x4096xf32>
//!   %s = arith.maximumf %c, %x : f32
//!   memref.store %s, %y[%r, %i] : memref<64x4096xf32>
//!   scf.yield %s : f32
//! }
//! ```
//! # After
//! ```mlir
//! %v = scf.for %i = %c0 to %c4096 step %c16 iter_args(%c = %inits) -> (vector<16xf32>) {
//!   %x = vector.load …
//!   // Four steps, which combine each lane with the one that is 1, 2, 4 and 8 before it.
//!   %s = arith.maximumf %c, %scanned : vector<16xf32>
//!   vector.store %s …
//!   scf.yield (%c combined with the last lane of %scanned)
//! }
//! ```
//! From one iteration to the next, only one combination waits for another. Elements that are left over are done one by one, as before.

use strata_arith::SelectOp;
use strata_ir::{analysis::is_speculatable, core::interfaces::entry_block, prelude::*};
use strata_memref::{LoadOp, StoreOp};
use strata_passes_analysis::{buffer_alias, combiner::Combiner};
use strata_scf::ForOp;
use strata_vector::ShuffleOp;

use crate::{
    loop_builder::{build_for, constant_bounds},
    structured_op,
};

/// The fewest vectors of a row that are worth it.
const MIN_VECTORS: i64 = 2;
/// The most ops of a computation, which is repeated for each step.
const MAX_OPS: usize = 32;

/// A loop that scans a row.
struct Scan {
    op: ForOp,
    bounds: [i64; 2],
    load: LoadOp,
    store: StoreOp,
    /// The ops between the two, which compute the next carried value.
    payload: Vec<Op>,
    /// The operation, if there is one that has a neutral element.
    combiner: Option<Combiner>,
    lanes: i64,
}

/// Vectorises a scan.
pub(super) fn vectorize(body: &mut Body, op: Op, vector_bits: u32) -> bool {
    let Some(scan) = op.as_op::<ForOp>(body).and_then(|op| Scan::new(body, op, vector_bits)) else {
        return false;
    };
    scan.emit(body);
    true
}

impl Scan {
    fn new(b: &Body, op: ForOp, vector_bits: u32) -> Option<Self> {
        let (from, to) = constant_bounds(b, op)?;
        let block = entry_block(b, *b.regions(op.op()).first()?)?;
        let &[iv, carried] = b.block_args(block) else { return None };
        let ops: Vec<Op> = b.block_ops(block).take(MAX_OPS + 4).collect();
        let [load, ref payload @ .., store, end] = ops[..] else { return None };
        let (load, store) = (load.as_op::<LoadOp>(b)?, store.as_op::<StoreOp>(b)?);
        let x = b.result(load.op(), 0);
        let next = store.value(b);
        let same = b.operands(end).eq([next]) && b.has_trait(end, Trait::Terminator);
        let combiner = match *payload {
            [one] if b.operands(one).eq([carried, x]) || b.operands(one).eq([x, carried]) => {
                Combiner::from_op(b, one)
            }
            _ => None,
        };
        // Sums and products of floats depend on their order; the loop says whether it may change.
        let regroups = b.extra_attr(op.op(), strata_scf::REASSOC).is_some();
        let plain = |&op: &Op| {
            let scalar = |t: Type| b.cx().shaped(t).is_none() && b.cx().bit_width(t).is_some();
            b.has_trait(op, Trait::Elementwise)
                && is_speculatable(b, op)
                && b.regions(op).is_empty()
                && b.results(op).len() == 1
                && b.operand_types(op).chain(b.result_types(op)).all(scalar)
        };
        let associative = regroups || combiner.is_some_and(Combiner::is_exact);
        if !same || !associative || payload.len() > MAX_OPS || !payload.iter().all(plain) {
            return None;
        }
        let row = |buffer: Value, indices: Vec<Value>| {
            let outside = |v: &Value| b.def_block(*v) != Some(block);
            let rest = indices.split_last().filter(|(last, _)| **last == iv).map(|(_, rest)| rest)?;
            let fits = rest.iter().all(outside)
                && outside(&buffer)
                && structured_op::is_contiguous_innermost(b, buffer);
            fits.then_some((buffer, rest.to_vec()))
        };
        let read = row(load.memref(b), load.indices(b).collect::<Vec<_>>())?;
        let written = row(store.memref(b), store.indices(b).collect::<Vec<_>>())?;
        let [from_root, to_root] = [read.0, written.0].map(|v| buffer_alias::root(b, v));
        let apart = from_root.is_known() && to_root.is_known() && !from_root.may_alias(b, to_root);
        let elem = b.ty(x);
        let width = i64::from(b.cx().bit_width(elem).filter(|w| *w >= 8)?);
        let lanes = i64::from(vector_bits) / width;
        let long = to.checked_sub(from)? >= MIN_VECTORS.checked_mul(lanes)?;
        let power = u64::try_from(lanes).is_ok_and(u64::is_power_of_two) && lanes > 1;
        let fits = !b.cx().is_index(elem) && b.ty(next) == elem;
        (fits && (apart || read == written) && long && power).then(|| Self {
            op,
            bounds: [from, to],
            load,
            store,
            payload: payload.to_vec(),
            combiner,
            lanes,
        })
    }

    fn emit(&self, body: &mut Body) {
        let op = self.op.op();
        let b = &mut Builder::before(body, op);
        let elem = b.ty(b.result(self.load.op(), 0));
        let ty = b.cx().vector(&[self.lanes], elem);
        let outside = self.splats(b);
        let init = b.operand(op, 3);
        let inits = super::splat(b, init, self.lanes);
        // Lanes before the first one, where a combination with them is taken.
        let neutral = match self.combiner {
            Some(combiner) => combiner.neutral_attr(b.cx(), elem),
            None => structured_op::zero_attr(b.cx(), elem),
        };
        let neutral = strata_arith::constant(b, neutral);
        let neutral = super::splat(b, neutral, self.lanes);
        let [from, to] = self.bounds;
        let full = from + (to - from) / self.lanes * self.lanes;
        let [first, middle, step] = [from, full, self.lanes].map(|n| strata_arith::constant_index(b, n));
        let carried = build_for(b, first, middle, step, &[inits], |b, iv, carried| {
            let (source, row) = self.place(b, true, iv);
            let mut scanned = strata_vector::LoadOp::build(b, source, &row, None, None, ty);
            let mut distance = 1;
            while distance < self.lanes {
                let order: Vec<i64> = (0..self.lanes)
                    .map(|lane| if lane < distance { lane } else { self.lanes + lane - distance })
                    .collect();
                let order = b.cx().i64_array(&order);
                let before = ShuffleOp::build(b, neutral, scanned, order, ty);
                let both = self.combine(b, &outside, before, scanned);
                scanned = match self.combiner {
                    Some(_) => both,
                    None => {
                        // Nothing is before the first lanes.
                        let first = super::mask(b, distance, self.lanes);
                        SelectOp::build(b, first, scanned, both)
                    }
                };
                distance *= 2;
            }
            let result = self.combine(b, &outside, carried[0], scanned);
            let (dest, row) = self.place(b, false, iv);
            strata_vector::StoreOp::build(b, result, dest, &row, None, None);
            let last = b.cx().i64_array(&vec![self.lanes - 1; self.lanes as usize]);
            let last = ShuffleOp::build(b, scanned, scanned, last, ty);
            vec![self.combine(b, &outside, carried[0], last)]
        });
        let mut result = super::first_lane(b, carried[0], elem);
        if full < to {
            let [end, one] = [to, 1].map(|n| strata_arith::constant_index(b, n));
            result = build_for(b, middle, end, one, &[result], |b, iv, carried| {
                let (source, row) = self.place(b, true, iv);
                let x = LoadOp::build(b, source, &row, None, None);
                let next = self.combine(b, &[], carried[0], x);
                let (dest, row) = self.place(b, false, iv);
                StoreOp::build(b, next, dest, &row, None, None);
                vec![next]
            })[0];
        }
        let old = body.result(op, 0);
        body.replace_all_uses(old, result);
    }

    /// The buffer that is read or written, and the indices of element `iv` of the row.
    fn place(&self, b: &Builder<'_>, reads: bool, iv: Value) -> (Value, Vec<Value>) {
        let (buffer, mut row) = match reads {
            true => (self.load.memref(b), self.load.indices(b).collect::<Vec<_>>()),
            false => (self.store.memref(b), self.store.indices(b).collect()),
        };
        if let Some(last) = row.last_mut() {
            *last = iv;
        }
        (buffer, row)
    }

    /// The values from outside of the loop that the computation reads, each with a vector of it.
    fn splats(&self, b: &mut Builder<'_>) -> Vec<(Value, Value)> {
        let loop_block = b.parent_block(self.load.op());
        let read: Vec<Value> =
            self.payload.iter().flat_map(|&op| b.operands(op).collect::<Vec<_>>()).collect();
        let mut splats: Vec<(Value, Value)> = Vec::new();
        for value in read {
            if b.def_block(value) != loop_block && splats.iter().all(|s| s.0 != value) {
                splats.push((value, super::splat(b, value, self.lanes)));
            }
        }
        splats
    }

    /// The computation on what comes before and what comes after: on scalars, or on vectors with those of `outside`.
    fn combine(&self, b: &mut Builder<'_>, outside: &[(Value, Value)], before: Value, after: Value) -> Value {
        let lanes = b.cx().shaped(b.ty(before)).and_then(|s| s.num_elements());
        let mut map = IdMap::new();
        for &(scalar, vector) in outside {
            map.map(scalar, vector);
        }
        if let Some(&carried) = b.parent_block(self.load.op()).and_then(|block| b.block_args(block).get(1)) {
            map.map(carried, before);
        }
        map.map(b.result(self.load.op(), 0), after);
        for &op in &self.payload {
            let new = b.clone_op(op, &mut map);
            if let Some(lanes) = lanes {
                let result = b.result(new, 0);
                let ty = b.cx().vector(&[lanes], b.ty(result));
                b.body().set_type(result, ty);
            }
            b.insert_op(new);
        }
        map.get(self.store.value(b))
    }
}
