//! `stablehlo-aggressive-folder`, `stablehlo-aggressive-simplification`, and both together.
//!
//! Before:
//! ```mlir
//! %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
//! %b = stablehlo.add %a, %a : tensor<2xi32>
//! %c = stablehlo.add %b, %x : tensor<2xi32>
//! ```
//! After, by the folder and the simplification:
//! ```mlir
//! %b = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
//! %c = stablehlo.add %x, %b : tensor<2xi32>
//! ```
//! Results that are NaN, infinite, a negative zero or out of range are the same as those of the unoptimized program: a rule that does not
//! hold for all floats is applied to integers only.

use std::sync::Arc;

use strata_ir::{analysis::effects::effects_of, prelude::*, rewrite::patterns};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{Evaluator, simplify};

/// Folds StableHLO operations.
#[pass(
    name = "stablehlo-aggressive-folder",
    class = "StablehloAggressiveFolderPass",
    on = "func.func",
    produces = [stablehlo],
    idempotent
)]
pub struct AggressiveFolder {
    /// Allow dead code to be eliminated in some situations (e.g. dead while loops) under the assumption that ops are
    /// pure unless declared with explicit MLIR `MemoryEffects`. Notably, this means `func.call` ops will be assumed
    /// pure
    pub assume_no_undeclared_side_effects: bool,
    /// Upper limit on how many elements may be folded by an op folder. This limit doesn't apply in certain special
    /// cases such as when adding 0, multiplying by 1, or operating on splats in some ways
    #[option(default = 65536)]
    pub fold_op_element_limit: i64,
    /// Allow float optimizations that, though mathematically equivalent, may result in slightly different
    /// quantization of floating-point values (e.g. `log(sqrt(x))` -> `0.5 * log(x)`)
    #[option(default = true)]
    pub optimize_float: bool,
}

impl BodyPass for AggressiveFolder {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        let evaluator = Evaluator::new(body.cx(), self.fold_op_element_limit, self.optimize_float);
        add_folding(&mut patterns, evaluator, self.assume_no_undeclared_side_effects);
        to_the_end(body, &patterns, false)
    }
}

/// Canonicalizes StableHLO operations.
#[pass(
    name = "stablehlo-aggressive-simplification",
    class = "StablehloAggressiveSimplificationPass",
    on = "func.func",
    produces = [stablehlo],
    idempotent
)]
pub struct AggressiveSimplification {
    /// Upper limit on how many elements may be folded by an op folder. This limit doesn't apply in certain special
    /// cases such as when adding 0, multiplying by 1, or operating on splats in some ways
    #[option(default = 65536)]
    pub fold_op_element_limit: i64,
}

impl BodyPass for AggressiveSimplification {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        simplify::add_rules(&mut patterns);
        let limit = SELECTED.min(self.fold_op_element_limit);
        let evaluator = Evaluator::new(body.cx(), limit, true);
        patterns.add_fn(Some("stablehlo.select"), "select-of-constants", 1, evaluate(evaluator));
        to_the_end(body, &patterns, true)
    }
}

/// Runs canonicalizers, folders, and other target-independent optimizations.
#[pass(
    name = "stablehlo-target-independent-optimization",
    class = "StablehloTargetIndependentOptimizationPass",
    on = "func.func",
    produces = [stablehlo],
    idempotent
)]
pub struct TargetIndependentOptimization {
    /// Allow dead code to be eliminated in some situations (e.g. dead while loops) under the assumption that ops are
    /// pure unless declared with explicit MLIR `MemoryEffects`. Notably, this means `func.call` ops will be assumed
    /// pure
    pub assume_no_undeclared_side_effects: bool,
    /// Upper limit on how many elements may be folded by an op folder. This limit doesn't apply in certain special
    /// cases such as when adding 0, multiplying by 1, or operating on splats in some ways
    #[option(default = 65536)]
    pub fold_op_element_limit: i64,
    /// Allow float optimizations that, though mathematically equivalent, may result in slightly different
    /// quantization of floating-point values (e.g. `log(sqrt(x))` -> `0.5 * log(x)`)
    #[option(default = true)]
    pub optimize_float: bool,
}

impl BodyPass for TargetIndependentOptimization {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        let evaluator = Evaluator::new(body.cx(), self.fold_op_element_limit, self.optimize_float);
        add_folding(&mut patterns, evaluator, self.assume_no_undeclared_side_effects);
        simplify::add_rules(&mut patterns);
        to_the_end(body, &patterns, true)
    }
}

/// Rewrites to a fixpoint; rules that do not converge are an error.
fn to_the_end(body: &mut Body, patterns: &PatternSet, canonicalize: bool) -> PassResult {
    let config = GreedyConfig { canonicalize, max_iterations: None, ..Default::default() };
    Ok(rewrite_greedily(body, patterns, &config).into_result()?)
}

/// The most elements for which a select between constants is folded.
const SELECTED: i64 = 64;

/// The rule that folds an op whose operands are constants.
fn evaluate(evaluator: Evaluator) -> Arc<dyn Fn(Op, &mut Rewriter<'_>) -> Option<()> + Send + Sync> {
    Arc::new(move |op: Op, rw: &mut Rewriter<'_>| {
        let attrs = evaluator.evaluate(rw, op)?;
        let values: Option<SmallVec<[Value; 2]>> = attrs
            .into_iter()
            .enumerate()
            .map(|(i, a)| {
                let ty = rw.ty(rw.result(op, i));
                rw.constant("stablehlo", a, ty)
            })
            .collect();
        rw.replace_op(op, &values?);
        Some(())
    })
}

fn add_folding(patterns: &mut PatternSet, evaluator: Evaluator, assume_pure: bool) {
    patterns.add_fn(None, "stablehlo.evaluate", 2, evaluate(evaluator));
    patterns.add(patterns! {
        any => "stablehlo.known-size": known_size,
        any => "stablehlo.set-known-size": set_known_size,
        any => "stablehlo.loop-never-entered": loop_never_entered,
        any => "stablehlo.known-branch": known_branch,
        any => "stablehlo.join-splats": join_splats,
    });
    if assume_pure {
        patterns.add(patterns! { any => "stablehlo.erase-unused": erase_unused });
    }
}

/// Folds `get_dimension_size` of a known size to a constant.
fn known_size(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let get = op.as_op::<strata_stablehlo::GetDimensionSizeOp>(rw)?;
    let attr = simplify::known_dimension(rw, get)?;
    crate::hlo_builder::become_constant(rw, op, attr)
}

/// Removes a `set_dimension_size` to the size that the dimension already has.
fn set_known_size(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let set = op.as_op::<strata_stablehlo::SetDimensionSizeOp>(rw)?;
    let dim = usize::try_from(crate::hlo_builder::int(rw, op, "dimension")?).ok()?;
    let operand = set.operand(rw);
    let size = crate::hlo_builder::const_ints(rw, set.size(rw))?;
    let same = crate::hlo_builder::is_static(rw.cx(), rw.ty(operand))
        && crate::hlo_builder::sizes(rw, operand).get(dim).is_some_and(|n| size[..] == [*n]);
    if same { crate::hlo_builder::become_value(rw, op, operand) } else { None }
}

/// Replaces a loop whose condition is the constant `false` by its initial values.
fn loop_never_entered(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let while_op = op.as_op::<strata_stablehlo::WhileOp>(rw)?;
    let end = rw.last_op(while_op.cond_block(rw))?;
    let condition = *crate::hlo_builder::const_ints(rw, rw.operands(end).next()?)?.first()?;
    let first: SmallVec<[Value; 4]> = while_op.operand(rw).collect();
    let same_types = first.iter().zip(rw.results(op)).all(|(&v, &r)| rw.ty(v) == rw.ty(r));
    // A condition computed in the loop from constants is folded before this rule sees it.
    if condition != 0 || !same_types {
        return None;
    }
    rw.replace_op(op, &first);
    Some(())
}

/// Replaces a branch on a constant by the selected region.
fn known_branch(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    match op.as_op::<strata_stablehlo::IfOp>(rw) {
        Some(branch) => branch.canonicalize(rw),
        None => op.as_op::<strata_stablehlo::CaseOp>(rw)?.canonicalize(rw),
    }
}

/// Merges adjacent splat constants of the same number in a concatenation.
fn join_splats(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let concatenate = op.as_op::<strata_stablehlo::ConcatenateOp>(rw)?;
    let dim = usize::try_from(crate::hlo_builder::int(rw, op, "dimension")?).ok()?;
    let cx = rw.cx();
    let fixed = |v: Value| crate::hlo_builder::is_static(cx, rw.ty(v));
    let splat = |v: Value| cx.splat_value(constant_value(rw, v).filter(|_| fixed(v))?);
    // Runs of operands, each with the number that all its elements have, if there is one.
    let mut runs: Vec<(Option<Attr>, Vec<Value>)> = Vec::new();
    for v in concatenate.inputs(rw) {
        let number = splat(v);
        match runs.last_mut() {
            Some((last, run)) if number.is_some() && *last == number => run.push(v),
            _ => runs.push((number, vec![v])),
        }
    }
    if runs.iter().all(|(_, run)| run.len() == 1) {
        return None;
    }
    let mut operands = Vec::new();
    for (number, run) in runs {
        let (Some(number), true) = (number, run.len() > 1) else {
            operands.extend(run);
            continue;
        };
        let mut shape = crate::hlo_builder::sizes(rw, run[0]).to_vec();
        let total =
            run.iter().try_fold(0i64, |n, &v| n.checked_add(*crate::hlo_builder::sizes(rw, v).get(dim)?));
        *shape.get_mut(dim)? = total?;
        let ty = cx.tensor(&shape, crate::hlo_builder::elem(rw, run[0]));
        let joined = cx.splat_attr(ty, number)?;
        operands.push(rw.constant("stablehlo", joined, ty)?);
    }
    let dim = rw.attr(op, "dimension")?;
    crate::hlo_builder::become_op::<strata_stablehlo::ConcatenateOp>(rw, op, &operands, &[("dimension", dim)])
}

/// Erases an op without uses and without declared effects, with all ops in it.
fn erase_unused(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let b: &Body = rw;
    let silent = |o: Op| effects_of(b, o).is_none_or(|e| e.is_empty());
    let has_results = !b.results(op).is_empty();
    if !has_results || !b.is_unused(op) || !silent(op) || !b.ops_in(op).into_iter().all(silent) {
        return None;
    }
    rw.erase_op(op);
    Some(())
}
