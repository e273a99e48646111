//! Texts that exceed a limit of the context give a diagnostic that names it.

use strata_ir::{
    core::Limits,
    text::{ParseOptions, parse_module},
};

/// The first error for `text` under `limits`.
fn error(text: &str, limits: Limits) -> Option<String> {
    let mut registry = strata_registry::registry();
    registry.allow_unregistered(true).set_limits(limits);
    let cx = registry.freeze();
    parse_module(&cx, "t.mlir", text, ParseOptions::default()).err().map(|e| e[0].message.clone())
}

#[test]
fn ops_of_a_body_are_counted() {
    let limits = Limits { entities: 8, ..Limits::default() };
    assert_eq!(error(&"\"a.b\"() : () -> ()\n".repeat(7), limits), None);
    let message = "a body has more than 8 ops, values or operands (entities)";
    assert_eq!(error(&"\"a.b\"() : () -> ()\n".repeat(8), limits).as_deref(), Some(message));
    let values =
        "%a = \"a.b\"() : () -> i32\n%b:8 = \"a.b\"() : () -> (i32, i32, i32, i32, i32, i32, i32, i32)";
    assert_eq!(error(values, limits).as_deref(), Some(message));
    let operands = "%a = \"a.b\"() : () -> i32\n\
                    \"a.b\"(%a, %a, %a, %a, %a) : (i32, i32, i32, i32, i32) -> ()\n\
                    \"a.b\"(%a, %a, %a, %a) : (i32, i32, i32, i32) -> ()";
    assert_eq!(error(operands, limits).as_deref(), Some(message));
}

#[test]
fn operands_and_results_of_an_op_are_counted() {
    let limits = Limits { op_values: 2, ..Limits::default() };
    assert_eq!(error("%a:2 = \"a.b\"() : () -> (i32, i32)", limits), None);
    let message = "an op has more than 2 operands or results (op_values)";
    assert_eq!(error("%a:3 = \"a.b\"() : () -> (i32, i32, i32)", limits).as_deref(), Some(message));
    let operands = "%a = \"a.b\"() : () -> i32\n\"a.b\"(%a, %a, %a) : (i32, i32, i32) -> ()";
    assert_eq!(error(operands, limits).as_deref(), Some(message));
}
