//! Memory of IR, by the capacity of every list: what a body takes for each operation, for modules of functions of any size.

use strata_ir::{
    core::Body,
    text::{ParseOptions, parse_module},
};

/// The ops of a body and of its children; a shell and the op inside of its child are one.
fn count(body: &Body) -> usize {
    body.num_ops() + body.children().map(|(_, child)| count(child) - 1).sum::<usize>()
}

/// A module of functions of `length` ops of two operands, and a return.
fn module(functions: usize, length: usize) -> String {
    let mut text = String::new();
    for f in 0..functions {
        text += &format!("func.func @f{f}(%a: i32, %b: i32) -> i32 {{\n  %0 = arith.addi %a, %b : i32\n");
        for i in 1..length {
            text += &format!("  %{i} = arith.muli %{}, %b : i32\n", i - 1);
        }
        text += &format!("  return %{} : i32\n}}\n", length - 1);
    }
    text
}

/// Bytes for each op, rounded up.
fn bytes_per_op(functions: usize, length: usize) -> usize {
    let cx = strata_registry::registry().freeze();
    let text = module(functions, length);
    let body = parse_module(&cx, "module", text, ParseOptions::default()).expect("the module is valid");
    (size_of::<Body>() + body.bytes()).div_ceil(count(&body))
}

/// A function costs as much as four ops, so that short ones need more for each op.
#[test]
fn ops_take_few_bytes_in_functions_of_any_size() {
    let modules =
        [(5000, 1, 255), (3000, 3, 192), (1000, 10, 141), (400, 30, 121), (100, 100, 113), (1, 20_000, 109)];
    for (functions, length, most) in modules {
        let bytes = bytes_per_op(functions, length);
        assert!(bytes <= most, "{bytes} bytes for each op of functions of {length} ops, more than {most}");
    }
}
