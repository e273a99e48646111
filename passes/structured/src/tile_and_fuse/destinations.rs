//! Loops whose iterations write at places that they load, such as scatters: each of many threads looks at all of them and runs those whose place is
//! in its part of the buffer.
//!
//! ```mlir
//! scf.for %i = %c0 to %c4096 step %c1 {
//!   %place = …                                   // loaded
//!   %inside = arith.select …
//!   scf.for %_ = %c0 to %inside step %c1 { … the slice of %y at %place … }
//! }
//! ```
//! becomes a parallel loop over parts of the places, each of which runs the loop with `%inside = 0` for the places of other parts. Updates of one
//! place stay in one part and in their order, so the results are the same bits.
//!
//! That costs looking at all places in each part, so it is done for more than two threads only, and where the updates are most of the work.

use strata_arith::{AddIOp, AndIOp, CmpIPredicate, MulIOp, OrIOp, SelectOp, constant_index};
use strata_ir::{analysis::is_memory_effect_free, prelude::*};
use strata_linalg::LinalgOp;
use strata_memref::{LoadOp, StoreOp, SubViewOp};
use strata_passes_analysis::{independence::is_independent, index_arith::compare};
use strata_scf::{ForOp, ForallOp, IfOp, InParallelOp, syntax::Mixed};
use strata_tensor::{MixedIndex, OffsetSizeStride};

use super::{Thresholds, cost_model, independent_loops::NS_PER_OP, loop_nest::Nest};
use crate::loop_builder::constant_bounds;

/// Nanoseconds of looking at a place, whose branch is seldom foreseen.
const NS_PER_LOOK: f64 = 5.0;
/// Parts of the time of the loop alone that it has to take less.
const GAIN: f64 = 1.5;

/// Divides such loops of a block. Returns their number.
pub(super) fn divide(b: &mut Body, block: Block, worth: &Thresholds) -> u64 {
    if worth.few_threads() {
        return 0;
    }
    let loops: Vec<ForOp> = b.block_ops(block).filter_map(|op| op.as_op::<ForOp>(b)).collect();
    let plans: Vec<Plan> = loops.into_iter().filter_map(|outer| plan(b, outer, worth)).collect();
    for plan in &plans {
        emit(b, plan);
    }
    plans.len() as u64
}

/// A loop over updates.
struct Plan {
    outer: ForOp,
    /// The op in it that runs an update, or does not.
    guard: Op,
    /// Where an update writes.
    place: Value,
    /// The number of parts, and the places of each.
    parts: i64,
    size: i64,
}

fn plan(b: &Body, outer: ForOp, worth: &Thresholds) -> Option<Plan> {
    let (from, to) = constant_bounds(b, outer).filter(|_| b.results(outer.op()).is_empty())?;
    let mut inside: Vec<Op> = b.block_ops(outer.body_block(b)).collect();
    inside.pop().filter(|&end| b.has_trait(end, Trait::Terminator))?;
    let guard = inside.pop().filter(|&op| is_guard(b, op))?;
    let only_read =
        |&op: &Op| b.regions(op).is_empty() && (is_memory_effect_free(b, op) || op.isa::<LoadOp>(b));
    inside.iter().all(|op| only_read(op)).then_some(())?;
    let index = b.cx().index();
    let places = inside.iter().flat_map(|&op| b.results(op)).copied().filter(|&v| b.ty(v) == index);
    let (place, extent) = places
        .filter_map(|v| Some((v, extent_of(b, guard, v)?)))
        .filter(|&(v, _)| is_independent(b, outer.op(), v))
        .max_by_key(|&(_, extent)| extent)?;
    let count = (to - from) as f64;
    let look = count * NS_PER_LOOK;
    let total = look + count * time(b, guard);
    let parts = parts(worth, look, total).min(extent);
    let size = (extent + parts - 1) / parts.max(1);
    (parts > 1).then_some(Plan { outer, guard, place, parts: (extent + size - 1) / size, size })
}

/// How many parts are worth looking at all places for each: as many as other loops have, or else one for each thread, or one.
fn parts(worth: &Thresholds, look: f64, total: f64) -> i64 {
    let threads = worth.threads as f64;
    let longest = |parts: f64| (parts / threads).ceil() * (look + (total - look) / parts);
    let pays = |&parts: &f64| parts > 1.0 && GAIN * longest(parts) < total;
    let many = worth.tiles(total) as f64;
    let candidates = [many, threads.min(many)].into_iter().filter(pays);
    candidates.min_by(|&x, &y| longest(x).total_cmp(&longest(y))).map_or(1, |parts| parts as i64)
}

/// Whether an op runs its region or does not, by a condition: a branch, or a loop of no or one iteration.
fn is_guard(b: &Body, op: Op) -> bool {
    let branches = op.isa::<IfOp>(b) && b.regions(op).get(1).is_none_or(|&r| b.blocks(r).is_empty());
    let loops = op.as_op::<ForOp>(b).is_some_and(|f| {
        let known = |i: usize| constant_value(b, b.operand(f.op(), i)).and_then(|a| b.cx().attr_i64(a));
        let bound = b.operand(op, 1);
        let (zero, one) = (known(0) == Some(0), known(2) == Some(1));
        let selects = b.def_op(bound).is_some_and(|d| d.isa::<SelectOp>(b));
        zero && one && selects && b.cx().is_index(b.ty(bound))
    });
    b.results(op).is_empty() && (branches || loops)
}

/// The size of the dimension in which ops in `guard` access slices or elements at `place`.
fn extent_of(b: &Body, guard: Op, place: Value) -> Option<i64> {
    let shape = |v: Value| Some(b.cx().type_as::<MemRefType>(b.ty(v))?.shape.to_vec());
    let extents = b.ops_in(guard).into_iter().filter_map(|op| {
        if let Some(slice) = op.as_op::<SubViewOp>(b) {
            let at = slice.mixed_offsets(b).iter().position(|&o| o == MixedIndex::Value(place))?;
            return shape(b.operand(op, 0))?.get(at).copied();
        }
        let first = if op.isa::<StoreOp>(b) { 2 } else { return None };
        let at = b.operands(op).skip(first).position(|v| v == place)?;
        shape(b.operand(op, first - 1))?.get(at).copied()
    });
    extents.filter(|&n| n > 1).max()
}

/// Estimated nanoseconds of an update.
fn time(b: &Body, guard: Op) -> f64 {
    let structured = |op: Op| op.implements::<dyn LinalgOp>(b);
    let outside = |&op: &Op| !b.parent_op(op).is_some_and(structured);
    let of = |op: Op| Nest::from_op(b, op).map_or(NS_PER_OP, |nest| cost_model::time(&nest).max(NS_PER_OP));
    b.ops_in(guard).into_iter().filter(outside).map(of).sum()
}

fn emit(b: &mut Body, plan: &Plan) {
    let &Plan { outer, guard, place, parts, size } = plan;
    let one = |n: i64| [Mixed::Static(n)];
    let mut at = Builder::before(b, outer.op());
    ForallOp::create(&mut at, [&one(0), &one(parts), &one(1)], &[], None, |b, ivs, _| {
        let of_part = constant_index(b, size);
        let lower = MulIOp::build(b, ivs[0], of_part, None);
        let upper = AddIOp::build(b, lower, of_part, None);
        // The last part has what is outside of all, too.
        let last = constant_index(b, parts - 1);
        let is_last = compare(b, CmpIPredicate::Eq, ivs[0], last);
        let here = b.point();
        b.move_op(outer.op(), here);
        let mut inner = Builder::before(b.body(), guard);
        let (from, below) = (
            compare(&mut inner, CmpIPredicate::Uge, place, lower),
            compare(&mut inner, CmpIPredicate::Ult, place, upper),
        );
        let below = OrIOp::build(&mut inner, below, is_last);
        let mine = AndIOp::build(&mut inner, from, below);
        let at = if guard.isa::<IfOp>(inner.body()) { 0 } else { 1 };
        let old = inner.body().operand(guard, at);
        let new = match at {
            0 => AndIOp::build(&mut inner, mine, old),
            _ => {
                let none = constant_index(&mut inner, 0);
                SelectOp::build(&mut inner, mine, old, none)
            }
        };
        inner.body().set_operand(guard, at, new);
        InParallelOp::create(b, |_| {});
    });
}
