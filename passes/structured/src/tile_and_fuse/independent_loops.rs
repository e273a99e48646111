//! Loops over elements whose iterations touch different memory, such as scans along rows, and windows that write at the position of a
//! selected element.
//!
//! ```mlir
//! scf.for %i = %c0 to %c64 step %c1 {
//!   scf.for %j … iter_args(%sum = %zero) { … memref.load %x[%i, %j] … memref.store %s, %y[%i, %j] … }
//! }
//! ```
//! becomes a parallel loop over parts of the rows, each of which runs the loop over its rows. The divided loop may also be an inner one,
//! if the loops around it contain nothing else; these then run in each part.
//!
//! `strata_passes_analysis::independence` says which iterations are independent.

use strata_arith::{AddIOp, MinSIOp, MulIOp, constant_index};
use strata_ir::{analysis::is_memory_effect_free, prelude::*};
use strata_memref::{LoadOp, StoreOp};
use strata_passes_analysis::independence::is_independent;
use strata_scf::{ForOp, ForallOp, IfOp, InParallelOp, syntax::Mixed};

use super::Thresholds;
use crate::loop_builder::constant_bounds;

/// Nanoseconds of an op on scalars, in estimates.
pub(super) const NS_PER_OP: f64 = 0.4;
/// Assumed iterations of a loop of unknown length.
const ITERATIONS: f64 = 8.0;
/// The fewest iterations in a part of an inner loop: neighbours share a cache line.
const NEIGHBOURS: i64 = 16;

/// Divides such loops of a block into parts for several threads. Returns their number.
pub(super) fn parallelize(b: &mut Body, block: Block, worth: &Thresholds) -> u64 {
    let loops: Vec<ForOp> = b.block_ops(block).filter_map(|op| op.as_op::<ForOp>(b)).collect();
    let mut changed = 0;
    for outer in loops {
        if let Some(plan) = plan(b, outer, worth) {
            emit(b, outer, &plan);
            changed += 1;
        }
    }
    changed
}

/// The loop that is divided, its bounds, and the size of a part.
struct Plan {
    cut: ForOp,
    from: i64,
    to: i64,
    size: i64,
}

fn plan(b: &Body, outer: ForOp, worth: &Thresholds) -> Option<Plan> {
    if !b.results(outer.op()).is_empty() {
        return None;
    }
    let time = NS_PER_OP * work(b, outer.op())?;
    if !worth.is_shared(time) {
        return None;
    }
    let mut cut = outer;
    loop {
        let (from, to) = constant_bounds(b, cut)?;
        let iv = b.block_args(cut.body_block(b)).first().copied()?;
        let n = to - from;
        if n > 1 && is_independent(b, outer.op(), iv) {
            let part = (n as f64 * worth.chunk_time(time) / time) as i64;
            let least = if cut.op() == outer.op() { 1 } else { NEIGHBOURS };
            let size = part.clamp(least, n.max(least));
            return (size < n).then_some(Plan { cut, from, to, size });
        }
        // The next inner loop, if the block contains nothing else.
        let block = cut.body_block(b);
        let mut inside = b.block_ops(block).filter(|&op| !b.has_trait(op, Trait::Terminator));
        let next = inside.next()?.as_op::<ForOp>(b)?;
        if inside.next().is_some() || !b.results(next.op()).is_empty() {
            return None;
        }
        cut = next;
    }
}

/// The number of scalar ops that a loop runs; `None` if it contains other ops.
fn work(b: &Body, outer: Op) -> Option<f64> {
    let times = |op: Op| {
        op.as_op::<ForOp>(b)
            .map_or(1.0, |f| constant_bounds(b, f).map_or(ITERATIONS, |(x, y)| (y - x) as f64))
    };
    let mut total = 0.0;
    let mut open = vec![(outer, 1.0)];
    while let Some((op, before)) = open.pop() {
        let known = op.isa::<ForOp>(b)
            || op.isa::<IfOp>(b)
            || op.isa::<LoadOp>(b)
            || op.isa::<StoreOp>(b)
            || b.has_trait(op, Trait::Terminator)
            || b.regions(op).is_empty() && is_memory_effect_free(b, op);
        known.then_some(())?;
        let many = before * times(op);
        total += before;
        open.extend(b.regions(op).iter().flat_map(|&r| b.region_ops(r)).map(|inner| (inner, many)));
    }
    Some(total)
}

fn emit(b: &mut Body, outer: ForOp, plan: &Plan) {
    let count = (plan.to - plan.from + plan.size - 1) / plan.size;
    let whole = (plan.to - plan.from) % plan.size == 0;
    let mut at = Builder::before(b, outer.op());
    let one = |n: i64| [Mixed::Static(n)];
    ForallOp::create(&mut at, [&one(0), &one(count), &one(1)], &[], None, |b, ivs, _| {
        let size = constant_index(b, plan.size);
        let mut lower = MulIOp::build(b, ivs[0], size, None);
        if plan.from != 0 {
            let from = constant_index(b, plan.from);
            lower = AddIOp::build(b, lower, from, None);
        }
        let mut upper = AddIOp::build(b, lower, size, None);
        if !whole {
            let end = constant_index(b, plan.to);
            upper = MinSIOp::build(b, upper, end);
        }
        let here = b.point();
        b.move_op(outer.op(), here);
        b.set_operand(plan.cut.op(), 0, lower);
        b.set_operand(plan.cut.op(), 1, upper);
        InParallelOp::create(b, |_| {});
    });
}
