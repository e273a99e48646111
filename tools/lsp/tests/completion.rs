//! Completion.

use serde_json::{Value, json};

use crate::client::{Client, FILE};

/// The items at `|` of a text, in the order in which an editor shows them.
fn items(text: &str) -> Vec<Value> {
    let (before, after) = text.split_once('|').expect("a cursor");
    let mut client = Client::open(&format!("{before}{after}"));
    let line = before.matches('\n').count();
    let column = before.len() - before.rfind('\n').map_or(0, |i| i + 1);
    let position = json!({"line": line, "character": column});
    let answer = client.ask("textDocument/completion", json!({"position": position}));
    client.end();
    let mut list = answer.as_array().cloned().unwrap_or_default();
    list.sort_by_key(|i| i["sortText"].as_str().or(i["label"].as_str()).unwrap_or_default().to_owned());
    list
}

fn labels(text: &str) -> Vec<String> {
    items(text).iter().filter_map(|i| i["label"].as_str()).map(str::to_owned).collect()
}

#[track_caller]
fn has(text: &str, expected: &[&str], not: &[&str]) {
    let found = labels(text);
    for e in expected {
        assert!(found.iter().any(|l| l == e), "no '{e}' in {:?}", found.get(..50.min(found.len())));
    }
    for n in not {
        assert!(!found.iter().any(|l| l == n), "'{n}' is offered");
    }
}

#[test]
fn ops_with_and_without_their_dialect() {
    has("func.func @f() {\n  |\n  return\n}\n", &["return", "call", "arith.addi", "func.return"], &["addi"]);
    has(
        "func.func @f(%x: i32) {\n  %0 = arith.a|\n  return\n}\n",
        &["arith.addi", "arith.andi"],
        &["stablehlo.add"],
    );
    has(
        "gpu.module @m {\n  gpu.func @k() kernel {\n    |\n  }\n}\n",
        &["gpu.thread_id", "gpu.return"],
        &["thread_id"],
    );
    let first = items("func.func @f() {\n  re|\n}\n").remove(0);
    assert_eq!(first["sortText"].as_str().map(|s| &s[..1]), Some("0"), "the default dialect is first");
    assert_eq!(
        first["textEdit"]["range"]["start"],
        json!({"line": 1, "character": 2}),
        "what is typed is replaced"
    );
}

#[test]
fn the_documentation_of_an_op_comes_on_request() {
    let item =
        items("%0 = stablehlo.ad|\n").into_iter().find(|i| i["label"] == "stablehlo.add").expect("offered");
    let mut client = Client::new();
    let resolved = client.request("completionItem/resolve", item).expect("resolved");
    let text = resolved["documentation"]["value"].as_str().expect("text");
    assert!(text.contains("### `stablehlo.add`") && text.contains("**Operands**"), "{text}");
    client.end();
}

#[test]
fn values_that_dominate_come_first() {
    let text = "\
func.func @f(%x: i32, %c: i1) {
  %before = \"a.b\"() : () -> i64
  cf.cond_br %c, ^a, ^b
^a:
  %in_a = \"a.b\"() : () -> i64
  cf.br ^b
^b:
  %near = \"a.b\"() : () -> i64
  \"a.use\"(%|) : (i64) -> ()
  %after = \"a.b\"() : () -> i64
  return
}
func.func @g(%other: i32) {
  return
}
";
    let found = labels(text);
    assert_eq!(found, ["%near", "%before", "%c", "%x", "%after", "%in_a"]);
    let detail = items(text).into_iter().find(|i| i["label"] == "%near").expect("offered");
    assert_eq!(detail["detail"], "i64");
}

#[test]
fn symbols_blocks_aliases_and_types() {
    let head = "#map = affine_map<(d0) -> (d0)>\n!t = tensor<4xf32>\n";
    let functions =
        "func.func private @g(i32)\ngpu.module @m {\n  gpu.func @k() kernel {\n    gpu.return\n  }\n}\n";
    let body = |line: &str| {
        format!("{head}{functions}func.func @f(%x: i32) {{\n  {line}\n  return\n^bb1:\n  return\n}}\n")
    };
    has(&body("call @|"), &["@g", "@f", "@m"], &["@k"]);
    has(&body("gpu.launch_func @m::@|"), &["@k"], &["@g"]);
    has(&body("cf.br ^|"), &["^bb1"], &["@f"]);
    has(&body("\"a.b\"() {m = #|"), &["#map", "#stablehlo.dot"], &["!t"]);
    has(&body("\"a.b\"() : () -> !|"), &["!t", "!llvm.ptr"], &["#map"]);
    has(&body("%0 = arith.addi %x, %x : |"), &["i32", "tensor", "!t"], &["arith.addi"]);
    has(&body("%0 = arith.addi %x, %x : te|"), &["tensor"], &[]);
}

#[test]
fn attributes_and_keywords_of_the_op() {
    has(
        "func.func @f(%x: i64) {\n  %0 = llvm.inttoptr %x {|} : i64 to !llvm.ptr\n  return\n}\n",
        &["dereferenceable"],
        &["i32"],
    );
    has(
        "%0 = \"stablehlo.dot_general\"(%a, %b) <{|",
        &["dot_dimension_numbers", "precision_config"],
        &["arith.addi"],
    );
    has(
        "func.func @f(%x: i64) {\n  %0 = arith.cmpi |%x, %x : i64\n  return\n}\n",
        &["slt", "eq"],
        &["arith.addi"],
    );
}

#[test]
fn passes_in_run_lines() {
    has("// RUN: strata-opt %s --can| | FileCheck %s\n", &["canonicalize", "cse"], &["arith.addi"]);
    has("// RUN: strata-opt --pass-pipeline='builtin.module(c|)'\n", &["canonicalize"], &[]);
    assert!(labels("// A comment, in which |\n").is_empty());
    assert!(labels("\"a.b\"() {s = \"tex|t\"} : () -> ()\n").is_empty());
}

#[test]
fn nothing_is_offered_where_there_is_no_file() {
    let mut client = Client::new();
    let params = json!({"textDocument": {"uri": FILE}, "position": {"line": 0, "character": 0}});
    assert!(client.request("textDocument/completion", params).is_err());
    client.end();
}
