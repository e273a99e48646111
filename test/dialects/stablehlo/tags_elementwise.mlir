// RUN: strata-opt %s --split-input-file --verify-diagnostics

// An invalid program for every constraint of the specification, named by its tag, with jaxlib's errors
// (test/jax/expected_errors.py compares them). What jaxlib takes all the same says so.

func.func @cbrt_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.cbrt' op requires compatible types for all operands and results}}
  %0 = "stablehlo.cbrt"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @cbrt_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.cbrt' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.cbrt"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @ceil_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.ceil' op requires compatible types for all operands and results}}
  %0 = "stablehlo.ceil"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @ceil_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.ceil' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.ceil"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @cosine_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.cosine' op requires compatible types for all operands and results}}
  %0 = "stablehlo.cosine"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @cosine_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.cosine' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.cosine"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @exponential_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.exponential' op requires compatible types for all operands and results}}
  %0 = "stablehlo.exponential"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @exponential_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.exponential' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.exponential"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @exponential_minus_one_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.exponential_minus_one' op requires compatible types for all operands and results}}
  %0 = "stablehlo.exponential_minus_one"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @exponential_minus_one_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.exponential_minus_one' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.exponential_minus_one"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @floor_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.floor' op requires compatible types for all operands and results}}
  %0 = "stablehlo.floor"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @floor_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.floor' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.floor"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @log_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.log' op requires compatible types for all operands and results}}
  %0 = "stablehlo.log"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @log_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.log' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.log"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @log_plus_one_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.log_plus_one' op requires compatible types for all operands and results}}
  %0 = "stablehlo.log_plus_one"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @log_plus_one_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.log_plus_one' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.log_plus_one"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @logistic_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.logistic' op requires compatible types for all operands and results}}
  %0 = "stablehlo.logistic"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @logistic_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.logistic' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.logistic"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @negate_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.negate' op requires compatible types for all operands and results}}
  %0 = "stablehlo.negate"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @negate_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.negate' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.negate"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @round_nearest_afz_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.round_nearest_afz' op requires compatible types for all operands and results}}
  %0 = "stablehlo.round_nearest_afz"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @round_nearest_afz_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.round_nearest_afz' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.round_nearest_afz"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @round_nearest_even_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.round_nearest_even' op requires compatible types for all operands and results}}
  %0 = "stablehlo.round_nearest_even"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @round_nearest_even_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.round_nearest_even' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.round_nearest_even"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @rsqrt_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.rsqrt' op requires compatible types for all operands and results}}
  %0 = "stablehlo.rsqrt"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @rsqrt_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.rsqrt' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.rsqrt"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @sign_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.sign' op requires compatible types for all operands and results}}
  %0 = "stablehlo.sign"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @sign_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.sign' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.sign"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @sine_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.sine' op requires compatible types for all operands and results}}
  %0 = "stablehlo.sine"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @sine_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.sine' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.sine"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @sqrt_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.sqrt' op requires compatible types for all operands and results}}
  %0 = "stablehlo.sqrt"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @sqrt_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.sqrt' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.sqrt"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @tan_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.tan' op requires compatible types for all operands and results}}
  %0 = "stablehlo.tan"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @tan_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.tan' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.tan"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @tanh_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.tanh' op requires compatible types for all operands and results}}
  %0 = "stablehlo.tanh"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @tanh_i1(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.tanh' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi1>'}}
  %0 = "stablehlo.tanh"(%a0) : (tensor<2xi1>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @count_leading_zeros_c1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.count_leading_zeros' op requires compatible types for all operands and results}}
  %0 = "stablehlo.count_leading_zeros"(%a0) : (tensor<2xi32>) -> (tensor<3xi32>)
  func.return
}

// -----

func.func @count_leading_zeros_i1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.count_leading_zeros' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.count_leading_zeros"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @not_c1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.not' op requires compatible types for all operands and results}}
  %0 = "stablehlo.not"(%a0) : (tensor<2xi32>) -> (tensor<3xi32>)
  func.return
}

// -----

func.func @not_i1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.not' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.not"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @popcnt_c1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.popcnt' op requires compatible types for all operands and results}}
  %0 = "stablehlo.popcnt"(%a0) : (tensor<2xi32>) -> (tensor<3xi32>)
  func.return
}

// -----

func.func @popcnt_i1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.popcnt' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.popcnt"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @abs_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.abs"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @abs_c2(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+2 {{'stablehlo.abs' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  // expected-error@+1 {{'stablehlo.abs' op failed to infer returned types}}
  %0 = "stablehlo.abs"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xf64>)
  func.return
}

// -----

func.func @abs_i1(%a0: tensor<2xui32>) {
  // expected-error@+1 {{'stablehlo.abs' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xui32>'}}
  %0 = "stablehlo.abs"(%a0) : (tensor<2xui32>) -> (tensor<2xui32>)
  func.return
}

// -----

func.func @real_c1(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.real' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.real"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @real_c2(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+2 {{'stablehlo.real' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  // expected-error@+1 {{'stablehlo.real' op failed to infer returned types}}
  %0 = "stablehlo.real"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xf64>)
  func.return
}

// -----

func.func @real_i1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.real' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.real"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}

// -----

func.func @imag_c1(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.imag' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.imag"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @imag_c2(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+2 {{'stablehlo.imag' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  // expected-error@+1 {{'stablehlo.imag' op failed to infer returned types}}
  %0 = "stablehlo.imag"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xf64>)
  func.return
}

// -----

func.func @imag_i1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.imag' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.imag"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}

// -----

func.func @is_finite_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.is_finite' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.is_finite"(%a0) : (tensor<2xf32>) -> (tensor<3xi1>)
  func.return
}

// -----

func.func @is_finite_i1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.is_finite' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.is_finite"(%a0) : (tensor<2xi32>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @convert_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.convert' op requires the same shape for all operands and results}}
  %0 = "stablehlo.convert"(%a0) : (tensor<2xf32>) -> (tensor<3xi32>)
  func.return
}

// -----

func.func @reduce_precision_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @reduce_precision_c2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op attribute 'exponent_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
  %0 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 0 : i32, mantissa_bits = 10 : i32}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @reduce_precision_c3(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op attribute 'mantissa_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %0 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 5 : i32, mantissa_bits = -1 : i32}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @uniform_quantize_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.uniform_quantize' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.uniform_quantize"(%a0) : (tensor<2xf32>) -> (tensor<3x!quant.uniform<i8:f32, 1.0:0>>)
  func.return
}

// -----

func.func @uniform_quantize_c2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{Expressed type of result expected to be 'f32', but got 'f16'}}
  %0 = "stablehlo.uniform_quantize"(%a0) : (tensor<2xf32>) -> (tensor<2x!quant.uniform<i8:f16, 1.0:0>>)
  func.return
}

// -----

func.func @uniform_dequantize_c1(%a0: tensor<2x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.uniform_dequantize"(%a0) : (tensor<2x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @uniform_dequantize_c2(%a0: tensor<2x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+2 {{'stablehlo.uniform_dequantize' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op failed to infer returned types}}
  %0 = "stablehlo.uniform_dequantize"(%a0) : (tensor<2x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<2xf64>)
  func.return
}

// -----

func.func @cosine_accuracy(%a0: tensor<2xf32>) {
  // expected-error@+1 {{Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.}}
  %0 = "stablehlo.cosine"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @exponential_accuracy(%a0: tensor<2xf32>) {
  // expected-error@+1 {{Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.}}
  %0 = "stablehlo.exponential"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @exponential_minus_one_accuracy(%a0: tensor<2xf32>) {
  // expected-error@+1 {{Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.}}
  %0 = "stablehlo.exponential_minus_one"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @log_accuracy(%a0: tensor<2xf32>) {
  // expected-error@+1 {{Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.}}
  %0 = "stablehlo.log"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @log_plus_one_accuracy(%a0: tensor<2xf32>) {
  // expected-error@+1 {{Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.}}
  %0 = "stablehlo.log_plus_one"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @logistic_accuracy(%a0: tensor<2xf32>) {
  // expected-error@+1 {{Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.}}
  %0 = "stablehlo.logistic"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @rsqrt_accuracy(%a0: tensor<2xf32>) {
  // expected-error@+1 {{Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.}}
  %0 = "stablehlo.rsqrt"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @sine_accuracy(%a0: tensor<2xf32>) {
  // expected-error@+1 {{Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.}}
  %0 = "stablehlo.sine"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @sqrt_accuracy(%a0: tensor<2xf32>) {
  // expected-error@+1 {{Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.}}
  %0 = "stablehlo.sqrt"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @cbrt_accuracy(%a0: tensor<2xf32>) {
  // expected-error@+1 {{Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.}}
  %0 = "stablehlo.cbrt"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @tan_accuracy(%a0: tensor<2xf32>) {
  // expected-error@+1 {{Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.}}
  %0 = "stablehlo.tan"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @tanh_accuracy(%a0: tensor<2xf32>) {
  // expected-error@+1 {{Invalid tolerances for ResultAccuracyAttr with mode DEFAULT, must be all zero.}}
  %0 = "stablehlo.tanh"(%a0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @atan2_c1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.atan2' op requires compatible types for all operands and results}}
  %0 = "stablehlo.atan2"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @atan2_i1(%a0: tensor<2xi32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.atan2' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi32>'}}
  %0 = "stablehlo.atan2"(%a0, %a1) : (tensor<2xi32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @divide_c1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.divide' op requires compatible types for all operands and results}}
  %0 = "stablehlo.divide"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @divide_i1(%a0: tensor<2xi32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.divide' op requires compatible types for all operands and results}}
  %0 = "stablehlo.divide"(%a0, %a1) : (tensor<2xi32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @maximum_c1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.maximum' op requires compatible types for all operands and results}}
  %0 = "stablehlo.maximum"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @maximum_i1(%a0: tensor<2xi32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.maximum' op requires compatible types for all operands and results}}
  %0 = "stablehlo.maximum"(%a0, %a1) : (tensor<2xi32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @minimum_c1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.minimum' op requires compatible types for all operands and results}}
  %0 = "stablehlo.minimum"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @minimum_i1(%a0: tensor<2xi32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.minimum' op requires compatible types for all operands and results}}
  %0 = "stablehlo.minimum"(%a0, %a1) : (tensor<2xi32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @multiply_c1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.multiply' op requires compatible types for all operands and results}}
  %0 = "stablehlo.multiply"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @multiply_i1(%a0: tensor<2xi32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.multiply' op requires compatible types for all operands and results}}
  %0 = "stablehlo.multiply"(%a0, %a1) : (tensor<2xi32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @power_c1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.power' op requires compatible types for all operands and results}}
  %0 = "stablehlo.power"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @power_i1(%a0: tensor<2xi32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.power' op requires compatible types for all operands and results}}
  %0 = "stablehlo.power"(%a0, %a1) : (tensor<2xi32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @remainder_c1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.remainder' op requires compatible types for all operands and results}}
  %0 = "stablehlo.remainder"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @remainder_i1(%a0: tensor<2xi32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.remainder' op requires compatible types for all operands and results}}
  %0 = "stablehlo.remainder"(%a0, %a1) : (tensor<2xi32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @subtract_c1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.subtract' op requires compatible types for all operands and results}}
  %0 = "stablehlo.subtract"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @subtract_i1(%a0: tensor<2xi32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.subtract' op requires compatible types for all operands and results}}
  %0 = "stablehlo.subtract"(%a0, %a1) : (tensor<2xi32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @and_c1(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.and' op requires compatible types for all operands and results}}
  %0 = "stablehlo.and"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<3xi32>)
  func.return
}

// -----

func.func @and_i1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.and' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.and"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @or_c1(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.or' op requires compatible types for all operands and results}}
  %0 = "stablehlo.or"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<3xi32>)
  func.return
}

// -----

func.func @or_i1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.or' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.or"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @xor_c1(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.xor' op requires compatible types for all operands and results}}
  %0 = "stablehlo.xor"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<3xi32>)
  func.return
}

// -----

func.func @xor_i1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.xor' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.xor"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @shift_left_c1(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.shift_left' op requires compatible types for all operands and results}}
  %0 = "stablehlo.shift_left"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<3xi32>)
  func.return
}

// -----

func.func @shift_left_i1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.shift_left' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.shift_left"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @shift_right_arithmetic_c1(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.shift_right_arithmetic' op requires compatible types for all operands and results}}
  %0 = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<3xi32>)
  func.return
}

// -----

func.func @shift_right_arithmetic_i1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.shift_right_arithmetic' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @shift_right_logical_c1(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.shift_right_logical' op requires compatible types for all operands and results}}
  %0 = "stablehlo.shift_right_logical"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<3xi32>)
  func.return
}

// -----

func.func @shift_right_logical_i1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.shift_right_logical' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.shift_right_logical"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @add_c1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.add' op requires the same shape for all operands and results}}
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @add_c2(%a0: tensor<2x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{expects  all operands and results to be either quantized or non-quantized}}
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2x!quant.uniform<i8:f32, 1.0:0>>, tensor<2xf32>) -> (tensor<2x!quant.uniform<i8:f32, 1.0:0>>)
  func.return
}

// -----

func.func @add_c3(%a0: tensor<2x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<2x!quant.uniform<i4:f32, 1.0:0>>) {
  // expected-error@+1 {{mismatched operands and result quantization storage types}}
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x!quant.uniform<i4:f32, 1.0:0>>) -> (tensor<2x!quant.uniform<i8:f32, 1.0:0>>)
  func.return
}

// -----

func.func @add_c4(%a0: tensor<2x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<2x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{mismatched operands and result quantization expressed types}}
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<2x!quant.uniform<i8:f16, 1.0:0>>)
  func.return
}

// -----

func.func @add_c5(%a0: tensor<2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>, %a1: tensor<2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  // expected-error@+1 {{result is not per_axis quantized but lhs or rhs are}}
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>, tensor<2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> (tensor<2x!quant.uniform<i8:f32, 1.0:0>>)
  func.return
}

// -----

func.func @add_c6(%a0: tensor<2x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>, %a1: tensor<2x2x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{quantization_dimension of lhs and result are not same '!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>' vs '!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00}>'}}
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>, tensor<2x2x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<2x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>)
  func.return
}

// -----

func.func @add_c7(%a0: tensor<2x2x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<2x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  // expected-error@+1 {{quantization_dimension of rhs and result are not same '!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>' vs '!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00}>'}}
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2x2x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> (tensor<2x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>)
  func.return
}

// -----

func.func @compare_c1(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.compare' op requires compatible element types for all operands}}
  %0 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<2xf32>, tensor<2xi32>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @compare_c2(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.compare' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xi1>)
  func.return
}

// -----

// Upstream does not check it.
func.func @compare_c3(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  %0 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type SIGNED>}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @compare_c4(%a0: tensor<2x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>, %a1: tensor<2x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>) {
  // expected-error@+1 {{'stablehlo.compare' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x2x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>>'}}
  %0 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>, tensor<2x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>) -> (tensor<2x2xi1>)
  func.return
}

// -----

func.func @complex_c1(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.complex' op requires the same element type for all operands}}
  %0 = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xcomplex<f32>>)
  func.return
}

// -----

func.func @complex_c2(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.complex' op requires the same shape for all operands and results}}
  %0 = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xcomplex<f32>>)
  func.return
}

// -----

func.func @complex_c3(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.complex' op inferred type(s) 'tensor<2xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<2xcomplex<f64>>'}}
  // expected-error@+1 {{'stablehlo.complex' op failed to infer returned types}}
  %0 = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xcomplex<f64>>)
  func.return
}

// -----

func.func @clamp_c1(%a0: tensor<3xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+2 {{min shape [3] is not scalar and is not compatible to operand shape [2]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<3xf32>, tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @clamp_c2(%a0: tensor<f32>, %a1: tensor<2xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{max shape [3] is not scalar and is not compatible to operand shape [2]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @clamp_c3(%a0: tensor<f64>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.clamp' op requires compatible element types for all operands and results}}
  %0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f64>, tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @clamp_c4(%a0: tensor<f32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.clamp' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @select_c1(%a0: tensor<3xi1>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) {
  // expected-error@+2 {{requires the same shape for all operands}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %0 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @select_c2(%a0: tensor<2xi1>, %a1: tensor<2xf32>, %a2: tensor<2xf64>) {
  // expected-error@+2 {{requires compatible types for non-predicate operands}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %0 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @quantized_type_c1(%a0: tensor<2x!quant.uniform<i32:f16, 1.0:0>>) {
  %0 = "stablehlo.add"(%a0, %a0) : (tensor<2x!quant.uniform<i32:f16, 1.0:0>>, tensor<2x!quant.uniform<i32:f16, 1.0:0>>) -> tensor<2x!quant.uniform<i32:f16, 1.0:0>>
  func.return
}

// -----

// expected-error@+1 {{illegal storage type minimum: -200}}
func.func @quantized_type_c2(%a0: tensor<2x!quant.uniform<i8<-200:127>:f32, 1.0:0>>) {
  %0 = "stablehlo.add"(%a0, %a0) : (tensor<2x!quant.uniform<i8<-200:127>:f32, 1.0:0>>, tensor<2x!quant.uniform<i8<-200:127>:f32, 1.0:0>>) -> tensor<2x!quant.uniform<i8<-200:127>:f32, 1.0:0>>
  func.return
}

// -----

// expected-error@+1 {{illegal storage type maximum: 200}}
func.func @quantized_type_c3(%a0: tensor<2x!quant.uniform<i8<-128:200>:f32, 1.0:0>>) {
  %0 = "stablehlo.add"(%a0, %a0) : (tensor<2x!quant.uniform<i8<-128:200>:f32, 1.0:0>>, tensor<2x!quant.uniform<i8<-128:200>:f32, 1.0:0>>) -> tensor<2x!quant.uniform<i8<-128:200>:f32, 1.0:0>>
  func.return
}

// -----

// expected-error@+1 {{illegal storage min and storage max: (5:5)}}
func.func @quantized_type_c4(%a0: tensor<2x!quant.uniform<i8<5:5>:f32, 1.0:0>>) {
  %0 = "stablehlo.add"(%a0, %a0) : (tensor<2x!quant.uniform<i8<5:5>:f32, 1.0:0>>, tensor<2x!quant.uniform<i8<5:5>:f32, 1.0:0>>) -> tensor<2x!quant.uniform<i8<5:5>:f32, 1.0:0>>
  func.return
}

// -----

// expected-error@+1 {{invalid kind of type specified}}
func.func @quantized_type_c5(%a0: tensor<2x!quant.uniform<i8:i32, 1.0:0>>) {
  %0 = "stablehlo.add"(%a0, %a0) : (tensor<2x!quant.uniform<i8:i32, 1.0:0>>, tensor<2x!quant.uniform<i8:i32, 1.0:0>>) -> tensor<2x!quant.uniform<i8:i32, 1.0:0>>
  func.return
}

// -----

// expected-error@+1 {{scale -1.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]}}
func.func @quantized_type_c6(%a0: tensor<2x!quant.uniform<i8:f32, -1.0:0>>) {
  %0 = "stablehlo.add"(%a0, %a0) : (tensor<2x!quant.uniform<i8:f32, -1.0:0>>, tensor<2x!quant.uniform<i8:f32, -1.0:0>>) -> tensor<2x!quant.uniform<i8:f32, -1.0:0>>
  func.return
}

// -----

// expected-error@+1 {{scale 1.000000e+06 out of expressed type range [5.960464e-08, 6.550400e+04]}}
func.func @quantized_type_c7(%a0: tensor<2x!quant.uniform<i8:f16, 1.0e+06:0>>) {
  %0 = "stablehlo.add"(%a0, %a0) : (tensor<2x!quant.uniform<i8:f16, 1.0e+06:0>>, tensor<2x!quant.uniform<i8:f16, 1.0e+06:0>>) -> tensor<2x!quant.uniform<i8:f16, 1.0e+06:0>>
  func.return
}

// -----

func.func @quantized_type_c8(%a0: tensor<2x!quant.uniform<i8:f32, 1.0:200>>) {
  // expected-error@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x!quant.uniform<i8:f32, 1.000000e+00:200>>'}}
  %0 = "stablehlo.add"(%a0, %a0) : (tensor<2x!quant.uniform<i8:f32, 1.0:200>>, tensor<2x!quant.uniform<i8:f32, 1.0:200>>) -> tensor<2x!quant.uniform<i8:f32, 1.0:200>>
  func.return
}

// -----

// expected-error@+1 {{expected integer value}}
func.func @quantized_type_c9(%a0: tensor<2x!quant.uniform<i8:f32, 1.0:1.5>>) {
  %0 = "stablehlo.add"(%a0, %a0) : (tensor<2x!quant.uniform<i8:f32, 1.0:1.5>>, tensor<2x!quant.uniform<i8:f32, 1.0:1.5>>) -> tensor<2x!quant.uniform<i8:f32, 1.0:1.5>>
  func.return
}

// -----

// expected-error@+1 {{expected floating point literal}}
func.func @quantized_type_c10(%a0: tensor<2x!quant.uniform<i8:f32:0, {}>>) {
  %0 = "stablehlo.add"(%a0, %a0) : (tensor<2x!quant.uniform<i8:f32:0, {}>>, tensor<2x!quant.uniform<i8:f32:0, {}>>) -> tensor<2x!quant.uniform<i8:f32:0, {}>>
  func.return
}

// -----

// expected-error@+1 {{expected floating point literal}}
func.func @quantized_type_c11(%a0: tensor<2x!quant.uniform<i8:f32, {1.0:0, 1.0:0}>>) {
  %0 = "stablehlo.add"(%a0, %a0) : (tensor<2x!quant.uniform<i8:f32, {1.0:0, 1.0:0}>>, tensor<2x!quant.uniform<i8:f32, {1.0:0, 1.0:0}>>) -> tensor<2x!quant.uniform<i8:f32, {1.0:0, 1.0:0}>>
  func.return
}

// -----

func.func @quantized_type_c12(%a0: tensor<2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>) {
  // expected-error@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00}>>'}}
  %0 = "stablehlo.add"(%a0, %a0) : (tensor<2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>, tensor<2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>) -> tensor<2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>
  func.return
}

// -----

func.func @quantized_type_c13(%a0: tensor<2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0, 1.0:0}>>) {
  // expected-error@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00,1.000000e+00}>>'}}
  %0 = "stablehlo.add"(%a0, %a0) : (tensor<2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0, 1.0:0}>>, tensor<2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0, 1.0:0}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0, 1.0:0}>>
  func.return
}

// -----

// expected-error@+1 {{illegal quantized dimension: -1}}
func.func @quantized_type_c14(%a0: tensor<2x!quant.uniform<i8:f32:-1, {1.0:0, 1.0:0}>>) {
  %0 = "stablehlo.add"(%a0, %a0) : (tensor<2x!quant.uniform<i8:f32:-1, {1.0:0, 1.0:0}>>, tensor<2x!quant.uniform<i8:f32:-1, {1.0:0, 1.0:0}>>) -> tensor<2x!quant.uniform<i8:f32:-1, {1.0:0, 1.0:0}>>
  func.return
}
