//! Fusion of a chain of structured ops takes as many changes for each op, however long the chain is.

use std::sync::Arc;

use strata_ir::{
    core::Body,
    text::{ParseOptions, parse_module},
};
use strata_pass::{OpPipeline, PassManager, PassManagerConfig, RunStatus};

const TYPE: &str = "tensor<4x8xf32>";

/// A function with a chain of `n` structured ops, each of which has one op in its payload and reads an argument, too.
fn chain(n: usize) -> String {
    let mut text = format!(
        "#map = affine_map<(d0, d1) -> (d0, d1)>\n\
         func.func @f(%0: {TYPE}, %a: {TYPE}, %b: {TYPE}) -> {TYPE} {{\n  %e = tensor.empty() : {TYPE}\n"
    );
    for i in 0..n {
        let other = ["%a", "%b"][i % 2];
        text.push_str(&format!(
            "  %{} = linalg.generic {{indexing_maps = [#map, #map, #map], iterator_types = [\"parallel\", \"parallel\"]}} \
             ins(%{i}, {other} : {TYPE}, {TYPE}) outs(%e : {TYPE}) {{\n  ^bb0(%x: f32, %y: f32, %o: f32):\n    \
             %s = arith.subf %x, %y : f32\n    linalg.yield %s : f32\n  }} -> {TYPE}\n",
            i + 1
        ));
    }
    text + &format!("  return %{n} : {TYPE}\n}}\n")
}

/// The number of changes of a function in which a chain is fused.
fn changes(n: usize) -> u64 {
    let cx = strata_registry::registry().freeze();
    let passes = Arc::new(strata_registry::passes());
    let mut module =
        parse_module(&cx, "t.mlir", chain(n), ParseOptions::default()).expect("the chain is valid");
    let function = |module: &Body| module.children().next().map(|(_, f)| (f.version(), f.num_ops()));
    let (before, _) = function(&module).expect("there is a function");
    let pipeline = OpPipeline::parse(&passes, "builtin.module(func.func(linalg-fuse-producers))")
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
    let (short, long) = (changes(50), changes(400));
    assert!(long < 9 * short, "{short} changes for 50 ops, {long} for 400");
}
