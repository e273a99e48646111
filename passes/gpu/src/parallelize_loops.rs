//! Loops whose iterations touch different memory become `scf.parallel`: scans along rows, updates of slices.
//!
//! ```mlir
//! scf.for %i = %c0 to %c64 step %c1 {
//!   scf.for %j … iter_args(%sum = %zero) { … memref.load %x[%i, %j] … memref.store %s, %y[%i, %j] … }
//! }
//! ```
//! becomes `scf.parallel (%i) = (%c0) to (%c64) step (%c1)`. The parallel loop may also be an inner one of a perfect nest; the loops around
//! it then run in each iteration.
//!
//! The analysis of independent iterations is `strata_passes_analysis::independence`.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_passes_analysis::independence::is_independent;
use strata_scf::{ForOp, ParallelOp, ReduceOp};

/// Makes such loops parallel. Returns their number.
pub(crate) fn parallelize(b: &mut Body, ops: &[Op]) -> usize {
    let mut changed = 0;
    for &op in ops {
        if b.is_live(op)
            && let Some(outer) = op.as_op::<ForOp>(b)
            && let Some((levels, parallel)) = plan(b, outer)
        {
            emit(b, &levels, &parallel);
            changed += 1;
        }
    }
    changed
}

/// The loops of a perfect nest, and which of them are parallel.
fn plan(b: &Body, outer: ForOp) -> Option<(Vec<ForOp>, Vec<bool>)> {
    let mut levels = vec![outer];
    loop {
        let level = *levels.last()?;
        if !b.results(level.op()).is_empty() || !b.cx().is_index(b.ty(level.lower_bound(b))) {
            levels.pop();
            break;
        }
        let mut inside = b.block_ops(level.body_block(b)).filter(|&op| !b.has_trait(op, Trait::Terminator));
        match (inside.next().and_then(|op| op.as_op::<ForOp>(b)), inside.next()) {
            (Some(next), None) => levels.push(next),
            _ => break,
        }
    }
    let first = *levels.first()?;
    // Whether the bounds of a loop are defined outside of all of them.
    let known = |l: ForOp| {
        b.operands(l.op()).take(3).all(|v| b.def_op(v).is_none_or(|d| !b.is_ancestor(first.op(), d)))
            && b.operands(l.op()).take(3).all(|v| {
                b.def_block(v)
                    .and_then(|block| b.block_parent_op(block))
                    .is_none_or(|p| p == Op::SELF || !b.is_ancestor(first.op(), p))
            })
    };
    let parallel: Vec<bool> = levels
        .iter()
        .map(|&l| known(l) && l.trip_count(b) != Some(1) && is_independent(b, first.op(), l.induction_var(b)))
        .collect();
    parallel.contains(&true).then_some((levels, parallel))
}

fn emit(b: &mut Body, levels: &[ForOp], parallel: &[bool]) {
    let (Some(first), Some(last)) = (levels.first().copied(), levels.last().copied()) else { return };
    let of = |wanted: bool| -> Vec<ForOp> {
        levels.iter().zip(parallel).filter(|(_, p)| **p == wanted).map(|(l, _)| *l).collect()
    };
    let (outside, inside) = (of(true), of(false));
    let mut at = Builder::before(b, first.op());
    let list = |b: &Body, i: usize| -> Vec<Value> { outside.iter().map(|l| b.operand(l.op(), i)).collect() };
    let (lower, upper, step) = (list(&at, 0), list(&at, 1), list(&at, 2));
    let op = ParallelOp::build(&mut at, &lower, &upper, &step, &[], &[]);
    let types = vec![at.cx().index(); outside.len()];
    let mut ivs: FxHashMap<Op, Value> = FxHashMap::default();
    at.region_block(op, 0, &types, |b, block| {
        for (l, &iv) in outside.iter().zip(&b.block_args(block).to_vec()) {
            ivs.insert(l.op(), iv);
        }
        let end = ReduceOp::build(b, &[], 0);
        b.goto(InsertPoint { block, before: Some(end.op()) });
        for l in &inside {
            let bounds = [0, 1, 2].map(|i| b.operand(l.op(), i));
            let new = ForOp::create(b, bounds, &[], |_, _, _| Vec::new());
            ivs.insert(l.op(), new.induction_var(b));
            let block = new.body_block(b);
            let before = b.terminator(block);
            b.goto(InsertPoint { block, before });
        }
        for l in levels {
            let (old, new) = (l.induction_var(b), ivs[&l.op()]);
            b.replace_all_uses(old, new);
        }
        let here = b.point();
        let from = last.body_block(b);
        let ops: Vec<Op> = b.block_ops(from).collect();
        for op in ops {
            if b.has_trait(op, Trait::Terminator) {
                continue;
            }
            b.move_op(op, here);
        }
    });
    b.erase(first);
}
