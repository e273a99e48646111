// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @asin_acos_kernel_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo._asin_acos_kernel' op operand #0 must be tensor of complex type with 32/64-bit float elements values, but got 'tensor<2xf32>'}}
  %r = "chlo._asin_acos_kernel"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @asin_acos_kernel_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo._asin_acos_kernel' op operand #0 must be tensor of complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'}}
  %r = "chlo._asin_acos_kernel"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @acos_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.acos' op requires compatible types for all operands and results}}
  %r = "chlo.acos"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @acos_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.acos' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'}}
  %r = "chlo.acos"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @acosh_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.acosh' op requires compatible types for all operands and results}}
  %r = "chlo.acosh"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @acosh_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.acosh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'}}
  %r = "chlo.acosh"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @asin_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.asin' op requires compatible types for all operands and results}}
  %r = "chlo.asin"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @asin_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.asin' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'}}
  %r = "chlo.asin"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @asinh_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.asinh' op requires compatible types for all operands and results}}
  %r = "chlo.asinh"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @asinh_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.asinh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'}}
  %r = "chlo.asinh"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @atan_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.atan' op requires compatible types for all operands and results}}
  %r = "chlo.atan"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @atan_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.atan' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'}}
  %r = "chlo.atan"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @atanh_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.atanh' op requires compatible types for all operands and results}}
  %r = "chlo.atanh"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @atanh_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.atanh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'}}
  %r = "chlo.atanh"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @bessel_i1e_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.bessel_i1e' op requires compatible types for all operands and results}}
  %r = "chlo.bessel_i1e"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @bessel_i1e_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.bessel_i1e' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'}}
  %r = "chlo.bessel_i1e"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @conj_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.conj' op requires compatible types for all operands and results}}
  %r = "chlo.conj"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @conj_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.conj' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'}}
  %r = "chlo.conj"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @cosh_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.cosh' op requires compatible types for all operands and results}}
  %r = "chlo.cosh"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @cosh_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.cosh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'}}
  %r = "chlo.cosh"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @digamma_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.digamma' op requires compatible types for all operands and results}}
  %r = "chlo.digamma"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @digamma_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.digamma' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xi32>'}}
  %r = "chlo.digamma"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @erf_inv_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.erf_inv' op requires compatible types for all operands and results}}
  %r = "chlo.erf_inv"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @erf_inv_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.erf_inv' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xi32>'}}
  %r = "chlo.erf_inv"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @erfc_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.erfc' op requires compatible types for all operands and results}}
  %r = "chlo.erfc"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @erfc_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.erfc' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xi32>'}}
  %r = "chlo.erfc"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @lgamma_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.lgamma' op requires compatible types for all operands and results}}
  %r = "chlo.lgamma"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @lgamma_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.lgamma' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xi32>'}}
  %r = "chlo.lgamma"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @sinh_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.sinh' op requires compatible types for all operands and results}}
  %r = "chlo.sinh"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @sinh_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.sinh' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'}}
  %r = "chlo.sinh"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @square_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.square' op requires compatible types for all operands and results}}
  %r = "chlo.square"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @square_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.square' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'}}
  %r = "chlo.square"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @tan_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.tan' op requires compatible types for all operands and results}}
  %r = "chlo.tan"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @tan_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.tan' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<2xi32>'}}
  %r = "chlo.tan"(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @is_neg_inf_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.is_neg_inf' op all non-scalar operands/results must have the same shape and base type}}
  %r = "chlo.is_neg_inf"(%a0) : (tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

func.func @is_neg_inf_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.is_neg_inf' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xi32>'}}
  %r = "chlo.is_neg_inf"(%a0) : (tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @is_neg_inf_2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.is_neg_inf' op result #0 must be tensor of bool values, but got 'tensor<2xf32>'}}
  %r = "chlo.is_neg_inf"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @is_pos_inf_0(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.is_pos_inf' op all non-scalar operands/results must have the same shape and base type}}
  %r = "chlo.is_pos_inf"(%a0) : (tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

func.func @is_pos_inf_1(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.is_pos_inf' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xi32>'}}
  %r = "chlo.is_pos_inf"(%a0) : (tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @is_pos_inf_2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.is_pos_inf' op result #0 must be tensor of bool values, but got 'tensor<2xf32>'}}
  %r = "chlo.is_pos_inf"(%a0) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @mulhi_0(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.mulhi' op requires compatible types for all operands and results}}
  %r = "chlo.mulhi"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

func.func @mulhi_1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.mulhi' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %r = "chlo.mulhi"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @next_after_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.next_after' op requires compatible types for all operands and results}}
  %r = "chlo.next_after"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @next_after_1(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.next_after' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xi32>'}}
  %r = "chlo.next_after"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @polygamma_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.polygamma' op requires compatible types for all operands and results}}
  %r = "chlo.polygamma"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @polygamma_1(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.polygamma' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xi32>'}}
  %r = "chlo.polygamma"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @constant_0() {
  // expected-error@+2 {{'chlo.constant' op inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error@+1 {{'chlo.constant' op failed to infer returned types}}
  %r = "chlo.constant"() <{value = dense<1.0> : tensor<3xf32>}> : () -> tensor<2xf32>
  return
}

// -----

func.func @constant_1() {
  // expected-error@+1 {{'chlo.constant' op requires attribute 'value'}}
  %r = "chlo.constant"() : () -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_and_0(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+2 {{'chlo.broadcast_and' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_and' op failed to infer returned types}}
  %r = "chlo.broadcast_and"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_and_1(%a0: tensor<2xi32>, %a1: tensor<2xi8>) {
  // expected-error@+2 {{mismatched operand types}}
  // expected-error@+1 {{'chlo.broadcast_and' op failed to infer returned types}}
  %r = "chlo.broadcast_and"(%a0, %a1) : (tensor<2xi32>, tensor<2xi8>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_and_2(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_and' op operand #0 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %r = "chlo.broadcast_and"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_or_0(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+2 {{'chlo.broadcast_or' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_or' op failed to infer returned types}}
  %r = "chlo.broadcast_or"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_or_1(%a0: tensor<2xi32>, %a1: tensor<2xi8>) {
  // expected-error@+2 {{mismatched operand types}}
  // expected-error@+1 {{'chlo.broadcast_or' op failed to infer returned types}}
  %r = "chlo.broadcast_or"(%a0, %a1) : (tensor<2xi32>, tensor<2xi8>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_or_2(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_or' op operand #0 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %r = "chlo.broadcast_or"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_xor_0(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+2 {{'chlo.broadcast_xor' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_xor' op failed to infer returned types}}
  %r = "chlo.broadcast_xor"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_xor_1(%a0: tensor<2xi32>, %a1: tensor<2xi8>) {
  // expected-error@+2 {{mismatched operand types}}
  // expected-error@+1 {{'chlo.broadcast_xor' op failed to infer returned types}}
  %r = "chlo.broadcast_xor"(%a0, %a1) : (tensor<2xi32>, tensor<2xi8>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_xor_2(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_xor' op operand #0 must be tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2xf32>'}}
  %r = "chlo.broadcast_xor"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_shift_left_0(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.broadcast_shift_left' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_shift_left_1(%a0: tensor<2xi32>, %a1: tensor<2xi8>) {
  // expected-error@+1 {{'chlo.broadcast_shift_left' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<2xi32>, tensor<2xi8>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_shift_right_arithmetic_0(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.broadcast_shift_right_arithmetic' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_shift_right_arithmetic_1(%a0: tensor<2xi32>, %a1: tensor<2xi8>) {
  // expected-error@+1 {{'chlo.broadcast_shift_right_arithmetic' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) : (tensor<2xi32>, tensor<2xi8>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_shift_right_logical_0(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.broadcast_shift_right_logical' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_shift_right_logical_1(%a0: tensor<2xi32>, %a1: tensor<2xi8>) {
  // expected-error@+1 {{'chlo.broadcast_shift_right_logical' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_shift_right_logical"(%a0, %a1) : (tensor<2xi32>, tensor<2xi8>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_divide_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_divide' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_divide_1(%a0: tensor<2xindex>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'chlo.broadcast_divide' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2xindex>'}}
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

func.func @broadcast_divide_2(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_divide' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_maximum_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_maximum' op requires compatible element types for all operands and results}}
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_maximum_1(%a0: tensor<2xindex>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'chlo.broadcast_maximum' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2xindex>'}}
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

func.func @broadcast_maximum_2(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_maximum' op requires compatible element types for all operands and results}}
  %r = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_minimum_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_minimum' op requires compatible element types for all operands and results}}
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_minimum_1(%a0: tensor<2xindex>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'chlo.broadcast_minimum' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2xindex>'}}
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

func.func @broadcast_minimum_2(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_minimum' op requires compatible element types for all operands and results}}
  %r = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_multiply_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_multiply' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_multiply_1(%a0: tensor<2xindex>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'chlo.broadcast_multiply' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2xindex>'}}
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

func.func @broadcast_multiply_2(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_multiply' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_power_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_power' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_power_1(%a0: tensor<2xindex>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'chlo.broadcast_power' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2xindex>'}}
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

func.func @broadcast_power_2(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_power' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_power"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_remainder_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_remainder' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_remainder_1(%a0: tensor<2xindex>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'chlo.broadcast_remainder' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2xindex>'}}
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

func.func @broadcast_remainder_2(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_remainder' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_subtract_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_subtract' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_subtract_1(%a0: tensor<2xindex>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'chlo.broadcast_subtract' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2xindex>'}}
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

func.func @broadcast_subtract_2(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_subtract' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_atan2_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_atan2' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_atan2_1(%a0: tensor<2xindex>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'chlo.broadcast_atan2' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2xindex>'}}
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

func.func @broadcast_atan2_2(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_atan2' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_next_after_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_next_after' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_next_after_1(%a0: tensor<2xindex>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'chlo.broadcast_next_after' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2xindex>'}}
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

func.func @broadcast_next_after_2(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_next_after' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_polygamma_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_polygamma' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_polygamma_1(%a0: tensor<2xindex>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'chlo.broadcast_polygamma' op operand #0 must be tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2xindex>'}}
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

func.func @broadcast_polygamma_2(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_polygamma' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_zeta_0(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_zeta' op result #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xi32>'}}
  %r = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @broadcast_zeta_1(%a0: tensor<2xindex>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'chlo.broadcast_zeta' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xindex>'}}
  %r = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<2xindex>, tensor<2xindex>) -> tensor<2xindex>
  return
}

// -----

func.func @broadcast_zeta_2(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_zeta' op requires the same element type for all operands and results}}
  %r = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_complex_0(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.broadcast_complex' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xi32>'}}
  %r = "chlo.broadcast_complex"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @broadcast_complex_1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_complex' op result #0 must be tensor of complex type with 32/64-bit float elements values, but got 'tensor<2xf32>'}}
  %r = "chlo.broadcast_complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_compare_0(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  // expected-error@+2 {{mismatched operand types}}
  // expected-error@+1 {{'chlo.broadcast_compare' op failed to infer returned types}}
  %r = "chlo.broadcast_compare"(%a0, %a1) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @broadcast_compare_1(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_compare' op result #0 must be tensor of bool values, but got 'tensor<2xf32>'}}
  %r = "chlo.broadcast_compare"(%a0, %a1) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_compare_2(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_compare' op requires attribute 'comparison_direction'}}
  %r = "chlo.broadcast_compare"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
