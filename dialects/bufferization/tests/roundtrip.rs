//! Parsing, printing, verifying and folding the ops of the dialect.

use std::sync::Arc;

use strata_ir::{
    core::{Context, Registry, diagnostics::render_all},
    prelude::*,
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};

fn context() -> Arc<Context> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT)
        .register(&strata_func::DIALECT)
        .register(&strata_bufferization::DIALECT);
    r.freeze()
}

fn parse(cx: &Arc<Context>, text: &str) -> Box<Body> {
    match parse_module(cx, "t.mlir", text, ParseOptions::default()) {
        Ok(body) => body,
        Err(e) => panic!("{}", render_all(cx, &e)),
    }
}

const OPS: &str = r"module {
  func.func @f(%arg0: index, %arg1: tensor<4x?xf32>, %arg2: memref<4x?xf32>, %arg3: i1) {
    %0 = bufferization.alloc_tensor(%arg0) {memory_space = 1 : i64} : tensor<4x?xf32>
    %1 = bufferization.alloc_tensor() copy(%arg1) size_hint=%arg0 : tensor<4x?xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<4x?xf32> to tensor<4x?xf32>
    %3 = bufferization.to_buffer %arg1 read_only : tensor<4x?xf32> to memref<4x?xf32>
    %4 = bufferization.materialize_in_destination %arg1 in %0 : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    bufferization.materialize_in_destination %arg1 in restrict writable %arg2 : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
    %5 = bufferization.clone %arg2 : memref<4x?xf32> to memref<4x?xf32>
    %6 = bufferization.dealloc (%5 : memref<4x?xf32>) if (%arg3) retain (%arg2 : memref<4x?xf32>)
    bufferization.dealloc
    bufferization.dealloc_tensor %0 : tensor<4x?xf32>
    return
  }
}

";

#[test]
fn custom_form_is_a_fixpoint() {
    let cx = context();
    assert_eq!(print_body(&parse(&cx, OPS), &PrintOptions::default()), OPS);
}

#[test]
fn generic_form_reads_back() {
    let cx = context();
    let generic = print_body(&parse(&cx, OPS), &PrintOptions { generic: true, ..Default::default() });
    assert!(generic.contains("<{operandSegmentSizes = array<i32: 0, 1, 1>}>"), "{generic}");
    assert!(generic.contains("<{restrict, writable}>"), "{generic}");
    assert_eq!(print_body(&parse(&cx, &generic), &PrintOptions::default()), OPS);
}

#[test]
fn wrong_ops_are_rejected() {
    for (op, message) in [
        (
            "%0 = bufferization.alloc_tensor() : tensor<?xf32>",
            "incorrect number of dynamic sizes, has 0, expected 1",
        ),
        (
            "%0 = bufferization.alloc_tensor(%n) copy(%t) : tensor<4xf32>",
            "dynamic sizes not needed when copying a tensor",
        ),
        (
            "%0 = bufferization.to_buffer %t : tensor<4xf32> to memref<5xf32>",
            "specified tensor and buffer types match",
        ),
        (
            "%0 = bufferization.to_tensor %n : index to tensor<4xf32>",
            "must be BufferLikeType instance, but got 'index'",
        ),
        (
            "bufferization.materialize_in_destination %t in %m : (tensor<4xf32>, memref<4xf32>) -> ()",
            "'writable' must be specified if and only if the destination is of memref type",
        ),
        (
            "bufferization.dealloc (%m : memref<4xf32>) if ()",
            "must have the same number of conditions as memrefs to deallocate",
        ),
    ] {
        let cx = context();
        let text =
            format!("func.func @f(%n: index, %t: tensor<4xf32>, %m: memref<4xf32>) {{\n  {op}\n  return\n}}");
        let errors = parse_module(&cx, "t.mlir", &text, ParseOptions::default()).err().unwrap_or_default();
        let shown = render_all(&cx, &errors);
        assert!(shown.contains(message), "{op}: {shown}");
    }
}

#[test]
fn a_tensor_that_was_a_buffer_is_that_buffer() {
    let cx = context();
    let text = r"
      func.func @f(%m: memref<4xf32>) -> memref<4xf32> {
        %t = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
        %b = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
        return %b : memref<4xf32>
      }";
    let mut module = parse(&cx, text);
    for (_, child) in module.children_mut() {
        rewrite_greedily(child, &PatternSet::new(), &GreedyConfig::default());
    }
    let out = print_body(&module, &PrintOptions::default());
    assert!(out.contains("return %arg0 : memref<4xf32>"), "{out}");
    assert!(!out.contains("to_buffer"), "{out}");
}
