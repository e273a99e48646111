//! Unrolling of an outer loop, whose copies are put together in the loops inside of it.

use strata_affine::{ApplyOp, ForOp};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};

use super::{
    cleanup::split_off_cleanup_loop,
    is_complete,
    iteration::clone_ops,
    promote::promote_if_single_iteration,
    trip_count::{constant_trip_count, divides_trip_count},
    unroll::NotUnrolled,
};
use crate::analysis::{
    access::{Access, accesses_in},
    dependence::{Dependence, Distance, Pairs, check_dependence, is_before_in_common_block},
    domain::{enclosing_ops, induction_vars},
    effects::has_affine_effects_only,
    reduction::{Reduction, reduction_of},
};

/// Ops between loops, which are copied together; the blocks of inner loops come after what is before the loop.
fn jam_blocks(b: &Body, for_op: ForOp) -> Vec<Vec<Op>> {
    let mut out = Vec::new();
    let mut stack = vec![Work::Block(for_op.region_block(b))];
    enum Work {
        Block(Block),
        Ops(Vec<Op>),
    }
    while let Some(work) = stack.pop() {
        let block = match work {
            Work::Ops(ops) => {
                out.push(ops);
                continue;
            }
            Work::Block(block) => block,
        };
        let (mut parts, mut run) = (Vec::new(), Vec::new());
        let last = b.last_op(block);
        for op in b.block_ops(block).filter(|&op| Some(op) != last) {
            match op.as_op::<ForOp>(b) {
                None => run.push(op),
                Some(inner) => {
                    parts.extend((!run.is_empty()).then(|| Work::Ops(std::mem::take(&mut run))));
                    parts.push(Work::Block(inner.region_block(b)));
                }
            }
        }
        parts.extend((!run.is_empty()).then_some(Work::Ops(run)));
        stack.extend(parts.into_iter().rev());
    }
    out
}

/// Whether all dependences hold when `factor` iterations of the loop run together.
fn is_jam_valid(b: &Body, for_op: ForOp, blocks: &[Vec<Op>], factor: u64) -> bool {
    if blocks.len() < 2 && blocks.iter().flatten().all(|&op| b.parent_op(op) == Some(for_op.op())) {
        return true;
    }
    if !has_affine_effects_only(b, for_op.op()) {
        return false;
    }
    let depth = induction_vars(b, &enclosing_ops(b, for_op.op())).len();
    let accesses = accesses_in(b, for_op.op());
    let block_of =
        |access: &Access| blocks.iter().position(|ops| ops.iter().any(|&op| b.is_ancestor(op, access.op)));
    let keeps_order =
        |from: &Access, to: &Access| match check_dependence(b, from, to, depth + 1, Pairs::Writes) {
            Dependence::None => true,
            Dependence::Unknown => false,
            Dependence::Exists(system) => {
                let distances = system.distances();
                let far = |d: &Distance| {
                    d.lower.is_some_and(|low| u64::try_from(low).is_ok_and(|low| low >= factor))
                };
                let Some((outer, inner)) = distances.get(depth..).and_then(|d| d.split_first()) else {
                    return false;
                };
                if far(outer) {
                    return true;
                }
                for d in inner {
                    match d.lower {
                        Some(1..) => return true,
                        Some(0) => {}
                        _ => return false,
                    }
                }
                block_of(from) == block_of(to) || is_before_in_common_block(b, from.op, to.op)
            }
        };
    accesses.iter().all(|from| accesses.iter().all(|to| keeps_order(from, to)))
}

/// Unrolls a loop by a factor, which is not zero, and puts the copies of the ops in its inner loops into these.
///
/// # Errors
/// The bounds of inner loops must not depend on the loop, carried values must be reductions, dependences must hold; and as for
/// [`super::unroll::unroll_by_factor`].
pub fn unroll_jam_by_factor(body: &mut Body, for_op: ForOp, factor: u64) -> Result<(), NotUnrolled> {
    let not = Err(NotUnrolled::NotApplicable);
    if !is_complete(body, for_op) || factor == 0 {
        return not;
    }
    let count = constant_trip_count(body, for_op);
    if factor == 1 {
        if count == Some(1) {
            promote_if_single_iteration(body, for_op);
        }
        return Ok(());
    }
    let block = for_op.region_block(body);
    if body.first_op(block) == body.last_op(block) {
        return Ok(());
    }
    if count.is_some_and(|n| n < factor) || !are_inner_bounds_invariant(body, for_op) {
        return not;
    }
    let n_carried = body.results(for_op.op()).len();
    let reductions: Vec<Reduction> = (0..n_carried).filter_map(|i| reduction_of(body, for_op, i)).collect();
    let blocks = jam_blocks(body, for_op);
    if reductions.len() != n_carried || !is_jam_valid(body, for_op, &blocks, factor) {
        return not;
    }
    let (step, ops) = (for_op.step_value(body), body.ops_in(for_op.op()).len() as u64);
    let fits = factor.checked_mul(ops).is_some_and(|n| n <= u64::from(body.cx().limits().unroll_ops));
    let small = i64::try_from(factor).ok().filter(|&f| fits && step.checked_mul(f).is_some());
    let n = small.ok_or(NotUnrolled::TooManyOps)?;
    if !divides_trip_count(body, for_op, factor) {
        if for_op.lower(body).map.n_results() != 1 || for_op.upper(body).map.n_results() != 1 {
            return not;
        }
        split_off_cleanup_loop(body, for_op, n).ok_or(NotUnrolled::NotApplicable)?;
    }
    jam(body, for_op, n, step, blocks, &reductions).ok_or(NotUnrolled::NotApplicable)
}

/// Whether the bounds of all inner loops are defined outside of the loop.
fn are_inner_bounds_invariant(b: &Body, for_op: ForOp) -> bool {
    let outside = |v: Value| b.is_defined_outside(v, for_op.op());
    b.ops_in(for_op.op())
        .into_iter()
        .filter_map(|op| op.as_op::<ForOp>(b))
        .all(|inner| inner.lower(b).operands.into_iter().chain(inner.upper(b).operands).all(outside))
}

/// A loop with carried values for each of the copies.
struct Widened {
    op: ForOp,
    n_old: usize,
}

fn jam(
    body: &mut Body,
    for_op: ForOp,
    factor: i64,
    step: i64,
    blocks: Vec<Vec<Op>>,
    reductions: &[Reduction],
) -> Option<()> {
    let mut maps = vec![IdMap::new(); factor as usize - 1];
    let inner = body.post_order_in(for_op.op()).into_iter().filter_map(|op| op.as_op::<ForOp>(body));
    let carrying: Vec<ForOp> = inner.chain([for_op]).filter(|op| !body.results(op.op()).is_empty()).collect();
    let mut widened = Vec::new();
    let mut root = for_op;
    for old in carrying {
        let new = widen(body, old, &mut maps)?;
        if old == for_op {
            root = new.op;
        }
        widened.push(new);
    }
    root.set_step_value(body, step * factor);
    let iv = root.induction_var(body)?;
    let loc = body.loc(root.op());
    for i in (1..factor).rev() {
        let map = &mut maps[i as usize - 1];
        for ops in &blocks {
            let at = InsertPoint::after(body, *ops.last()?);
            if body.has_uses(iv) {
                let bump = AffineMap::new(1, 0, vec![AffineExpr::dim(0) + i * step]);
                let value = ApplyOp::create(&mut Builder::new(body, at, loc), bump, &[iv]);
                map.map(iv, value);
            }
            clone_ops(body, ops, at, map);
        }
        for loops in &widened {
            loops.set_copy(body, i as usize, map)?;
        }
    }
    combine_results(body, root, factor as usize, reductions);
    promote_if_single_iteration(body, root);
    Some(())
}

/// Replaces a loop by one with as many more carried values as each further copy needs; `maps` get these.
fn widen(body: &mut Body, old: ForOp, maps: &mut [IdMap]) -> Option<Widened> {
    let n_old = body.results(old.op()).len();
    let copies = maps.len() + 1;
    let inits: Vec<Value> = old.inits(body).collect();
    let (lower, upper, step) = (old.lower(body), old.upper(body), old.step_value(body));
    let all = inits.repeat(copies);
    let mut b = Builder::before(body, old.op());
    let new = ForOp::create(&mut b, &lower, &upper, step, &all);
    let (from, to) = (old.region_block(body), new.region_block(body));
    let args = body.block_args(to).to_vec();
    body.inline_block(from, InsertPoint::at_end(to), &args[..=n_old]);
    let end = body.last_op(to)?;
    let yielded: Vec<Value> = body.operands(end).collect();
    body.set_operands(end, &yielded.repeat(copies));
    let (results, news) = (body.results(old.op()).to_vec(), body.results(new.op()).to_vec());
    for (&old, &new) in results.iter().zip(&news) {
        body.replace_all_uses(old, new);
    }
    body.erase(old.op());
    for (i, map) in maps.iter_mut().enumerate() {
        for j in 0..n_old {
            let at = (i + 1) * n_old + j;
            map.map(args[1 + j], args[1 + at]);
            map.map(news[j], news[at]);
        }
    }
    Some(Widened { op: new, n_old })
}

impl Widened {
    /// Makes the initial and yielded values of copy `i` those of `map`.
    fn set_copy(&self, body: &mut Body, i: usize, map: &IdMap) -> Option<()> {
        let (op, end) = (self.op.op(), body.last_op(self.op.region_block(body))?);
        let first = body.num_operands(op) - body.results(op).len();
        for j in 0..self.n_old {
            let (init, yielded) = (body.operand(op, first + j), body.operand(end, j));
            body.set_operand(op, first + i * self.n_old + j, map.get(init));
            body.set_operand(end, i * self.n_old + j, map.get(yielded));
        }
        Some(())
    }
}

/// Combines the results of the copies.
fn combine_results(body: &mut Body, root: ForOp, factor: usize, reductions: &[Reduction]) {
    let n_old = body.results(root.op()).len() / factor;
    let mut at = InsertPoint::after(body, root.op());
    for reduction in reductions {
        let first = body.result(root.op(), reduction.position);
        let (mut sum, mut made) = (first, Vec::new());
        for i in (1..factor).rev() {
            let other = body.result(root.op(), i * n_old + reduction.position);
            let mut state = OpState::new(body.info(reduction.combiner), body.loc(root.op()));
            state.operands.extend([sum, other]);
            state.result_types.push(body.ty(sum));
            let mut b = Builder::new(body, at, state.loc);
            let op = b.build(state);
            at = b.point();
            made.push(op);
            sum = body.result(op, 0);
        }
        body.replace_uses_if(first, sum, |_, user| !made.contains(&user));
    }
}
