//! The parser and the printer agree on modules of unregistered ops, attributes, types and locations.

use std::sync::Arc;

use strata_ir::{
    core::{Context, Registry, diagnostics::render_all},
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};

fn context() -> Arc<Context> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT).allow_unregistered(true);
    r.freeze()
}

fn print(text: &str) -> String {
    let cx = context();
    match parse_module(&cx, "t.mlir", text, ParseOptions::default()) {
        Ok(body) => print_body(&body, &PrintOptions { generic: true, ..Default::default() }),
        Err(e) => panic!("{}", render_all(&cx, &e)),
    }
}

fn fixpoint(text: &str) -> String {
    let once = print(text);
    assert_eq!(print(&once), once, "printing is not a fixpoint");
    once
}

#[test]
fn ops_regions_and_blocks() {
    let out = fixpoint(
        r#"
        %0:2 = "a.b"() {x = 1 : i32, y} : () -> (i32, f32)
        "a.r"(%0#0) ({
        ^bb0(%a: i32):
          "a.br"()[^bb1] : () -> ()
        ^bb2:
          %1 = "a.f"(%a, %later) : (i32, i32) -> i32
          "a.ret"(%1) : (i32) -> ()
        ^bb1:
          %later = "a.c"() : () -> i32
          "a.br"()[^bb2] : () -> ()
        }) : (i32) -> ()
        "#,
    );
    assert!(out.contains("%0:2 = \"a.b\"() {x = 1 : i32, y} : () -> (i32, f32)"), "{out}");
    assert!(out.contains("\"a.br\"()[^bb"), "{out}");
}

#[test]
fn attributes() {
    let text = r##"
        "t.a"() {
          a = [1, 2.5, "s\22\0A", @x::@y, unit, i32, (i32) -> f32],
          b = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>, c = dense<1.0> : vector<4xf32>,
          d = array<i64: 1, -2>, e = array<i1>, f = affine_map<(d0)[s0] -> (d0 + s0)>,
          g = sparse<[[0, 1]], [5]> : tensor<2x2xi32>, h = strided<[?, 1], offset: ?>, i = #foo.bar<x, [y]>,
          j = dense<(1.0,2.0)> : tensor<2xcomplex<f32>>, k = true, l = -1 : index, m = {z = 1 : i7},
          n = dense<"0x0100000002000000"> : tensor<2xi32>, o = 0x7FC00000 : f32, p = dense<> : tensor<0x3xf32>
        } : () -> ()
    "##;
    let out = fixpoint(text);
    assert!(out.contains("dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>"), "{out}");
    assert!(out.contains("dense<[1, 2]> : tensor<2xi32>"), "{out}");
}

#[test]
fn types() {
    fixpoint(
        r#"
        %0:9 = "t.t"() : () -> (tensor<4x?x0xf32, "enc">, tensor<*xi1>, memref<4x?xf32, strided<[?, 1]>, 2 : i32>,
            memref<*xf64, 1>, vector<4x[8]xf32>, complex<f64>, tuple<i1, tuple<>>, !foo.bar<i32, "x">, f8E4M3FN)
        "#,
    );
}

#[test]
fn several_errors_are_reported_only_where_that_was_asked_for() {
    let cx = context();
    let text = "\"a.b\"(%x) : () -> ()\n%1 = \"c.d\"() : () -> (i32\n\"e.f\"() : () -> ()\n";
    let errors = |recover| {
        let options = ParseOptions { recover, ..ParseOptions::default() };
        render_all(&cx, &parse_module(&cx, "t.mlir", text, options).err().unwrap_or_default())
    };
    let (first, all) = (errors(false), errors(true));
    assert!(first.contains("t.mlir:1:13: error: expected 1 operand type but had 0"), "{first}");
    assert_eq!(first.matches("error:").count(), 1, "{first}");
    // A token that is missing at the end of a line is reported there.
    assert!(all.starts_with(&first) && all.contains("t.mlir:2:26: error: expected ')'"), "{all}");
}

#[test]
fn hostile_nesting_is_an_error() {
    let cx = context();
    for text in [
        format!("\"a.b\"() {{x = {}{}}} : () -> ()", "[".repeat(100_000), "]".repeat(100_000)),
        format!("\"a.b\"() : () -> ({}i1{})", "tuple<".repeat(100_000), ">".repeat(100_000)),
        format!("{}{}", "\"a.b\"() ({".repeat(10_000), "}) : () -> ()".repeat(10_000)),
        format!(
            "\"a.b\"() : () -> () loc({}unknown{})",
            "callsite(".repeat(100_000),
            " at unknown)".repeat(100_000)
        ),
        format!("\"a.b\"() {{x = #foo.bar{}{}}} : () -> ()", "<".repeat(100_000), ">".repeat(100_000)),
        format!("\"a.b\"() {{x = {} : i32}} : () -> ()", "9".repeat(100_000)),
    ] {
        let result = parse_module(&cx, "t.mlir", &text, ParseOptions::default());
        if let Ok(body) = result {
            print_body(&body, &PrintOptions::default());
        }
    }
}

#[test]
fn alias_bombs_stay_small() {
    let mut text = String::from("#a0 = [1, 2]\n");
    for i in 1..31 {
        text.push_str(&format!("#a{i} = [#a{}, #a{0}]\n", i - 1));
    }
    text.push_str("\"t.a\"() {x = #a30} : () -> ()\n");
    let out = print(&text);
    assert!(out.len() < 20_000, "{} bytes", out.len());
}

/// An operand that a region of its own op defines: the op was not made yet when the name was resolved.
#[test]
fn a_region_that_defines_an_operand_of_its_op_is_an_error() {
    let cx = context();
    for text in [
        "\"a.b\"(%x) ({\n  %x = \"a.c\"() : () -> i32\n}) : (i32) -> ()\n",
        "\"a.b\"() ({\n  \"a.d\"(%y) ({\n    %y = \"a.c\"() : () -> i32\n  }) : (i32) -> ()\n}) : () -> ()\n",
    ] {
        assert!(parse_module(&cx, "t.mlir", text, ParseOptions::default()).is_err(), "{text}");
    }
}
