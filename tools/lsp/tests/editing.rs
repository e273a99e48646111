//! Code actions and commands.

use lsp_server::Message;
use serde_json::{Value, json};

use crate::client::{Client, FILE, apply};

fn actions(client: &mut Client, line: u64, only: Option<&str>) -> Vec<Value> {
    let range = json!({"start": {"line": line, "character": 0}, "end": {"line": line, "character": 99}});
    let mut context = json!({"diagnostics": []});
    if let Some(only) = only {
        context["only"] = json!([only]);
    }
    let answer = client.ask("textDocument/codeAction", json!({"range": range, "context": context}));
    answer.as_array().cloned().expect("a list")
}

#[test]
fn an_expected_error_is_added() {
    let text = "func.func @f() -> i32 {\n  return\n}\n";
    let mut client = Client::open(text);
    let found = actions(&mut client, 1, Some("quickfix"));
    let titles: Vec<_> = found.iter().filter_map(|a| a["title"].as_str()).collect();
    assert_eq!(titles, ["Add expected-error"]);
    let edited = apply(text, &found[0]["edit"]["changes"][FILE]);
    assert_eq!(
        edited,
        "func.func @f() -> i32 {\n  // expected-error @below {{'func.return' op has 0 operands, but enclosing function (@f) returns 1}}\n  return\n}\n"
    );
    assert!(actions(&mut client, 0, Some("quickfix")).is_empty(), "there is no diagnostic");
    client.end();
}

#[test]
fn misspelt_names_are_corrected() {
    for (text, line, expected) in [
        ("%0 = arith.constnat 1 : i32\n", 0, "%0 = arith.constant 1 : i32\n"),
        ("func.func @f() {\n  retrun\n}\n", 1, "func.func @f() {\n  return\n}\n"),
        (
            "func.func @f(%argument: i32) -> i32 {\n  return %argumnet : i32\n}\n",
            1,
            "func.func @f(%argument: i32) -> i32 {\n  return %argument : i32\n}\n",
        ),
        (
            "func.func private @callee()\nfunc.func @f() {\n  call @calee() : () -> ()\n  return\n}\n",
            2,
            "func.func private @callee()\nfunc.func @f() {\n  call @callee() : () -> ()\n  return\n}\n",
        ),
        (
            "func.func @f() {\n  cf.br ^exti\n^exit:\n  return\n}\n",
            1,
            "func.func @f() {\n  cf.br ^exit\n^exit:\n  return\n}\n",
        ),
        // Types and attributes, which the parser knows alone.
        ("func.func private @f(!llvm.prt)\n", 0, "func.func private @f(!llvm.ptr)\n"),
        // An op of another dialect with this name.
        (
            "%0 = arith.constant 1.0 : f32\n%1 = arith.roundeven %0 : f32\n",
            1,
            "%0 = arith.constant 1.0 : f32\n%1 = math.roundeven %0 : f32\n",
        ),
    ] {
        let mut client = Client::open(text);
        let found = actions(&mut client, line, Some("quickfix"));
        let fix = found
            .iter()
            .find(|a| a["isPreferred"] == true)
            .unwrap_or_else(|| panic!("no fix of {text}: {found:?}"));
        assert_eq!(apply(text, &fix["edit"]["changes"][FILE]), expected);
        client.end();
    }
}

const FOLDS: &str = "func.func @f() -> i32 {\n  %0 = arith.constant 1 : i32\n  %1 = arith.addi %0, %0 : i32\n  return %1 : i32\n}\n";

fn run(client: &mut Client, pipeline: &str, edit: bool) -> Result<Value, (i32, String)> {
    let argument = json!({"uri": FILE, "pipeline": pipeline, "edit": edit});
    client.request(
        "workspace/executeCommand",
        json!({"command": "strata.runPipeline", "arguments": [argument]}),
    )
}

#[test]
fn pipelines_run_on_the_text() {
    let mut client = Client::open(FOLDS);
    let answer = run(&mut client, "builtin.module(func.func(canonicalize))", false).expect("it runs");
    let text = answer["text"].as_str().expect("text");
    assert!(text.contains("arith.constant 2 : i32") && !text.contains("addi"), "{text}");
    assert!(run(&mut client, "canonicalize,cse", false).is_ok(), "names of passes alone");
    let (_, message) = run(&mut client, "no-such-pass", false).expect_err("unknown");
    assert!(message.contains("no-such-pass"), "{message}");
    let (_, message) = run(&mut client, "builtin.module(", false).expect_err("no pipeline");
    assert!(!message.is_empty());
    client.replace("func.func @f() { oops }\n");
    let (_, message) = run(&mut client, "cse", false).expect_err("no program");
    assert!(message.contains("oops"), "{message}");
    client.end();
}

#[test]
fn actions_that_run_passes_edit_the_file() {
    let mut client = Client::open(FOLDS);
    let found = actions(&mut client, 0, Some("source"));
    let canonicalize = found.iter().find(|a| a["title"] == "Canonicalize (canonicalize)").expect("offered");
    let command = json!({"command": canonicalize["command"]["command"], "arguments": canonicalize["command"]["arguments"]});
    client.request("workspace/executeCommand", command).expect("it runs");
    let edit = client.others.iter().find_map(|m| match m {
        Message::Request(r) if r.method == "workspace/applyEdit" => Some(r.params.clone()),
        _ => None,
    });
    let change = &edit.expect("an edit")["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({"uri": FILE, "version": 0}));
    let edited = apply(FOLDS, &change["edits"]);
    assert!(edited.contains("arith.constant 2 : i32"), "{edited}");
    client.end();
}

#[test]
fn a_pipeline_is_cancelled() {
    // Many functions, and many passes.
    let many: String = (0..200).map(|i| FOLDS.replace("@f", &format!("@f{i}"))).collect();
    let mut client = Client::open(&many);
    let passes = vec!["canonicalize{max-iterations=1},inline"; 2000].join(",");
    let argument = json!({"uri": FILE, "pipeline": format!("builtin.module({passes})")});
    let id = client
        .start("workspace/executeCommand", json!({"command": "strata.runPipeline", "arguments": [argument]}));
    client.notify("$/cancelRequest", json!({"id": id}));
    assert_eq!(client.wait(id).expect_err("cancelled").1, "the pipeline was cancelled");
    // The server goes on, also while a command runs.
    assert!(client.ask("textDocument/foldingRange", json!({})).is_array());
    client.end();
}

#[test]
fn bytecode_is_text_and_text_is_bytecode() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut client = Client::open(FOLDS);
    let answer = client.request("mlir/convertToBytecode", json!({"uri": FILE})).expect("bytecode");
    let bytes = decode(answer["output"].as_str().expect("text"));
    assert_eq!(&bytes[..4], b"ML\xefR");
    let path = folder.path().join("a b.mlirbc");
    std::fs::write(&path, bytes).expect("written");
    let uri = format!("file://{}", path.display().to_string().replace(' ', "%20"));
    let answer = client.request("mlir/convertFromBytecode", json!({"uri": uri})).expect("text");
    let text = answer["output"].as_str().expect("text");
    assert!(text.contains("arith.addi %c1_i32, %c1_i32 : i32"), "{text}");

    std::fs::write(&path, "not bytecode").expect("written");
    let (_, message) = client.request("mlir/convertFromBytecode", json!({"uri": uri})).expect_err("text");
    assert!(message.contains("neither bytecode nor"), "{message}");
    let missing = json!({"uri": "file:///no/such/file"});
    assert!(client.request("mlir/convertFromBytecode", missing).is_err());
    client.replace("module {}\n// -----\nmodule {}\n");
    let (_, message) = client.request("mlir/convertToBytecode", json!({"uri": FILE})).expect_err("split");
    assert_eq!(message, "unexpected split file for bytecode conversion");
    client.end();
}

#[test]
fn artifacts_and_files_of_jax_export_are_text() {
    let mut registry = strata_registry::registry();
    registry.allow_unregistered(false);
    let cx = registry.freeze();
    let text = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.add %x, %x : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n";
    let module =
        strata_ir::text::parse_module(&cx, "a", text, Default::default()).unwrap_or_else(|e| panic!("{e:?}"));
    let version = strata_lowering_vhlo::parse_target("1.0.0").expect("a version");
    let bytes = strata_lowering_vhlo::serialize(&module, version).unwrap_or_else(|e| panic!("{e:?}"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.mlir.bc");
    std::fs::write(&path, bytes).expect("written");
    let mut client = Client::new();
    let uri = format!("file://{}", path.display());
    let answer = client.request("mlir/convertFromBytecode", json!({"uri": uri})).expect("text");
    assert!(answer["output"].as_str().expect("text").contains("stablehlo.add %arg0, %arg0 : tensor<4xf32>"));
    client.end();
}

/// The bytes of a text in base 64.
fn decode(text: &str) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut out = Vec::new();
    for chunk in text.as_bytes().chunks(4) {
        let used: Vec<u8> = chunk.iter().copied().filter(|c| *c != b'=').collect();
        let word = used.iter().fold(0u32, |w, &c| w << 6 | u32::from(digit(c))) << (6 * (4 - used.len()));
        out.extend_from_slice(&word.to_be_bytes()[1..used.len()]);
    }
    out
}
