//! Random programs of ops that the interpreter executes: they verify, also after the cleanup passes, and their results are the same
//! before and after.

use std::sync::Arc;

use strata_interp::{Interpreter, validate_step};
use strata_ir::{
    core::{Body, Context, Op, Type, diagnostics::render_all},
    text::{PrintOptions, print_body},
};
use strata_pass::{OpPipeline, PassManager, PassManagerConfig, RunStatus};

use crate::support;

/// Programs of each kind.
const SEEDS: u64 = 24;
/// Ops of a program.
const SIZE: usize = 20;

/// Runs `canonicalize,cse`.
fn clean_up(module: &mut Body) -> Result<(), String> {
    let passes = Arc::new(strata_registry::passes());
    let pipeline = OpPipeline::parse(&passes, "builtin.module(canonicalize,cse)")?;
    let config = PassManagerConfig { single_threaded: true, ..PassManagerConfig::default() };
    let report = PassManager::new(pipeline, config, Some(passes)).run(module);
    match report.status {
        RunStatus::Success => Ok(()),
        _ => Err("a pass fails on a module that verifies".to_owned()),
    }
}

/// Checks that programs of the ops that `accept` selects survive the passes; with `run`, that their results are the same.
fn check(run: bool, accept: &dyn Fn(&str) -> bool) -> usize {
    let (cx, generator) = support::generator();
    let mut ops = 0;
    let mut problems = Vec::new();
    for seed in 0..SEEDS {
        let module = generator
            .random_module(seed, SIZE, accept, &|ty| !run || has_values(&cx, ty))
            .expect("programs verify");
        module.children().for_each(|(_, function)| ops += function.all_ops().len());
        let mut after = module.clone();
        let mut outcome = clean_up(&mut after);
        if outcome.is_ok() {
            let errors = after.verify();
            outcome = if errors.is_empty() { Ok(()) } else { Err(render_all(&cx, &errors)) };
        }
        if run && outcome.is_ok() {
            outcome = validate_step(&module, &after, 2).map_err(|why| why.to_string());
        }
        if let Err(why) = outcome {
            let [before, after] = [&module, &after].map(|m| print_body(m, &PrintOptions::default()));
            problems.push(format!("seed {seed}: {why}\nbefore\n{before}\nafter\n{after}"));
        }
    }
    assert!(problems.is_empty(), "{} of {SEEDS} programs fail\n{}", problems.len(), problems.join("\n"));
    ops
}

#[test]
fn programs_of_all_ops_survive_the_cleanup_passes() {
    let ops = check(false, &|_| true);
    assert!(ops >= SEEDS as usize * SIZE, "{ops} ops are too few to say anything");
}

#[test]
fn integer_programs_compute_the_same_after_the_cleanup_passes() {
    let (cx, _) = support::generator();
    let interpreter = Interpreter::new(&cx);
    let accept = |op: &str| op.starts_with("arith.") && interpreter.supports(op) && !is_partial(op);
    let ops = check(true, &accept);
    assert!(ops >= SEEDS as usize * SIZE, "{ops} ops are too few to say anything");
}

#[test]
fn stablehlo_programs_compute_the_same_after_the_cleanup_passes() {
    let (cx, _) = support::generator();
    let interpreter = Interpreter::new(&cx);
    let accept = |op: &str| {
        let info = cx.op_info(op);
        op.starts_with("stablehlo.")
            && interpreter.supports(op)
            && !op.contains("rng")
            && info.is_some_and(|info| info.regions.is_empty())
    };
    let ops = check(true, &accept);
    assert!(ops >= SEEDS as usize * SIZE, "{ops} ops are too few to say anything");
}

/// Whether validation can generate random values of a type, so that it runs the program: scalars, and static tensors and vectors of them.
fn has_values(cx: &Context, ty: Type) -> bool {
    let elem = cx.elem_or_self(ty);
    let is_number = cx.as_int(elem).is_some_and(|t| t.width <= 64) || elem == cx.f32() || elem == cx.f64();
    is_number && cx.shaped(ty).is_none_or(|shaped| shaped.is_static())
}

/// Whether the op is undefined for some operands, which would end almost every random program.
fn is_partial(op: &str) -> bool {
    ["div", "rem", "shl", "shr", "fpto"].iter().any(|part| op.contains(part))
}

/// Every program contains only the wrapper at its top level.
#[test]
fn a_program_is_one_function() {
    let (_, generator) = support::generator();
    let module = generator.random_module(5, 8, &|_| true, &|_| true).expect("programs verify");
    let tops: Vec<Op> = module.regions(Op::SELF).iter().flat_map(|&r| module.region_ops(r)).collect();
    assert_eq!(tops.len(), 1);
    assert_eq!(module.op_name(tops[0]), "func.func");
}
