// RUN: strata-opt %s --split-input-file --verify-diagnostics

// An invalid program for every constraint of the specification, named by its tag, with jaxlib's errors
// (test/jax/expected_errors.py compares them). What jaxlib takes all the same says so.

func.func @dot_general_c1(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{lhs and rhs should have the same number of batching dimensions}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return
}

// -----

func.func @dot_general_c2(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{lhs and rhs should have the same number of contracting dimensions}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = []>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return
}

// -----

func.func @dot_general_c3(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{has duplicated dimension from lhs_batching_dimensions and lhs_contracting_dimensions: 0}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return
}

// -----

func.func @dot_general_c4(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{has duplicated dimension from rhs_batching_dimensions and rhs_contracting_dimensions: 0}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return
}

// -----

func.func @dot_general_c5(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{lhs_batching_dimensions value: 3 is out of range: [0, 3)}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [3], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return
}

// -----

func.func @dot_general_c6(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{lhs_contracting_dimensions value: 3 is out of range: [0, 3)}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return
}

// -----

func.func @dot_general_c7(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{rhs_batching_dimensions value: 3 is out of range: [0, 3)}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [3], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return
}

// -----

func.func @dot_general_c8(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{rhs_contracting_dimensions value: 3 is out of range: [0, 3)}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return
}

// -----

func.func @dot_general_c9(%a0: tensor<2x3x4xf32>, %a1: tensor<3x4x5xf32>) {
  // expected-error@+1 {{batching dimension sizes must match for lhs/rhs}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return
}

// -----

func.func @dot_general_c10(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5x5xf32>) {
  // expected-error@+1 {{contracting dimension sizes must match for lhs/rhs}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x5x5xf32>) -> (tensor<2x3x5xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @dot_general_c11(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>]}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  func.return
}

// -----

func.func @dot_general_c12(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{inferred shape '[2, 3, 5]' is incompatible with return type of operation 'tensor<2x3x6xf32>'}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x6xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @dot_general_c13(%a0: tensor<2x4xf32>, %a1: tensor<4x5xf64>) {
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x4xf32>, tensor<4x5xf64>) -> (tensor<2x5xf32>)
  func.return
}

// -----

func.func @dot_general_c14(%a0: tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<4x5x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<4x5x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<2x5xi32>)
  func.return
}

// -----

func.func @dot_general_c15(%a0: tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<4x5x!quant.uniform<i8:f32:1, {1.0:1, 1.0:1, 1.0:1, 1.0:1, 1.0:1}>>) {
  // expected-error@+1 {{Zero points of rhs should be 0}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<4x5x!quant.uniform<i8:f32:1, {1.0:1, 1.0:1, 1.0:1, 1.0:1, 1.0:1}>>) -> (tensor<2x5x!quant.uniform<i32:f32, 1.0:0>>)
  func.return
}

// -----

func.func @dot_general_c16(%a0: tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<4x5x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0, 1.0:0, 1.0:0}>>) {
  // expected-error@+1 {{Quantization dimension of rhs should not be in the contracting dimension of rhs}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<4x5x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0, 1.0:0, 1.0:0}>>) -> (tensor<2x5x!quant.uniform<i32:f32, 1.0:0>>)
  func.return
}

// -----

func.func @dot_general_c17(%a0: tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<4x5x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{mismatched lhs, rhs and result quantization expressed types}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<4x5x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<2x5x!quant.uniform<i8:f16, 1.0:0>>)
  func.return
}

// -----

func.func @dot_general_c18(%a0: tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<4x5x!quant.uniform<i4:f32, 1.0:0>>) {
  // expected-error@+1 {{mismatched lhs and rhs quantization storage types}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<4x5x!quant.uniform<i4:f32, 1.0:0>>) -> (tensor<2x5x!quant.uniform<i32:f32, 1.0:0>>)
  func.return
}

// -----

func.func @dot_general_c19(%a0: tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<4x5x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{mismatched rhs and result quantization granularity}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<4x5x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<2x5x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0}>>)
  func.return
}

// -----

func.func @dot_general_c20(%a0: tensor<2x4xf32>, %a1: tensor<4x5x!quant.uniform<i8:f16, 1.0:0>>) {
  // expected-error@+1 {{mismatched rhs quantization expressed type and lhs and result element type}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x4xf32>, tensor<4x5x!quant.uniform<i8:f16, 1.0:0>>) -> (tensor<2x5xf32>)
  func.return
}

// -----

func.func @dot_general_c21(%a0: tensor<2x4xf32>, %a1: tensor<4x5xf32>) {
  // expected-error@+1 {{must specify DEFAULT precision config when algorithm is set.}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x4xf32>, tensor<4x5xf32>) -> (tensor<2x5xf32>)
  func.return
}

// -----

func.func @dot_general_c22(%a0: tensor<2x4xf32>, %a1: tensor<4x5xf32>) {
  // expected-error@+1 {{lhs component count must be positive}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x4xf32>, tensor<4x5xf32>) -> (tensor<2x5xf32>)
  func.return
}

// -----

func.func @dot_general_c23(%a0: tensor<2x4xf32>, %a1: tensor<4x5xf32>) {
  // expected-error@+1 {{rhs component count must be positive}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x4xf32>, tensor<4x5xf32>) -> (tensor<2x5xf32>)
  func.return
}

// -----

func.func @dot_general_c24(%a0: tensor<2x4xf32>, %a1: tensor<4x5xf32>) {
  // expected-error@+1 {{num primitive operations must be positive}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false>}> : (tensor<2x4xf32>, tensor<4x5xf32>) -> (tensor<2x5xf32>)
  func.return
}

// -----

func.func @dot_general_c25(%a0: tensor<2x4xf32>, %a1: tensor<4x5xf32>) {
  // expected-error@+1 {{dot algorithm not known to be supported on any hardware: {lhs:'bf16', rhs:'f32', accum:'f32', lhs_components:1, rhs_components:1, primitive_ops:1, imprecise:0}}}
  %0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x4xf32>, tensor<4x5xf32>) -> (tensor<2x5xf32>)
  func.return
}

// -----

func.func @dot_c1(%a0: tensor<2x4xf32>, %a1: tensor<5x2xf32>) {
  // expected-error@+1 {{expected both lhs/rhs ranks to be either 1 or 2}}
  %0 = "stablehlo.dot"(%a0, %a1) : (tensor<2x4xf32>, tensor<5x2xf32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @dot_c2(%a0: tensor<2x4xf32>, %a1: tensor<4x2xf32>) {
  %0 = "stablehlo.dot"(%a0, %a1) <{precision_config = [#stablehlo<precision DEFAULT>]}> : (tensor<2x4xf32>, tensor<4x2xf32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

func.func @convolution_c1(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4xf32>) {
  // expected-error@+1 {{expects convolution arguments to have same number of dimensions. Got: 'tensor<1x8x8x4xf32>' and 'tensor<3x3x4xf32>'.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c2(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{expects window-strides to have same dimension-size as size of window dimensions (2), but got: 1.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c3(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{expects window to have positive stride for 1-th window dimension, but got 0.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 0>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c4(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{expects padding-entries to have same dimension-size as size of window dimensions (2), but got: 1.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<0> : tensor<1x2xi64>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c5(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{expects base-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, lhs_dilation = array<i64: 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c6(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{expects window to have positive base dilation factor for 1-th window dimension, but got 0.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, lhs_dilation = array<i64: 1, 0>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c7(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{expects window-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, rhs_dilation = array<i64: 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c8(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{expects window to have positive window dilation factor for 1-th window dimension, but got 0.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, rhs_dilation = array<i64: 1, 0>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c9(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{expects window-reversal to have same dimension-size as size of window dimensions (2), but got: 1.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_reversal = array<i1: false>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c10(%a0: tensor<3x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{expects input batch dimension (3) to be divisible by batch_group_count. Got batch_group_count = 2.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64}> : (tensor<3x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c11(%a0: tensor<1x8x8x5xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{expects input feature dimension (5) to be a multiple of feature_group_count. Got feature_group_count = 2.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x5xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c12(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{expects the same size for input, kernel and output spatial-dimensions, but got 1, 2, and 2 resp.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c13(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{expects input dimension-numbers to be unique, got {0, 0, 1, 2}.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c14(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{expects the same size for input, kernel and output spatial-dimensions, but got 2, 1, and 2 resp.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c15(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{expects kernel dimension-numbers to be unique, got {3, 3, 0, 1}.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 3, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c16(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{expects the same size for input, kernel and output spatial-dimensions, but got 2, 2, and 1 resp.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c17(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{expects output dimension-numbers to be unique, got {0, 0, 1, 2}.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c18(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op attribute 'feature_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 0 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c19(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op attribute 'batch_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 0 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c20(%a0: tensor<2x8x8x4xf32>, %a1: tensor<3x3x2x6xf32>) {
  // expected-error@+1 {{expects batch_group_count and feature_group_count not to be both greater than 1. Got 2 and 2 resp.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 2 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x2x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c21(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x3x6xf32>) {
  // expected-error@+1 {{expects input feature dimension (4) / feature_group_count = kernel input feature dimension (3). Got feature_group_count = 1.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x3x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c22(%a0: tensor<2x8x8x4xf32>, %a1: tensor<3x3x4x5xf32>) {
  // expected-error@+1 {{expects output feature dimension size (5) to be a multiple of batch_group_count. Got batch_group_count = 2.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x5xf32>) -> (tensor<1x6x6x5xf32>)
  func.return
}

// -----

func.func @convolution_c23(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x2x5xf32>) {
  // expected-error@+1 {{expects kernel output feature dimension (5) to be divisible by feature_group_count. For feature_group_count = 2.}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x2x5xf32>) -> (tensor<1x6x6x5xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @convolution_c24(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c25(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{inferred shape '[1, 6, 6, 6]' is incompatible with return type of operation 'tensor<1x6x6x7xf32>'}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6x7xf32>)
  func.return
}

// -----

func.func @convolution_c26(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>) {
  // expected-error@+1 {{inferred shape '[1, 6, 6, 6]' is incompatible with return type of operation 'tensor<1x6x6xf32>'}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> (tensor<1x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c27(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xi32>) {
  // expected-error@+1 {{expects lhs and rhs to have compatible element type. Got: 'f32' and 'i32'}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xi32>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @convolution_c28(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x3x4x6x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x4x6x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<1x6x6x6xi32>)
  func.return
}

// -----

func.func @convolution_c29(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x3x4x6x!quant.uniform<i8:f32:2, {1.0:0, 1.0:0, 1.0:0, 1.0:0}>>) {
  // expected-error@+1 {{quantization dimension of rhs should be same with kernel_output_feature_dimension}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x4x6x!quant.uniform<i8:f32:2, {1.0:0, 1.0:0, 1.0:0, 1.0:0}>>) -> (tensor<1x6x6x6x!quant.uniform<i32:f32, 1.0:0>>)
  func.return
}

// -----

func.func @convolution_c30(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x3x4x6x!quant.uniform<i8:f32:3, {1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0}>>) {
  // expected-error@+1 {{quantization dimension of result should be same with output_feature_dimension}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x4x6x!quant.uniform<i8:f32:3, {1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0}>>) -> (tensor<1x6x6x6x!quant.uniform<i32:f32:1, {1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0}>>)
  func.return
}

// -----

func.func @convolution_c31(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x3x4x6x!quant.uniform<i4:f32, 1.0:0>>) {
  // expected-error@+1 {{mismatched lhs and rhs quantization storage types}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x4x6x!quant.uniform<i4:f32, 1.0:0>>) -> (tensor<1x6x6x6x!quant.uniform<i32:f32, 1.0:0>>)
  func.return
}

// -----

func.func @convolution_c32(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x3x4x6x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{mismatched lhs, rhs and result quantization expressed types}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x4x6x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<1x6x6x6x!quant.uniform<i8:f16, 1.0:0>>)
  func.return
}

// -----

func.func @convolution_c33(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x3x4x6x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{mismatched rhs and result quantization granularity}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x4x6x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<1x6x6x6x!quant.uniform<i32:f32:3, {1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0}>>)
  func.return
}

// -----

func.func @convolution_c34(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6x!quant.uniform<i8:f16, 1.0:0>>) {
  // expected-error@+1 {{mismatched rhs quantization expressed type and lhs and result element type}}
  %0 = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6x!quant.uniform<i8:f16, 1.0:0>>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c1(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4xf32>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects convolution arguments to have same number of dimensions. Got: 'tensor<1x8x8x4xf32>' and 'tensor<3x3x4xf32>'.}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @dynamic_conv_c2(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @dynamic_conv_c3(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 0>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c4(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects padding to be of shape [2, 2], but got [1, 2]}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<1x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @dynamic_conv_c5(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, lhs_dilation = array<i64: 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @dynamic_conv_c6(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, lhs_dilation = array<i64: 1, 0>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @dynamic_conv_c7(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, rhs_dilation = array<i64: 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @dynamic_conv_c8(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, rhs_dilation = array<i64: 1, 0>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @dynamic_conv_c9(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_reversal = array<i1: false>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c10(%a0: tensor<3x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects input batch dimension (3) to be divisible by batch_group_count. Got batch_group_count = 2.}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64}> : (tensor<3x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c11(%a0: tensor<1x8x8x5xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects input feature dimension (5) to be a multiple of feature_group_count. Got feature_group_count = 2.}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x5xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c12(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects the same size for input, kernel and output spatial-dimensions, but got 1, 2, and 2 resp.}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c13(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects input dimension-numbers to be unique, got {0, 0, 1, 2}.}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c14(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects the same size for input, kernel and output spatial-dimensions, but got 2, 1, and 2 resp.}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c15(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects kernel dimension-numbers to be unique, got {3, 3, 0, 1}.}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 3, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c16(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects the same size for input, kernel and output spatial-dimensions, but got 2, 2, and 1 resp.}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c17(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects output dimension-numbers to be unique, got {0, 0, 1, 2}.}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c18(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op attribute 'feature_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 0 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c19(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op attribute 'batch_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 0 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c20(%a0: tensor<2x8x8x4xf32>, %a1: tensor<3x3x2x6xf32>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects batch_group_count and feature_group_count not to be both greater than 1. Got 2 and 2 resp.}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 2 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x2x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c21(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x3x6xf32>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects input feature dimension (4) / feature_group_count = kernel input feature dimension (3). Got feature_group_count = 1.}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x3x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c22(%a0: tensor<2x8x8x4xf32>, %a1: tensor<3x3x4x5xf32>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects output feature dimension size (5) to be a multiple of batch_group_count. Got batch_group_count = 2.}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x5xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x5xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c23(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x2x5xf32>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects kernel output feature dimension (5) to be divisible by feature_group_count. For feature_group_count = 2.}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x2x5xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x5xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @dynamic_conv_c24(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>]}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @dynamic_conv_c25(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6x7xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @dynamic_conv_c26(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xf32>, %a2: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x2xi64>) -> (tensor<1x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c27(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6xi32>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{expects lhs and rhs to have compatible element type. Got: 'f32' and 'i32'}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xi32>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @dynamic_conv_c28(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x3x4x6x!quant.uniform<i8:f32, 1.0:0>>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x4x6x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x2xi64>) -> (tensor<1x6x6x6xi32>)
  func.return
}

// -----

func.func @dynamic_conv_c29(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x3x4x6x!quant.uniform<i8:f32:2, {1.0:0, 1.0:0, 1.0:0, 1.0:0}>>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<3x3x4x6x!quant.uniform<i8:f32:2, {1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00}>>'}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x4x6x!quant.uniform<i8:f32:2, {1.0:0, 1.0:0, 1.0:0, 1.0:0}>>, tensor<2x2xi64>) -> (tensor<1x6x6x6x!quant.uniform<i32:f32, 1.0:0>>)
  func.return
}

// -----

func.func @dynamic_conv_c30(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x3x4x6x!quant.uniform<i8:f32:3, {1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0}>>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<3x3x4x6x!quant.uniform<i8:f32:3, {1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00}>>'}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x4x6x!quant.uniform<i8:f32:3, {1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0}>>, tensor<2x2xi64>) -> (tensor<1x6x6x6x!quant.uniform<i32:f32:1, {1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0}>>)
  func.return
}

// -----

func.func @dynamic_conv_c31(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x3x4x6x!quant.uniform<i4:f32, 1.0:0>>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{mismatched lhs and rhs quantization storage types}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x4x6x!quant.uniform<i4:f32, 1.0:0>>, tensor<2x2xi64>) -> (tensor<1x6x6x6x!quant.uniform<i32:f32, 1.0:0>>)
  func.return
}

// -----

func.func @dynamic_conv_c32(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x3x4x6x!quant.uniform<i8:f32, 1.0:0>>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{mismatched lhs, rhs and result quantization expressed types}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x4x6x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x2xi64>) -> (tensor<1x6x6x6x!quant.uniform<i8:f16, 1.0:0>>)
  func.return
}

// -----

func.func @dynamic_conv_c33(%a0: tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x3x4x6x!quant.uniform<i8:f32, 1.0:0>>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<1x6x6x6x!quant.uniform<i32:f32:3, {1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00}>>'}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x4x6x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x2xi64>) -> (tensor<1x6x6x6x!quant.uniform<i32:f32:3, {1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0, 1.0:0}>>)
  func.return
}

// -----

func.func @dynamic_conv_c34(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x6x!quant.uniform<i8:f16, 1.0:0>>, %a2: tensor<2x2xi64>) {
  // expected-error@+1 {{mismatched rhs quantization expressed type and lhs and result element type}}
  %0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x6x!quant.uniform<i8:f16, 1.0:0>>, tensor<2x2xi64>) -> (tensor<1x6x6x6xf32>)
  func.return
}

// -----

func.func @cholesky_c1(%a0: tensor<2x2xf32>) {
  // expected-error@+2 {{'stablehlo.cholesky' op inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<3x3xf32>'}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %0 = "stablehlo.cholesky"(%a0) : (tensor<2x2xf32>) -> (tensor<3x3xf32>)
  func.return
}

// -----

func.func @cholesky_c2(%a0: tensor<2xf32>) {
  // expected-error@+2 {{argument 'a' must have rank >= 2, got shape 2.}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %0 = "stablehlo.cholesky"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @cholesky_c3(%a0: tensor<2x3xf32>) {
  // expected-error@+2 {{minor dimensions of 'a' must have equal size, got shape 2, 3.}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %0 = "stablehlo.cholesky"(%a0) : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  func.return
}

// -----

func.func @triangular_solve_c1(%a0: tensor<2x2xf32>, %a1: tensor<2x3xf64>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires compatible element types for all operands and results}}
  %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<2x3xf64>) -> (tensor<2x3xf32>)
  func.return
}

// -----

func.func @triangular_solve_c2(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{operand 'a' must have rank >= 2, but got 'tensor<2xf32>'}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @triangular_solve_c3(%a0: tensor<4x2x2xf32>, %a1: tensor<5x2x3xf32>) {
  // expected-error@+2 {{batch dimensions of the operands must be compatible, but got 'tensor<4x2x2xf32>' and 'tensor<5x2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x2x2xf32>, tensor<5x2x3xf32>) -> (tensor<5x2x3xf32>)
  func.return
}

// -----

func.func @triangular_solve_c4(%a0: tensor<2x2xf32>, %a1: tensor<3x2xf32>) {
  // expected-error@+2 {{shared dimension of operands 'a' and 'b' must be compatible, but got 'tensor<2x2xf32>' and 'tensor<3x2xf32>'}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<3x2xf32>) -> (tensor<3x2xf32>)
  func.return
}

// -----

func.func @triangular_solve_c5(%a0: tensor<2x2xf32>, %a1: tensor<2x3xf32>) {
  // expected-error@+2 {{'stablehlo.triangular_solve' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<3x3xf32>'}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<2x3xf32>) -> (tensor<3x3xf32>)
  func.return
}

// -----

func.func @triangular_solve_i6(%a0: tensor<2x2xf32>, %a1: tensor<2x3xf32>) {
  // expected-error@+2 {{Invalid transpose option value for triangular solve}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>}> : (tensor<2x2xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)
  func.return
}

// -----

func.func @fft_c1(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+2 {{operand rank must not be less than fft rank of 2 for operand of type 'tensor<2xcomplex<f32>>'.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 2, 2>}> : (tensor<2xcomplex<f32>>) -> (tensor<2xcomplex<f32>>)
  func.return
}

// -----

func.func @fft_c2(%a0: tensor<2xf32>) {
  // expected-error@+2 {{FFT/IFFT/IRFFT take a complex tensor as input, but is given 'tensor<2xf32>'.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 2>}> : (tensor<2xf32>) -> (tensor<2xcomplex<f32>>)
  func.return
}

// -----

func.func @fft_c3(%a0: tensor<2x2x2x2xcomplex<f32>>) {
  // expected-error@+2 {{rank must be between 1 and 3, but got 4.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 2, 2, 2, 2>}> : (tensor<2x2x2x2xcomplex<f32>>) -> (tensor<2x2x2x2xcomplex<f32>>)
  func.return
}

// -----

func.func @fft_c4(%a0: tensor<3xf32>) {
  // expected-error@+2 {{RFFT requires innermost dimensions to be compatible with fft_length. Got: 3 but wanted 2.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 2>}> : (tensor<3xf32>) -> (tensor<2xcomplex<f32>>)
  func.return
}

// -----

func.func @fft_c5(%a0: tensor<3xcomplex<f32>>) {
  // expected-error@+2 {{'stablehlo.fft' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 4>}> : (tensor<3xcomplex<f32>>) -> (tensor<5xf32>)
  func.return
}

// -----

func.func @fft_c6(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.fft' op inferred type(s) 'tensor<3xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<4xcomplex<f32>>'}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 4>}> : (tensor<4xf32>) -> (tensor<4xcomplex<f32>>)
  func.return
}

// -----

func.func @batch_norm_grad_c1(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) {
  // expected-error@+2 {{expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 2, and rank 2.}}
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.0 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_grad_c2(%a0: tensor<2x3xf32>, %a1: tensor<3xf64>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op requires compatible element types for all operands and results}}
  %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_grad_c3(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3x3xf32>) {
  // expected-error@+2 {{expects multi-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_grad_c4(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<4xf32>, %a3: tensor<3xf32>, %a4: tensor<2x3xf32>) {
  // expected-error@+2 {{expects single-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_grad_c5(%a0: tensor<2x3xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2x3xf32>) {
  // expected-error@+2 {{expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 2 and the feature count is 3.}}
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>)
  func.return
}

// -----

func.func @batch_norm_inference_c1(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  // expected-error@+2 {{expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 2, and rank 2.}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.0 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}

// -----

func.func @batch_norm_inference_c2(%a0: tensor<2x3xf32>, %a1: tensor<3xf64>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op requires compatible element types for all operands and results}}
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}

// -----

func.func @batch_norm_inference_c3(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>, %a3: tensor<4xf32>, %a4: tensor<4xf32>) {
  // expected-error@+2 {{expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 4 and the feature count is 3.}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  func.return
}

// -----

func.func @batch_norm_inference_c4(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<4xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  // expected-error@+2 {{expects single-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}

// -----

func.func @batch_norm_inference_c5(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<4xf32>, %a4: tensor<3xf32>) {
  // expected-error@+2 {{expects single-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>) -> (tensor<2x3xf32>)
  func.return
}

// -----

func.func @batch_norm_inference_c6(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<4xf32>) {
  // expected-error@+2 {{expects single-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>)
  func.return
}

// -----

func.func @batch_norm_inference_c7(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.batch_norm_inference' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<3x3xf32>'}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x3xf32>)
  func.return
}

// -----

func.func @batch_norm_training_c1(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 2, and rank 2.}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.0 : f32, feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_training_c2(%a0: tensor<2x3xf32>, %a1: tensor<3xf64>, %a2: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires compatible element types for all operands and results}}
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf64>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_training_c3(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error@+2 {{expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 4 and the feature count is 3.}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_training_c4(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<4xf32>) {
  // expected-error@+2 {{expects single-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_training_c5(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.batch_norm_training' op inferred type(s) 'tensor<2x3xf32>', 'tensor<3xf32>', 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>', 'tensor<4xf32>', 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<4xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_training_c6(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.batch_norm_training' op inferred type(s) 'tensor<2x3xf32>', 'tensor<3xf32>', 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>', 'tensor<3xf32>', 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>)
  func.return
}

// -----

func.func @batch_norm_training_c7(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.batch_norm_training' op inferred type(s) 'tensor<2x3xf32>', 'tensor<3xf32>', 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3x3xf32>', 'tensor<3xf32>', 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %0:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @einsum_c1(%a0: tensor<2x3xf32>, %a1: tensor<4x5xf32>) {
  %0 = "stablehlo.einsum"(%a0, %a1) <{einsum_config = "ab,bc"}> : (tensor<2x3xf32>, tensor<4x5xf32>) -> (tensor<2x5xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @unary_einsum_c1(%a0: tensor<2x3xf32>) {
  %0 = "stablehlo.unary_einsum"(%a0) <{einsum_config = "ab"}> : (tensor<2x3xf32>) -> (tensor<2xf32>)
  func.return
}
