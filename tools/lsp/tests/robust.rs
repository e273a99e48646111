//! No message ends the server.

use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};

use crate::client::{Client, FILE};

/// Methods about a file.
const METHODS: [&str; 16] = [
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/completion",
    "textDocument/inlayHint",
    "textDocument/codeAction",
    "workspace/symbol",
    "workspace/executeCommand",
    "mlir/convertToBytecode",
];

#[test]
fn malformed_requests_are_errors() {
    let mut client = Client::open("module {}\n");
    for method in METHODS {
        for params in [
            Value::Null,
            json!([]),
            json!({"textDocument": 3}),
            json!({"textDocument": {"uri": "file:///unknown"}}),
        ] {
            let (code, message) = client.request(method, params).expect_err(method);
            assert!(matches!(code, -32602 | -32803), "{method}: {code} {message}");
        }
    }
    assert_eq!(
        client.request("no/such/method", json!({"textDocument": {"uri": FILE}})).expect_err("unknown").0,
        -32601
    );
    for method in [
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
        "$/cancelRequest",
        "$/unknown",
    ] {
        for params in [
            Value::Null,
            json!({"textDocument": {"uri": "file:///unknown", "version": 1}, "contentChanges": []}),
        ] {
            client.notify(method, params);
        }
    }
    assert!(client.ask("textDocument/foldingRange", json!({})).is_array());
    client.end();
}

#[test]
fn requests_are_answered_in_all_states_of_the_server() {
    let mut client = Client::uninitialized();
    assert_eq!(client.request("textDocument/hover", json!({})).expect_err("too early").0, -32002);
    client.notify("textDocument/didOpen", json!({}));
    assert_eq!(client.request("initialize", json!(3)).expect_err("malformed").0, -32602);
    client.request("initialize", json!({"capabilities": {}})).expect("initialized");
    assert_eq!(client.request("initialize", json!({"capabilities": {}})).expect_err("twice").0, -32600);
    client.request("shutdown", Value::Null).expect("shut down");
    assert_eq!(client.request("textDocument/hover", json!({})).expect_err("too late").0, -32600);
    client.notify("exit", Value::Null);
}

#[test]
fn positions_outside_of_the_text_are_its_end() {
    let mut client = Client::open("func.func @f(%x: i32) {\n  return\n}");
    for (line, character) in [(0, u32::MAX), (u32::MAX, 0), (2, 1), (7, 7)] {
        let at = json!({"line": line, "character": character});
        for method in METHODS.iter().take(13) {
            let range = json!({"start": at, "end": {"line": 0, "character": 0}});
            let params = json!({
                "textDocument": {"uri": FILE}, "position": at, "range": range, "newName": "y",
                "context": {"includeDeclaration": true, "diagnostics": [], "triggerKind": 1},
            });
            let answer = client.request(method, params);
            assert!(
                answer.is_ok() || *method == "textDocument/rename",
                "{method} {line}:{character} {answer:?}"
            );
        }
    }
    client.end();
}

#[test]
fn cancelled_requests_and_old_versions_are_answered() {
    let function = |i: usize| format!("func.func @f{i}(%x: i32) -> i32 {{\n  return %x : i32\n}}\n");
    let text: String = (0..2000).map(function).collect();
    let mut client = Client::open(&text);
    let ids: Vec<i32> = (0..20)
        .map(|i| {
            client.change(json!([{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "// x\n"}]));
            let at = json!({"line": i, "character": 1});
            client.start("textDocument/hover", json!({"textDocument": {"uri": FILE}, "position": at}))
        })
        .collect();
    for id in &ids {
        client.notify("$/cancelRequest", json!({"id": id}));
    }
    for id in ids {
        if let Err((code, message)) = client.wait(id) {
            assert!(matches!(code, -32800 | -32801), "{code} {message}");
        }
    }
    assert!(client.ask("textDocument/documentSymbol", json!({})).as_array().is_some_and(|l| l.len() == 2000));
    client.end();
}

#[test]
fn hostile_texts_are_analysed() {
    let mut client = Client::open("");
    let deep = |open: &str, n: usize| open.repeat(n);
    let texts = [
        "\u{0}\u{feff}%\"@#!^\\".to_owned(),
        deep("{", 100_000),
        deep("(", 100_000) + &deep(")", 100_000),
        deep("\"a\"() ({", 20_000),
        format!("\"a.b\"() {{x = @a{}}} : () -> ()", deep("::@a", 50_000)),
        format!("// RUN: {}", deep("--", 50_000)),
        format!("%0 = \"a\"() : () -> {}i32", deep("tuple<", 50_000)),
        deep("// -----\n", 5_000),
        "é𝄞%x = \"é\"() : () -> !é".to_owned(),
        deep("#a = #a\n", 1_000),
        "func.func @f(".to_owned(),
        "module {\n  func.func @f() {\n    %0 = ".to_owned(),
    ];
    for text in texts {
        client.replace(&text);
        let middle = json!({"line": 0, "character": text.len() / 2});
        for method in METHODS.iter().take(13) {
            let params = json!({
                "textDocument": {"uri": FILE}, "position": middle, "newName": "y",
                "range": {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 9}},
                "context": {"includeDeclaration": true, "diagnostics": [], "triggerKind": 1},
            });
            let answer = client.request(method, params);
            let code = answer.as_ref().err().map(|e| e.0);
            assert!(code != Some(-32603), "{method} of {:.40}: {answer:?}", text);
        }
        client.raw_diagnostics();
    }
    client.end();
}

#[test]
fn every_prefix_of_a_program_is_analysed() {
    let text = include_str!("../../../test/dialects/scf/ops.mlir");
    let text: String = text.chars().take(1500).collect();
    let mut client = Client::open("");
    for end in (0..text.len()).step_by(23).filter(|&i| text.is_char_boundary(i)) {
        client.replace(&text[..end]);
        let line = text[..end].matches('\n').count();
        let column = end - text[..end].rfind('\n').map_or(0, |i| i + 1);
        let at = json!({"textDocument": {"uri": FILE}, "position": {"line": line, "character": column}});
        for method in ["textDocument/completion", "textDocument/hover", "textDocument/documentSymbol"] {
            assert!(client.request(method, at.clone()).is_ok(), "{method} at {end}");
        }
    }
    client.end();
}

#[test]
fn a_closed_file_has_no_diagnostics() {
    let mut client = Client::open("oops\n");
    assert_eq!(client.raw_diagnostics().len(), 1);
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": FILE}}));
    loop {
        if let Message::Notification(n) = client.receive()
            && n.method == "textDocument/publishDiagnostics"
        {
            assert_eq!(n.params["diagnostics"], json!([]));
            break;
        }
    }
    client.end();
}

#[test]
fn a_client_that_goes_away_ends_the_server() {
    let (server, client) = lsp_server::Connection::memory();
    let passes = std::sync::Arc::new(strata_registry::passes());
    let thread = std::thread::spawn(move || strata_lsp::serve(server, strata_registry::registry(), passes));
    let request = Request::new(1.into(), "initialize".to_owned(), json!({"capabilities": {}}));
    client.sender.send(request.into()).expect("sent");
    client.sender.send(Notification::new("x".to_owned(), Value::Null).into()).expect("sent");
    drop(client);
    assert!(!thread.join().expect("no panic"));
}
