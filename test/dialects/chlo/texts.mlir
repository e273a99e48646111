// RUN: strata-opt %s --split-input-file --verify-diagnostics

// Programs that jaxlib refuses, with its errors; found by test/jax/verifier.py.

func.func @_asin_acos_kernel(%a0: tensor<2x3xcomplex<f32>>) {
  // expected-error@+1 {{'chlo._asin_acos_kernel' op requires compatible types for all operands and results}}
  %0 = "chlo._asin_acos_kernel"(%a0) : (tensor<2x3xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  func.return
}

// -----

func.func @_asin_acos_kernel(%a0: tensor<*xsi8>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo._asin_acos_kernel"(%a0) : (tensor<*xsi8>) -> tensor<*x2xi8>
  func.return
}

// -----

func.func @acos(%a0: tensor<f32>) {
  // expected-error@+1 {{'chlo.acos' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.acos"(%a0) : (tensor<f32>) -> tensor<*xf32>
  func.return
}

// -----

func.func @acosh(%a0: tensor<f32>) {
  // expected-error@+1 {{'chlo.acosh' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.acosh"(%a0) : (tensor<f32>) -> tensor<*xf32>
  func.return
}

// -----

func.func @acosh(%a0: tensor<2x?xf64, #stablehlo.bounds<?, 2>>) {
  // expected-error@+1 {{'chlo.acosh' op requires compatible types for all operands and results}}
  %0 = "chlo.acosh"(%a0) : (tensor<2x?xf64, #stablehlo.bounds<?, 2>>) -> tensor<2x3xf64>
  func.return
}

// -----

func.func @acosh(%a0: i32) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo.acosh"(%a0) : (i32) -> tensor<*x1xf32>
  func.return
}

// -----

func.func @asin(%a0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.asin' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.asin"(%a0) : (tensor<*xf32>) -> tensor<f32>
  func.return
}

// -----

func.func @asin(%a0: tensor<*xf32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo.asin"(%a0) : (tensor<*xf32>) -> tensor<3x*xf32>
  func.return
}

// -----

func.func @asinh(%a0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.asinh' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.asinh"(%a0) : (tensor<*xf32>) -> tensor<f32>
  func.return
}

// -----

func.func @asinh(%a0: tensor<?x3xf32>) {
  // expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<5x?xf32>'}}
  %0 = "chlo.asinh"(%a0) : (tensor<?x3xf32>) -> tensor<5x?xf32, #stablehlo.bounds<4, ?>>
  func.return
}

// -----

// expected-error@+1 {{expected non-function type}}
func.func @f(%a0: tensor<*x2xui8>) {
  %0 = "chlo.asinh"(%a0) : (tensor<*x2xui8>) -> tensor<*xf32>
  func.return
}

// -----

func.func @atan(%a0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.atan' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.atan"(%a0) : (tensor<*xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @atan(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{'chlo.atan' op requires compatible types for all operands and results}}
  %0 = "chlo.atan"(%a0) : (tensor<2x3xf32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 2>>
  func.return
}

// -----

func.func @atan() {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo.atan"() : () -> tensor<3x*xf16>
  func.return
}

// -----

func.func @atanh(%a0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.atanh' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.atanh"(%a0) : (tensor<*xf32>) -> tensor<2xf32>
  func.return
}

// -----

// expected-error@+1 {{expected non-function type}}
func.func @f(%a0: tensor<*x1xf32>) {
  %0 = "chlo.atanh"(%a0) : (tensor<*x1xf32>) -> tensor<*xf32>
  func.return
}

// -----

func.func @bessel_i1e(%a0: tensor<f32>) {
  // expected-error@+1 {{'chlo.bessel_i1e' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.bessel_i1e"(%a0) : (tensor<f32>) -> tensor<*xf32>
  func.return
}

// -----

func.func @bessel_i1e(%a0: tensor<2x?xf32, #stablehlo.bounds<?, 2>>) {
  // expected-error@+1 {{'chlo.bessel_i1e' op requires compatible types for all operands and results}}
  %0 = "chlo.bessel_i1e"(%a0) : (tensor<2x?xf32, #stablehlo.bounds<?, 2>>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @broadcast_add(%a0: tensor<*xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_add' op requires compatible element types for all operands and results}}
  %0 = "chlo.broadcast_add"(%a0, %a1) : (tensor<*xf32>, tensor<2xf32>) -> tensor<*x!quant.uniform<i8:f32, 2.000000e+00:16>>
  func.return
}

// -----

func.func @broadcast_and(%a0: tensor<*xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo.broadcast_and"(%a0, %a1) : (tensor<*xi32>, tensor<2xi32>) -> tensor<1x*xi32>
  func.return
}

// -----

func.func @broadcast_atan2(%a0: tensor<f32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{'chlo.broadcast_atan2' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<1xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_atan2' op failed to infer returned types}}
  %0 = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<f32>, tensor<2xf32>) -> tensor<1xf32>
  func.return
}

// -----

// expected-error@+1 {{expected non-function type}}
func.func @f(%a0: tensor<*x1xf32>, %a1: tensor<2xf32>) {
  %0 = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<*x1xf32>, tensor<2xf32>) -> tensor<*x1xf32>
  func.return
}

// -----

func.func @broadcast_compare(%a0: tensor<f32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'chlo.broadcast_compare' op inferred type(s) 'tensor<i1>' are incompatible with return type(s) of operation 'tensor<3xi1>'}}
  // expected-error@+1 {{'chlo.broadcast_compare' op failed to infer returned types}}
  %0 = "chlo.broadcast_compare"(%a0, %a1) <{compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<3xi1>
  func.return
}

// -----

func.func @broadcast_complex(%a0: tensor<f32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{'chlo.broadcast_complex' op inferred type(s) 'tensor<2xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<5xcomplex<f32>>'}}
  // expected-error@+1 {{'chlo.broadcast_complex' op failed to infer returned types}}
  %0 = "chlo.broadcast_complex"(%a0, %a1) : (tensor<f32>, tensor<2xf32>) -> tensor<5xcomplex<f32>>
  func.return
}

// -----

func.func @broadcast_complex(%a0: tensor<f32>, %a1: tensor<2xf4E2M1FN>) {
  // expected-error@+2 {{mismatched operand types}}
  // expected-error@+1 {{'chlo.broadcast_complex' op failed to infer returned types}}
  %0 = "chlo.broadcast_complex"(%a0, %a1) : (tensor<f32>, tensor<2xf4E2M1FN>) -> tensor<2xcomplex<f32>>
  func.return
}

// -----

func.func @broadcast_divide(%a0: tensor<f32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{'chlo.broadcast_divide' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<1xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_divide' op failed to infer returned types}}
  %0 = "chlo.broadcast_divide"(%a0, %a1) : (tensor<f32>, tensor<2xf32>) -> tensor<1xf32>
  func.return
}

// -----

func.func @broadcast_maximum(%a0: tensor<?x3xf32>, %a1: tensor<3xf32>) {
  // expected-error@+2 {{'chlo.broadcast_maximum' op inferred type(s) 'tensor<?x3xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_maximum' op failed to infer returned types}}
  %0 = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @broadcast_maximum(%a0: tensor<?x3xf32>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{'chlo.broadcast_maximum' op requires compatible element types for all operands and results}}
  %0 = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 2.000000e+00:16>>
  func.return
}

// -----

func.func @broadcast_maximum(%a0: tensor<?x3x!quant.uniform<i8<-127:127>:f32, 2.000000e+00:15>, #stablehlo.bounds<4, ?>>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?xf32>'}}
  %0 = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<?x3x!quant.uniform<i8<-127:127>:f32, 2.000000e+00:15>, #stablehlo.bounds<4, ?>>, tensor<3xf32>) -> tensor<3x?xf32, #stablehlo.bounds<4, ?>>
  func.return
}

// -----

func.func @broadcast_maximum(%a0: tensor<*xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<*xf32>, tensor<2xf32>) -> tensor<*x1xf32>
  func.return
}

// -----

func.func @broadcast_minimum(%a0: tensor<f32>, %a1: tensor<1xf32>) {
  // expected-error@+2 {{'chlo.broadcast_minimum' op inferred type(s) 'tensor<1xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_minimum' op failed to infer returned types}}
  %0 = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<f32>, tensor<1xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @broadcast_minimum(%a0: tensor<f32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_minimum' op requires compatible element types for all operands and results}}
  %0 = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<f32>, tensor<2xf32>) -> tensor<2x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @broadcast_multiply(%a0: tensor<f32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{'chlo.broadcast_multiply' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'chlo.broadcast_multiply' op failed to infer returned types}}
  %0 = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<f32>, tensor<2xf32>) -> tensor<f32>
  func.return
}

// -----

func.func @broadcast_next_after(%a0: tensor<f32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{'chlo.broadcast_next_after' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'chlo.broadcast_next_after' op failed to infer returned types}}
  %0 = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<f32>, tensor<2xf32>) -> tensor<f32>
  func.return
}

// -----

func.func @broadcast_next_after(%a0: tensor<*xf16>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<*xf16>, tensor<2xf32>) -> tensor<2x*x!quant.uniform<i8:f32, 2.000000e+00:16>>
  func.return
}

// -----

func.func @broadcast_or(%a0: tensor<5xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo.broadcast_or"(%a0, %a1) : (tensor<5xi32>, tensor<2xi32>) -> tensor<*x3xi32>
  func.return
}

// -----

func.func @broadcast_polygamma(%a0: tensor<f32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{'chlo.broadcast_polygamma' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'chlo.broadcast_polygamma' op failed to infer returned types}}
  %0 = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<f32>, tensor<2xf32>) -> tensor<f32>
  func.return
}

// -----

// expected-error@+1 {{Static dimension 1 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<?x0xui64>'}}
func.func @f(%a0: tensor<?x0xui64, #stablehlo.bounds<4, 3>>, %a1: tensor<3xui64>) {
  %0 = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<?x0xui64, #stablehlo.bounds<4, 3>>, tensor<3xui64>) -> tensor<?x?xui64, #stablehlo.bounds<4, 3>>
  func.return
}

// -----

func.func @broadcast_polygamma(%a0: tensor<*xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<*xf32>, tensor<2xf32>) -> tensor<*x3xf32>
  func.return
}

// -----

func.func @broadcast_power(%a0: tensor<f32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{'chlo.broadcast_power' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'chlo.broadcast_power' op failed to infer returned types}}
  %0 = "chlo.broadcast_power"(%a0, %a1) : (tensor<f32>, tensor<2xf32>) -> tensor<f32>
  func.return
}

// -----

func.func @broadcast_remainder(%a0: tensor<?xf32>, %a1: tensor<?x1xf32>) {
  // expected-error@+2 {{'chlo.broadcast_remainder' op inferred type(s) 'tensor<?x?xf32>' are incompatible with return type(s) of operation 'tensor<?xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_remainder' op failed to infer returned types}}
  %0 = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<?xf32>, tensor<?x1xf32>) -> tensor<?xf32>
  func.return
}

// -----

func.func @broadcast_remainder(%a0: tensor<5xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<5xf32>, tensor<2xf32>) -> tensor<1x*xf32>
  func.return
}

// -----

func.func @broadcast_select(%a0: tensor<3xi1>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{'chlo.broadcast_select' op inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'chlo.broadcast_select' op failed to infer returned types}}
  %0 = "chlo.broadcast_select"(%a0, %a1, %a2) : (tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  func.return
}

// -----

func.func @broadcast_shift_left(%a0: tensor<i32>, %a1: tensor<2xi32>) {
  // expected-error@+2 {{'chlo.broadcast_shift_left' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<1xi32>'}}
  // expected-error@+1 {{'chlo.broadcast_shift_left' op failed to infer returned types}}
  %0 = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<i32>, tensor<2xi32>) -> tensor<1xi32>
  func.return
}

// -----

// expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?xi32>'}}
func.func @f(%a0: tensor<3x?xi32, #stablehlo.bounds<4, ?>>, %a1: tensor<3xi32>) {
  %0 = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<3x?xi32, #stablehlo.bounds<4, ?>>, tensor<3xi32>) -> tensor<?x3xi1, #stablehlo.bounds<4, ?>>
  func.return
}

// -----

func.func @broadcast_shift_right_arithmetic(%a0: tensor<i32>, %a1: tensor<i32>) {
  // expected-error@+2 {{'chlo.broadcast_shift_right_arithmetic' op inferred type(s) 'tensor<i32>' are incompatible with return type(s) of operation 'tensor<2xi32>'}}
  // expected-error@+1 {{'chlo.broadcast_shift_right_arithmetic' op failed to infer returned types}}
  %0 = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) : (tensor<i32>, tensor<i32>) -> tensor<2xi32>
  func.return
}

// -----

func.func @broadcast_shift_right_arithmetic(%a0: tensor<*xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) : (tensor<*xi32>, tensor<2xi32>) -> tensor<1x*xi32>
  func.return
}

// -----

func.func @broadcast_shift_right_logical(%a0: tensor<i32>, %a1: tensor<2xi32>) {
  // expected-error@+2 {{'chlo.broadcast_shift_right_logical' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<i32>'}}
  // expected-error@+1 {{'chlo.broadcast_shift_right_logical' op failed to infer returned types}}
  %0 = "chlo.broadcast_shift_right_logical"(%a0, %a1) : (tensor<i32>, tensor<2xi32>) -> tensor<i32>
  func.return
}

// -----

func.func @broadcast_subtract(%a0: tensor<f32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{'chlo.broadcast_subtract' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2x1xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_subtract' op failed to infer returned types}}
  %0 = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<f32>, tensor<2xf32>) -> tensor<2x1xf32>
  func.return
}

// -----

// expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?x!quant.uniform<i8:f32, 1.000000e+00:15>>'}}
func.func @f(%a0: tensor<3x?x!quant.uniform<i8:f32, 1.000000e+00:15>, #stablehlo.bounds<4, ?>>, %a1: tensor<3x!quant.uniform<i8:f32, 1.000000e+00:15>>) {
  %0 = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<3x?x!quant.uniform<i8:f32, 1.000000e+00:15>, #stablehlo.bounds<4, ?>>, tensor<3x!quant.uniform<i8:f32, 1.000000e+00:15>>) -> tensor<?x!quant.uniform<i8:f32, 1.000000e+00:15>>
  func.return
}

// -----

func.func @broadcast_xor(%a0: tensor<?x3xi32, #stablehlo.bounds<4, ?>>, %a1: tensor<3xi32>) {
  // expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?xi32>'}}
  %0 = "chlo.broadcast_xor"(%a0, %a1) : (tensor<?x3xi32, #stablehlo.bounds<4, ?>>, tensor<3xi32>) -> tensor<3x?xi32, #stablehlo.bounds<4, ?>>
  func.return
}

// -----

func.func @broadcast_zeta(%a0: tensor<f32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{'chlo.broadcast_zeta' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<1xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_zeta' op failed to infer returned types}}
  %0 = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<f32>, tensor<2xf32>) -> tensor<1xf32>
  func.return
}

// -----

// expected-error@+1 {{expected non-function type}}
func.func @f(%a0: tensor<*x2xf32>) {
  %0 = "chlo.broadcast_zeta"(%a0) : (tensor<*x2xf32>) -> tensor<*xf32>
  func.return
}

// -----

func.func @conj(%a0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.conj' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.conj"(%a0) : (tensor<*xf32>) -> tensor<f32>
  func.return
}

// -----

// expected-error@+1 {{expected non-function type}}
func.func @f(%a0: tensor<1x*xf32>) {
  %0 = "chlo.conj"(%a0) : (tensor<1x*xf32>) -> tensor<*xf32>
  func.return
}

// -----

func.func @cosh(%a0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.cosh' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.cosh"(%a0) : (tensor<*xf32>) -> tensor<f32>
  func.return
}

// -----

func.func @cosh(%a0: tensor<*xf32>) {
  // expected-error@+1 {{future element type must be a ranked tensor, but got 'tensor<*xf32>'}}
  %0 = "chlo.cosh"(%a0) : (tensor<*xf32>) -> !stablehlo.future<tensor<*xf32>>
  func.return
}

// -----

func.func @digamma(%a0: tensor<1xf32>) {
  // expected-error@+1 {{'chlo.digamma' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.digamma"(%a0) : (tensor<1xf32>) -> tensor<*xf32>
  func.return
}

// -----

func.func @digamma(%a0: tensor<*xf32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo.digamma"(%a0) : (tensor<*xf32>) -> tensor<1x*xf32>
  func.return
}

// -----

func.func @erf(%a0: tensor<f32>) {
  // expected-error@+1 {{'chlo.erf' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.erf"(%a0) : (tensor<f32>) -> tensor<*xf32>
  func.return
}

// -----

func.func @erf(%a0: tensor<2x3xf64>) {
  // expected-error@+1 {{'chlo.erf' op requires compatible types for all operands and results}}
  %0 = "chlo.erf"(%a0) : (tensor<2x3xf64>) -> tensor<2x?xf64, #stablehlo.bounds<?, 2>>
  func.return
}

// -----

func.func @erf(%a0: tensor<*xf32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo.erf"(%a0) : (tensor<*xf32>) -> tensor<1x*xf32>
  func.return
}

// -----

func.func @erf_inv(%a0: tensor<2xf64>) {
  // expected-error@+1 {{'chlo.erf_inv' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.erf_inv"(%a0) : (tensor<2xf64>) -> tensor<*xf64>
  func.return
}

// -----

func.func @erf_inv(%a0: tensor<1x3xf16>) {
  // expected-error@+1 {{'chlo.erf_inv' op requires compatible types for all operands and results}}
  %0 = "chlo.erf_inv"(%a0) : (tensor<1x3xf16>) -> tensor<1x?xf16, #stablehlo.bounds<?, 2>>
  func.return
}

// -----

func.func @erf_inv(%a0: tensor<*xf32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo.erf_inv"(%a0) : (tensor<*xf32>) -> tensor<2x*xf32>
  func.return
}

// -----

func.func @erfc(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.erfc' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.erfc"(%a0) : (tensor<4xf32>) -> tensor<*xf32>
  func.return
}

// -----

func.func @erfc(%a0: tensor<2x3xf64>) {
  // expected-error@+1 {{'chlo.erfc' op requires compatible types for all operands and results}}
  %0 = "chlo.erfc"(%a0) : (tensor<2x3xf64>) -> tensor<2x?xf64, #stablehlo.bounds<?, 2>>
  func.return
}

// -----

func.func @erfc(%a0: tensor<*xf32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo.erfc"(%a0) : (tensor<*xf32>) -> tensor<*x3x!quant.uniform<i8:f32:0, {5.000000e-01:0,5.000000e-01:0}>>
  func.return
}

// -----

func.func @is_inf(%a0: tensor<3xf32>) {
  // expected-error@+1 {{'chlo.is_inf' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.is_inf"(%a0) : (tensor<3xf32>) -> tensor<0xi1>
  func.return
}

// -----

func.func @is_inf(%a0: tensor<3xf32>) {
  // expected-error@+2 {{'chlo.is_inf' op inferred type(s) 'tensor<3xi1>' are incompatible with return type(s) of operation 'tensor<?xi1, #stablehlo.bounds<2>>'}}
  // expected-error@+1 {{'chlo.is_inf' op failed to infer returned types}}
  %0 = "chlo.is_inf"(%a0) : (tensor<3xf32>) -> tensor<?xi1, #stablehlo.bounds<2>>
  func.return
}

// -----

func.func @lgamma(%a0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.lgamma' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.lgamma"(%a0) : (tensor<*xf32>) -> tensor<f32>
  func.return
}

// -----

func.func @lgamma(%a0: tensor<2x3xf64>) {
  // expected-error@+1 {{'chlo.lgamma' op requires compatible types for all operands and results}}
  %0 = "chlo.lgamma"(%a0) : (tensor<2x3xf64>) -> tensor<?x?xf64, #stablehlo.bounds<4, 2>>
  func.return
}

// -----

func.func @lgamma(%a0: tensor<*xf32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo.lgamma"(%a0) : (tensor<*xf32>) -> tensor<1x*xf32>
  func.return
}

// -----

func.func @mulhi(%a0: tensor<?x?xi32>, %a1: tensor<2x3xi32>) {
  // expected-error@+2 {{'chlo.mulhi' op inferred type(s) 'tensor<2x3xi32>' are incompatible with return type(s) of operation 'tensor<4x3xi32>'}}
  // expected-error@+1 {{'chlo.mulhi' op failed to infer returned types}}
  %0 = "chlo.mulhi"(%a0, %a1) : (tensor<?x?xi32>, tensor<2x3xi32>) -> tensor<4x3xi32>
  func.return
}

// -----

func.func @next_after(%a0: tensor<2x3xf32>, %a1: tensor<2x?xf32, #stablehlo.bounds<?, 2>>) {
  // expected-error@+1 {{'chlo.next_after' op requires compatible types for all operands and results}}
  %0 = "chlo.next_after"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x?xf32, #stablehlo.bounds<?, 2>>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @polygamma(%a0: tensor<?xf32>, %a1: tensor<0xf32>) {
  // expected-error@+2 {{'chlo.polygamma' op inferred type(s) 'tensor<0xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'chlo.polygamma' op failed to infer returned types}}
  %0 = "chlo.polygamma"(%a0, %a1) : (tensor<?xf32>, tensor<0xf32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @polygamma(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{'chlo.polygamma' op requires compatible types for all operands and results}}
  %0 = "chlo.polygamma"(%a0, %a1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<?xf32, #stablehlo.bounds<2>>
  func.return
}

// -----

func.func @ragged_dot(%a0: tensor<2x6x5xf32>, %a1: tensor<4x2x5x3x!quant.uniform<i8:f32:2, {2.000000e+00:0,2.000000e+00:0,1.000000e+00:0,1.000000e+00:0,1.000000e+00:0}>>) {
  %c2 = "stablehlo.constant"() <{value = dense<[2, 0, 3, 1]> : tensor<4xi32>}> : () -> tensor<4xi32>
  // expected-error@+1 {{Expects lhs_ragged_dim to be in range [0, lhs_rank) i.e. [0, 3). got: 100.}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %c2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [100], rhs_group_dimensions = [0]>}> : (tensor<2x6x5xf32>, tensor<4x2x5x3x!quant.uniform<i8:f32:2, {2.000000e+00:0,2.000000e+00:0,1.000000e+00:0,1.000000e+00:0,1.000000e+00:0}>>, tensor<4xi32>) -> tensor<2x6x3xf32>
  func.return
}

// -----

func.func @ragged_dot(%a0: tensor<5x6x2xf32>, %a1: tensor<6x5x3xf32>) {
  %c2 = "stablehlo.constant"() <{value = dense<[2, 0, 3, 1]> : tensor<4xi32>}> : () -> tensor<4xi32>
  // expected-error@+1 {{batching dimension sizes must match for lhs/rhs}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %c2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<5x6x2xf32>, tensor<6x5x3xf32>, tensor<4xi32>) -> tensor<6x2x3xf32>
  func.return
}

// -----

func.func @ragged_dot(%a0: tensor<?x5xbf16>, %a1: tensor<3x7xbf16>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{contracting dimension sizes must match for lhs/rhs}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<?x5xbf16>, tensor<3x7xbf16>, tensor<3xi64>) -> tensor<?x7xbf16>
  func.return
}

// -----

func.func @ragged_dot(%a0: tensor<?x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{inferred shape '[?, 7]' is incompatible with return type of operation 'tensor<*xf32>'}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<?x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<*xf32>
  func.return
}

// -----

func.func @ragged_dot(%a0: tensor<6x2x5xf32>, %a1: tensor<6x5x3xf32>) {
  %c2 = "stablehlo.constant"() <{value = dense<[2, 0, 3, 1]> : tensor<4xi32>}> : () -> tensor<4xi32>
  // expected-error@+1 {{lhs and rhs should have the same number of batching dimensions}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %c2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [1, 0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [-1]>}> : (tensor<6x2x5xf32>, tensor<6x5x3xf32>, tensor<4xi32>) -> tensor<6x2x3x!quant.uniform<i8:f32:1, {1.000000e+00:0,1.000000e+00:0}>>
  func.return
}

// -----

func.func @ragged_dot(%a0: tensor<?x?xf32>, %a1: tensor<3x?x7xf32>, %a2: tensor<?xi64>) {
  // expected-error@+1 {{lhs and rhs should have the same number of contracting dimensions}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<?x?xf32>, tensor<3x?x7xf32>, tensor<?xi64>) -> tensor<?x7xf32>
  func.return
}

// -----

func.func @ragged_dot(%a0: tensor<?x?xbf16>, %a1: tensor<*xbf16>, %a2: tensor<?xi64>) {
  // expected-error@+1 {{lhs_contracting_dimensions value: 3 is out of range: [0, 2)}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<?x?xbf16>, tensor<*xbf16>, tensor<?xi64>) -> tensor<?x7xbf16>
  func.return
}

// -----

func.func @ragged_dot(%a0: tensor<?x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{rhs_contracting_dimensions value: -1 is out of range: [0, 3)}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [-1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<?x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<?xf32>
  func.return
}

// -----

func.func @scan(%a0: tensor<*xf32>, %a1: tensor<?xf32>) {
  // expected-error@+1 {{'chlo.scan' op operand 0 is not ranked}}
  %0:2 = "chlo.scan"(%a0, %a1) <{dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
^bb0(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>):
  %1 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %2 = "stablehlo.multiply"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%2) : (tensor<f32>) -> ()
  }) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  "stablehlo.return"(%1, %1) : (tensor<?xf32>, tensor<?xf32>) -> ()
}) : (tensor<*xf32>, tensor<?xf32>) -> (tensor<*xf32>, tensor<?xf32>)
  func.return
}

// -----

func.func @scan(%a0: tensor<3x4x!quant.uniform<i8:f32, 1.000000e+00:15>>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.scan' op operand and body argument 0 are incompatible}}
  %0:2 = "chlo.scan"(%a0, %a1) <{dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
^bb0(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>):
  %1 = "stablehlo.add"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  "stablehlo.return"(%1, %1) : (tensor<4xf32>, tensor<4xf32>) -> ()
}) : (tensor<3x4x!quant.uniform<i8:f32, 1.000000e+00:15>>, tensor<4xf32>) -> (tensor<3x4x!quant.uniform<i8:f32, 1.000000e+00:15>>, tensor<4xf32>)
  func.return
}

// -----

func.func @sinh(%a0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.sinh' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.sinh"(%a0) : (tensor<*xf32>) -> tensor<f32>
  func.return
}

// -----

func.func @sinh(%a0: tensor<0x?xf32, #stablehlo.bounds<?, 2>>) {
  // expected-error@+1 {{'chlo.sinh' op requires compatible types for all operands and results}}
  %0 = "chlo.sinh"(%a0) : (tensor<0x?xf32, #stablehlo.bounds<?, 2>>) -> tensor<0x3xf32>
  func.return
}

// -----

// expected-error@+1 {{expected non-function type}}
func.func @f(%a0: tensor<*x3xf32>) {
  %0 = "chlo.sinh"(%a0) : (tensor<*x3xf32>) -> tensor<*x3xf32>
  func.return
}

// -----

func.func @square(%a0: tensor<*xf32>) {
  // expected-error@+1 {{'chlo.square' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.square"(%a0) : (tensor<*xf32>) -> tensor<f32>
  func.return
}

// -----

func.func @square(%a0: tensor<*xf32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "chlo.square"(%a0) : (tensor<*xf32>) -> tensor<*x2xf80>
  func.return
}

// -----

func.func @tan(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.tan' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "chlo.tan"(%a0) : (tensor<2xf32>) -> tensor<*xf32>
  func.return
}

// -----

func.func @tan(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{'chlo.tan' op requires compatible types for all operands and results}}
  %0 = "chlo.tan"(%a0) : (tensor<2x3xf32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 2>>
  func.return
}

// -----

// expected-error@+1 {{expected non-function type}}
func.func @f(%a0: tensor<*x2x!quant.uniform<i16:f32, 2.000000e+00>>) {
  %0 = "chlo.tan"(%a0) : (tensor<*x2x!quant.uniform<i16:f32, 2.000000e+00>>) -> tensor<*x!quant.uniform<i16:f32, 2.000000e+00>>
  func.return
}

// -----

// expected-error@+1 {{future element type must be a ranked tensor, but got 'tensor<*xf32>'}}
func.func @f(%a0: !stablehlo.future<tensor<*xf32>>) {
  %0 = "chlo.tan"(%a0) : (!stablehlo.future<tensor<*xf32>>) -> tensor<?xf32>
  func.return
}

// -----

func.func @top_k(%a0: tensor<*xf32>) {
  // expected-error@+2 {{'chlo.top_k' op inferred type(s) 'tensor<*xf32>', 'tensor<*xi32>' are incompatible with return type(s) of operation 'tensor<*xf32>', 'tensor<*xf32>'}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %0:2 = "chlo.top_k"(%a0) <{k = 2 : i64}> : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  func.return
}

// -----

func.func @top_k() {
  // expected-error@+1 {{expected non-function type}}
  %0:2 = "chlo.top_k"() <{k = 2 : i64}> : () -> (tensor<1x*xf32>, tensor<*xi32>)
  func.return
}

// -----

func.func @dimensions_of_equal_ranks(%a0: tensor<2x3xf32>, %a1: tensor<3x2xf32>) {
  // expected-error@+2 {{'chlo.broadcast_add' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_add' op failed to infer returned types}}
  %0 = "chlo.broadcast_add"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 0>}> : (tensor<2x3xf32>, tensor<3x2xf32>) -> (tensor<2x3xf32>)
  func.return
}

// -----

func.func @no_dimensions(%a0: tensor<3xf32>, %a1: tensor<3xf32>) {
  %0 = "chlo.broadcast_add"(%a0, %a1) <{broadcast_dimensions = array<i64>}> : (tensor<3xf32>, tensor<3xf32>) -> (tensor<9x9xf32>)
  func.return
}

// -----

func.func @bounds_and_none(%a0: tensor<?xf32, #stablehlo.bounds<3>>, %a1: tensor<2x?xf32>) {
  // expected-error@+2 {{'chlo.broadcast_add' op inferred type(s) 'tensor<2x?xf32>' are incompatible with return type(s) of operation 'tensor<3x3xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_add' op failed to infer returned types}}
  %0 = "chlo.broadcast_add"(%a0, %a1) : (tensor<?xf32, #stablehlo.bounds<3>>, tensor<2x?xf32>) -> (tensor<3x3xf32>)
  func.return
}

// -----

func.func @negative_k(%a0: tensor<3xf32>) {
  // expected-error@+2 {{'chlo.top_k' op inferred type(s) 'tensor<-1xf32>', 'tensor<-1xi32>' are incompatible with return type(s) of operation 'tensor<2xf32>', 'tensor<2xi32>'}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %0:2 = "chlo.top_k"(%a0) <{k = -1 : i64}> : (tensor<3xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  func.return
}

// -----

func.func @negative_k_of_unranked(%a0: tensor<*xf32>) {
  %0:2 = "chlo.top_k"(%a0) <{k = -1 : i64}> : (tensor<*xf32>) -> (tensor<*xf32>, tensor<*xi32>)
  func.return
}

// -----

func.func @scan_bounds_stay(%a0: tensor<?x4xf32, #stablehlo.bounds<3, ?>>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'chlo.scan' op operand and body argument 0 are incompatible}}
  %0:2 = "chlo.scan"(%a0, %a1) <{dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
    "stablehlo.return"(%y, %y) : (tensor<4xf32>, tensor<4xf32>) -> ()
  }) : (tensor<?x4xf32, #stablehlo.bounds<3, ?>>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>)
  func.return
}

// -----

func.func @scan_bounds_move(%a0: tensor<3x?xf32, #stablehlo.bounds<?, 2>>, %a1: tensor<4xf32>) {
  %0:2 = "chlo.scan"(%a0, %a1) <{dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
    "stablehlo.return"(%y, %y) : (tensor<4xf32>, tensor<4xf32>) -> ()
  }) : (tensor<3x?xf32, #stablehlo.bounds<?, 2>>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>)
  func.return
}
