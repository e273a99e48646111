//! Requests and their answers.

use serde_json::json;
use strata_explorer::Explorer;

use crate::support::{ask, last_version, run_all};

const ADD: &str = "func.func @f(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {\n  %0 = stablehlo.add %x, %y : tensor<2xi32>\n  return %0 : tensor<2xi32>\n}";

#[test]
fn wrong_requests_are_answered() {
    let explorer = &mut Explorer::default();
    let cases = [
        ("", "no valid request"),
        ("[]", "'call' of the request is missing"),
        (r#"{ "call": "fly", "version": 0 }"#, "no program is open"),
        (r#"{ "call": "step" }"#, "no program is open"),
        (r#"{ "call": "check" }"#, "'source' of the request is missing"),
        (r#"{ "call": "version" }"#, "'version' of the request is missing"),
        (r#"{ "call": "plan", "pipeline": "builtin.module(cze)" }"#, "did you mean 'cse'"),
        (r#"{ "call": "plan", "pipeline": "builtin.module(" }"#, "error"),
    ];
    for (request, message) in cases {
        let answer: serde_json::Value = serde_json::from_str(&explorer.answer(request)).expect("JSON");
        assert!(answer["error"].as_str().is_some_and(|e| e.contains(message)), "{request}: {answer}");
    }
    run_all(explorer, ADD, "cse");
    for call in ["fly", "graph", "trace"] {
        assert!(ask(explorer, json!({ "call": call, "version": 0 }))["error"].is_string(), "{call}");
    }
    assert!(ask(explorer, json!({ "call": "version", "version": 9 }))["error"].is_string());
}

#[test]
fn errors_of_programs_have_places() {
    let explorer = &mut Explorer::default();
    let source = "func.func @f(%x: i32) -> i32 {\n  %0 = arith.addi %x, %y : i32\n  return %0 : i32\n}";
    let answer = ask(explorer, json!({ "call": "check", "source": source }));
    let found = &answer["diagnostics"][0];
    assert_eq!(
        (&found["severity"], &found["line"], &found["column"]),
        (&json!("error"), &json!(2), &json!(23))
    );
    assert!(found["message"].as_str().is_some_and(|m| m.contains("undeclared")), "{found}");
    let opened = ask(explorer, json!({ "call": "open", "source": source, "pipeline": "cse" }));
    assert_eq!(opened["diagnostics"], answer["diagnostics"]);
    assert_eq!(ask(explorer, json!({ "call": "check", "source": ADD })), json!({ "diagnostics": [] }));
}

#[test]
fn a_program_nested_too_deeply_for_a_browser_is_refused() {
    let nested = |depth: usize| {
        let (open, close) = ("scf.execute_region {\n".repeat(depth), "scf.yield\n}\n".repeat(depth));
        json!({ "call": "check", "source": format!("func.func @f() {{\n{open}{close}return\n}}") })
    };
    let explorer = &mut Explorer::default();
    assert_eq!(ask(explorer, nested(200)), json!({ "diagnostics": [] }));
    for depth in [300, 100_000] {
        let answer = ask(explorer, nested(depth));
        assert_eq!(answer["diagnostics"][0]["severity"], "error", "{depth}: {answer:.300}");
    }
}

#[test]
fn a_named_pipeline_is_written_out() {
    let answer = ask(&mut Explorer::default(), json!({ "call": "plan", "pipeline": "strata-cpu-pipeline" }));
    let passes = answer["passes"].as_array().expect("passes");
    let names: Vec<&str> = passes.iter().filter_map(|p| p["name"].as_str()).collect();
    assert!(
        names.len() > 50
            && names.contains(&"bufferize-program")
            && names.contains(&"convert-program-to-llvm")
    );
    // Options at their defaults are not repeated.
    let cse = passes.iter().find(|p| p["name"] == "cse").expect("it is there");
    assert_eq!(cse["text"], "builtin.module(cse)");
}

#[test]
fn functions_run_on_inputs_at_every_level() {
    let explorer = &mut Explorer::default();
    let steps =
        run_all(explorer, ADD, "builtin.module(func.func(stablehlo-legalize-to-linalg),bufferize-program)");
    let inputs = ["dense<[1, 2]>", "dense<[10, 20]> : tensor<2xi32>"];
    for version in [0, last_version(&steps)] {
        let call = json!({ "call": "run", "version": version, "function": "f", "inputs": inputs });
        let answer = ask(explorer, call);
        assert_eq!(answer["results"][0]["numbers"], json!([11.0, 22.0]), "{answer}");
        assert_eq!(answer["inputs"][1]["numbers"], json!([10.0, 20.0]));
    }
    let random =
        |seed: u64, version: u64| json!({ "call": "run", "version": version, "function": "f", "seed": seed });
    let first = ask(explorer, random(5, 0));
    assert_eq!(first["results"], ask(explorer, random(5, last_version(&steps)))["results"]);
    assert_ne!(first["inputs"], ask(explorer, random(6, 0))["inputs"]);
    for wrong in ["dense<[1, 2, 3]>", "1.5", "hello", "dense<1.0> : tensor<2xf32>"] {
        let answer =
            ask(explorer, json!({ "call": "run", "version": 0, "function": "f", "inputs": [wrong] }));
        assert!(answer["error"].as_str().is_some_and(|e| e.starts_with("input #0")), "{wrong}: {answer}");
    }
}

#[test]
fn validation_tells_which_pass_keeps_results() {
    let explorer = &mut Explorer::default();
    let pipeline = "builtin.module(func.func(stablehlo-legalize-to-linalg),cse,bufferize-program)";
    ask(explorer, json!({ "call": "open", "source": ADD, "pipeline": pipeline }));
    let functions = ask(explorer, json!({ "call": "validate", "inputs": 2 }));
    assert_eq!(functions["functions"], json!([{ "name": "f", "error": null }]));
    for _ in 0..3 {
        let step = ask(explorer, json!({ "call": "step" }));
        let want = if step["changed"] == true { json!("agrees") } else { json!(null) };
        assert_eq!(step["verdicts"][0]["verdict"], want, "{step}");
    }
}

#[test]
fn a_pass_that_fails_ends_the_run_with_its_diagnostic() {
    let explorer = &mut Explorer::default();
    ask(
        explorer,
        json!({ "call": "open", "source": ADD, "pipeline": "builtin.module(convert-to-llvm{no=1},cse)" }),
    );
    let source =
        "func.func @f(%x: i32) -> i32 {\n  %0 = \"test.unknown\"(%x) : (i32) -> i32\n  return %0 : i32\n}";
    let opened = ask(explorer, json!({ "call": "open", "source": source, "pipeline": "cse" }));
    assert!(
        opened["diagnostics"][0]["message"].as_str().is_some_and(|m| m.contains("unregistered")),
        "{opened}"
    );
    let source = "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.custom_call @nobody(%x) : (tensor<4xf32>) -> tensor<4xf32>\n  return %0 : tensor<4xf32>\n}";
    let opened =
        ask(explorer, json!({ "call": "open", "source": source, "pipeline": "strata-cpu-pipeline" }));
    let mut last = json!(null);
    for _ in opened["passes"].as_array().into_iter().flatten() {
        last = ask(explorer, json!({ "call": "step" }));
        if last["done"] == true {
            break;
        }
    }
    assert_eq!(last["status"], "failed", "{last}");
    assert!(last["diagnostics"].to_string().contains("nobody"), "{last}");
    assert_eq!(ask(explorer, json!({ "call": "step" })), json!({ "done": true }));
}

#[test]
fn views_show_loops_buffers_and_data_flow() {
    let source = "func.func @f(%a: memref<8x8xf32>) {\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c8 = arith.constant 8 : index\n  %t = memref.alloc() : memref<8xf32>\n  scf.for %i = %c0 to %c8 step %c1 {\n    %x = memref.load %a[%i, %c0] : memref<8x8xf32>\n    memref.store %x, %t[%i] : memref<8xf32>\n  }\n  linalg.fill ins(%c0 : index) outs(%a : memref<8x8xf32>)\n  memref.dealloc %t : memref<8xf32>\n  return\n}";
    let source = source.replace("  linalg.fill ins(%c0 : index) outs(%a : memref<8x8xf32>)\n", "");
    let explorer = &mut Explorer::default();
    run_all(explorer, &source, "cse");
    let loops = ask(explorer, json!({ "call": "loops", "version": 0 }));
    assert_eq!(
        loops[0]["loops"][0]["dimensions"],
        json!([{ "lower": 0, "upper": 8, "step": 1, "trips": 8 }])
    );
    let buffers = ask(explorer, json!({ "call": "buffers", "version": 0 }));
    let one = &buffers[0]["buffers"][0];
    assert_eq!(
        (&one["bytes"], &one["first"], &one["last"], &one["accesses"]),
        (&json!(32), &json!(6), &json!(9), &json!([8])),
        "{one}"
    );
    let version = ask(explorer, json!({ "call": "version", "version": 0 }));
    let body = version["bodies"][0]["body"].clone();
    let graph = ask(explorer, json!({ "call": "graph", "version": 0, "body": body }));
    let ops = graph["regions"][0][0]["ops"].as_array().expect("ops");
    assert_eq!(ops.len(), 7);
    let for_op = ops.iter().find(|op| op["kind"] == "scf.for").expect("the loop");
    let inner = for_op["regions"][0][0]["ops"].as_array().expect("ops");
    assert_eq!(
        inner.iter().filter_map(|op| op["kind"].as_str()).collect::<Vec<_>>(),
        ["memref.load", "memref.store", "scf.yield"]
    );
    assert_eq!(inner[1]["inputs"][0], inner[0]["id"]);
}
