//! Failures planted in random programs: reducing finds the few ops that cause them.

use std::collections::BTreeMap;

use strata_ir::core::{Body, Op};
use strata_reducer::{Options, Sequential, reduce};
use strata_registry::{recipes::generator, registry};

/// Programs with a planted failure each.
const FAILURES: usize = 30;
/// Ops of a program, at least.
const OPS: usize = 120;
/// Dialects whose ops make programs.
const DIALECTS: [&[&str]; 3] =
    [&["stablehlo."], &["arith.", "scf.", "tensor.", "math."], &["linalg.", "tensor.", "vector.", "arith."]];

/// An op, and an op that it is in or that uses its result: what a faulty pattern would match.
type Cause = (String, String);

/// The causes that a program has, and how often.
fn causes(module: &Body) -> BTreeMap<Cause, usize> {
    let mut found: BTreeMap<Cause, usize> = BTreeMap::new();
    let mut bodies = vec![module];
    while let Some(body) = bodies.pop() {
        let name = |op: Op| body.op_name(op).to_owned();
        for op in body.all_ops().into_iter().filter(|&op| !name(op).ends_with("return")) {
            let used = body.operands(op).filter_map(|value| body.def_op(value)).collect::<Vec<_>>();
            let around = body.parent_op(op).filter(|&parent| parent != Op::SELF);
            for other in used.into_iter().chain(around) {
                *found.entry((name(other), name(op))).or_default() += 1;
            }
        }
        bodies.extend(body.children().map(|(_, child)| child));
    }
    found
}

/// The ops of functions.
fn ops(module: &Body) -> usize {
    module.children().map(|(_, function)| function.all_ops().len()).sum()
}

#[test]
fn planted_failures_are_reduced_to_a_twentieth() {
    let cx = registry().freeze();
    let generator = generator(&cx).expect("the recipes are valid");
    let mut shares = Vec::new();
    for seed in 0..FAILURES {
        let accept = |op: &str| DIALECTS[seed % 3].iter().any(|dialect| op.starts_with(dialect));
        let module = generator.random_module(seed as u64, OPS, &accept, &|_| true).expect("programs verify");
        let mut rare: Vec<_> = causes(&module).into_iter().map(|(cause, count)| (count, cause)).collect();
        rare.sort();
        let cause = rare.swap_remove(seed % rare.len().min(10)).1;
        let mut fails = Sequential(|candidate: &Body| causes(candidate).contains_key(&cause));
        let reduction = reduce(&module, &Options::default(), &mut fails);
        assert!(reduction.module.verify().is_empty(), "seed {seed}");
        assert!(causes(&reduction.module).contains_key(&cause), "seed {seed}: {cause:?}");
        assert!(reduction.is_minimal, "seed {seed}");
        shares.push(ops(&reduction.module) as f64 / ops(&module) as f64);
        println!("{cause:?}: {} to {} ops, {}", ops(&module), ops(&reduction.module), reduction.candidates);
    }
    shares.sort_by(f64::total_cmp);
    let median = shares[FAILURES / 2];
    println!("median {median:.3}, largest {:.3}", shares[FAILURES - 1]);
    assert!(median <= 0.05, "the median is {median}: {shares:?}");
}
