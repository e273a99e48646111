// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @too_many_scales(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{result #0 must be ranked tensor of}}
  %0 = stablehlo.uniform_quantize %a : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:1, {2.0,3.0}>>
  return
}

// -----

func.func @no_such_dimension(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{result #0 must be ranked tensor of}}
  %0 = stablehlo.uniform_quantize %a : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:2, {2.0,3.0}>>
  return
}

// -----

func.func @zero_point_out_of_range(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{result #0 must be ranked tensor of}}
  %0 = stablehlo.uniform_quantize %a : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 2.0:150>>
  return
}

// -----

func.func @other_float(%a: tensor<2x3x!quant.uniform<i8:f32, 2.0>>) {
  // expected-error@+2 {{'stablehlo.uniform_dequantize' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf64>'}}
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op failed to infer returned types}}
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x3x!quant.uniform<i8:f32, 2.0>>) -> tensor<2x3xf64>
  return
}
