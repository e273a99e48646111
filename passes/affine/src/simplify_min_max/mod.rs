//! `affine-simplify-min-max`: results of `affine.min` and `affine.max` that another result makes superfluous are dropped.
//!
//! Before:
//! ```mlir
//! %m = affine.min affine_map<(d0) -> (d0, 16)>(%x)
//! %n = affine.min affine_map<(d0, d1) -> (d0, d1, 20, d1 - 2)>(%m, %y)
//! ```
//! After, as `%m` is below 20 and `%y - 2` below `%y`, `%n` is `affine.min affine_map<()[s0, s1] -> (s1 - 2, s0)>()[%m, %y]`.
//!
//! The facts on values that decide this are in `bounds.rs`. Upstream also looks through `arith.select`, `scf.if`, values that loops carry, ids of kernels and
//! views, uses the outer base of digits, and composes an `affine.apply` with a minimum by which it divides; these stay here.

mod bounds;

use std::sync::Arc;

use strata_affine::{ApplyOp, MaxOp, MinOp, ValueMap};
use strata_ir::{affine::AffineMap, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use self::bounds::Bounds;

/// Simplify affine min/max/apply.
#[pass(
    name = "affine-simplify-min-max",
    class = "SimplifyAffineMinMaxPass",
    on = "func.func",
    produces = [affine, arith]
)]
pub struct AffineSimplifyMinMax;

impl BodyPass for AffineSimplifyMinMax {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        // Maps are canonical before their results are compared.
        for name in ["affine.min", "affine.max"] {
            let canonicalize =
                |op: Op, rw: &mut Rewriter<'_>| op.cast::<dyn Canonicalize>(rw)?.canonicalize(rw);
            patterns.add_fn(Some(name), "canonicalize", 1, Arc::new(canonicalize));
            patterns.add_fn(Some(name), "drop-superfluous-results", 1, Arc::new(drop_superfluous));
        }
        patterns.add_fn(Some("affine.apply"), "compose-affine-apply", 1, Arc::new(compose));
        let config = GreedyConfig { canonicalize: false, top_down: false, ..GreedyConfig::default() };
        Ok(rewrite_greedily(body, &patterns, &config).into_result()?)
    }
}

/// Composes an `affine.apply` with those of its operands; upstream also does something for operands that are minima.
fn compose(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let old = op.as_op::<ApplyOp>(rw)?.value_map(rw);
    let composes = |&v: &Value| rw.def_as::<ApplyOp>(v).is_some() || rw.def_as::<MinOp>(v).is_some();
    if !old.operands.iter().any(composes) {
        return None;
    }
    let new = old.simplified(rw);
    if new.map == old.map {
        return None;
    }
    let value = ApplyOp::create(rw, new.map, &new.operands);
    rw.replace_op(op, &[value]);
    Some(())
}

/// Drops the results of a minimum or maximum that are known not to decide it.
pub fn drop_superfluous(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (vm, minimum) = match op.as_op::<MinOp>(rw) {
        Some(min) => (min.value_map(rw), true),
        None => (op.as_op::<MaxOp>(rw)?.value_map(rw), false),
    };
    if vm.map.n_inputs() as usize != vm.operands.len() {
        return None;
    }
    let kept = deciding(rw, &vm, minimum)?;
    let map = vm.map.sub_map(&kept);
    let create = match kept[..] {
        [_] => ApplyOp::create,
        _ if minimum => MinOp::create,
        _ => MaxOp::create,
    };
    let value = create(rw, as_symbols(&map), &vm.operands);
    rw.replace_op(op, &[value]);
    Some(())
}

/// The map with symbols in the place of dimensions, before those that it has.
fn as_symbols(map: &AffineMap) -> AffineMap {
    use strata_ir::affine::AffineExpr;
    let dims: Vec<AffineExpr> = (0..map.n_dims()).map(AffineExpr::symbol).collect();
    let symbols: Vec<AffineExpr> = (map.n_dims()..map.n_inputs()).map(AffineExpr::symbol).collect();
    map.replace_dims_and_symbols(&dims, &symbols, 0, map.n_inputs())
}

/// The numbers of results that decide a minimum or maximum, one for each set of results of which the order is known. `None` if these are all.
///
/// Results are compared as upstream does, which decides which of two equal ones is kept: the later one.
fn deciding(b: &Body, vm: &ValueMap, minimum: bool) -> Option<Vec<usize>> {
    let n = vm.map.n_results();
    let mut set_of: Vec<usize> = (0..n).collect();
    let mut best: Vec<Option<usize>> = vec![None; n];
    for i in 0..n {
        let set = set_of[i];
        if best[set].is_some() {
            continue;
        }
        let mut bound = i;
        for j in i + 1..n {
            let other = set_of[j];
            if other == set {
                continue;
            }
            let candidate = best[other].unwrap_or(j);
            let Some(is_bound) = is_before(b, vm, bound, candidate, minimum) else { continue };
            if !is_bound {
                bound = candidate;
            }
            let (low, high) = (set_of[i].min(set_of[j]), set_of[i].max(set_of[j]));
            set_of.iter_mut().filter(|s| **s == high).for_each(|s| *s = low);
        }
        best[set_of[i]] = Some(bound);
    }
    let kept: Vec<usize> = best.into_iter().flatten().collect();
    (kept.len() < n).then_some(kept)
}

/// Whether a result is below another one, for minima, or above it; `Some(false)` if it is known not to be.
fn is_before(b: &Body, vm: &ValueMap, result: usize, other: usize, minimum: bool) -> Option<bool> {
    let side = |i: usize| ValueMap::new(vm.map.sub_map(&[i]), vm.operands.iter().copied());
    let mut bounds = Bounds::default();
    let lhs = bounds.add(b, &side(result));
    let rhs = bounds.add(b, &side(other));
    let (low, high) = if minimum { (lhs, rhs) } else { (rhs, lhs) };
    if bounds.is_less(low, high, 1) {
        return Some(true);
    }
    bounds.is_less(high, low, 0).then_some(false)
}
