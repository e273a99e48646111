//! Regions that only compute with numbers are translated and run for whole columns, or their comparators become keys. The
//! results are those of running the region op by op, which an op that cannot be translated makes the interpreter do.

use strata_interp::{Interpreter, Options};
use strata_ir::core::Registry;

/// Runs `main`; its results as MLIR literals, or the message of the error.
fn run(text: &str, options: Options) -> Result<Vec<String>, String> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT)
        .register(&strata_func::DIALECT)
        .register(&strata_arith::DIALECT)
        .register(&strata_math::DIALECT)
        .register(&strata_linalg::DIALECT)
        .register(&strata_tensor::DIALECT)
        .register(&strata_stablehlo::DIALECT);
    let cx = r.freeze();
    let m = match strata_ir::text::parse_module(&cx, "test.mlir", text, Default::default()) {
        Ok(m) => m,
        Err(d) => panic!("{text}\n{}", strata_ir::core::diagnostics::render_all(&cx, &d)),
    };
    let interpreter = Interpreter::new(&cx).with_options(options);
    let out = interpreter.interpret(&m, "main", vec![]).map_err(|d| d.message)?;
    Ok(out.iter().map(|v| v.display(&cx)).collect())
}

/// Runs a program without `SLOW`, and with `SLOW` replaced by an op without effect that cannot be translated.
fn compare(body: &str, types: &str, slow: &str) {
    let n = types.split(" -- ").count();
    let (results, types) = match n {
        1 => ("%r".to_owned(), types.to_owned()),
        _ => ((0..n).map(|k| format!("%r#{k}")).collect::<Vec<_>>().join(", "), types.replace(" -- ", ", ")),
    };
    assert!(body.contains("SLOW"), "{body}");
    let text = |op: &str| {
        let body = body.replace("SLOW", op);
        format!("func.func @main() -> ({types}) {{\n{body}\nreturn {results} : {types}\n}}")
    };
    let (fast, slow) = (run(&text(""), Options::default()), run(&text(slow), Options::default()));
    assert!(fast.is_ok(), "{body}: {fast:?}");
    assert_eq!(fast, slow, "{body}");
}

const BARRIER: &str = "%slow = stablehlo.optimization_barrier %a : tensor<f32>";

/// `%x`: 24 x 6 floats that repeat and change their signs; `%y`: their negated squares; `%z`, `%o`: zero and one.
const DATA: &str = "%i = stablehlo.iota dim = 0 : tensor<144xf32>
  %seven = stablehlo.constant dense<7.5> : tensor<144xf32>
  %m = stablehlo.remainder %i, %seven : tensor<144xf32>
  %s = stablehlo.sine %i : tensor<144xf32>
  %ms = stablehlo.multiply %m, %s : tensor<144xf32>
  %f = stablehlo.floor %ms : tensor<144xf32>
  %x = stablehlo.reshape %f : (tensor<144xf32>) -> tensor<24x6xf32>
  %xx = stablehlo.multiply %x, %x : tensor<24x6xf32>
  %y = stablehlo.negate %xx : tensor<24x6xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %o = stablehlo.constant dense<1.0> : tensor<f32>\n";

fn check(body: &str, types: &str) {
    compare(&format!("{DATA}{body}"), types, BARRIER);
}

#[test]
fn reductions() {
    for (dims, out) in [("0", "tensor<6xf32>"), ("1", "tensor<24xf32>"), ("0, 1", "tensor<f32>")] {
        check(
            &format!(
                "%r:2 = \"stablehlo.reduce\"(%x, %y, %z, %o) <{{dimensions = array<i64: {dims}>}}> ({{
                ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
                  SLOW
                  %p = stablehlo.compare GT, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
                  %q = stablehlo.select %p, %a, %c : tensor<i1>, tensor<f32>
                  %t = stablehlo.subtract %d, %b : tensor<f32>
                  stablehlo.return %q, %t : tensor<f32>, tensor<f32>
                }}) : (tensor<24x6xf32>, tensor<24x6xf32>, tensor<f32>, tensor<f32>) -> ({out}, {out})"
            ),
            &format!("{out} -- {out}"),
        );
        // A recognised body, and the same one run op by op.
        for op in ["maximum", "minimum"] {
            check(
                &format!(
                    "%r = \"stablehlo.reduce\"(%x, %o) <{{dimensions = array<i64: {dims}>}}> ({{
                    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
                      SLOW
                      %p = stablehlo.{op} %a, %b : tensor<f32>
                      stablehlo.return %p : tensor<f32>
                    }}) : (tensor<24x6xf32>, tensor<f32>) -> {out}"
                ),
                out,
            );
        }
    }
}

#[test]
fn maps() {
    check(
        "%r = \"stablehlo.map\"(%x, %y) <{dimensions = array<i64: 0, 1>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          SLOW
          %k = stablehlo.constant dense<2.5> : tensor<f32>
          %c = stablehlo.clamp %b, %a, %k : tensor<f32>
          %d = stablehlo.atan2 %c, %b : tensor<f32>
          %e = stablehlo.convert %d : (tensor<f32>) -> tensor<i32>
          %f1 = stablehlo.convert %e : (tensor<i32>) -> tensor<f32>
          %g = stablehlo.is_finite %d : (tensor<f32>) -> tensor<i1>
          %h = stablehlo.select %g, %f1, %o : tensor<i1>, tensor<f32>
          stablehlo.return %h : tensor<f32>
        }) : (tensor<24x6xf32>, tensor<24x6xf32>) -> tensor<24x6xf32>",
        "tensor<24x6xf32>",
    );
}

#[test]
fn comparators() {
    // Rising, falling, with the later of equal ones first, the other way round, of a function, of the second operand,
    // lexicographically, and one that is no order.
    let lt = |x: &str, y: &str| {
        format!("%p = stablehlo.compare LT, {x}, {y} : (tensor<f32>, tensor<f32>) -> tensor<i1>")
    };
    let bodies = [
        lt("%a", "%b"),
        lt("%b", "%a"),
        lt("%c", "%d"),
        lt("%a", "%d"),
        lt("%a", "%b").replace("LT", "GE"),
        lt("%a", "%b").replace("LT", "LE"),
        lt("%a", "%b").replace("LT", "GT").replace("%b :", "%b, TOTALORDER :"),
        format!(
            "%f1 = stablehlo.abs %a : tensor<f32>\n%g = stablehlo.abs %b : tensor<f32>\n{}",
            lt("%f1", "%g")
        ),
        format!("%f1 = stablehlo.abs %a : tensor<f32>\n{}", lt("%f1", "%b")),
        format!(
            "%e = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n{}\n{}
             %p = stablehlo.select %e, %v, %w : tensor<i1>, tensor<i1>",
            lt("%c", "%d").replace("%p", "%v"),
            lt("%a", "%b").replace("%p", "%w"),
        ),
    ];
    // Also of numbers that are not ordered.
    for nan in ["%x", "%nan"] {
        for body in &bodies {
            for dim in [0, 1] {
                check(
                    &format!(
                        "%root = stablehlo.sqrt %x : tensor<24x6xf32>
                        %nan = stablehlo.add %root, %x : tensor<24x6xf32>
                        %r:2 = \"stablehlo.sort\"({nan}, %y) <{{dimension = {dim} : i64, is_stable = true}}> ({{
                        ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
                          SLOW
                          {body}
                          stablehlo.return %p : tensor<i1>
                        }}) : (tensor<24x6xf32>, tensor<24x6xf32>) -> (tensor<24x6xf32>, tensor<24x6xf32>)"
                    ),
                    "tensor<24x6xf32> -- tensor<24x6xf32>",
                );
            }
        }
    }
}

#[test]
fn windows() {
    let attributes = [
        ("2, 3", "1, 1", "1, 1", "1, 1", "[[0, 0], [0, 0]]", "tensor<23x4xf32>"),
        ("2, 3", "2, 1", "1, 2", "2, 1", "[[1, 0], [-1, 2]]", "tensor<12x10xf32>"),
        ("24, 1", "1, 1", "1, 1", "1, 1", "[[23, 0], [0, 0]]", "tensor<24x6xf32>"),
        ("20, 6", "4, 1", "1, 1", "1, 1", "[[0, 0], [0, 0]]", "tensor<2x1xf32>"),
        ("2, 9", "1, 1", "1, 1", "1, 1", "[[0, 0], [0, 0]]", "tensor<23x0xf32>"),
    ];
    let bodies = [
        "%p = stablehlo.maximum %a, %b : tensor<f32>",
        "%q = stablehlo.multiply %b, %b : tensor<f32>\n%p = stablehlo.subtract %q, %a : tensor<f32>",
    ];
    for (window, strides, base, dilation, padding, out) in attributes {
        for body in bodies {
            check(
                &format!(
                    "%r = \"stablehlo.reduce_window\"(%x, %o) <{{window_dimensions = array<i64: {window}>,
                      window_strides = array<i64: {strides}>, base_dilations = array<i64: {base}>,
                      window_dilations = array<i64: {dilation}>, padding = dense<{padding}> : tensor<2x2xi64>}}> ({{
                    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
                      SLOW
                      {body}
                      stablehlo.return %p : tensor<f32>
                    }}) : (tensor<24x6xf32>, tensor<f32>) -> {out}"
                ),
                out,
            );
        }
    }
}

#[test]
fn scatters() {
    check(
        "%at = stablehlo.constant dense<[[1], [3], [1], [23], [24], [-1]]> : tensor<6x1xi32>
        %u = stablehlo.slice %y [0:6, 0:6] : (tensor<24x6xf32>) -> tensor<6x6xf32>
        %r = \"stablehlo.scatter\"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
          inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          SLOW
          %h = stablehlo.multiply %a, %a : tensor<f32>
          %p = stablehlo.subtract %h, %b : tensor<f32>
          stablehlo.return %p : tensor<f32>
        }) : (tensor<24x6xf32>, tensor<6x1xi32>, tensor<6x6xf32>) -> tensor<24x6xf32>",
        "tensor<24x6xf32>",
    );
}

#[test]
fn loops_over_numbers() {
    let text = |slow: &str| {
        format!(
            "%one = stablehlo.constant dense<1> : tensor<i8>
            %start = stablehlo.constant dense<3> : tensor<i8>
            %two = stablehlo.constant dense<2.0> : tensor<f32>
            %r:2 = stablehlo.while(%k = %start, %v = %two) : tensor<i8>, tensor<f32>
            cond {{
              %limit = stablehlo.constant dense<100> : tensor<i8>
              %go = stablehlo.compare LT, %k, %limit : (tensor<i8>, tensor<i8>) -> tensor<i1>
              stablehlo.return %go : tensor<i1>
            }} do {{
              {slow}
              %next = stablehlo.add %k, %one : tensor<i8>
              %root = stablehlo.sqrt %v : tensor<f32>
              %both = stablehlo.add %root, %two : tensor<f32>
              stablehlo.return %next, %both : tensor<i8>, tensor<f32>
            }}"
        )
    };
    compare(
        &text("SLOW"),
        "tensor<i8> -- tensor<f32>",
        "%slow = stablehlo.optimization_barrier %v : tensor<f32>",
    );
    // A loop that never ends still runs out of its budget.
    let body = text("").replace("dense<100>", "dense<127>").replace("LT", "LE");
    let forever = format!("func.func @main() -> tensor<f32> {{ {body} \nreturn %r#1 : tensor<f32> }}");
    let limited = Options { max_steps: Some(100_000), ..Options::default() };
    assert!(run(&forever, limited).is_err_and(|m| m.contains("takes more than 100000 steps")));
}

/// A structured op over `%p`, 20 x 3 x 2, and `%q`, with an output of some of the loops.
fn structured(map: &str, iterators: &str, out: &str, payload: &str) -> String {
    format!(
        "%c = arith.constant dense<[[[1, 2], [3, 4], [5, 6]]]> : tensor<1x3x2xi32>
        %i = stablehlo.iota dim = 0 : tensor<20x3x2xi32>
        %b = stablehlo.broadcast_in_dim %c, dims = [0, 1, 2] : (tensor<1x3x2xi32>) -> tensor<20x3x2xi32>
        %p = stablehlo.add %i, %b : tensor<20x3x2xi32>
        %init = arith.constant dense<3> : {out}
        %k = arith.constant 5 : i32
        %zero = arith.constant 0 : i32
        %r = linalg.generic {{indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> ()>,
            affine_map<(i, j, k) -> {map}>], iterator_types = [{iterators}]}}
          ins(%p, %k : tensor<20x3x2xi32>, i32) outs(%init : {out}) {{
        ^bb0(%x: i32, %y: i32, %acc: i32):
          SLOW
          {payload}
          linalg.yield %v : i32
        }} -> {out}"
    )
}

#[test]
fn structured_ops() {
    let (p, r) = ("\"parallel\"", "\"reduction\"");
    let cases = [
        ("(i, j, k)", format!("{p}, {p}, {p}"), "tensor<20x3x2xi32>"),
        ("(k, i, j)", format!("{p}, {p}, {p}"), "tensor<2x20x3xi32>"),
        ("(i)", format!("{p}, {r}, {r}"), "tensor<20xi32>"),
        ("(j, k)", format!("{r}, {p}, {p}"), "tensor<3x2xi32>"),
        ("()", format!("{r}, {r}, {r}"), "tensor<i32>"),
    ];
    let payload = "%s = arith.muli %acc, %y : i32
          %t = arith.remsi %x, %y : i32
          %u = arith.cmpi slt, %s, %t : i32
          %w = arith.select %u, %x, %s : i32
          %v = arith.subi %w, %t : i32";
    for (map, iterators, out) in cases {
        compare(&structured(map, &iterators, out, payload), out, "%slow = linalg.index 0 : index");
        // An undefined operation is an error of the op, as when the payload is run op by op.
        let undefined =
            structured(map, &iterators, out, "%v = arith.divsi %x, %zero : i32").replace("SLOW", "");
        let text = format!("func.func @main() -> {out} {{ {undefined} \nreturn %r : {out} }}");
        let error = run(&text, Options::default());
        assert!(error.is_err_and(|m| m.contains("'arith.divsi' op divides by zero")));
    }
}

/// Operands are overwritten only where nothing reads them again.
#[test]
fn values_live_as_long_as_they_are_read() {
    let body = "%x = stablehlo.iota dim = 0 : tensor<4xf32>
      %y = stablehlo.negate %x : tensor<4xf32>
      %d = stablehlo.add %y, %y : tensor<4xf32>
      %e = stablehlo.multiply %d, %y : tensor<4xf32>
      %t = stablehlo.constant dense<true> : tensor<i1>
      %n = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %five = stablehlo.constant dense<5> : tensor<i32>
      %f = stablehlo.sqrt %e : tensor<4xf32>
      %w:2 = stablehlo.while(%k = %n, %v = %f) : tensor<i32>, tensor<4xf32>
      cond {
        %go = stablehlo.compare LT, %k, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %go : tensor<i1>
      } do {
        %next = stablehlo.add %k, %one : tensor<i32>
        %h = stablehlo.add %v, %f : tensor<4xf32>
        %g = stablehlo.reverse %h, dims = [0] : tensor<4xf32>
        stablehlo.return %next, %g : tensor<i32>, tensor<4xf32>
      }
      %u = \"stablehlo.if\"(%t) ({
        %q = stablehlo.add %w#1, %d : tensor<4xf32>
        stablehlo.return %q : tensor<4xf32>
      }, {
        stablehlo.return %e : tensor<4xf32>
      }) : (tensor<i1>) -> tensor<4xf32>
      %a = stablehlo.add %u, %d : tensor<4xf32>
      %r = stablehlo.subtract %a, %w#1 : tensor<4xf32>";
    let text = format!("func.func @main() -> tensor<4xf32> {{ {body} \nreturn %r : tensor<4xf32> }}");
    // 2 * d, where d = -2 * x.
    let wanted = "dense<[0.000000e+00, -4.000000e+00, -8.000000e+00, -1.200000e+01]> : tensor<4xf32>";
    let got = run(&text, Options::default()).unwrap();
    let close: Vec<f32> = numbers(&got[0]);
    close.iter().zip(numbers(wanted)).for_each(|(a, b)| assert!((a - b).abs() < 1e-5, "{got:?}"));
}

fn numbers(literal: &str) -> Vec<f32> {
    let list = literal.split(['[', ']']).nth(1).unwrap();
    list.split(", ").map(|v| v.parse().unwrap()).collect()
}

/// A sum of narrow floats is rounded once, also where the body computes something else besides: unused results can be removed.
#[test]
fn a_result_is_the_same_beside_others() {
    const NUMBERS: &str = "%h = stablehlo.constant dense<[2048.0, 1.0, 1.0]> : tensor<3xf16>
      %z = stablehlo.constant dense<0.0> : tensor<f16>\n";
    const BODY: &str = "^bb0(%a: tensor<f16>, %c: tensor<f16>, %b: tensor<f16>, %d: tensor<f16>):
      %s = stablehlo.add %b, %a : tensor<f16>
      %n = stablehlo.subtract %c, %b : tensor<f16>
      stablehlo.return %s, %n : tensor<f16>, tensor<f16>";
    let run = |op: &str, attrs: &str, result: &str| {
        let types =
            format!("(tensor<3xf16>, tensor<3xf16>, tensor<f16>, tensor<f16>) -> ({result}, {result})");
        let text = format!("%r:2 = \"{op}\"(%h, %h, %z, %z) <{{{attrs}}}> ({{\n{BODY}\n}}) : {types}");
        let function =
            format!("func.func @main() -> {result} {{\n{NUMBERS}{text}\nreturn %r#0 : {result}\n}}");
        run(&function, Options::default()).unwrap().remove(0)
    };
    assert!(run("stablehlo.reduce", "dimensions = array<i64: 0>", "tensor<f16>").contains("2.050000e+03"));
    let windows = run("stablehlo.reduce_window", "window_dimensions = array<i64: 3>", "tensor<1xf16>");
    assert!(windows.contains("2.050000e+03"), "{windows}");
}
