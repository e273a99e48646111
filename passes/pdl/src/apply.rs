//! Patterns for the greedy driver.

use std::sync::{Arc, Mutex, PoisonError};

use strata_ir::{
    core::writer::deep,
    prelude::*,
    rewrite::{GreedyConfig, PatternSet, RegionSimplification, rewrite_greedily},
};
use strata_pdl::PatternOp;

use crate::{matcher::Matcher, native::Natives, pattern::Pattern, rewrite::Rewrite};

/// Applies the `pdl.pattern`s directly in `patterns` to the ops of `payload` and of the bodies in it, until none matches. Ops for which `skip` holds,
/// and the ops in them, are left alone. Patterns with more benefit are tried first. Returns whether anything was changed.
///
/// # Errors
/// A pattern calls a function that is not in `natives`, or its rewrite failed.
pub fn apply_patterns(
    payload: &mut Body,
    patterns: &Body,
    natives: &Natives,
    skip: &(dyn Fn(&Body, Op) -> bool + Sync),
) -> Result<bool, Diagnostic> {
    let natives = Arc::new(natives.clone());
    let error: Arc<Mutex<Option<Diagnostic>>> = Arc::default();
    let mut set = PatternSet::new();
    for pattern in read(patterns, &natives)? {
        let cx = patterns.cx();
        let name = pattern.root.name(&pattern.body);
        let root = name.and_then(|name| cx.op_info(name)).map(|info| info.name);
        let (natives, error) = (natives.clone(), error.clone());
        let benefit = pattern.benefit;
        let apply = move |op: Op, rw: &mut Rewriter<'_>| apply_one(&pattern, &natives, &error, op, rw);
        set.add_fn(root, PatternOp::NAME, benefit, Arc::new(apply));
    }
    let changed = in_bodies(payload, &set, &error, skip);
    match error.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) => Err(error),
        None => Ok(changed),
    }
}

fn in_bodies(
    body: &mut Body,
    set: &PatternSet,
    error: &Mutex<Option<Diagnostic>>,
    skip: &(dyn Fn(&Body, Op) -> bool + Sync),
) -> bool {
    let shells: Vec<Op> = body.children().map(|(op, _)| op).collect();
    let mut changed = false;
    for shell in shells {
        if skip(body, shell) {
            continue;
        }
        if let Some(child) = body.child_mut(shell) {
            changed |= deep(|| in_bodies(child, set, error, skip));
        }
    }
    if error.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
        return changed;
    }
    let config = GreedyConfig {
        canonicalize: false,
        regions: RegionSimplification::Disabled,
        ..GreedyConfig::default()
    };
    let result = rewrite_greedily(body, set, &config);
    if let Some(endless) = result.not_converged {
        error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(endless);
    }
    changed | result.changed
}

fn apply_one(
    pattern: &Pattern,
    natives: &Natives,
    error: &Mutex<Option<Diagnostic>>,
    op: Op,
    rw: &mut Rewriter<'_>,
) -> Option<()> {
    let mut error = error.lock().unwrap_or_else(PoisonError::into_inner);
    if error.is_some() {
        return None;
    }
    if holds_patterns(rw, op) {
        return None;
    }
    let env = Matcher::new(&pattern.body, rw, natives).run(pattern.root, op)?;
    let loc = rw.loc(op);
    let mut rewrite = Rewrite { pattern: &pattern.body, natives, env, rw };
    if let Err(message) = rewrite.run(pattern.rewrite) {
        let place = pattern.body.loc(pattern.rewrite.op());
        *error = Some(Diagnostic::error(loc, message).note(place, "by the rewrite of this pattern"));
    }
    Some(())
}

/// Whether the op is a module of patterns: these are never changed.
fn holds_patterns(body: &Body, op: Op) -> bool {
    body.child(op).is_some_and(|child| child.children().any(|(_, p)| p.self_as::<PatternOp>().is_some()))
}

/// The patterns directly in a body.
fn read(patterns: &Body, natives: &Natives) -> Result<Vec<Pattern>, Diagnostic> {
    let children = patterns.children().filter(|(_, child)| child.self_as::<PatternOp>().is_some());
    let mut out = Vec::new();
    for (_, body) in children {
        out.extend(Pattern::read(body, natives)?);
    }
    Ok(out)
}
