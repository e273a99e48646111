//! Folding of hostile constants stays within the limits, and every pass over them ends.

use std::{sync::Arc, time::Instant};

use strata_ir::{
    core::Registry,
    prelude::*,
    text::{PrintOptions, parse_module, print_body},
};

fn context() -> Arc<Context> {
    let mut registry = Registry::new();
    registry.register(&strata_builtin::DIALECT).register(&strata_func::DIALECT);
    registry.register(&strata_arith::DIALECT).register(&strata_ub::DIALECT);
    registry.freeze()
}

fn canonicalized(text: &str) -> String {
    let cx = context();
    let mut module = parse_module(&cx, "t.mlir", text, Default::default()).expect("valid input");
    for (_, child) in module.children_mut() {
        rewrite_greedily(child, &PatternSet::new(), &GreedyConfig::default());
    }
    assert!(module.verify().is_empty());
    print_body(&module, &PrintOptions::default())
}

/// Every op of `ops` on two constants of type `ty` is left as it is, in little time.
fn not_folded(ops: &[&str], ty: &str, value: &str) {
    let mut text = format!("func.func @f() {{\n%a = arith.constant {value} : {ty}\n");
    for (i, op) in ops.iter().enumerate() {
        text +=
            &format!("%{i} = arith.{op} %a, %a : {ty}\n\"func.call\"(%{i}) {{callee = @g}} : ({ty}) -> ()\n");
    }
    text += &format!("return\n}}\nfunc.func private @g({ty})\n");
    let start = Instant::now();
    let out = canonicalized(&text);
    assert!(start.elapsed().as_secs() < 5, "{ops:?} took {:?}", start.elapsed());
    for op in ops {
        assert!(out.contains(&format!("arith.{op} ")), "{op} was folded");
    }
}

#[test]
fn very_wide_integers_are_not_folded() {
    not_folded(&["muli", "divui", "remsi", "addi", "shli", "ceildivsi"], "i16777215", "-3");
}

#[test]
fn wide_integers_within_the_limit_are_folded() {
    let out = canonicalized(
        "func.func @f() -> i4096 {\n%a = arith.constant -3 : i4096\n%0 = arith.muli %a, %a : i4096\nreturn %0 : i4096\n}",
    );
    assert!(out.contains("arith.constant 9 : i4096"), "{out}");
}

#[test]
fn large_dense_constants_are_not_computed_with() {
    // A million elements of eight bytes would take more than one fold may make.
    let n = 1_000_000;
    let hex: String = (0..n).map(|i| format!("{:02X}00000000000000", i % 251)).collect();
    not_folded(&["muli", "addi"], &format!("tensor<{n}xi64>"), &format!("dense<\"0x{hex}\">"));
}

#[test]
fn splats_of_any_size_are_folded_once() {
    let ty = "tensor<1048576x1048576xi64>";
    let out = canonicalized(&format!(
        "func.func @f() -> {ty} {{\n%a = arith.constant dense<7> : {ty}\n%0 = arith.muli %a, %a : {ty}\nreturn %0 : {ty}\n}}"
    ));
    assert!(out.contains("dense<49>"), "{out}");
}

#[test]
fn comparisons_that_hold_always_do_not_meet_integer_predicates() {
    let out = canonicalized(
        "func.func @f(%a: i32) -> (i1, i1) {\n%k = arith.constant 1.0 : f64\n%q = arith.sitofp %a : i32 to f64\n\
         %0 = arith.cmpf true, %q, %k : f64\n%1 = arith.cmpf false, %q, %k : f64\nreturn %0, %1 : i1, i1\n}",
    );
    assert!(out.contains("return %true, %false"), "{out}");
}

#[test]
fn constants_of_unknown_shape_are_never_made() {
    let out = canonicalized(
        "func.func @f(%a: tensor<?xi32>) -> tensor<?xi32> {\n%0 = arith.xori %a, %a : tensor<?xi32>\n\
         return %0 : tensor<?xi32>\n}",
    );
    assert!(out.contains("arith.xori"), "{out}");
}
