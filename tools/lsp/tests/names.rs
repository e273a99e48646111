//! Definitions, references, highlights and renames.

use serde_json::{Value, json};

use crate::client::{Client, FILE, apply};

const PROGRAM: &str = "\
#map = affine_map<(d0) -> (d0)>
!matrix = tensor<4x4xf32>
module {
  func.func @callee(%arg: !matrix) -> !matrix {
    return %arg : !matrix
  }
  func.func @main(%cond: i1, %x: !matrix) -> (!matrix, index) {
    %c, %d:2 = \"a.b\"() {map = #map} : () -> (i32, index, index)
    cf.cond_br %cond, ^then(%x : !matrix), ^else
  ^then(%y: !matrix):
    %r = func.call @callee(%y) : (!matrix) -> !matrix
    return %r, %d#1 : !matrix, index
  ^else:
    cf.br ^then(%x : !matrix)
  }
  gpu.module @kernels {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @launch(%n: index) {
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
";

/// The places of an answer, as `line: text`.
fn places(client: &Client, answer: &Value) -> Vec<String> {
    let list = answer.as_array().cloned().unwrap_or_default();
    let show = |l: &Value| {
        assert!(l.get("uri").is_none_or(|u| u == FILE));
        format!("{}: {}", l["range"]["start"]["line"], client.part(&l["range"]))
    };
    list.iter().map(show).collect()
}

fn definition(client: &mut Client, needle: &str) -> Vec<String> {
    let answer = client.ask_at("textDocument/definition", needle);
    places(client, &answer)
}

#[test]
fn definitions_of_all_kinds_of_names() {
    let mut client = Client::open(PROGRAM);
    for (needle, expected) in [
        ("return %ar|g", "3: %arg"),
        ("return %r, %|d#1", "7: %d"),
        ("br ^t|hen(%x : !matrix)\n", "9: ^then"),
        ("call @cal|lee(", "3: @callee"),
        ("@kernels::@|k", "16: @k"),
        ("@kern|els::", "15: @kernels"),
        ("map = #m|ap}", "0: #map"),
        ("%x: !mat|rix) -> (", "1: !matrix"),
        ("func.func @ma|in", "6: @main"),
        ("%|y: !matrix", "9: %y"),
    ] {
        assert_eq!(definition(&mut client, needle), [expected], "{needle}");
    }
    assert_eq!(definition(&mut client, "retu|rn %arg"), [""; 0], "no name");
    client.end();
}

#[test]
fn references_and_highlights() {
    let mut client = Client::open(PROGRAM);
    let mut ask = |needle: &str, declaration: bool| {
        let position = client.position(needle);
        let context = json!({"includeDeclaration": declaration});
        let answer = client.ask("textDocument/references", json!({"position": position, "context": context}));
        places(&client, &answer)
    };
    assert_eq!(ask("%|x: !matrix)", true), ["6: %x", "8: %x", "13: %x"]);
    assert_eq!(ask("^th|en(%y", false), ["8: ^then", "13: ^then"]);
    assert_eq!(ask("gpu.func @|k", true), ["16: @k", "21: @k"]);
    assert_eq!(ask("!mat|rix = ", false).len(), 11);
    let marks = client.ask_at("textDocument/documentHighlight", "call @callee(%|y)");
    let kinds: Vec<_> = marks.as_array().expect("a list").iter().map(|m| m["kind"].as_u64()).collect();
    assert_eq!(kinds, [Some(3), Some(2)], "a definition is written, a use is read");
    client.end();
}

#[test]
fn names_are_those_of_their_scope() {
    let text = "\
func.func @f(%x: i32) {
  \"a.region\"() ({
    %y = \"a.b\"(%x) : (i32) -> i32
  }) : () -> ()
  \"a.region\"() ({
    %y = \"a.c\"(%later) : (i64) -> i32
    \"a.use\"(%y) : (i32) -> ()
  }) : () -> ()
  %later = \"a.d\"() : () -> i64
  return
}
func.func @g(%x: i32) {
  \"a.e\"(%x) : (i32) -> ()
  return
}
";
    let mut client = Client::open(text);
    assert_eq!(definition(&mut client, "\"a.use\"(%|y)"), ["5: %y"]);
    assert_eq!(definition(&mut client, "\"a.c\"(%la|ter)"), ["8: %later"]);
    assert_eq!(definition(&mut client, "\"a.e\"(%|x)"), ["11: %x"]);
    assert_eq!(definition(&mut client, "\"a.b\"(%|x)"), ["0: %x"]);
    client.end();
}

#[test]
fn broken_functions_are_navigable() {
    let text = "\
func.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x %x : i32
  %1 = arith.muli %0, %x : i32
  return %1 : i32
}
func.func @broken(%x: i3x2) {
  return
}
func.func @g() {
  call @f() : () -> ()
  call @broken() : () -> ()
  return
}
";
    let mut client = Client::open(text);
    assert_eq!(definition(&mut client, "muli %|0"), ["1: %0"], "the result of an op with an error");
    assert_eq!(definition(&mut client, "muli %0, %|x"), ["0: %x"]);
    assert_eq!(definition(&mut client, "return %|1"), ["2: %1"]);
    assert_eq!(definition(&mut client, "call @bro|ken"), ["5: @broken"]);
    client.end();
}

fn rename(client: &mut Client, needle: &str, new: &str) -> Result<String, String> {
    let position = client.position(needle);
    let params = json!({"textDocument": {"uri": FILE}, "position": position, "newName": new});
    let answer = client.request("textDocument/rename", params).map_err(|e| e.1)?;
    Ok(apply(PROGRAM, &answer["changes"][FILE]))
}

#[test]
fn renames_of_all_kinds_of_names() {
    let mut client = Client::open(PROGRAM);
    for (needle, old, new, to) in [
        ("%d|:2", "%d", "%indices", "%indices"),
        ("%|y: !m", "%y", "z", "%z"),
        ("^e|lse:", "^else", "^other", "^other"),
        ("@cal|lee(%arg", "@callee", "renamed.f", "@renamed.f"),
        ("gpu.module @ker|nels", "@kernels", "@device", "@device"),
        ("gpu.func @|k", "@k", "kernel_0", "@kernel_0"),
        ("#m|ap}", "#map", "identity", "#identity"),
        ("!mat|rix = ", "!matrix", "!m", "!m"),
    ] {
        let expected = match old {
            // `%d` and `@k` are the beginnings of other names.
            "%d" => PROGRAM.replace("%d:2", "%indices:2").replace("%d#1", "%indices#1"),
            "@k" => PROGRAM.replace("@k()", "@kernel_0()").replace("::@k ", "::@kernel_0 "),
            _ => PROGRAM.replace(old, to),
        };
        assert_eq!(rename(&mut client, needle, new), Ok(expected.clone()), "{needle}");
    }
    let prepared = client.ask_at("textDocument/prepareRename", "@cal|lee(%arg");
    assert_eq!(prepared["placeholder"], "callee");
    assert_eq!(client.part(&prepared["range"]), "callee");
    client.end();
}

#[test]
fn renames_that_would_change_the_program_are_refused() {
    let mut client = Client::open(PROGRAM);
    for (needle, new, why) in [
        ("%|x: !m", "cond", "the name '%cond' is taken"),
        ("%|x: !m", "y", "the name '%y' is taken"),
        ("%|x: !m", "a b", "'%a b' is not a name"),
        ("^e|lse:", "then", "the name '^then' is taken"),
        ("@cal|lee(%arg", "main", "the name '@main' is taken"),
        ("@cal|lee(%arg", "0f", "'@0f' is not a name"),
        ("#m|ap}", "a.b", "'#a.b' is not a name"),
    ] {
        assert_eq!(rename(&mut client, needle, new), Err(why.to_owned()), "{needle}");
    }
    // The same name in another function is another one.
    assert!(rename(&mut client, "%|arg: ", "x").is_ok());
    assert_eq!(rename(&mut client, "mod|ule {", "x"), Err("there is nothing to rename here".to_owned()));
    client.end();
}

#[test]
fn the_generic_form_has_symbols_too() {
    let text = "\
\"builtin.module\"() ({
  \"func.func\"() <{function_type = () -> (), sym_name = \"f\"}> ({
    \"func.call\"() <{callee = @f}> : () -> ()
    \"func.return\"() : () -> ()
  }) : () -> ()
}) : () -> ()
";
    let mut client = Client::open(text);
    let answer = client.ask_at("textDocument/definition", "callee = @|f");
    assert_eq!(answer[0]["range"]["start"]["line"], 1);
    client.end();
}
