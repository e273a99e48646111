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

#[test]
fn arithmetic_on_quantized_numbers_is_refused() {
    let error = run("func.func @main() -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
      %a = stablehlo.constant() <{value = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
      %0 = stablehlo.add %a, %a : tensor<2x!quant.uniform<i8:f32, 0.5>>
      return %0 : tensor<2x!quant.uniform<i8:f32, 0.5>>
    }")
    .expect_err("the program is refused");
    assert!(error.contains("computes with quantized types"), "{error}");
}

/// The numbers inside the brackets of a printed tensor.
fn numbers(text: &str) -> Vec<f64> {
    let inside = text.split(" : ").next().unwrap_or(text);
    let words = inside.split(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c)));
    words.filter_map(|w| w.parse().ok()).collect()
}
