//! Fusion of a chain of structured ops takes as many changes for each op, however long the chain is.

use std::sync::Arc;

use strata_ir::{
    core::Body,
    text::{ParseOptions, parse_module},
};
use strata_pass::{OpPipeline, PassManager, PassManagerConfig, RunStatus};

const TYPE: &str = "tensor<4x8xf32>";

/// Which operand of an op of a chain is the result of the op before it; the other one is an argument.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Producer {
    First,
    Second,
}

/// A function with a chain of `n` structured ops, each of which has one op in its payload.
fn chain(n: usize, producer: Producer) -> String {
    let mut text = format!(
        "#map = affine_map<(d0, d1) -> (d0, d1)>\n\
         func.func @f(%0: {TYPE}, %a: {TYPE}, %b: {TYPE}) -> {TYPE} {{\n  %e = tensor.empty() : {TYPE}\n"
    );
    for i in 0..n {
        let (before, other) = (format!("%{i}"), ["%a", "%b"][i % 2].to_owned());
        let [x, y] = if producer == Producer::First { [before, other] } else { [other, before] };
        text.push_str(&format!(
            "  %{} = linalg.generic {{indexing_maps = [#map, #map, #map], iterator_types = [\"parallel\", \"parallel\"]}} \
             ins({x}, {y} : {TYPE}, {TYPE}) outs(%e : {TYPE}) {{\n  ^bb0(%x: f32, %y: f32, %o: f32):\n    \
             %s = arith.subf %x, %y : f32\n    linalg.yield %s : f32\n  }} -> {TYPE}\n",
            i + 1
        ));
    }
    text + &format!("  return %{n} : {TYPE}\n}}\n")
}

/// The number of changes of a function in which a chain is fused.
fn changes(pass: &str, n: usize, producer: Producer) -> u64 {
    let cx = strata_registry::registry().freeze();
    let passes = Arc::new(strata_registry::passes());
    let mut module =
        parse_module(&cx, "t.mlir", chain(n, producer), ParseOptions::default()).expect("the chain is valid");
    let function = |module: &Body| module.children().next().map(|(_, f)| (f.version(), f.num_ops()));
    let (before, _) = function(&module).expect("there is a function");
    let pipeline = OpPipeline::parse(&passes, &format!("builtin.module(func.func({pass}))"))
        .expect("the pipeline is valid");
    let report = PassManager::new(pipeline, PassManagerConfig::default(), None).run(&mut module);
    assert_eq!(report.status, RunStatus::Success);
    let (after, ops) = function(&module).expect("there is a function");
    // The function, the destination, the fused op with its payload, and two terminators.
    assert_eq!(ops, n + 5, "a chain of {n} is one op");
    after - before
}

#[test]
fn a_chain_takes_linear_time() {
    for pass in ["linalg-fuse-producers", "linalg-fuse-elementwise-ops"] {
        for producer in [Producer::First, Producer::Second] {
            let (short, long) = (changes(pass, 50, producer), changes(pass, 400, producer));
            assert!(long < 9 * short, "{pass}, {producer:?}: {short} changes for 50 ops, {long} for 400");
        }
    }
}
