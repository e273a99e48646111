//! Loops whose iterations touch different memory become `scf.parallel`: scans along rows, updates of slices.
//!
//! ```mlir
//! scf.for %i = %c0 to %c64 step %c1 {
//!   scf.for %j … iter_args(%sum = %zero) { … memref.load %x[%i, %j] … memref.store %s, %y[%i, %j] … }
//! }
//! ```
//! becomes `scf.parallel (%i) = (%c0) to (%c64) step (%c1)`. The loop may as well be one further inside, when the loops around it
//! contain nothing else; these then run in each iteration.
//!
//! Iterations are independent when each element that is written, and each that is read of such a buffer, has the number of
//! the iteration as its index in one dimension, the same for all of them.

use rustc_hash::FxHashMap;
use strata_ir::{analysis::is_memory_effect_free, prelude::*};
use strata_linalg::LinalgOp;
use strata_memref::{LoadOp, StoreOp, SubViewOp};
use strata_scf::{ForOp, ParallelOp, ReduceOp};
use strata_tensor::{MixedIndex, OffsetSizeStride};

use crate::access::{Root, accesses, is_memref, is_view, root};

/// Makes such loops parallel. Returns how many.
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
    // Whether the bounds of a loop are known in front of all of them.
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
        .map(|&l| known(l) && l.trip_count(b) != Some(1) && is_independent(b, first, l.induction_var(b)))
        .collect();
    parallel.contains(&true).then_some((levels, parallel))
}

/// Whether iterations of the loop with this variable touch different elements of what is written in `outer`.
fn is_independent(b: &Body, outer: ForOp, iv: Value) -> bool {
    let inside = |v: Value| b.def_op(v).is_some_and(|d| b.is_ancestor(outer.op(), d));
    let all = accesses(b, outer.op());
    let written: Vec<Root> = all.iter().filter(|a| a.write).map(|a| a.root).collect();
    if written.contains(&Root::Unknown) {
        return false;
    }
    let mut of: FxHashMap<Value, (Value, Vec<usize>)> = FxHashMap::default();
    for op in b.ops_in(outer.op()) {
        // Loops and branches touch what the ops in them do.
        let around = b.has_trait(op, Trait::RecursiveMemoryEffects) && !op.implements::<dyn LinalgOp>(b);
        if is_view(b, op) || is_memory_effect_free(b, op) || around {
            continue;
        }
        let operands: Vec<Value> = b.operands(op).collect();
        for (i, &v) in operands.iter().enumerate().filter(|&(_, &v)| is_memref(b, v)) {
            let memory = match root(b, v) {
                // What is allocated inside belongs to one iteration.
                Root::Local(m) if inside(m) => continue,
                r if !written.iter().any(|w| w.may_alias(r)) => continue,
                Root::Local(m) | Root::Distinct(m) => m,
                Root::Unknown => return false,
            };
            let simple = op.isa::<LoadOp>(b) && i == 0 || op.isa::<StoreOp>(b) && i == 1;
            let (base, dims) = match b.def_op(v).filter(|d| is_view(b, *d) && inside(v)) {
                None if simple => {
                    let indices = operands.iter().skip(i + 1).enumerate();
                    (v, indices.filter(|&(_, &x)| x == iv).map(|(d, _)| d).collect())
                }
                None => (v, Vec::new()),
                Some(view) => slice_dims(b, view, iv),
            };
            let known = of.entry(memory).or_insert_with(|| (base, dims.clone()));
            known.1.retain(|d| dims.contains(d));
            if known.0 != base || known.1.is_empty() {
                return false;
            }
        }
    }
    !of.is_empty()
}

/// The buffer that a view is a part of, and the dimensions in which it is the slice with this number.
fn slice_dims(b: &Body, mut view: Op, iv: Value) -> (Value, Vec<usize>) {
    // Reshapes of a slice are in the slice.
    while let Some(source) = b.def_op(b.operand(view, 0)).filter(|d| is_view(b, *d)) {
        view = source;
    }
    let base = b.operand(view, 0);
    let Some(slice) = view.as_op::<SubViewOp>(b) else { return (base, Vec::new()) };
    let places = slice.mixed_offsets(b).into_iter().zip(slice.mixed_sizes(b)).enumerate();
    let one = |&(_, (offset, size)): &(usize, (MixedIndex, MixedIndex))| {
        offset == MixedIndex::Value(iv) && size == MixedIndex::Static(1)
    };
    (base, places.filter(one).map(|(d, _)| d).collect())
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
