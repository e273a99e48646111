// RUN: strata-opt %s --split-input-file --verify-diagnostics

// cbrt_c1
func.func @cbrt_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.cbrt' op requires compatible types for all operands and results}}
  %r = "stablehlo.cbrt"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// cbrt_i1
func.func @cbrt_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.cbrt' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi32>'}}
  %r = "stablehlo.cbrt"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// cbrt_c1
func.func @cbrt_2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.cbrt' op requires compatible types for all operands and results}}
  %r = "stablehlo.cbrt"(%a0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// cosine_c1
func.func @cosine_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.cosine' op requires compatible types for all operands and results}}
  %r = "stablehlo.cosine"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// cosine_i1
func.func @cosine_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.cosine' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi32>'}}
  %r = "stablehlo.cosine"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// cosine_c1
func.func @cosine_2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.cosine' op requires compatible types for all operands and results}}
  %r = "stablehlo.cosine"(%a0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// exponential_c1
func.func @exponential_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.exponential' op requires compatible types for all operands and results}}
  %r = "stablehlo.exponential"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// exponential_i1
func.func @exponential_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.exponential' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi32>'}}
  %r = "stablehlo.exponential"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// exponential_c1
func.func @exponential_2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.exponential' op requires compatible types for all operands and results}}
  %r = "stablehlo.exponential"(%a0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// exponential_minus_one_c1
func.func @exponential_minus_one_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.exponential_minus_one' op requires compatible types for all operands and results}}
  %r = "stablehlo.exponential_minus_one"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// exponential_minus_one_i1
func.func @exponential_minus_one_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.exponential_minus_one' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi32>'}}
  %r = "stablehlo.exponential_minus_one"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// exponential_minus_one_c1
func.func @exponential_minus_one_2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.exponential_minus_one' op requires compatible types for all operands and results}}
  %r = "stablehlo.exponential_minus_one"(%a0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// log_plus_one_c1
func.func @log_plus_one_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.log_plus_one' op requires compatible types for all operands and results}}
  %r = "stablehlo.log_plus_one"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// log_plus_one_i1
func.func @log_plus_one_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.log_plus_one' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi32>'}}
  %r = "stablehlo.log_plus_one"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// log_plus_one_c1
func.func @log_plus_one_2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.log_plus_one' op requires compatible types for all operands and results}}
  %r = "stablehlo.log_plus_one"(%a0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// logistic_c1
func.func @logistic_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.logistic' op requires compatible types for all operands and results}}
  %r = "stablehlo.logistic"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// logistic_i1
func.func @logistic_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.logistic' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi32>'}}
  %r = "stablehlo.logistic"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// logistic_c1
func.func @logistic_2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.logistic' op requires compatible types for all operands and results}}
  %r = "stablehlo.logistic"(%a0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// rsqrt_c1
func.func @rsqrt_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.rsqrt' op requires compatible types for all operands and results}}
  %r = "stablehlo.rsqrt"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// rsqrt_i1
func.func @rsqrt_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.rsqrt' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi32>'}}
  %r = "stablehlo.rsqrt"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// rsqrt_c1
func.func @rsqrt_2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.rsqrt' op requires compatible types for all operands and results}}
  %r = "stablehlo.rsqrt"(%a0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// sine_c1
func.func @sine_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.sine' op requires compatible types for all operands and results}}
  %r = "stablehlo.sine"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// sine_i1
func.func @sine_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.sine' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi32>'}}
  %r = "stablehlo.sine"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// sine_c1
func.func @sine_2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.sine' op requires compatible types for all operands and results}}
  %r = "stablehlo.sine"(%a0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// sqrt_c1
func.func @sqrt_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.sqrt' op requires compatible types for all operands and results}}
  %r = "stablehlo.sqrt"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// sqrt_i1
func.func @sqrt_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.sqrt' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi32>'}}
  %r = "stablehlo.sqrt"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// sqrt_c1
func.func @sqrt_2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.sqrt' op requires compatible types for all operands and results}}
  %r = "stablehlo.sqrt"(%a0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// tan_c1
func.func @tan_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.tan' op requires compatible types for all operands and results}}
  %r = "stablehlo.tan"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// tan_i1
func.func @tan_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.tan' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi32>'}}
  %r = "stablehlo.tan"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// tan_c1
func.func @tan_2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.tan' op requires compatible types for all operands and results}}
  %r = "stablehlo.tan"(%a0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// tanh_c1
func.func @tanh_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.tanh' op requires compatible types for all operands and results}}
  %r = "stablehlo.tanh"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// tanh_i1
func.func @tanh_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.tanh' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi32>'}}
  %r = "stablehlo.tanh"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// tanh_c1
func.func @tanh_2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.tanh' op requires compatible types for all operands and results}}
  %r = "stablehlo.tanh"(%a0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// floor_c1
func.func @floor_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.floor' op requires compatible types for all operands and results}}
  %r = "stablehlo.floor"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// floor_i1
func.func @floor_1(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.floor' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2xcomplex<f32>>'}}
  %r = "stablehlo.floor"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}

// -----

// floor_c1
func.func @floor_2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.floor' op requires compatible types for all operands and results}}
  %r = "stablehlo.floor"(%a0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// round_nearest_afz_c1
func.func @round_nearest_afz_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.round_nearest_afz' op requires compatible types for all operands and results}}
  %r = "stablehlo.round_nearest_afz"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// round_nearest_afz_i1
func.func @round_nearest_afz_1(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.round_nearest_afz' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2xcomplex<f32>>'}}
  %r = "stablehlo.round_nearest_afz"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}

// -----

// round_nearest_afz_c1
func.func @round_nearest_afz_2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.round_nearest_afz' op requires compatible types for all operands and results}}
  %r = "stablehlo.round_nearest_afz"(%a0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// round_nearest_even_c1
func.func @round_nearest_even_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.round_nearest_even' op requires compatible types for all operands and results}}
  %r = "stablehlo.round_nearest_even"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// round_nearest_even_i1
func.func @round_nearest_even_1(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.round_nearest_even' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2xcomplex<f32>>'}}
  %r = "stablehlo.round_nearest_even"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}

// -----

// round_nearest_even_c1
func.func @round_nearest_even_2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.round_nearest_even' op requires compatible types for all operands and results}}
  %r = "stablehlo.round_nearest_even"(%a0) : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// count_leading_zeros_c1
func.func @count_leading_zeros_0(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.count_leading_zeros' op requires compatible types for all operands and results}}
  %r = "stablehlo.count_leading_zeros"(%a0) : (tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

// count_leading_zeros_i1
func.func @count_leading_zeros_1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.count_leading_zeros' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %r = "stablehlo.count_leading_zeros"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// imag_c1
func.func @imag_0(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.imag' op all non-scalar operands/results must have the same shape and base type}}
  %r = "stablehlo.imag"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  return
}

// -----

// imag_c2
func.func @imag_1(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+2 {{'stablehlo.imag' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  // expected-error@+1 {{'stablehlo.imag' op failed to infer returned types}}
  %r = "stablehlo.imag"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

// imag_i1
func.func @imag_2(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.imag' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'}}
  %r = "stablehlo.imag"(%a0) : (tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

// divide_c1
func.func @divide_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.divide' op requires compatible types for all operands and results}}
  %r = "stablehlo.divide"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// divide_c1
func.func @divide_1(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.divide' op requires compatible types for all operands and results}}
  %r = "stablehlo.divide"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

// divide_c1
func.func @divide_2(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.divide' op requires compatible types for all operands and results}}
  %r = "stablehlo.divide"(%a0, %a1) : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

// divide_i1
func.func @divide_3(%a0: tensor<2xindex>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'stablehlo.divide' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xindex>'}}
  %r = "stablehlo.divide"(%a0, %a1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

// minimum_c1
func.func @minimum_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.minimum' op requires compatible types for all operands and results}}
  %r = "stablehlo.minimum"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// minimum_c1
func.func @minimum_1(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.minimum' op requires compatible types for all operands and results}}
  %r = "stablehlo.minimum"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

// minimum_c1
func.func @minimum_2(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.minimum' op requires compatible types for all operands and results}}
  %r = "stablehlo.minimum"(%a0, %a1) : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

// minimum_i1
func.func @minimum_3(%a0: tensor<2xindex>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'stablehlo.minimum' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xindex>'}}
  %r = "stablehlo.minimum"(%a0, %a1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

// power_c1
func.func @power_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.power' op requires compatible types for all operands and results}}
  %r = "stablehlo.power"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// power_c1
func.func @power_1(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.power' op requires compatible types for all operands and results}}
  %r = "stablehlo.power"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

// power_c1
func.func @power_2(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.power' op requires compatible types for all operands and results}}
  %r = "stablehlo.power"(%a0, %a1) : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

// power_i1
func.func @power_3(%a0: tensor<2xindex>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'stablehlo.power' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xindex>'}}
  %r = "stablehlo.power"(%a0, %a1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

// remainder_c1
func.func @remainder_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.remainder' op requires compatible types for all operands and results}}
  %r = "stablehlo.remainder"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// remainder_c1
func.func @remainder_1(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.remainder' op requires compatible types for all operands and results}}
  %r = "stablehlo.remainder"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

// remainder_c1
func.func @remainder_2(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.remainder' op requires compatible types for all operands and results}}
  %r = "stablehlo.remainder"(%a0, %a1) : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

// remainder_i1
func.func @remainder_3(%a0: tensor<2xindex>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'stablehlo.remainder' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xindex>'}}
  %r = "stablehlo.remainder"(%a0, %a1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

// subtract_c1
func.func @subtract_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.subtract' op requires compatible types for all operands and results}}
  %r = "stablehlo.subtract"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// subtract_c1
func.func @subtract_1(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.subtract' op requires compatible types for all operands and results}}
  %r = "stablehlo.subtract"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

// subtract_c1
func.func @subtract_2(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.subtract' op requires compatible types for all operands and results}}
  %r = "stablehlo.subtract"(%a0, %a1) : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

// subtract_i1
func.func @subtract_3(%a0: tensor<2xindex>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'stablehlo.subtract' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xindex>'}}
  %r = "stablehlo.subtract"(%a0, %a1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

// shift_left_c1
func.func @shift_left_0(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.shift_left' op requires compatible types for all operands and results}}
  %r = "stablehlo.shift_left"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

// shift_left_c1
func.func @shift_left_1(%a0: tensor<2xi32>, %a1: tensor<2xi8>) {
  // expected-error@+1 {{'stablehlo.shift_left' op requires compatible types for all operands and results}}
  %r = "stablehlo.shift_left"(%a0, %a1) : (tensor<2xi32>, tensor<2xi8>) -> tensor<2xi32>
  return
}

// -----

// shift_left_i1
func.func @shift_left_2(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.shift_left' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %r = "stablehlo.shift_left"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// shift_right_arithmetic_c1
func.func @shift_right_arithmetic_0(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.shift_right_arithmetic' op requires compatible types for all operands and results}}
  %r = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

// shift_right_arithmetic_c1
func.func @shift_right_arithmetic_1(%a0: tensor<2xi32>, %a1: tensor<2xi8>) {
  // expected-error@+1 {{'stablehlo.shift_right_arithmetic' op requires compatible types for all operands and results}}
  %r = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<2xi32>, tensor<2xi8>) -> tensor<2xi32>
  return
}

// -----

// shift_right_arithmetic_i1
func.func @shift_right_arithmetic_2(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.shift_right_arithmetic' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %r = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// shift_right_logical_c1
func.func @shift_right_logical_0(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.shift_right_logical' op requires compatible types for all operands and results}}
  %r = "stablehlo.shift_right_logical"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

// shift_right_logical_c1
func.func @shift_right_logical_1(%a0: tensor<2xi32>, %a1: tensor<2xi8>) {
  // expected-error@+1 {{'stablehlo.shift_right_logical' op requires compatible types for all operands and results}}
  %r = "stablehlo.shift_right_logical"(%a0, %a1) : (tensor<2xi32>, tensor<2xi8>) -> tensor<2xi32>
  return
}

// -----

// shift_right_logical_i1
func.func @shift_right_logical_2(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.shift_right_logical' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %r = "stablehlo.shift_right_logical"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// xor_c1
func.func @xor_0(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.xor' op requires compatible types for all operands and results}}
  %r = "stablehlo.xor"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

// xor_c1
func.func @xor_1(%a0: tensor<2xi32>, %a1: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.xor' op requires compatible types for all operands and results}}
  %r = "stablehlo.xor"(%a0, %a1) : (tensor<2xi32>, tensor<2xi1>) -> tensor<2xi32>
  return
}

// -----

// xor_i1
func.func @xor_2(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.xor' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %r = "stablehlo.xor"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// cross_replica_sum_c1
func.func @cross_replica_sum_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.cross-replica-sum' op requires compatible types for all operands and results}}
  %r = "stablehlo.cross-replica-sum"(%a0) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2xf32>) -> tensor<3xf32>
  return
}
