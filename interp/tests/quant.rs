//! Runs small programs on quantized numbers.

use strata_interp::Interpreter;
use strata_ir::core::Registry;

fn run(body: &str) -> Result<Vec<String>, String> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT)
        .register(&strata_func::DIALECT)
        .register(&strata_quant::DIALECT)
        .register(&strata_stablehlo::DIALECT);
    let cx = r.freeze();
    let m = match strata_ir::text::parse_module(&cx, "test.mlir", body, Default::default()) {
        Ok(m) => m,
        Err(d) => panic!("{}", strata_ir::core::diagnostics::render_all(&cx, &d)),
    };
    match Interpreter::new(&cx).interpret(&m, "main", vec![]) {
        Ok(v) => Ok(v.iter().map(|v| v.display(&cx)).collect()),
        Err(d) => Err(d.message),
    }
}

/// `round(x / 0.5 + 3)`, to even, within the storage; and back.
#[test]
fn numbers_are_scaled_rounded_and_clamped() {
    let out = run("func.func @main() -> (tensor<5xi8>, tensor<5xf32>) {
      %a = stablehlo.constant dense<[0.0, 1.0, -100.0, 0.75, 100.0]> : tensor<5xf32>
      %0 = stablehlo.uniform_quantize %a : (tensor<5xf32>) -> tensor<5x!quant.uniform<i8:f32, 0.5:3>>
      %1 = quant.scast %0 : tensor<5x!quant.uniform<i8:f32, 0.5:3>> to tensor<5xi8>
      %2 = stablehlo.uniform_dequantize %0 : (tensor<5x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<5xf32>
      return %1, %2 : tensor<5xi8>, tensor<5xf32>
    }")
    .expect("the program runs");
    assert!(out[0].contains("3, 5, -128, 4, 127"), "{}", out[0]);
    assert_eq!(numbers(&out[1]), [0.0, 1.0, -65.5, 0.5, 62.0], "{}", out[1]);
}

#[test]
fn each_index_of_an_axis_has_its_scale() {
    let out = run("func.func @main() -> tensor<2x2xf32> {
      %a = stablehlo.constant() <{value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>}> : () -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5,2.0:1}>>
      %0 = stablehlo.uniform_dequantize %a : (tensor<2x2x!quant.uniform<i8:f32:1, {0.5,2.0:1}>>) -> tensor<2x2xf32>
      return %0 : tensor<2x2xf32>
    }")
    .expect("the program runs");
    assert_eq!(numbers(&out[0]), [0.5, 2.0, 1.5, 6.0], "{}", out[0]);
}

/// The results of a program on quantized numbers, as floats.
fn floats(types: &str, body: &str) -> Vec<f64> {
    let result = body.rsplit(" : ").next().unwrap_or_default();
    let text = format!("{types}\nfunc.func @main() -> {result} {{\n{body}\n}}");
    numbers(&run(&text).expect("the program runs")[0])
}

const Q: &str = "!q = !quant.uniform<i8:f32, 0.5:1>\n!p = !quant.uniform<i8:f32, 0.25:-3>\n!v = !quant.uniform<i8:f32, 0.125>
!s = !quant.uniform<i8:f32, 0.25>\n!w = !quant.uniform<i32:f32, 0.125>";
/// `[2.0, 3.0]` in a type whose zero is 0, as the right sides of products are.
const Z: &str = "%s = stablehlo.constant() <{value = dense<[8, 12]> : tensor<2xi8>}> : () -> tensor<2x!s>";
/// `[0.5, -1.0]` and `[2.0, 3.0]`, in types of different scales.
const XY: &str = "%x = stablehlo.constant() <{value = dense<[2, -1]> : tensor<2xi8>}> : () -> tensor<2x!q>
  %y = stablehlo.constant() <{value = dense<[5, 9]> : tensor<2xi8>}> : () -> tensor<2x!p>";
const DONE: &str = "%r = stablehlo.uniform_dequantize %0 : (tensor<2x!v>) -> tensor<2xf32>
  return %r : tensor<2xf32>";

#[test]
fn arithmetic_is_that_of_the_floats() {
    let body = format!(
        "{XY}\n%0 = \"stablehlo.add\"(%x, %y) : (tensor<2x!q>, tensor<2x!p>) -> tensor<2x!v>\n{DONE}"
    );
    assert_eq!(floats(Q, &body), [2.5, 2.0]);
    for (op, want) in [("subtract", [-1.0, -2.0]), ("multiply", [0.5, -1.0]), ("maximum", [1.5, 1.0])] {
        let body = format!(
            "{XY}
            %z = stablehlo.constant() <{{value = dense<[4, 3]> : tensor<2xi8>}}> : () -> tensor<2x!q>
            %0 = stablehlo.{op} %x, %z : tensor<2x!q>
            %r = stablehlo.uniform_dequantize %0 : (tensor<2x!q>) -> tensor<2xf32>
            return %r : tensor<2xf32>"
        );
        assert_eq!(floats(Q, &body), want, "{op}");
    }
}

#[test]
fn results_saturate_in_their_storage() {
    let body = "%x = stablehlo.constant() <{value = dense<[127, 3]> : tensor<2xi8>}> : () -> tensor<2x!q>
      %0 = stablehlo.multiply %x, %x : tensor<2x!q>
      %r = stablehlo.uniform_dequantize %0 : (tensor<2x!q>) -> tensor<2xf32>
      return %r : tensor<2xf32>";
    assert_eq!(floats(Q, body), [63.0, 1.0]);
}

#[test]
fn contractions_reductions_and_comparisons_are_those_of_the_floats() {
    let dot = format!("{XY}\n{Z}
      %0 = stablehlo.dot_general %x, %s, contracting_dims = [0] x [0] : (tensor<2x!q>, tensor<2x!s>) -> tensor<!w>
      %r = stablehlo.uniform_dequantize %0 : (tensor<!w>) -> tensor<f32>
      return %r : tensor<f32>");
    assert_eq!(floats(Q, &dot), [-2.0]);
    let hybrid = format!("{Z}
      %z = stablehlo.constant dense<[4.0, 1.0]> : tensor<2xf32>
      %r = stablehlo.dot_general %z, %s, contracting_dims = [0] x [0] : (tensor<2xf32>, tensor<2x!s>) -> tensor<f32>
      return %r : tensor<f32>");
    assert_eq!(floats(Q, &hybrid), [11.0]);
    let sum = format!(
        "{XY}
      %i = stablehlo.constant() <{{value = dense<1> : tensor<i8>}}> : () -> tensor<!q>
      %0 = \"stablehlo.reduce\"(%x, %i) <{{dimensions = array<i64: 0>}}> ({{
      ^bb0(%a: tensor<!q>, %b: tensor<!q>):
        %s = stablehlo.add %a, %b : tensor<!q>
        stablehlo.return %s : tensor<!q>
      }}) : (tensor<2x!q>, tensor<!q>) -> tensor<!q>
      %r = stablehlo.uniform_dequantize %0 : (tensor<!q>) -> tensor<f32>
      return %r : tensor<f32>"
    );
    assert_eq!(floats(Q, &sum), [-0.5]);
    let less = format!(
        "{XY}
      %z = stablehlo.constant() <{{value = dense<[4, -1]> : tensor<2xi8>}}> : () -> tensor<2x!q>
      %c = stablehlo.compare LT, %x, %z : (tensor<2x!q>, tensor<2x!q>) -> tensor<2xi1>
      %r = stablehlo.convert %c : (tensor<2xi1>) -> tensor<2xf32>
      return %r : tensor<2xf32>"
    );
    assert_eq!(floats(Q, &less), [1.0, 0.0]);
}

/// The numbers inside the brackets of a printed tensor.
fn numbers(text: &str) -> Vec<f64> {
    let inside = text.split(" : ").next().unwrap_or(text);
    let words = inside.split(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c)));
    words.filter_map(|w| w.parse().ok()).collect()
}
