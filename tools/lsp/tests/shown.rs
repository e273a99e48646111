//! Hover, outline, folding, colours and hints.

use serde_json::{Value, json};

use crate::client::{Client, FILE};

const PROGRAM: &str = "\
// RUN: strata-opt %s --canonicalize --cse | FileCheck %s
// A comment
// of three lines.
!t = tensor<4xf32>
func.func @f(%x: !t, %n: index) -> i1 {
  %c = arith.constant 1 : index
  %0 = arith.cmpi slt, %n, %c : index
  %1 = stablehlo.add %x, %x : !t
  %2 = tensor.dim %1, %c : !t
  scf.for %i = %c to %2 step %c {
    \"a.b\"(%i) : (index) -> ()
  }
  return %0 : i1
}
func.func private @g(i32)
";

fn hover(client: &mut Client, needle: &str) -> String {
    let answer = client.ask_at("textDocument/hover", needle);
    answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn hover_tells_what_is_under_the_cursor() {
    let mut client = Client::open(PROGRAM);
    for (needle, parts) in [
        ("arith.cm|pi", &["### `arith.cmpi`", "**Operands**", "`predicate`", "(index, index) -> (i1)"][..]),
        ("stablehlo.ad|d", &["### `stablehlo.add`", "**Results**"]),
        ("return %|0", &["%0 : i1", "`arith.cmpi`", "1 use(s)", "%0 = arith.cmpi slt, %n, %c : index"]),
        ("\"a.b\"(%|i)", &["%i : index", "Argument of a block of `scf.for`"]),
        ("func.func @|f", &["func.func @f(%x: !t, %n: index) -> i1\n", "defined by `func.func`"]),
        ("(%x: !|t", &["!t = tensor<4xf32>"]),
        ("--c|se", &["### `cse`"]),
        ("--canon|icalize", &["### `canonicalize`", "**Options**", "`max-iterations`"]),
    ] {
        let text = hover(&mut client, needle);
        for part in parts {
            assert!(text.contains(part), "{needle}: no '{part}' in:\n{text}");
        }
    }
    assert_eq!(hover(&mut client, "A com|ment"), "");
    let answer = client.ask_at("textDocument/hover", "arith.cm|pi");
    assert_eq!(client.part(&answer["range"]), "arith.cmpi");
    client.end();
}

#[test]
fn the_outline_is_a_tree() {
    let text =
        "module @m {\n  func.func @f() {\n    return\n  }\n  module {\n    func.func private @g()\n  }\n}\n";
    let mut client = Client::open(text);
    fn show(list: &Value) -> Vec<String> {
        let mut out = Vec::new();
        for s in list.as_array().into_iter().flatten() {
            out.push(s["name"].as_str().unwrap_or_default().to_owned());
            out.extend(show(&s["children"]).into_iter().map(|c| format!("  {c}")));
        }
        out
    }
    let answer = client.ask("textDocument/documentSymbol", json!({}));
    assert_eq!(show(&answer), ["@m", "  @f", "  builtin.module", "    @g"]);
    assert_eq!(client.part(&answer[0]["children"][0]["range"]), "func.func @f() {\n    return\n  }");
    assert_eq!(client.part(&answer[0]["children"][0]["selectionRange"]), "f");
    client.replace("func.func private @a()\n// -----\nfunc.func private @b()\n");
    let answer = client.ask("textDocument/documentSymbol", json!({}));
    assert_eq!(show(&answer), ["<split-file-0>", "  @a", "<split-file-1>", "  @b"]);
    // A search asks all open files.
    client.open_as("file:///other.mlir", "func.func private @other_name()\n");
    let answer = client.request("workspace/symbol", json!({"query": "ONA"})).expect("found");
    assert_eq!(answer[0]["name"], "@other_name");
    assert_eq!(answer[0]["location"]["uri"], "file:///other.mlir");
    let answer = client.request("workspace/symbol", json!({"query": ""})).expect("found");
    assert_eq!(answer.as_array().map(Vec::len), Some(3));
    client.end();
}

#[test]
fn brackets_and_comments_are_folded() {
    let mut client = Client::open(PROGRAM);
    let answer = client.ask("textDocument/foldingRange", json!({}));
    let ranges: Vec<_> = answer
        .as_array()
        .expect("a list")
        .iter()
        .map(|r| (r["startLine"].as_u64(), r["endLine"].as_u64(), r["kind"].as_str().unwrap_or_default()))
        .collect();
    assert_eq!(
        ranges,
        [(Some(0), Some(2), "comment"), (Some(4), Some(12), "region"), (Some(9), Some(10), "region"),]
    );
    client.end();
}

/// The tokens of an answer, as `text kind`.
fn tokens(client: &Client, answer: &Value, text: &str) -> Vec<String> {
    let kinds = [
        "comment", "string", "number", "keyword", "op", "value", "argument", "symbol", "block", "alias",
        "type", "property",
    ];
    let numbers: Vec<u64> =
        answer["data"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    let (mut line, mut column) = (0, 0);
    let mut out = Vec::new();
    for t in numbers.chunks(5) {
        line += t[0];
        column = if t[0] == 0 { column + t[1] } else { t[1] };
        let range = json!({"start": {"line": line, "character": column}, "end": {"line": line, "character": column + t[2]}});
        let word = client.part(&range);
        assert!(text.contains(&word));
        out.push(format!("{word} {}{}", kinds[t[3] as usize], if t[4] == 1 { "!" } else { "" }));
    }
    out
}

#[test]
fn names_have_colours_by_meaning() {
    let mut client = Client::open(PROGRAM);
    let answer = client.ask("textDocument/semanticTokens/full", json!({}));
    let all = tokens(&client, &answer, PROGRAM);
    for expected in [
        "// of three lines. comment",
        "!t type!",
        "tensor type",
        "func.func op",
        "@f symbol!",
        "%x argument!",
        "index type",
        "%c value!",
        "arith.constant op",
        "1 number",
        "slt keyword",
        "%i argument!",
        "%i argument",
        "\"a.b\" op",
    ] {
        assert!(all.iter().any(|t| t == expected), "no '{expected}' in {all:?}");
    }
    let range = json!({"start": {"line": 5, "character": 0}, "end": {"line": 5, "character": 80}});
    let answer = client.ask("textDocument/semanticTokens/range", json!({"range": range}));
    assert_eq!(
        tokens(&client, &answer, PROGRAM),
        ["%c value!", "arith.constant op", "1 number", "index type"]
    );
    client.end();
}

#[test]
fn types_that_are_not_written_are_hinted() {
    let mut client = Client::open(PROGRAM);
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let answer = client.ask("textDocument/inlayHint", json!({"range": range}));
    let hints: Vec<String> = answer
        .as_array()
        .expect("a list")
        .iter()
        .map(|h| {
            format!(
                "{}:{} {}",
                h["position"]["line"],
                h["position"]["character"],
                h["label"].as_str().unwrap_or_default()
            )
        })
        .collect();
    assert_eq!(hints, ["6:4 : i1", "8:4 : index", "9:12 : index"]);
    client.end();
}

#[test]
fn broken_files_have_an_outline_colours_and_folds() {
    let text =
        "func.func @f(%x: i32) {\n  %0 = arith.addi %x %x\n  oops\n}}\n\nfunc.func @g() {\n\n  return\n}\n\"";
    let mut client = Client::open(text);
    let answer = client.ask("textDocument/documentSymbol", json!({}));
    let names: Vec<_> =
        answer.as_array().expect("a list").iter().filter_map(|s| s["name"].as_str()).collect();
    assert_eq!(names, ["@f", "@g"]);
    for method in ["textDocument/foldingRange", "textDocument/semanticTokens/full"] {
        assert!(client.ask(method, json!({})) != Value::Null);
    }
    assert!(
        client
            .request(
                "textDocument/hover",
                json!({"textDocument": {"uri": FILE}, "position": {"line": 99, "character": 0}})
            )
            .is_ok()
    );
    client.end();
}
