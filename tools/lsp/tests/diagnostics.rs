//! Diagnostics while typing.

use serde_json::json;

use crate::client::Client;

#[test]
fn errors_have_ranges_and_notes() {
    let text = "func.func @f(%x: i32) -> i32 {\n  %0 = arith.addf %x, %x : i32\n  return %0 : i32\n}\n";
    let mut client = Client::open(text);
    let found = client.diagnostics();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("i32: ") || found[0].starts_with("arith.addf %x, %x : i32: "), "{found:?}");

    client.replace("func.func @f(%x: i32) {\n  %0 = \"a.b\"(%x) : (i32) -> i64\n  %0 = \"a.b\"(%x) : (i32) -> i64\n  return\n}\n");
    let raw = client.raw_diagnostics();
    assert_eq!(raw.len(), 1);
    assert_eq!(raw[0]["message"], "redefinition of SSA value '%0'");
    assert_eq!(raw[0]["severity"], 1);
    let note = &raw[0]["relatedInformation"][0];
    assert_eq!(note["message"], "previously defined here");
    assert_eq!(
        (client.part(&raw[0]["range"]), client.part(&note["location"]["range"])),
        ("%0".into(), "%0".into())
    );
    assert_eq!(note["location"]["range"]["start"]["line"], 1);
    client.end();
}

#[test]
fn the_verifier_marks_the_op_up_to_its_region() {
    let text = "func.func @f(%x: i32) -> i32 {\n  return\n}\nfunc.func private @g() {\n  return\n}\n";
    let mut client = Client::open(text);
    let found = client.diagnostics();
    assert_eq!(found, ["return: 'func.return' op has 0 operands, but enclosing function (@f) returns 1"]);
    client.replace("module {\n  func.func @f() {\n    return\n  }\n  func.func @f() {\n    return\n  }\n}\n");
    let raw = client.raw_diagnostics();
    assert_eq!(raw[0]["message"], "redefinition of symbol named 'f'");
    assert_eq!(client.part(&raw[0]["range"]), "func.func @f()");
    client.end();
}

#[test]
fn after_an_error_the_rest_is_checked() {
    let text = "\
func.func @broken(%x: i32) -> i32 {
  %0 = arith.addi %x %x : i32
  %1 = arith.muli %0, %0 : i32
  return %1 : i32
}
func.func @wrong(%x: i32) -> i32 {
  %0 = arith.addi %x, %y : i32
  %1 = arith.nothing %x
  return %0 : i32
}
func.func @verified(%x: i32) -> i64 {
  %0 = func.call @lost(%x) : (i32) -> i32
  return %0 : i32
}
func.func @lost(%x: i3x2) {
  return
}
";
    let mut client = Client::open(text);
    let found = client.diagnostics();
    assert_eq!(
        found,
        [
            "%x: expected ','".to_owned(),
            "arith.nothing: custom op 'arith.nothing' is unknown".to_owned(),
            "i3x2: expected non-function type".to_owned(),
            "return %0 : i32: type of return operand 0 ('i32') doesn't match function result type ('i64') in function @verified"
                .to_owned(),
        ]
    );
    client.end();
}

#[test]
fn parts_are_modules_of_their_own() {
    let text = "func.func @f() {\n  return\n}\n// -----\nfunc.func @f() {\n  return %x : i32\n}\n// -----\nfunc.func @g() { oops }\n";
    let mut client = Client::open(text);
    let raw = client.raw_diagnostics();
    let lines: Vec<_> = raw.iter().map(|d| d["range"]["start"]["line"].as_u64()).collect();
    assert_eq!(lines, [Some(5), Some(8)]);
    client.replace("module {}\n// ----\nmodule {}\n");
    let raw = client.raw_diagnostics();
    assert_eq!(
        (&raw[0]["severity"], &raw[0]["message"]),
        (&json!(2), &json!("near miss with file split marker"))
    );
    client.end();
}

#[test]
fn changes_are_followed_and_locations_do_not_mislead() {
    let mut client = Client::open("func.func @f() {\n  return\n}\n");
    assert!(client.diagnostics().is_empty());
    // `é` has one unit of UTF-16 and two bytes; the second change is after the first.
    client.change(json!([
        {"range": {"start": {"line": 1, "character": 2}, "end": {"line": 1, "character": 8}}, "text": "// é𝄞\nreturn"},
        {"range": {"start": {"line": 2, "character": 6}, "end": {"line": 2, "character": 6}}, "text": " %q : i32 loc(\"a.py\":1:1)"},
    ]));
    let raw = client.raw_diagnostics();
    assert_eq!(raw.len(), 1, "{raw:?}");
    assert_eq!(raw[0]["message"], "use of undeclared SSA value name");
    assert_eq!(
        raw[0]["range"],
        json!({"start": {"line": 2, "character": 7}, "end": {"line": 2, "character": 9}})
    );
    // The location in the text is not where the error is shown.
    client.replace("func.func @f() -> i32 {\n  return loc(\"a.py\":7:9)\n}\n");
    let raw = client.raw_diagnostics();
    assert_eq!(raw[0]["range"]["start"], json!({"line": 1, "character": 2}));
    client.end();
}

#[test]
fn columns_are_bytes_where_the_client_can() {
    let mut client =
        Client::with(json!({"capabilities": {"general": {"positionEncodings": ["utf-16", "utf-8"]}}}));
    client.open_as(crate::client::FILE, "// x\n\"a.b\"() {s = \"é\"} : () -> i32x\n");
    let raw = client.raw_diagnostics();
    // After `é`, a column in bytes is one more than one in characters.
    assert_eq!(raw[0]["range"]["start"]["line"], 1);
    let columns = raw[0]["range"]["start"]["character"].as_u64().expect("a number");
    let utf8 = columns;
    let mut other = Client::new();
    other.open_as(crate::client::FILE, "// x\n\"a.b\"() {s = \"é\"} : () -> i32x\n");
    let raw = other.raw_diagnostics();
    assert_eq!(raw[0]["range"]["start"]["character"].as_u64(), Some(utf8 - 1));
    other.end();
    client.end();
}

#[test]
fn unknown_dialects_are_accepted_unless_refused() {
    let text = "\"nobody.knows\"() : () -> ()\n";
    let mut client = Client::open(text);
    assert!(client.diagnostics().is_empty());
    client.end();
    let mut client = Client::with(json!({"initializationOptions": {"allowUnregisteredDialects": false}}));
    client.open_as(crate::client::FILE, text);
    assert_eq!(client.raw_diagnostics().len(), 1);
    client.end();
}
