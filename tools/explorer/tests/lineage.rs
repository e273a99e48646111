//! Ops are followed through passes, by their identity, by the events of the passes, and by their places.

use serde_json::json;
use strata_explorer::Explorer;

use crate::support::{ask, last_version, lines, op_with, run_all};

/// The lines of a version with the ops that an op is related to.
fn related(explorer: &mut Explorer, version: u64, op: u64, in_version: u64) -> Vec<String> {
    let trace = ask(explorer, json!({ "call": "trace", "version": version, "op": op }));
    let numbers = trace["versions"][in_version as usize].as_array().expect("the version exists").clone();
    let lines = lines(explorer, in_version);
    lines
        .into_iter()
        .filter(|line| line.1.is_some_and(|n| numbers.contains(&json!(n))))
        .map(|line| line.0)
        .collect()
}

#[test]
fn an_op_that_another_takes_the_place_of_leads_there() {
    let source = "func.func @f(%x: i32) -> (i32, i32) {\n  %0 = arith.addi %x, %x : i32\n  %1 = arith.addi %x, %x : i32\n  return %0, %1 : i32, i32\n}";
    let explorer = &mut Explorer::default();
    let steps = run_all(explorer, source, "builtin.module(cse)");
    assert_eq!(steps[0]["events"]["erased"], 1);
    let second = op_with(explorer, 0, "%1 = arith.addi");
    assert_eq!(related(explorer, 0, second, 1), ["%0 = arith.addi %arg0, %arg0 : i32"]);
    let kept = op_with(explorer, 1, "arith.addi");
    assert_eq!(related(explorer, 1, kept, 0).len(), 2, "it stands for both");
}

#[test]
fn a_conversion_is_followed_by_places() {
    let source = "func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.add %x, %y : tensor<4xf32>\n  %1 = stablehlo.tanh %0 : tensor<4xf32>\n  return %1 : tensor<4xf32>\n}";
    let explorer = &mut Explorer::default();
    let steps = run_all(explorer, source, "func.func(stablehlo-legalize-to-linalg)");
    let last = last_version(&steps);
    let tanh = op_with(explorer, last, "math.tanh");
    assert_eq!(related(explorer, last, tanh, 0), ["%1 = stablehlo.tanh %0 : tensor<4xf32>"]);
    let add = op_with(explorer, 0, "stablehlo.add");
    let made = related(explorer, 0, add, last);
    assert!(made.iter().any(|line| line.contains("arith.addf")), "{made:#?}");
    assert!(!made.iter().any(|line| line.contains("math.tanh")), "{made:#?}");
}

#[test]
fn an_op_moved_to_another_function_is_followed() {
    let source = "func.func private @g(%x: i32) -> i32 {\n  %0 = arith.muli %x, %x : i32\n  return %0 : i32\n}\nfunc.func @f(%x: i32) -> i32 {\n  %0 = call @g(%x) : (i32) -> i32\n  return %0 : i32\n}";
    let explorer = &mut Explorer::default();
    let steps = run_all(explorer, source, "builtin.module(inline,symbol-dce)");
    let last = last_version(&steps);
    let inlined = op_with(explorer, last, "arith.muli");
    assert!(related(explorer, last, inlined, 0).contains(&"%0 = arith.muli %arg0, %arg0 : i32".to_owned()));
    let body = op_with(explorer, 0, "arith.muli");
    assert_eq!(related(explorer, 0, body, last), ["%0 = arith.muli %arg0, %arg0 : i32"]);
}

#[test]
fn an_op_that_survives_keeps_its_number() {
    let source = "func.func @f(%x: i32) -> i32 {\n  %c = arith.constant 0 : i32\n  %0 = arith.addi %x, %c : i32\n  %1 = arith.muli %0, %x : i32\n  return %1 : i32\n}";
    let explorer = &mut Explorer::default();
    let steps = run_all(explorer, source, "canonicalize");
    assert_eq!(op_with(explorer, 0, "arith.muli"), op_with(explorer, last_version(&steps), "arith.muli"));
    let added = op_with(explorer, 0, "arith.addi");
    let trace = ask(explorer, json!({ "call": "trace", "version": 0, "op": added }));
    assert_eq!(trace["location"]["places"][0]["line"], 3);
    assert_eq!(trace["kind"], "arith.addi");
}
