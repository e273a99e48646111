//! `scf-for-loop-peeling`: the iterations of a loop whose last step goes beyond the upper bound are divided into two loops.
//!
//! Before:
//! ```mlir
//! scf.for %i = %c0 to %n step %c4 {
//!   %size = affine.min affine_map<(d0)[s0] -> (4, s0 - d0)>(%i)[%n]
//!   use(%size)
//! }
//! ```
//! After:
//! ```mlir
//! %m = affine.apply affine_map<()[s0, s1, s2] -> (s1 - (s1 - s0) mod s2)>()[%c0, %n, %c4]
//! scf.for %i = %c0 to %m step %c4 { use(%c4) }
//! scf.for %i = %m to %n step %c4 {
//!   %size = affine.apply affine_map<(d0)[s0] -> (-d0 + s0)>(%i)[%n]
//!   use(%size)
//! }
//! ```
//! With `peel-front`, the first of two loops has the first iteration. Loops that compare unsigned numbers stay, and loops over other
//! integers than `index` unless their bounds are constants.

use std::sync::Arc;

use strata_affine::{ApplyOp, ValueMap};
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_scf::ForOp;

use crate::{
    linear_system::{LinearSystem, Sum},
    min_max::{is_min_or_max, simplify},
};

/// Marks loops that are not peeled again.
const PEELED: &str = "__peeled_loop__";
/// Marks loops over the iterations that were divided off.
const PARTIAL: &str = "__partial_iteration__";

/// Peel `for` loops at their upper bounds.
#[pass(name = "scf-for-loop-peeling", class = "SCFForLoopPeeling", produces = [affine, arith, scf], each_body)]
pub struct ForLoopPeeling {
    /// Peel the first iteration out of the loop.
    pub peel_front: bool,
    /// Do not peel loops inside of the last, partial iteration of another already peeled loop.
    #[option(default = true)]
    pub skip_partial: bool,
}

impl BodyPass for ForLoopPeeling {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let (front, skip_partial) = (self.peel_front, self.skip_partial);
        let mut patterns = PatternSet::new();
        let peel = Arc::new(move |op: Op, rw: &mut Rewriter<'_>| peel(op, rw, front, skip_partial));
        patterns.add_fn(Some(ForOp::NAME), "peel", 1, peel);
        let config = GreedyConfig { canonicalize: false, ..GreedyConfig::default() };
        let result = rewrite_greedily(body, &patterns, &config);
        let marks = [PEELED, PARTIAL].map(|name| body.cx().intern(name));
        for op in body.all_ops() {
            for mark in marks {
                if body.extra_attrs(op).iter().any(|a| a.0 == mark) {
                    body.set_extra_attr(op, mark, None);
                }
            }
        }
        Ok(result.into_result()?)
    }
}

fn is_marked(body: &Body, op: Op, name: &str) -> bool {
    let name = body.cx().intern(name);
    body.extra_attrs(op).iter().any(|a| a.0 == name)
}

fn mark(rw: &mut Rewriter<'_>, op: ForOp, name: &str) {
    let (name, unit) = (rw.cx().intern(name), rw.cx().unit());
    rw.body().set_extra_attr(op.op(), name, Some(unit));
    rw.touch(op);
}

fn peel(op: Op, rw: &mut Rewriter<'_>, front: bool, skip_partial: bool) -> Option<()> {
    let op = op.as_op::<ForOp>(rw)?;
    if op.unsigned_cmp(rw).is_some() || is_marked(rw, op.op(), PEELED) {
        return None;
    }
    let partial = if front {
        peel_first(rw, op)?
    } else {
        let mut around = std::iter::successors(rw.parent_op(op.op()), |&p| rw.parent_op(p));
        if skip_partial && around.any(|p| p.isa::<ForOp>(rw) && is_marked(rw, p, PARTIAL)) {
            return None;
        }
        peel_last(rw, op)?
    };
    mark(rw, partial, PEELED);
    mark(rw, partial, PARTIAL);
    mark(rw, op, PEELED);
    Some(())
}

/// The value of an affine map of the bounds: a constant where these are.
fn bound(
    rw: &mut Rewriter<'_>,
    op: ForOp,
    expr: AffineExpr,
    values: &[Value],
    constant: Option<i64>,
) -> Option<Value> {
    let at = InsertPoint::before(rw, op.op());
    let loc = rw.loc(op.op());
    rw.goto(at).set_cur_loc(loc);
    let ty = rw.ty(op.lower_bound(rw));
    if let Some(c) = constant {
        let attr = rw.cx().int_attr(c, ty);
        return Some(strata_arith::constant(rw, attr));
    }
    let map = AffineMap::new(0, values.len() as u32, vec![expr]);
    rw.cx().is_index(ty).then(|| ApplyOp::create(rw, map, values))
}

/// Divides off the iteration that the step does not fill.
fn peel_last(rw: &mut Rewriter<'_>, op: ForOp) -> Option<ForOp> {
    let values = [op.lower_bound(rw), op.upper_bound(rw), op.step(rw)];
    let constant = |v: Value| rw.cx().attr_i64(constant_value(rw, v)?);
    let [lower, upper, step] = values.map(constant);
    if step.is_some_and(|s| s <= 1) {
        return None;
    }
    let [s0, s1, s2] = [0, 1, 2].map(AffineExpr::symbol);
    let split = match (lower, upper, step) {
        (Some(lower), Some(upper), Some(step)) => {
            let rest = upper.checked_sub(lower)?;
            if rest % step == 0 {
                return None;
            }
            Some(upper.checked_sub(rest.rem_euclid(step))?)
        }
        _ => None,
    };
    let rest = (s1.clone() - s0).modulo(s2);
    let whole = ValueMap::new(AffineMap::new(0, 3, vec![rest.clone()]), values).simplified(rw);
    if whole.map.result(0).as_const() == Some(0) {
        return None;
    }
    let split = bound(rw, op, s1 - rest, &values, split)?;

    let copy = rw.body().clone_op(op.op(), &mut IdMap::new());
    let at = InsertPoint::after(rw, op.op());
    rw.body().insert(copy, at);
    rw.touch(copy);
    let partial = copy.as_op::<ForOp>(rw)?;
    rw.body().set_operand(copy, 0, split);
    for (old, new) in rw.results(op.op()).to_vec().into_iter().zip(rw.results(copy).to_vec()) {
        rw.replace_value(old, new);
    }
    for (i, result) in rw.results(op.op()).to_vec().into_iter().enumerate() {
        rw.body().set_operand(copy, 3 + i, result);
    }
    rw.body().set_operand(op.op(), 1, split);
    // The copies are looked at, as new ops are.
    for inner in rw.ops_in(copy) {
        rw.touch(inner);
    }
    simplify_sizes(rw, op, values, true);
    simplify_sizes(rw, partial, values, false);
    Some(partial)
}

/// Simplifies minima and maxima in one of the two loops: in the first, no step goes beyond the upper bound `upper` of the loop that there
/// was; in the second, the only one does.
fn simplify_sizes(rw: &mut Rewriter<'_>, op: ForOp, [_, upper, step]: [Value; 3], full: bool) {
    let iv = op.induction_var(rw);
    for inner in rw.post_order_in(op.op()) {
        if !is_min_or_max(rw, inner) {
            continue;
        }
        let mut system = LinearSystem::default();
        let [iv, upper, step] = [iv, upper, step].map(|v| system.value(rw, v));
        let left = upper.plus(-1, &iv).and_then(|s| s.plus(-1, &step));
        let bounded = if full { left } else { left.and_then(|s| Sum::constant(-1).plus(-1, &s)) };
        if let Some(bounded) = bounded {
            system.at_least_zero(bounded);
        }
        // Whether it could be simplified is not asked.
        let _ = simplify(rw, inner, system);
    }
}

/// Divides off the first iteration.
fn peel_first(rw: &mut Rewriter<'_>, op: ForOp) -> Option<ForOp> {
    let (lower, step) = (op.lower_bound(rw), op.step(rw));
    let constant = |v: Value| rw.cx().attr_i64(constant_value(rw, v)?);
    let split = constant(lower).zip(constant(step)).map(|(l, s)| l.checked_add(s));
    let split = match split {
        Some(sum) => Some(sum?),
        None => None,
    };
    if let (Some(split), Some(upper)) = (split, constant(op.upper_bound(rw)))
        && upper <= split
    {
        return None;
    }
    let (s0, s1) = (AffineExpr::symbol(0), AffineExpr::symbol(1));
    let split = bound(rw, op, s0 + s1, &[lower, step], split)?;
    let copy = rw.body().clone_op(op.op(), &mut IdMap::new());
    let at = InsertPoint::before(rw, op.op());
    rw.body().insert(copy, at);
    rw.body().set_operand(copy, 1, split);
    rw.touch(copy);
    for inner in rw.ops_in(copy) {
        rw.touch(inner);
    }
    rw.body().set_operand(op.op(), 0, split);
    for (i, result) in rw.results(copy).to_vec().into_iter().enumerate() {
        rw.body().set_operand(op.op(), 3 + i, result);
    }
    rw.touch(op);
    copy.as_op::<ForOp>(rw)
}
