// RUN: strata-opt %s --split-input-file --verify-diagnostics

// Programs that jaxlib refuses, with its errors; found by test/jax/verifier.py.

func.func @abs(%a0: tensor<?x3xf32>) {
  // expected-error@+2 {{'stablehlo.abs' op inferred type(s) 'tensor<?x3xf32>' are incompatible with return type(s) of operation 'tensor<2x?x!quant.uniform<i8:f32, 1.000000e+00:15>>'}}
  // expected-error@+1 {{'stablehlo.abs' op failed to infer returned types}}
  %0 = "stablehlo.abs"(%a0) : (tensor<?x3xf32>) -> tensor<2x?x!quant.uniform<i8:f32, 1.000000e+00:15>>
  func.return
}

// -----

func.func @abs(%a0: tensor<?x3xf32, #stablehlo.bounds<4, ?>>, %a1: tensor<?x3xf32, #stablehlo.bounds<4, ?>>) {
  // expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?xf32>'}}
  %0 = "stablehlo.abs"(%a0, %a1) : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<?x3xf32, #stablehlo.bounds<4, ?>>) -> tensor<3x?xf32, #stablehlo.bounds<4, ?>>
  func.return
}

// -----

func.func @add(%a0: tensor<5xi32>, %a1: tensor<5xi32>) {
  // expected-error@+2 {{'stablehlo.add' op inferred type(s) 'tensor<5xi32>' are incompatible with return type(s) of operation 'tensor<?xi32, #stablehlo.bounds<4>>'}}
  // expected-error@+1 {{'stablehlo.add' op failed to infer returned types}}
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<5xi32>, tensor<5xi32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  func.return
}

// -----

func.func @add(%a0: tensor<2xi32>, %a1: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.add' op requires the same shape for all operands and results}}
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2xi32>, tensor<i32>) -> tensor<1xi32>
  func.return
}

// -----

func.func @add(%a0: tensor<5x?xf64>, %a1: tensor<?x?xf64, #stablehlo.bounds<2, 2>>) {
  // expected-error@+2 {{Mismatched dimension size 5 and bound 2 in dimension 0}}
  // expected-error@+1 {{'stablehlo.add' op failed to infer returned types}}
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<5x?xf64>, tensor<?x?xf64, #stablehlo.bounds<2, 2>>) -> tensor<?x?xf64>
  func.return
}

// -----

func.func @add(%a0: tensor<5xi32>, %a1: tensor<5xi32>) {
  // expected-error@+1 {{expects  all operands and results to be either quantized or non-quantized}}
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<5xi32>, tensor<5xi32>) -> tensor<?x!quant.uniform<i2:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @add(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  // expected-error@+1 {{mismatched operands and result quantization storage types}}
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i4:f32:0, {2.000000e+00:0,1.000000e+00:0}>>
  func.return
}

// -----

func.func @add(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, %a1: tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) {
  // expected-error@+1 {{quantization_dimension of rhs and result are not same '!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>' vs '!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>'}}
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>, tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  func.return
}

// -----

func.func @add(%a0: tensor<2x3x!quant.uniform<u8:f32:1, {2.000000e+00:0,1.000000e+00:0,5.000000e-01:0}>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  // expected-error@+1 {{result is not per_axis quantized but lhs or rhs are}}
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2x3x!quant.uniform<u8:f32:1, {2.000000e+00:0,1.000000e+00:0,5.000000e-01:0}>>, tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:17>>
  func.return
}

// -----

func.func @and(%a0: tensor<i1>, %a1: tensor<1xi1>) {
  // expected-error@+1 {{'stablehlo.and' op requires compatible types for all operands and results}}
  %0 = "stablehlo.and"(%a0, %a1) : (tensor<i1>, tensor<1xi1>) -> tensor<i1>
  func.return
}

// -----

func.func @atan2(%a0: tensor<?x3xf32>, %a1: tensor<?x?xf32, #stablehlo.bounds<2, 2>>) {
  // expected-error@+1 {{'stablehlo.atan2' op requires compatible types for all operands and results}}
  %0 = "stablehlo.atan2"(%a0, %a1) : (tensor<?x3xf32>, tensor<?x?xf32, #stablehlo.bounds<2, 2>>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @atan2(%a0: tensor<?x3xf32>, %a1: tensor<2x?xf32>) {
  // expected-error@+1 {{'stablehlo.atan2' op requires the same shape for all operands and results}}
  %0 = "stablehlo.atan2"(%a0, %a1) : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<3x3xf32>
  func.return
}

// -----

func.func @batch_norm_grad(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op requires compatible element types for all operands and results}}
  %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 3.001 : f32, feature_index = 0 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3x!quant.uniform<i8<-127:127>:f32, 2.000000e+00:15>>)
  func.return
}

// -----

func.func @batch_norm_grad(%a0: tensor<2x3xf32>, %a1: tensor<3x!quant.uniform<i8<-127:127>:f32:0, {2.000000e+00:3,5.000000e-01:3,2.000000e+00:3}>>, %a2: tensor<3x!quant.uniform<i8<-127:127>:f32:0, {2.000000e+00:3,5.000000e-01:3,2.000000e+00:3}>>, %a3: tensor<3x!quant.uniform<i8<-127:127>:f32:0, {2.000000e+00:3,5.000000e-01:3,2.000000e+00:3}>>, %a4: tensor<2x3xf32>) {
  // expected-error@+1 {{expected '}' in attribute dictionary}}
  %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.-1 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3x!quant.uniform<i8<-127:127>:f32:0, {2.000000e+00:3,5.000000e-01:3,2.000000e+00:3}>>, tensor<3x!quant.uniform<i8<-127:127>:f32:0, {2.000000e+00:3,5.000000e-01:3,2.000000e+00:3}>>, tensor<3x!quant.uniform<i8<-127:127>:f32:0, {2.000000e+00:3,5.000000e-01:3,2.000000e+00:3}>>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3x!quant.uniform<i8<-127:127>:f32:0, {2.000000e+00:3,5.000000e-01:3,2.000000e+00:3}>>, tensor<3x!quant.uniform<i8<-127:127>:f32:0, {2.000000e+00:3,5.000000e-01:3,2.000000e+00:3}>>)
  func.return
}

// -----

func.func @batch_norm_grad(%a0: tensor<2x4x!quant.uniform<i4:f32, 2.000000e+00:1>>, %a1: tensor<3x!quant.uniform<i4:f32, 2.000000e+00:1>>, %a2: tensor<3x!quant.uniform<i4:f32, 2.000000e+00:1>>, %a3: tensor<3x!quant.uniform<i4:f32, 2.000000e+00:1>>, %a4: tensor<2x4x!quant.uniform<i4:f32, 2.000000e+00:1>>) {
  // expected-error@+2 {{expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 3 and the feature count is 4.}}
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x4x!quant.uniform<i4:f32, 2.000000e+00:1>>, tensor<3x!quant.uniform<i4:f32, 2.000000e+00:1>>, tensor<3x!quant.uniform<i4:f32, 2.000000e+00:1>>, tensor<3x!quant.uniform<i4:f32, 2.000000e+00:1>>, tensor<2x4x!quant.uniform<i4:f32, 2.000000e+00:1>>) -> (tensor<2x4x!quant.uniform<i4:f32, 2.000000e+00:1>>, tensor<3x!quant.uniform<i4:f32, 2.000000e+00:1>>, tensor<3x!quant.uniform<i4:f32, 2.000000e+00:1>>)
  func.return
}

// -----

func.func @batch_norm_inference(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op requires compatible element types for all operands and results}}
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x!quant.uniform<u8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @batch_norm_inference(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  // expected-error@+1 {{expected '}' in attribute dictionary}}
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.-1 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x?xf32>
  func.return
}

// -----

func.func @batch_norm_training(%a0: tensor<2x3xf32>, %a1: tensor<5xf32>, %a2: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires compatible element types for all operands and results}}
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<5xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3x!quant.uniform<i8:f32, 1.000000e+00:15>>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_training(%a0: tensor<2x3xi32>, %a1: tensor<3xi32>, %a2: tensor<3xf32>) {
  // expected-error@+1 {{expected '}' in attribute dictionary}}
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.-1 : f32, feature_index = 1 : i64}> : (tensor<2x3xi32>, tensor<3xi32>, tensor<3xf32>) -> (tensor<0x3xi32>, tensor<3xi32>, tensor<3xi32>)
  func.return
}

// -----

func.func @bitcast_convert(%a0: tensor<3xi8>) {
  // expected-error@+1 {{operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: 'tensor<3xi8>' and 'tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>'.}}
  %0 = "stablehlo.bitcast_convert"(%a0) : (tensor<3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @bitcast_convert(%a0: tensor<?x?xf32>) {
  // expected-error@+1 {{rank of smaller element type (1) should be 1 more than rank of larger element type (2), but 1 != 2 + 1.}}
  %0 = "stablehlo.bitcast_convert"(%a0) : (tensor<?x?xf32>) -> tensor<1x!quant.uniform<i2:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @bitcast_convert(%a0: tensor<2x?xf32>) {
  // expected-error@+1 {{requires compatible bit widths. Got: 'tensor<2x?xf32>' and 'tensor<2x?x4x!quant.uniform<i4:f32, 2.000000e+00:1>>', but 4 * 4 != 32.}}
  %0 = "stablehlo.bitcast_convert"(%a0) : (tensor<2x?xf32>) -> tensor<2x?x4x!quant.uniform<i4:f32, 2.000000e+00:1>>
  func.return
}

// -----

func.func @cbrt(%a0: tensor<?x3xf32>) {
  // expected-error@+1 {{'stablehlo.cbrt' op requires compatible types for all operands and results}}
  %0 = "stablehlo.cbrt"(%a0) : (tensor<?x3xf32>) -> tensor<?x?xf32, #stablehlo.bounds<2, 2>>
  func.return
}

// -----

// expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?xi1>'}}
func.func @f(%a0: tensor<3x?xi1, #stablehlo.bounds<4, ?>>) {
  %0 = "stablehlo.cbrt"(%a0) : (tensor<3x?xi1, #stablehlo.bounds<4, ?>>) -> tensor<4x?xf32, #stablehlo.bounds<4, ?>>
  func.return
}

// -----

func.func @ceil(%a0: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.ceil' op requires compatible types for all operands and results}}
  %0 = "stablehlo.ceil"(%a0) : (tensor<3xf32>) -> tensor<2x?xf32>
  func.return
}

// -----

func.func @cholesky(%a0: tensor<3x3xf32>) {
  // expected-error@+1 {{'stablehlo.cholesky' op requires compatible element types for all operands and results}}
  %0 = "stablehlo.cholesky"(%a0) <{lower = true}> : (tensor<3x3xf32>) -> tensor<3x3x!quant.uniform<i8<-127:127>:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @clamp(%a0: tensor<i8>, %a1: tensor<i8>, %a2: tensor<i8>) {
  // expected-error@+2 {{'stablehlo.clamp' op inferred type(s) 'tensor<i8>' are incompatible with return type(s) of operation 'tensor<1xi8>'}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<1xi8>
  func.return
}

// -----

func.func @clamp(%a0: tensor<3x11xf32>, %a1: tensor<3x11xf32>, %a2: tensor<3x11xf32>) {
  // expected-error@+1 {{'stablehlo.clamp' op requires compatible element types for all operands and results}}
  %0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<3x11xf32>, tensor<3x11xf32>, tensor<3x11xf32>) -> tensor<3x11x!quant.uniform<i16:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @clamp(%a0: tensor<2xi32>, %a1: tensor<2xi32>, %a2: tensor<3xi32>) {
  // expected-error@+2 {{max shape [3] is not scalar and is not compatible to operand shape [2]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<2xi32>, tensor<2xi32>, tensor<3xi32>) -> tensor<2xi32>
  func.return
}

// -----

func.func @clamp(%a1: tensor<i32>, %a2: tensor<1xi32>) {
  %c0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error@+2 {{max shape [1] is not scalar and is not compatible to operand shape []}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %0 = "stablehlo.clamp"(%c0, %a1, %a2) : (tensor<i32>, tensor<i32>, tensor<1xi32>) -> tensor<i32>
  func.return
}

// -----

func.func @compare(%a0: tensor<f32>, %a1: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.compare' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<i1>) -> tensor<2xi1>
  func.return
}

// -----

func.func @compare(%a0: tensor<!quant.uniform<u8:f32, 2.000000e+00:15>>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.compare' op requires compatible element types for all operands}}
  %0 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<!quant.uniform<u8:f32, 2.000000e+00:15>>, tensor<f32>) -> tensor<i1>
  func.return
}

// -----

func.func @complex(%a0: tensor<40x40xf64>, %a1: tensor<40x40xf64>) {
  // expected-error@+2 {{'stablehlo.complex' op inferred type(s) 'tensor<40x40xcomplex<f64>>' are incompatible with return type(s) of operation 'tensor<40x?xcomplex<f64>, #stablehlo.bounds<?, 2>>'}}
  // expected-error@+1 {{'stablehlo.complex' op failed to infer returned types}}
  %0 = "stablehlo.complex"(%a0, %a1) : (tensor<40x40xf64>, tensor<40x40xf64>) -> tensor<40x?xcomplex<f64>, #stablehlo.bounds<?, 2>>
  func.return
}

// -----

func.func @complex(%a0: tensor<4xf64>, %a1: tensor<5xf64>) {
  // expected-error@+1 {{'stablehlo.complex' op requires the same shape for all operands and results}}
  %0 = "stablehlo.complex"(%a0, %a1) : (tensor<4xf64>, tensor<5xf64>) -> tensor<3xcomplex<f64>>
  func.return
}

// -----

func.func @convert(%a0: tensor<?x?xui16>) {
  // expected-error@+1 {{Static dimension 1 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<?x5xui32>'}}
  %0 = "stablehlo.convert"(%a0) : (tensor<?x?xui16>) -> tensor<?x5xui32, #stablehlo.bounds<3, 4>>
  func.return
}

// -----

func.func @cosine(%a0: tensor<?x3xf32>) {
  // expected-error@+1 {{'stablehlo.cosine' op requires compatible types for all operands and results}}
  %0 = "stablehlo.cosine"(%a0) : (tensor<?x3xf32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 2>>
  func.return
}

// -----

func.func @cosine(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?xf32>'}}
  %0 = "stablehlo.cosine"(%a0) : (tensor<2x3xf32>) -> tensor<3x?xf32, #stablehlo.bounds<4, ?>>
  func.return
}

// -----

func.func @count_leading_zeros(%a0: tensor<31xi32>) {
  // expected-error@+1 {{'stablehlo.count_leading_zeros' op requires compatible types for all operands and results}}
  %0 = "stablehlo.count_leading_zeros"(%a0) : (tensor<31xi32>) -> tensor<?xi32, #stablehlo.bounds<2>>
  func.return
}

// -----

func.func @divide(%a0: tensor<17x3001xf32>, %a1: tensor<17x3001xf32>) {
  // expected-error@+1 {{'stablehlo.divide' op requires compatible types for all operands and results}}
  %0 = "stablehlo.divide"(%a0, %a1) : (tensor<17x3001xf32>, tensor<17x3001xf32>) -> tensor<17x?xf32, #stablehlo.bounds<?, 2>>
  func.return
}

// -----

func.func @exponential(%a0: tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.exponential' op requires compatible types for all operands and results}}
  %0 = "stablehlo.exponential"(%a0) : (tensor<4x3xf32>) -> tensor<?x?xf32, #stablehlo.bounds<3, 2>>
  func.return
}

// -----

func.func @exponential(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{Negative tolerance}}
  %0 = "stablehlo.exponential"(%a0) <{result_accuracy = #stablehlo.result_accuracy<ulps = -6, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @exponential_minus_one(%a0: tensor<?x3xf32, #stablehlo.bounds<4, ?>>) {
  // expected-error@+1 {{'stablehlo.exponential_minus_one' op requires compatible types for all operands and results}}
  %0 = "stablehlo.exponential_minus_one"(%a0) : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>) -> tensor<5x3xf32>
  func.return
}

// -----

func.func @exponential_minus_one(%a0: tensor<?x?xf32, #stablehlo.bounds<3, 2>>) {
  // expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<2x?xf32>'}}
  %0 = "stablehlo.exponential_minus_one"(%a0) : (tensor<?x?xf32, #stablehlo.bounds<3, 2>>) -> tensor<2x?xf32, #stablehlo.bounds<3, 2>>
  func.return
}

// -----

func.func @fft(%a0: tensor<?xcomplex<f32>, #stablehlo.bounds<3>>) {
  // expected-error@+2 {{'stablehlo.fft' op inferred type(s) 'tensor<?xcomplex<f32>, #stablehlo.bounds<3>>' are incompatible with return type(s) of operation 'tensor<4xcomplex<f32>>'}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = "stablehlo.fft"(%a0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type FFT>}> : (tensor<?xcomplex<f32>, #stablehlo.bounds<3>>) -> tensor<4xcomplex<f32>>
  func.return
}

// -----

func.func @fft(%a0: tensor<3x5xcomplex<f32>>) {
  // expected-error@+2 {{IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: 5 but fft_length is 100.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 100>}> : (tensor<3x5xcomplex<f32>>) -> tensor<3x9xf32>
  func.return
}

// -----

func.func @fft(%a0: tensor<4x6x3xcomplex<f32>>) {
  // expected-error@+2 {{IRFFT requires non-final dimensions to be compatible with fft_length. Got: 4, 6, 3 but wanted 6, 1, 5, and 4 != 6.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = "stablehlo.fft"(%a0) <{fft_length = array<i64: 6, 1, 5>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<4x6x3xcomplex<f32>>) -> tensor<4x6x5xf32>
  func.return
}

// -----

func.func @fft(%a0: tensor<3x9xf32>) {
  // expected-error@+2 {{RFFT requires innermost dimensions to be compatible with fft_length. Got: 3, 9 but wanted -1, 9.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: -1, 9>}> : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
  func.return
}

// -----

func.func @fft(%a0: tensor<4x6x5xf32>) {
  // expected-error@+2 {{RFFT requires innermost dimensions to be compatible with fft_length. Got: 4, 6, 5 but wanted 6, 2, 5.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = "stablehlo.fft"(%a0) <{fft_length = array<i64: 6, 2, 5>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<4x6x5xf32>) -> tensor<4x6x3xcomplex<f32>>
  func.return
}

// -----

func.func @fft(%a0: tensor<3x8x2xf32>) {
  // expected-error@+2 {{RFFT requires innermost dimensions to be compatible with fft_length. Got: 3, 8, 2 but wanted 8.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = "stablehlo.fft"(%a0) <{fft_length = array<i64: 8>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<3x8x2xf32>) -> tensor<3x5xcomplex<f32>>
  func.return
}

// -----

func.func @fft(%a0: tensor<3x9xf32>) {
  // expected-error@+2 {{rank must be between 1 and 3, but got 0.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64>}> : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
  func.return
}

// -----

func.func @floor(%a0: tensor<?x3xf32>) {
  // expected-error@+1 {{'stablehlo.floor' op requires compatible types for all operands and results}}
  %0 = "stablehlo.floor"(%a0) : (tensor<?x3xf32>) -> tensor<?x?xf32, #stablehlo.bounds<3, 2>>
  func.return
}

// -----

// expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?xf32>'}}
func.func @f(%a0: tensor<3x?xf32, #stablehlo.bounds<4, ?>>) {
  %0 = "stablehlo.floor"(%a0) : (tensor<3x?xf32, #stablehlo.bounds<4, ?>>) -> tensor<?x3xf32, #stablehlo.bounds<4, ?>>
  func.return
}

// -----

func.func @is_finite(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.is_finite' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.is_finite"(%a0) : (tensor<2xf32>) -> tensor<2x3xi1>
  func.return
}

// -----

func.func @is_finite(%a0: tensor<3x3xf32>) {
  // expected-error@+2 {{'stablehlo.is_finite' op inferred type(s) 'tensor<3x3xi1>' are incompatible with return type(s) of operation 'tensor<?x3xi1, #stablehlo.bounds<2, ?>>'}}
  // expected-error@+1 {{'stablehlo.is_finite' op failed to infer returned types}}
  %0 = "stablehlo.is_finite"(%a0) : (tensor<3x3xf32>) -> tensor<?x3xi1, #stablehlo.bounds<2, ?>>
  func.return
}

// -----

func.func @log(%a0: tensor<0xf32>) {
  // expected-error@+1 {{'stablehlo.log' op requires compatible types for all operands and results}}
  %0 = "stablehlo.log"(%a0) : (tensor<0xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @log(%a0: tensor<?x3xf32, #stablehlo.bounds<4, ?>>) {
  // expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?xf32>'}}
  %0 = "stablehlo.log"(%a0) : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>) -> tensor<3x?xf32, #stablehlo.bounds<4, ?>>
  func.return
}

// -----

func.func @log(%a0: tensor<3x37xf32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "stablehlo.log"(%a0) : (tensor<3x37xf32>) -> tensor<2x*xf32>
  func.return
}

// -----

func.func @log_plus_one(%a0: tensor<8xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.log_plus_one' op requires compatible types for all operands and results}}
  %0 = "stablehlo.log_plus_one"(%a0) : (tensor<8xcomplex<f32>>) -> tensor<?xcomplex<f32>, #stablehlo.bounds<2>>
  func.return
}

// -----

func.func @logistic(%a0: tensor<?x3xf32>) {
  // expected-error@+1 {{'stablehlo.logistic' op requires compatible types for all operands and results}}
  %0 = "stablehlo.logistic"(%a0) : (tensor<?x3xf32>) -> tensor<?x?xf32, #stablehlo.bounds<?, 2>>
  func.return
}

// -----

func.func @maximum(%a0: tensor<i32>, %a1: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.maximum' op requires compatible types for all operands and results}}
  %0 = "stablehlo.maximum"(%a0, %a1) : (tensor<i32>, tensor<i32>) -> tensor<f32>
  func.return
}

// -----

// expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?xf32>'}}
func.func @f(%a0: tensor<?x3xf32, #stablehlo.bounds<4, ?>>, %a1: tensor<3x?xf32, #stablehlo.bounds<3, ?>>) {
  %0 = "stablehlo.maximum"(%a0, %a1) : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<3x?xf32, #stablehlo.bounds<3, ?>>) -> memref<2xf32>
  func.return
}

// -----

func.func @minimum(%a0: tensor<?x3xf32>, %a1: tensor<2x?xf32>) {
  // expected-error@+1 {{'stablehlo.minimum' op requires compatible types for all operands and results}}
  %0 = "stablehlo.minimum"(%a0, %a1) : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 2>>
  func.return
}

// -----

func.func @minimum(%a0: tensor<?x3xf32>, %a1: tensor<2x?xf32>) {
  // expected-error@+1 {{'stablehlo.minimum' op requires the same shape for all operands and results}}
  %0 = "stablehlo.minimum"(%a0, %a1) : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<0x3xf32>
  func.return
}

// -----

func.func @minimum(%a0: tensor<?x3xf32, #stablehlo.bounds<4, ?>>, %a1: tensor<?x3xf32, #stablehlo.bounds<3, ?>>) {
  // expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?xf32>'}}
  %0 = "stablehlo.minimum"(%a0, %a1) : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<?x3xf32, #stablehlo.bounds<3, ?>>) -> tensor<3x?xf32, #stablehlo.bounds<3, ?>>
  func.return
}

// -----

func.func @multiply(%a0: tensor<5xf32>, %a1: tensor<5xf32>) {
  // expected-error@+1 {{'stablehlo.multiply' op requires compatible types for all operands and results}}
  %0 = "stablehlo.multiply"(%a0, %a1) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf16>
  func.return
}

// -----

func.func @multiply(%a0: tensor<?x?xbf16>, %a1: tensor<7x11xbf16>) {
  // expected-error@+1 {{'stablehlo.multiply' op requires the same shape for all operands and results}}
  %0 = "stablehlo.multiply"(%a0, %a1) : (tensor<?x?xbf16>, tensor<7x11xbf16>) -> tensor<7x1xbf16>
  func.return
}

// -----

func.func @multiply(%a0: tensor<?x?x1xf32>, %a1: tensor<?x?x1xf32>) {
  // expected-error@+1 {{Static dimension 1 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<?x5x?xf32>'}}
  %0 = "stablehlo.multiply"(%a0, %a1) : (tensor<?x?x1xf32>, tensor<?x?x1xf32>) -> tensor<?x5x?xf32, #stablehlo.bounds<4, 2, 2>>
  func.return
}

// -----

func.func @negate(%a0: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.negate' op requires compatible types for all operands and results}}
  %0 = "stablehlo.negate"(%a0) : (tensor<i32>) -> tensor<1xi32>
  func.return
}

// -----

func.func @not(%a0: tensor<5x7xi1>) {
  // expected-error@+1 {{'stablehlo.not' op requires compatible types for all operands and results}}
  %0 = "stablehlo.not"(%a0) : (tensor<5x7xi1>) -> tensor<5x?xi1, #stablehlo.bounds<?, 4>>
  func.return
}

// -----

// expected-error@+1 {{expected non-function type}}
func.func @f(%a0: tensor<3x*xi1>) {
  %0 = "stablehlo.not"(%a0) : (tensor<3x*xi1>) -> tensor<2x3xi1>
  func.return
}

// -----

func.func @or(%a0: tensor<i1>, %a1: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.or' op requires compatible types for all operands and results}}
  %0 = "stablehlo.or"(%a0, %a1) : (tensor<i1>, tensor<i1>) -> tensor<i64>
  func.return
}

// -----

func.func @or(%a0: tensor<?xui32>, %a1: tensor<2xui32>) {
  // expected-error@+1 {{'stablehlo.or' op requires the same shape for all operands and results}}
  %0 = "stablehlo.or"(%a0, %a1) : (tensor<?xui32>, tensor<2xui32>) -> tensor<0xui32>
  func.return
}

// -----

func.func @popcnt(%a0: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.popcnt' op requires compatible types for all operands and results}}
  %0 = "stablehlo.popcnt"(%a0) : (tensor<i32>) -> tensor<31xi32>
  func.return
}

// -----

func.func @power(%a0: tensor<?x3xf32, #stablehlo.bounds<4, ?>>, %a1: tensor<?x3xf32, #stablehlo.bounds<3, ?>>) {
  // expected-error@+2 {{'stablehlo.power' op inferred type(s) 'tensor<?x3xf32, #stablehlo.bounds<3, ?>>' are incompatible with return type(s) of operation 'tensor<4x3xf32>'}}
  // expected-error@+1 {{'stablehlo.power' op failed to infer returned types}}
  %0 = "stablehlo.power"(%a0, %a1) : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<?x3xf32, #stablehlo.bounds<3, ?>>) -> tensor<4x3xf32>
  func.return
}

// -----

func.func @power(%a0: tensor<?x3xf32>, %a1: tensor<2x?xf32>) {
  // expected-error@+1 {{'stablehlo.power' op requires compatible types for all operands and results}}
  %0 = "stablehlo.power"(%a0, %a1) : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 2>>
  func.return
}

// -----

func.func @power(%a0: tensor<?x3xf32>, %a1: tensor<2x?xf32>) {
  // expected-error@+1 {{'stablehlo.power' op requires the same shape for all operands and results}}
  %0 = "stablehlo.power"(%a0, %a1) : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<1x3xf32>
  func.return
}

// -----

func.func @power(%a0: tensor<?x3xf32, #stablehlo.bounds<4, ?>>, %a1: tensor<?x3xf32, #stablehlo.bounds<3, ?>>) {
  // expected-error@+1 {{Static dimension 1 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<?x4xf32>'}}
  %0 = "stablehlo.power"(%a0, %a1) : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<?x3xf32, #stablehlo.bounds<3, ?>>) -> tensor<?x4xf32, #stablehlo.bounds<?, 3>>
  func.return
}

// -----

func.func @real(%a0: tensor<?x?xf8E4M3FN>) {
  // expected-error@+1 {{'stablehlo.real' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.real"(%a0) : (tensor<?x?xf8E4M3FN>) -> tensor<2x?x?xf32>
  func.return
}

// -----

func.func @real(%a0: tensor<?x?xbf16>) {
  // expected-error@+2 {{'stablehlo.real' op inferred type(s) 'tensor<?x?xbf16>' are incompatible with return type(s) of operation 'tensor<?x?xf32>'}}
  // expected-error@+1 {{'stablehlo.real' op failed to infer returned types}}
  %0 = "stablehlo.real"(%a0) : (tensor<?x?xbf16>) -> tensor<?x?xf32>
  func.return
}

// -----

func.func @remainder(%a0: tensor<5x13xi32>, %a1: tensor<5x13xi32>) {
  // expected-error@+1 {{'stablehlo.remainder' op requires compatible types for all operands and results}}
  %0 = "stablehlo.remainder"(%a0, %a1) : (tensor<5x13xi32>, tensor<5x13xi32>) -> tensor<?x?xi32, #stablehlo.bounds<2, ?>>
  func.return
}

// -----

func.func @remainder(%a0: tensor<?x3xf32>, %a1: tensor<2x?xf32>) {
  // expected-error@+1 {{'stablehlo.remainder' op requires the same shape for all operands and results}}
  %0 = "stablehlo.remainder"(%a0, %a1) : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<4x3xf32>
  func.return
}

// -----

func.func @remainder(%a0: tensor<?x3xf32, #stablehlo.bounds<4, ?>>, %a1: tensor<?x3xf32, #stablehlo.bounds<3, ?>>) {
  // expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?xf32>'}}
  %0 = "stablehlo.remainder"(%a0, %a1) : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<?x3xf32, #stablehlo.bounds<3, ?>>) -> tensor<3x?xf32, #stablehlo.bounds<3, ?>>
  func.return
}

// -----

func.func @rng(%a0: tensor<i32>, %a1: tensor<i32>, %a2: tensor<2xi64>) {
  // expected-error@+2 {{mu and sigma must be floats}}
  // expected-error@+1 {{'stablehlo.rng' op failed to infer returned types}}
  %0 = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<?x?xi32>
  func.return
}

// -----

func.func @round_nearest_afz(%a0: tensor<2x?xf32, #stablehlo.bounds<?, 2>>) {
  // expected-error@+1 {{'stablehlo.round_nearest_afz' op requires compatible types for all operands and results}}
  %0 = "stablehlo.round_nearest_afz"(%a0) : (tensor<2x?xf32, #stablehlo.bounds<?, 2>>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @round_nearest_afz(%a0: tensor<?x5xi3, #stablehlo.bounds<4, ?>>) {
  // expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?xf32>'}}
  %0 = "stablehlo.round_nearest_afz"(%a0) : (tensor<?x5xi3, #stablehlo.bounds<4, ?>>) -> tensor<3x?xf32, #stablehlo.bounds<4, ?>>
  func.return
}

// -----

func.func @round_nearest_even(%a0: tensor<?x3xf32, #stablehlo.bounds<4, ?>>) {
  // expected-error@+1 {{'stablehlo.round_nearest_even' op requires compatible types for all operands and results}}
  %0 = "stablehlo.round_nearest_even"(%a0) : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>) -> tensor<5x3xf32>
  func.return
}

// -----

func.func @rsqrt(%a0: tensor<?xf32, #stablehlo.bounds<2>>) {
  // expected-error@+1 {{'stablehlo.rsqrt' op requires compatible types for all operands and results}}
  %0 = "stablehlo.rsqrt"(%a0) : (tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<1024xf32>
  func.return
}

// -----

func.func @select(%a0: tensor<i1>, %a1: tensor<i32>, %a2: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.select' op inferred type(s) 'tensor<i32>' are incompatible with return type(s) of operation 'tensor<i8>'}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %0 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i8>
  func.return
}

// -----

func.func @select(%a0: tensor<4xi1>, %a1: tensor<?xi32, #stablehlo.bounds<2>>, %a2: tensor<4xi32>) {
  // expected-error@+2 {{Mismatched dimension size 4 and bound 2 in dimension 0}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %0 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<4xi1>, tensor<?xi32, #stablehlo.bounds<2>>, tensor<4xi32>) -> tensor<4xi32>
  func.return
}

// -----

func.func @set_dimension_size(%a0: tensor<2x3xf32>, %a1: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.set_dimension_size' op inferred type(s) 'tensor<2x?xf32, #stablehlo.bounds<?, 3>>' are incompatible with return type(s) of operation 'tensor<2x?x!quant.uniform<i32:f32, 2.000000e+00>, #stablehlo.bounds<?, 3>>'}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %0 = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?x!quant.uniform<i32:f32, 2.000000e+00>, #stablehlo.bounds<?, 3>>
  func.return
}

// -----

func.func @shift_left(%a0: tensor<?x?xf8E4M3FN>, %a1: tensor<?x?xf8E4M3FN>) {
  // expected-error@+1 {{Static dimension 1 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<?x4xui32>'}}
  %0 = "stablehlo.shift_left"(%a0, %a1) : (tensor<?x?xf8E4M3FN>, tensor<?x?xf8E4M3FN>) -> tensor<?x4xui32, #stablehlo.bounds<3, 2>>
  func.return
}

// -----

func.func @shift_left(%a0: tensor<2x3x!quant.uniform<i8:f64, 2.000000e+00:15>>, %a1: tensor<2x3x!quant.uniform<i8:f64, 2.000000e+00:15>>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "stablehlo.shift_left"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f64, 2.000000e+00:15>>, tensor<2x3x!quant.uniform<i8:f64, 2.000000e+00:15>>) -> tensor<1x*x!quant.uniform<i8:f64, 2.000000e+00:15>>
  func.return
}

// -----

func.func @shift_right_arithmetic(%a0: tensor<31xi32>, %a1: tensor<31xi32>) {
  // expected-error@+1 {{'stablehlo.shift_right_arithmetic' op requires compatible types for all operands and results}}
  %0 = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<31xi32>, tensor<31xi32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  func.return
}

// -----

func.func @sign(%a0: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.sign' op requires compatible types for all operands and results}}
  %0 = "stablehlo.sign"(%a0) : (tensor<i32>) -> tensor<1xf32>
  func.return
}

// -----

// expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?x!quant.uniform<i16:f32, 2.000000e+00>>'}}
func.func @f(%a0: tensor<3x?x!quant.uniform<i16:f32, 2.000000e+00>, #stablehlo.bounds<4, ?>>) {
  %0 = "stablehlo.sign"(%a0) : (tensor<3x?x!quant.uniform<i16:f32, 2.000000e+00>, #stablehlo.bounds<4, ?>>) -> tensor<?x3x!quant.uniform<i16:f32, 2.000000e+00>, #stablehlo.bounds<4, ?>>
  func.return
}

// -----

func.func @sine(%a0: tensor<?x3xf4E2M1FN, #stablehlo.bounds<4, ?>>) {
  // expected-error@+1 {{'stablehlo.sine' op requires compatible types for all operands and results}}
  %0 = "stablehlo.sine"(%a0) : (tensor<?x3xf4E2M1FN, #stablehlo.bounds<4, ?>>) -> tensor<5x3xf4E2M1FN>
  func.return
}

// -----

func.func @sine(%a0: tensor<?x3xf32, #stablehlo.bounds<4, ?>>) {
  // expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?xf32>'}}
  %0 = "stablehlo.sine"(%a0) : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>) -> tensor<3x?xf32, #stablehlo.bounds<4, ?>>
  func.return
}

// -----

func.func @sqrt(%a0: tensor<?x3xf32>) {
  // expected-error@+1 {{'stablehlo.sqrt' op requires compatible types for all operands and results}}
  %0 = "stablehlo.sqrt"(%a0) : (tensor<?x3xf32>) -> tensor<?x?xf32, #stablehlo.bounds<2, 2>>
  func.return
}

// -----

func.func @sqrt(%a0: tensor<?x?xf32, #stablehlo.bounds<4, ?>>) {
  // expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?xf32>'}}
  %0 = "stablehlo.sqrt"(%a0) : (tensor<?x?xf32, #stablehlo.bounds<4, ?>>) -> tensor<3x?xf32, #stablehlo.bounds<4, ?>>
  func.return
}

// -----

func.func @subtract(%a0: tensor<23x7xf32>, %a1: tensor<23x7xf32>) {
  // expected-error@+1 {{'stablehlo.subtract' op requires compatible types for all operands and results}}
  %0 = "stablehlo.subtract"(%a0, %a1) : (tensor<23x7xf32>, tensor<23x7xf32>) -> tensor<?x7xf32, #stablehlo.bounds<2, ?>>
  func.return
}

// -----

func.func @subtract(%a0: tensor<?x3x!quant.uniform<i8:f32, 2.000000e+00:15>, #stablehlo.bounds<4, ?>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  // expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?x!quant.uniform<i8:f32, 2.000000e+00:15>>'}}
  %0 = "stablehlo.subtract"(%a0, %a1) : (tensor<?x3x!quant.uniform<i8:f32, 2.000000e+00:15>, #stablehlo.bounds<4, ?>>, tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<3x?x!quant.uniform<i8:f32, 2.000000e+00:15>, #stablehlo.bounds<3, ?>>
  func.return
}

// -----

func.func @subtract(%a0: tensor<?xi32>, %a1: tensor<?xi32>) {
  // expected-error@+1 {{future element type must be a ranked tensor, but got 'tensor<*x!quant.uniform<u8:f32, 2.000000e+00:15>>'}}
  %0 = "stablehlo.subtract"(%a0, %a1) : (tensor<?xi32>, tensor<?xi32>) -> !stablehlo.future<tensor<*x!quant.uniform<u8:f32, 2.000000e+00:15>>>
  func.return
}

// -----

func.func @tan(%a0: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.tan' op requires compatible types for all operands and results}}
  %0 = "stablehlo.tan"(%a0) : (tensor<4xcomplex<f32>>) -> tensor<?xcomplex<f32>, #stablehlo.bounds<2>>
  func.return
}

// -----

func.func @tanh(%a0: tensor<7x13xf32>) {
  // expected-error@+1 {{'stablehlo.tanh' op requires compatible types for all operands and results}}
  %0 = "stablehlo.tanh"(%a0) : (tensor<7x13xf32>) -> tensor<?x13xf32, #stablehlo.bounds<2, ?>>
  func.return
}

// -----

func.func @tanh(%a0: tensor<?x?xf32>) {
  // expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?xf32>'}}
  %0 = "stablehlo.tanh"(%a0) : (tensor<?x?xf32>) -> tensor<3x?xf32, #stablehlo.bounds<2, 4>>
  func.return
}

// -----

func.func @triangular_solve(%a0: tensor<1x70x70xf64>, %a1: tensor<2x9x70xf64>) {
  // expected-error@+2 {{batch dimensions of the operands must be compatible, but got 'tensor<1x70x70xf64>' and 'tensor<2x9x70xf64>'}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<1x70x70xf64>, tensor<2x9x70xf64>) -> tensor<2x9x70xf64>
  func.return
}

// -----

func.func @uniform_dequantize(%a0: tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.uniform_dequantize"(%a0) : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<f32>
  func.return
}

// -----

func.func @uniform_dequantize(%a0: tensor<3x2x!quant.uniform<u8:f32:1, {5.000000e-01:7,2.500000e-01}>>) {
  // expected-error@+2 {{'stablehlo.uniform_dequantize' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<3x2xf8E4M3FN>'}}
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op failed to infer returned types}}
  %0 = "stablehlo.uniform_dequantize"(%a0) : (tensor<3x2x!quant.uniform<u8:f32:1, {5.000000e-01:7,2.500000e-01}>>) -> tensor<3x2xf8E4M3FN>
  func.return
}

// -----

func.func @uniform_quantize(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.uniform_quantize' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.uniform_quantize"(%a0) : (tensor<f32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  func.return
}

// -----

func.func @uniform_quantize(%a0: tensor<f64>) {
  // expected-error@+1 {{Expressed type of result expected to be 'f64', but got 'f32'}}
  %0 = "stablehlo.uniform_quantize"(%a0) : (tensor<f64>) -> tensor<!quant.uniform<i8:f32, 5.000000e-01>>
  func.return
}

// -----

func.func @xor(%a0: tensor<31xi32>, %a1: tensor<31xi32>) {
  // expected-error@+1 {{'stablehlo.xor' op requires compatible types for all operands and results}}
  %0 = "stablehlo.xor"(%a0, %a1) : (tensor<31xi32>, tensor<31xi32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  func.return
}

// -----

func.func @xor(%a0: tensor<5x?xi1>, %a1: tensor<5x7xi1>) {
  // expected-error@+1 {{'stablehlo.xor' op requires the same shape for all operands and results}}
  %0 = "stablehlo.xor"(%a0, %a1) : (tensor<5x?xi1>, tensor<5x7xi1>) -> tensor<5x1xi1>
  func.return
}

// -----

func.func @add_of_other_storage(%a0: tensor<2x!quant.uniform<i8:f32, 2.0:15>>, %a1: tensor<2x!quant.uniform<i8:f32, 2.0:15>>) {
  // expected-error@+2 {{'stablehlo.add' op inferred type(s) 'tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>' are incompatible with return type(s) of operation 'tensor<2x!quant.uniform<u8:f32, 2.000000e+00:15>>'}}
  // expected-error@+1 {{'stablehlo.add' op failed to infer returned types}}
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> (tensor<2x!quant.uniform<u8:f32, 2.0:15>>)
  func.return
}

// -----

func.func @add_of_other_range(%a0: tensor<2x!quant.uniform<i8:f32, 2.0:15>>, %a1: tensor<2x!quant.uniform<i8:f32, 2.0:15>>) {
  // expected-error@+2 {{'stablehlo.add' op inferred type(s) 'tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>' are incompatible with return type(s) of operation 'tensor<2x!quant.uniform<i8<-5:5>:f32, 2.000000e+00:1>>'}}
  // expected-error@+1 {{'stablehlo.add' op failed to infer returned types}}
  %0 = "stablehlo.add"(%a0, %a1) : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>, tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> (tensor<2x!quant.uniform<i8<-5:5>:f32, 2.0:1>>)
  func.return
}

// -----

func.func @compare_in_pairs(%a0: tensor<?x3xf32>, %a1: tensor<3x3xf32>) {
  // expected-error@+1 {{'stablehlo.compare' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<?x3xf32>, tensor<3x3xf32>) -> (tensor<2x3xi1>)
  func.return
}

// -----

func.func @uniform_dequantize_without_bounds(%a0: tensor<2x?x!quant.uniform<i8:f32, 2.0:15>, #stablehlo.bounds<?, 2>>) {
  %0 = "stablehlo.uniform_dequantize"(%a0) : (tensor<2x?x!quant.uniform<i8:f32, 2.0:15>, #stablehlo.bounds<?, 2>>) -> (tensor<2x3xf32>)
  func.return
}
