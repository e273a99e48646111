//! Ops that simplify `affine.min` and `affine.max`.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use strata_affine::{MaxOp, MinOp};
use strata_ir::{prelude::*, rewrite::FnPattern};
use strata_passes_affine::drop_superfluous;
use strata_passes_scf::simplify_bounded;

use super::Rows;
use crate::{
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    payload::PayloadOp,
};

/// So often a target may be rewritten.
const MAX_REWRITES: usize = 100;

pub const OPS: Rows = &[
    ("transform.affine.simplify_bounded_affine_ops", bounded),
    ("transform.affine.simplify_min_max_affine_ops", min_max),
];

/// The targets, which are minima and maxima.
fn targets<'a>(cx: &Interpreter<'a, '_>, site: Site<'a>) -> Outcome<Vec<PayloadOp>> {
    let targets = cx.targets(site)?;
    let other = |at: &&PayloadOp| {
        let body = cx.payload.body(at.body);
        !at.op.isa::<MinOp>(body) && !at.op.isa::<MaxOp>(body)
    };
    match targets.iter().find(other) {
        Some(&at) => {
            let d = site.error("target must be affine.min or affine.max");
            Err(Failure::definite(cx.payload.note(d, at, "target op")))
        }
        None => Ok(targets),
    }
}

/// Canonicalizes the targets and the minima and maxima that replace them, and applies a pattern to these: whether anything was changed, and
/// whether that came to an end.
fn rewrite_targets(body: &mut Body, targets: &[Op], pattern: &FnPattern) -> (bool, bool) {
    let others: FxHashSet<Op> = body.all_ops().into_iter().filter(|op| !targets.contains(op)).collect();
    let mut todo: Vec<Op> = targets.iter().rev().copied().collect();
    let (mut changed, mut left) = (false, MAX_REWRITES.saturating_mul(1 + targets.len()));
    while let Some(op) = todo.pop() {
        let is_target = |b: &Body| !others.contains(&op) && (op.isa::<MinOp>(b) || op.isa::<MaxOp>(b));
        if !body.is_live(op) || !is_target(body) {
            continue;
        }
        let Some(rest) = left.checked_sub(1) else { return (changed, false) };
        left = rest;
        let (ctx, point, loc) = (body.cx_arc().clone(), InsertPoint::before(body, op), body.loc(op));
        let mut touched = Vec::new();
        let rw = &mut Rewriter::new(body, &ctx, point, loc, &mut touched);
        let canonical = op.cast::<dyn Canonicalize>(rw).and_then(|op| op.canonicalize(rw));
        if canonical.or_else(|| pattern(op, rw)).is_some() {
            changed = true;
            todo.extend(touched);
        }
    }
    (changed, true)
}

/// Rewrites the targets body by body.
fn rewrite_all<'a>(
    cx: &mut Interpreter<'a, '_>,
    site: Site<'a>,
    targets: &[PayloadOp],
    pattern: impl Fn(&Interpreter<'a, '_>, usize) -> FnPattern,
) -> Outcome<bool> {
    let mut changed = false;
    let mut done = FxHashSet::default();
    for (i, at) in targets.iter().enumerate() {
        if !done.insert(at.body) {
            continue;
        }
        let ops: Vec<Op> = targets.iter().filter(|o| o.body == at.body).map(|o| o.op).collect();
        let pattern = pattern(cx, i);
        let (any, converged) = cx.payload.edit(at.body, |body| rewrite_targets(body, &ops, &pattern));
        if !converged {
            return Err(site.definite("affine.min/max simplification did not converge"));
        }
        changed |= any;
    }
    Ok(changed)
}

fn bounded<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let (lower, upper) = (site.ints("lower_bounds"), site.ints("upper_bounds"));
    let mut bounds = Vec::new();
    for ((v, lower), upper) in site.operands(1).into_iter().zip(lower).zip(upper) {
        for at in cx.ops(site, v)? {
            let body = cx.payload.body(at.body);
            match *body.results(at.op) {
                [result] if body.cx().is_index(body.ty(result)) => bounds.push((at, (result, lower, upper))),
                _ => {
                    let message = "expected bounded value handle to point to one or multiple single-result index-typed ops";
                    let d = site.error(message);
                    return Err(Failure::definite(cx.payload.note(d, at, "multiple/non-index result")));
                }
            }
        }
    }
    let targets = targets(cx, site)?;
    if let Some(&at) = targets.iter().find(|at| bounds.iter().any(|(bounded, _)| bounded == *at)) {
        let d = site.error("target op result must not be constrained");
        return Err(Failure::definite(cx.payload.note(d, at, "target/constrained op")));
    }
    rewrite_all(cx, site, &targets, |_, i| {
        let here: Vec<_> = bounds.iter().filter(|(at, _)| at.body == targets[i].body).map(|b| b.1).collect();
        Arc::new(move |op: Op, rw: &mut Rewriter<'_>| simplify_bounded(rw, op, &here))
    })?;
    Ok(())
}

fn min_max<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let targets = targets(cx, site)?;
    match rewrite_all(cx, site, &targets, |_, _| Arc::new(drop_superfluous))? {
        true => Ok(()),
        false => Err(site.silenceable("the transform failed to simplify any of the target operations")),
    }
}
