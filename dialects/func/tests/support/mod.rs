//! Comparison with `mlir-opt`, for the tests of this crate and of the dialects on top of it.
#![allow(dead_code, clippy::allow_attributes, reason = "every test uses a part of it")]

use std::{path::PathBuf, process::Command, sync::Arc};

use strata_ir::{
    core::{Dialect, Registry},
    prelude::*,
    text::{PrintOptions, parse_module, print_body, split::split_input},
};

/// A context with `dialects` that accepts ops of unknown dialects.
pub fn context(dialects: &[&'static Dialect]) -> Arc<Context> {
    let mut registry = Registry::new();
    for dialect in dialects {
        registry.register(dialect);
    }
    registry.allow_unregistered(true);
    registry.freeze()
}

/// A file below `test/dialects`.
pub fn test_file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../test/dialects").join(name)
}

/// The output of `mlir-opt` for `text`; `None` where it is not installed.
pub fn mlir_opt(text: &str, args: &[&str]) -> Option<String> {
    let program = PathBuf::from("/usr/lib/llvm-22/bin/mlir-opt");
    if !program.exists() {
        return None;
    }
    let dir = std::env::temp_dir().join(format!("strata-oracle-{}-{:p}", std::process::id(), text.as_ptr()));
    std::fs::write(&dir, text).expect("the temporary directory is writable");
    let out = Command::new(program).arg("--allow-unregistered-dialect").args(args).arg(&dir).output();
    std::fs::remove_file(&dir).expect("the file was just written");
    let out = out.expect("mlir-opt runs");
    assert!(out.status.success(), "mlir-opt: {}", String::from_utf8_lossy(&out.stderr));
    Some(String::from_utf8(out.stdout).expect("mlir-opt prints UTF-8"))
}

/// Parses `text`, which must be valid.
pub fn parse(cx: &Arc<Context>, text: &str) -> Box<Body> {
    match parse_module(cx, "test.mlir", text, Default::default()) {
        Ok(body) => body,
        Err(errors) => panic!("{}", strata_ir::core::diagnostics::render_all(cx, &errors)),
    }
}

/// Both forms.
pub fn printed(body: &Body) -> (String, String) {
    let generic = PrintOptions { generic: true, ..Default::default() };
    (print_body(body, &PrintOptions::default()), print_body(body, &generic))
}

/// Every part of the file prints as with `mlir-opt` in both forms, and the output parses again.
pub fn round_trip(dialects: &[&'static Dialect], name: &str) {
    let text = std::fs::read_to_string(test_file(name)).expect("the test file is there");
    let cx = context(dialects);
    for (_, part) in split_input(&text) {
        let (pretty, generic) = printed(&parse(&cx, part));
        assert_eq!(
            printed(&parse(&cx, &pretty)),
            (pretty.clone(), generic.clone()),
            "the pretty form reads back"
        );
        assert_eq!(
            printed(&parse(&cx, &generic)),
            (pretty.clone(), generic.clone()),
            "the generic form reads back"
        );
        if let Some(expected) = mlir_opt(part, &[]) {
            same_text(&expected, &pretty);
        }
        if let Some(expected) = mlir_opt(part, &["--mlir-print-op-generic"]) {
            same_text(&expected, &generic);
        }
    }
}

/// Fails at the first line that differs.
pub fn same_text(expected: &str, actual: &str) {
    for (i, (e, a)) in expected.lines().zip(actual.lines()).enumerate() {
        assert_eq!(e, a, "line {}\n{expected}\n----\n{actual}", i + 1);
    }
    assert_eq!(expected.lines().count(), actual.lines().count(), "{expected}\n----\n{actual}");
}

/// Canonicalises all bodies.
pub fn canonicalize(body: &mut Body) {
    rewrite_greedily(body, &PatternSet::new(), &GreedyConfig::default());
    for (_, child) in body.children_mut() {
        canonicalize(child);
    }
}

/// Every part of the file has the errors and notes that `mlir-opt` reports, in the same places.
pub fn same_errors(dialects: &[&'static Dialect], name: &str) {
    let text = std::fs::read_to_string(test_file(name)).expect("the test file is there");
    let cx = context(dialects);
    let mut wrong = String::new();
    for (offset, part) in split_input(&text) {
        let line = text[..offset].lines().count() + 1;
        let actual = match parse_module(&cx, "test.mlir", part, Default::default()) {
            Ok(_) => panic!("{name}:{line}: no error"),
            Err(errors) => errors.iter().flat_map(|e| lines(&cx, e)).collect::<Vec<_>>(),
        };
        if let Some(expected) = mlir_errors(part)
            && expected != actual
        {
            wrong +=
                &format!("{name}:{line}\n  MLIR: {}\n  here: {}\n", expected.join("\n"), actual.join("\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// `line:column: severity: message` of a diagnostic and its notes.
fn lines(cx: &Context, d: &Diagnostic) -> Vec<String> {
    let (line, column) = d.loc.file_line_col(cx).map_or((0, 0), |(_, l, c)| (l, c));
    let mut out = vec![format!("{line}:{column}: {}: {}", d.severity.word(), d.message)];
    out.extend(d.notes.iter().flat_map(|n| lines(cx, n)));
    out
}

/// The same for the errors of `mlir-opt`, without the notes that show the op.
fn mlir_errors(text: &str) -> Option<Vec<String>> {
    let program = PathBuf::from("/usr/lib/llvm-22/bin/mlir-opt");
    if !program.exists() {
        return None;
    }
    // Its own expectations would only confuse the comparison.
    let text = text.replace("// expected-", "// as expected: ");
    let file = std::env::temp_dir().join(format!("strata-errors-{}-{:p}", std::process::id(), text.as_ptr()));
    std::fs::write(&file, &text).expect("the temporary directory is writable");
    let out = Command::new(program).arg("--allow-unregistered-dialect").arg(&file).output();
    std::fs::remove_file(&file).expect("the file was just written");
    let prefix = format!("{}:", file.display());
    let text = String::from_utf8(out.expect("mlir-opt runs").stderr).expect("mlir-opt prints UTF-8");
    let mine = text.lines().filter_map(|l| l.strip_prefix(prefix.as_str()));
    Some(mine.filter(|l| !l.contains("note: see current operation:")).map(str::to_owned).collect())
}

/// Canonicalizes the file and compares the result with that of `mlir-opt` without region simplification.
pub fn canonicalized(dialects: &[&'static Dialect], name: &str) {
    let text = std::fs::read_to_string(test_file(name)).expect("the test file is there");
    let cx = context(dialects);
    for (_, part) in split_input(&text) {
        let mut body = parse(&cx, part);
        canonicalize(&mut body);
        let errors = body.verify();
        assert!(errors.is_empty(), "{}", strata_ir::core::diagnostics::render_all(&cx, &errors));
        if let Some(expected) = mlir_opt(part, &["--canonicalize=region-simplify=disabled"]) {
            same_text(&expected, &printed(&body).0);
        }
    }
}

/// Ops of the last dialect with wrong numbers of everything get diagnostics; nothing panics.
pub fn broken_ops(dialects: &[&'static Dialect]) {
    let cx = context(dialects);
    let names: Vec<&str> =
        dialects.last().expect("at least one").ops.iter().map(|info| info().name).collect();
    let regions = ["", "({})", "({}, {})", "({^bb0:})", "({^bb0(%q: i32): \"scf.yield\"() : () -> ()}, {})"];
    let attrs = [
        "",
        " <{operandSegmentSizes = array<i32: 1, 2>}>",
        " <{operandSegmentSizes = array<i32: 9, -2, 3, 7>}>",
        " <{case_operand_segments = array<i32: 5>, operandSegmentSizes = array<i32: 1, 0, 0>}>",
        " <{cases = array<i64: 1, 2>}>",
        " <{staticLowerBound = array<i64: 0>, staticUpperBound = array<i64>, staticStep = array<i64: 1, 2>}>",
        " <{function_type = i32, sym_name = 4 : i32}>",
    ];
    let mut errors = 0;
    for name in names {
        for region in regions {
            for attr in attrs {
                for (operands, types) in [("", ""), ("%a", "i32"), ("%a, %a, %a", "i32, i32, i32")] {
                    for successors in ["", "[^bb1]", "[^bb1, ^bb1, ^bb1]"] {
                        let op =
                            format!("\"{name}\"({operands}){successors}{attr}{region} : ({types}) -> ()");
                        let text = format!(
                            "func.func @f(%a: i32) {{\n  {op}\n^bb1:\n  return\n}}\nfunc.func @g(%a: i32) {{\n  %0 = {}\n  return\n}}",
                            op.replace("^bb1", "^bb0").replace("-> ()", "-> i32"),
                        );
                        errors +=
                            parse_module(&cx, "broken.mlir", &text, Default::default()).is_err() as usize;
                    }
                }
            }
        }
    }
    assert!(errors > 0);
}
