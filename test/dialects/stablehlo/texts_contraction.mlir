// RUN: strata-opt %s --split-input-file --verify-diagnostics

// Programs that jaxlib refuses, with its errors; found by test/jax/verifier.py.

func.func @convolution(%a0: tensor<1x8x8x4xi8>, %a1: tensor<3x3x4x5xi8>) {
  // expected-error@+1 {{Expected spatial dimensions 1, 2 not specified}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 3, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xi8>, tensor<3x3x4x5xi8>) -> tensor<1x6x6x5xi32>
  func.return
}

// -----

// expected-error@+1 {{Static dimension 1 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<?x1x?x?xf32>'}}
func.func @f(%a0: tensor<?x1x?x?xf32, #stablehlo.bounds<4, 2, ?, 4>>, %a1: tensor<2x3x1x4xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 2, 1>}> : (tensor<?x1x?x?xf32, #stablehlo.bounds<4, 2, ?, 4>>, tensor<2x3x1x4xf32>) -> tensor<?x?x?x4xf32>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x5xf32>) {
  // expected-error@+1 {{Unexpected dimension -1}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, -1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x5xf32>) -> tensor<1x6x6x5xf64>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<3x3x3x4x5x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  // expected-error@+1 {{expects convolution arguments to have same number of dimensions. Got: 'tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>' and 'tensor<3x3x3x4x5x!quant.uniform<i8:f32, 2.000000e+00:15>>'.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<3x3x3x4x5x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<1x8x8x?x!quant.uniform<i32:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>, #stablehlo.bounds<?, ?, ?, 4>>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x5x!quant.uniform<i8:bf16, 2.000000e+00:15>>) {
  // expected-error@+1 {{expects input feature dimension (4) / feature_group_count = kernel input feature dimension (4). Got feature_group_count = 2.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x5x!quant.uniform<i8:bf16, 2.000000e+00:15>>) -> tensor<1x6x6x5xf32>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<3x3x4x5x!quant.uniform<i8:bf16:0, {2.000000e+00:-3,1.000000e+00:-3,2.000000e+00:5}>>) {
  // expected-error@+1 {{expects input feature dimension (4) to be a multiple of feature_group_count. Got feature_group_count = 100.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 100 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<3x3x4x5x!quant.uniform<i8:bf16:0, {2.000000e+00:-3,1.000000e+00:-3,2.000000e+00:5}>>) -> tensor<1x6x6x5x!quant.uniform<i32:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>
  func.return
}

// -----

func.func @convolution(%a0: tensor<4x8x8x4xf32>, %a1: tensor<3x6x2x3xf32>) {
  // expected-error@+1 {{expects kernel output feature dimension (3) to be divisible by feature_group_count. For feature_group_count = 2.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x8x8x4xf32>, tensor<3x6x2x3xf32>) -> tensor<4x8x8x6xf32>
  func.return
}

// -----

func.func @convolution(%a0: tensor<4x8x8x4xf32>, %a1: tensor<3x3x2x6xf32>) {
  // expected-error@+1 {{expects window-reversal to have same dimension-size as size of window dimensions (2), but got: 1.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<4x8x8x6xf32>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4x!quant.uniform<i2:f32, 2.000000e+00>>, %a1: tensor<3x3x4x5xui8>) {
  // expected-error@+1 {{inferred shape '[1, 6, 6, 5]' is incompatible with return type of operation 'tensor<1x8x8x5xui8>'}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4x!quant.uniform<i2:f32, 2.000000e+00>>, tensor<3x3x4x5xui8>) -> tensor<1x8x8x5xui8>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<3x3x4x5x!quant.uniform<i8:f64, 2.000000e+00:15>>) {
  // expected-error@+1 {{mismatched lhs, rhs and result quantization expressed types}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<3x3x4x5x!quant.uniform<i8:f64, 2.000000e+00:15>>) -> tensor<1x8x8x5x!quant.uniform<i8:f64, 2.000000e+00:15>>
  func.return
}

// -----

func.func @convolution(%a0: tensor<2x?x?x2x!quant.uniform<i4:f32, 2.000000e+00:1>>, %a1: tensor<2x3x1x4x!quant.uniform<i4:f32, 2.000000e+00:1>>) {
  // expected-error@+1 {{mismatched rhs and result quantization granularity}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, padding = dense<1> : tensor<2x2xi64>, rhs_dilation = array<i64: 2, 1>}> : (tensor<2x?x?x2x!quant.uniform<i4:f32, 2.000000e+00:1>>, tensor<2x3x1x4x!quant.uniform<i4:f32, 2.000000e+00:1>>) -> tensor<?x?x?x4x!quant.uniform<i8<-127:127>:f32:3, {1.000000e+00:0,5.000000e-01:0,5.000000e-01:0,1.000000e+00:0}>>
  func.return
}

// -----

func.func @convolution(%a0: tensor<2x16x16x32xf16>, %a1: tensor<3x3x32x64x!quant.uniform<i8:f32, 1.000000e+00:15>>) {
  // expected-error@+1 {{mismatched rhs quantization expressed type and lhs and result element type}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>, window_strides = array<i64: 1, 1>}> : (tensor<2x16x16x32xf16>, tensor<3x3x32x64x!quant.uniform<i8:f32, 1.000000e+00:15>>) -> tensor<2x16x16x64xf32>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x5x!quant.uniform<i8:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) {
  // expected-error@+1 {{quantization dimension of result should be same with output_feature_dimension}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x5x!quant.uniform<i8:f32:3, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>>) -> tensor<1x6x6x5x!quant.uniform<i8<-127:127>:f32:0, {1.000000e+00:0}>>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x5x!quant.uniform<u8:f32:1, {1.000000e+00:0,5.000000e-01:0,5.000000e-01:0}>>) {
  // expected-error@+1 {{quantization dimension of rhs should be same with kernel_output_feature_dimension}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x5x!quant.uniform<u8:f32:1, {1.000000e+00:0,5.000000e-01:0,5.000000e-01:0}>>) -> tensor<1x6x6x5xf32>
  func.return
}

// -----

func.func @convolution(%a0: tensor<1x8x8x4x!quant.uniform<i4:f32, 2.000000e+00:1>>, %a1: tensor<3x3x4x5xf32>) {
  // expected-error@+1 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i4:f32, 2.000000e+00:1>>, tensor<3x3x4x5xf32>) -> tensor<1x6x6x5xf64>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<5x2x3xf16>, %a1: tensor<?x?x?x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) {
  // expected-error@+1 {{Quantization dimension of rhs should not be in the contracting dimension of rhs}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<5x2x3xf16>, tensor<?x?x?x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) -> tensor<5x2x4xf32>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<?x48xi8>, %a1: tensor<48x?x!quant.uniform<i8:f64, 2.000000e+00:15>>) {
  // expected-error@+1 {{Zero point of rhs should be 0}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x48xi8>, tensor<48x?x!quant.uniform<i8:f64, 2.000000e+00:15>>) -> tensor<?x?xi32>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<?x?x8xf32>, %a1: tensor<?x?x8xf32>) {
  // expected-error@+1 {{inferred shape '[?, ?, ?]' is incompatible with return type of operation 'tensor<?x?xf32>'}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>}> : (tensor<?x?x8xf32>, tensor<?x?x8xf32>) -> tensor<?x?xf32>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<?xf32>, %a1: tensor<?xf32>) {
  // expected-error@+1 {{inferred shape '[]' is incompatible with return type of operation 'tensor<?xf32>'}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<?x64xf32>, %a1: tensor<64x96xf32>) {
  // expected-error@+1 {{lhs and rhs should have the same number of contracting dimensions}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2, 1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]}> : (tensor<?x64xf32>, tensor<64x96xf32>) -> tensor<?x96x!quant.uniform<i8<-127:127>:f32:0, {5.000000e-01:0,5.000000e-01:0}>>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<3x4x!quant.uniform<i16:f32, 2.000000e+00>>) {
  // expected-error@+1 {{mismatched lhs and rhs quantization storage types}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<3x4x!quant.uniform<i16:f32, 2.000000e+00>>) -> tensor<2x4x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<2x3xf16>, %a1: tensor<3x4x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) {
  // expected-error@+1 {{mismatched rhs quantization expressed type and lhs and result element type}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3xf16>, tensor<3x4x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<?x?xf32>, %a1: tensor<?xf32>) {
  // expected-error@+1 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x!quant.uniform<i16:f32:0, {5.000000e-01:0,5.000000e-01:0}>>
  func.return
}

// -----

func.func @dot_general(%a0: tensor<40x?xbf16>, %a1: tensor<?x?x!quant.uniform<i16:f32:1, {1.000000e+00:-5}>>) {
  // expected-error@+1 {{rhs_contracting_dimensions value: 100 is out of range: [0, 2)}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [100]>}> : (tensor<40x?xbf16>, tensor<?x?x!quant.uniform<i16:f32:1, {1.000000e+00:-5}>>) -> tensor<40x?xf32>
  func.return
}

// -----

func.func @dynamic_conv(%a0: tensor<?x?x2x!quant.uniform<i32:f32, 2.000000e+00>>, %a1: tensor<3x2x3x!quant.uniform<i32:f32, 2.000000e+00>>, %a2: tensor<1x2xi32>) {
  // expected-error@+1 {{Expected spatial dimensions 0, 1, 2 not specified}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 3, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 2>}> : (tensor<?x?x2x!quant.uniform<i32:f32, 2.000000e+00>>, tensor<3x2x3x!quant.uniform<i32:f32, 2.000000e+00>>, tensor<1x2xi32>) -> tensor<?x?x3x!quant.uniform<i32:f32, 2.000000e+00>, #stablehlo.bounds<3, 2, ?>>
  func.return
}

// -----

func.func @dynamic_conv(%a0: tensor<?x?x?x2xf32>, %a1: tensor<0x3x2x3xf32>, %a2: tensor<2x2xi32>) {
  // expected-error@+1 {{Unexpected dimension -1}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, -1, 1, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 2, 2>}> : (tensor<?x?x?x2xf32>, tensor<0x3x2x3xf32>, tensor<2x2xi32>) -> tensor<?x?x?x3xi4>
  func.return
}

// -----

func.func @dynamic_conv(%a0: tensor<1x8x8x4xf16>, %a1: tensor<3x3x4x5xf16>) {
  %c2 = "stablehlo.constant"() <{value = dense<1> : tensor<2x2xi64>}> : () -> tensor<2x2xi64>
  // expected-error@+1 {{expects window to have positive stride for 0-th window dimension, but got 0.}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 0, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4xf16>, tensor<3x3x4x5xf16>, tensor<2x2xi64>) -> tensor<1x8x8x5xf32>
  func.return
}

// -----

func.func @dynamic_conv(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x5xf32>) {
  %c2 = "stablehlo.constant"() <{value = dense<1> : tensor<2x2xi64>}> : () -> tensor<2x2xi64>
  // expected-error@+1 {{expects window-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1.}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x5xf32>, tensor<2x2xi64>) -> tensor<1x8x8x5xf64>
  func.return
}

// -----

func.func @dynamic_conv(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<3x3x4x5x!quant.uniform<i16:f32, 2.000000e+00>>, %a2: tensor<2x2xi32>) {
  // expected-error@+1 {{mismatched lhs and rhs quantization storage types}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<3x3x4x5x!quant.uniform<i16:f32, 2.000000e+00>>, tensor<2x2xi32>) -> tensor<1x?x?x5x!quant.uniform<i32:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @dynamic_conv(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x5x!quant.uniform<i8:bf16, 2.000000e+00:15>>, %a2: tensor<2x2xi32>) {
  // expected-error@+1 {{mismatched rhs quantization expressed type and lhs and result element type}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x5x!quant.uniform<i8:bf16, 2.000000e+00:15>>, tensor<2x2xi32>) -> tensor<1x?x?x5xf32>
  func.return
}

// -----

func.func @dynamic_conv(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x5xf32>, %a2: tensor<2x2xi32>) {
  // expected-error@+1 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x5xf32>, tensor<2x2xi32>) -> tensor<1x?x?x5x!quant.uniform<i8:bf16, 2.000000e+00:15>>
  func.return
}

// -----

func.func @dot_general_batch_and_bound(%a0: tensor<?x2x3xf32, #stablehlo.bounds<4, ?, ?>>, %a1: tensor<5x3x4xf32>) {
  // expected-error@+1 {{Mismatched dimension size 5 and bound 4 in dimension 0}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<?x2x3xf32, #stablehlo.bounds<4, ?, ?>>, tensor<5x3x4xf32>) -> (tensor<5x2x4xf32>)
  func.return
}

// -----

func.func @dot_general_batch(%a0: tensor<?x2x3xf32>, %a1: tensor<5x3x4xf32>) {
  // expected-error@+1 {{inferred shape '[5, 2, 4]' is incompatible with return type of operation 'tensor<6x2x4xf32>'}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<?x2x3xf32>, tensor<5x3x4xf32>) -> (tensor<6x2x4xf32>)
  func.return
}

// -----

func.func @convolution_missing_dimensions(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x5xf32>) {
  // expected-error@+1 {{Expected spatial dimensions 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 not specified}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 100, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x5xf32>) -> (tensor<1x6x6x5xf32>)
  func.return
}
