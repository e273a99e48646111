// RUN: strata-opt %s --split-input-file --verify-diagnostics

// An invalid program for every constraint of the specification, named by its tag, with jaxlib's errors
// (test/jax/expected_errors.py compares them). What jaxlib takes all the same says so.

func.func @bitcast_convert_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: 'tensor<2xf32>' and 'tensor<3x4xi8>'.}}
  %0 = "stablehlo.bitcast_convert"(%a0) : (tensor<2xf32>) -> (tensor<3x4xi8>)
  func.return
}

// -----

func.func @bitcast_convert_c2(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{cannot convert between real and complex types, but got: 'tensor<2xcomplex<f32>>' and 'tensor<2xf64>'}}
  %0 = "stablehlo.bitcast_convert"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xf64>)
  func.return
}

// -----

func.func @broadcast_in_dim_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires compatible element types for all operands and results}}
  %0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>) -> (tensor<2x3xf64>)
  func.return
}

// -----

func.func @broadcast_in_dim_c2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{broadcast_dimensions size (2) does not match operand rank (1)}}
  %0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2xf32>) -> (tensor<2x3xf32>)
  func.return
}

// -----

func.func @broadcast_in_dim_c3(%a0: tensor<2xf32>) {
  // expected-error@+1 {{broadcast_dimensions contains invalid value 2 for result with rank 2}}
  %0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 2>}> : (tensor<2xf32>) -> (tensor<2x3xf32>)
  func.return
}

// -----

func.func @broadcast_in_dim_c4(%a0: tensor<2x2xf32>) {
  // expected-error@+1 {{broadcast_dimensions should not have duplicates}}
  %0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0, 0>}> : (tensor<2x2xf32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

func.func @broadcast_in_dim_c5(%a0: tensor<2xf32>) {
  // expected-error@+1 {{size of operand dimension 0 (2) is not equal to 1 or size of result dimension 0 (3)}}
  %0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>) -> (tensor<3x3xf32>)
  func.return
}

// -----

func.func @broadcast_in_dim_c6(%a0: tensor<1x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>) {
  // expected-error@+1 {{result quantization_dimension 0 not same as broadcast_dimensions[1] = 1}}
  %0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>) -> (tensor<2x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>)
  func.return
}

// -----

func.func @concatenate_c1(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.concatenate' op requires the same element type for all operands and results}}
  %0 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf64>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @concatenate_c2(%a0: tensor<2x2xf32>, %a1: tensor<2x3xf32>) {
  // expected-error@+2 {{shapes of operand (0) and (1) are not compatible at non-concat index 1: (2, 2) != (2, 3)}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<2x2xf32>, tensor<2x3xf32>) -> (tensor<4x2xf32>)
  func.return
}

// -----

func.func @concatenate_c3() {
  // expected-error@+1 {{'stablehlo.concatenate' op expected 1 or more operands, but found 0}}
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> (tensor<4xf32>)
  func.return
}

// -----

func.func @concatenate_c4(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{dimension 1 is out-of-bounds for input rank 1}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @concatenate_c5(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op requires the same element type for all operands and results}}
  %0 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<4xf64>)
  func.return
}

// -----

func.func @concatenate_c6(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.concatenate' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<5xf32>)
  func.return
}

// -----

func.func @constant_c1() {
  // expected-error@+2 {{'stablehlo.constant' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.constant' op failed to infer returned types}}
  %0 = "stablehlo.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> (tensor<3xf32>)
  func.return
}

// -----

func.func @iota_c1() {
  // expected-error@+1 {{iota dimension cannot go beyond the output rank.}}
  %0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> (tensor<2xi32>)
  func.return
}

// -----

func.func @pad_c1(%a0: tensor<2xf32>, %a1: tensor<f64>) {
  // expected-error@+1 {{'stablehlo.pad' op requires the same element type for all operands and results}}
  %0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<f64>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @pad_c2(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same size}}
  %0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1, 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @pad_c3(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{Interior padding cannot be negative: -1}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: -1>}> : (tensor<2xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @pad_c4(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.pad' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<f32>) -> (tensor<5xf32>)
  func.return
}

// -----

func.func @reshape_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reshape' op requires compatible element types for all operands and results}}
  %0 = "stablehlo.reshape"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  func.return
}

// -----

func.func @reshape_c2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{number of output elements (3) doesn't match expected number of elements (2)}}
  %0 = "stablehlo.reshape"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @reshape_c3(%a0: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  // expected-error@+1 {{expect same quantization dimension size for operand and result 'tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>>' and 'tensor<3x2x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00,1.000000e+00}>>'}}
  %0 = "stablehlo.reshape"(%a0) : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> (tensor<3x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0, 1.0:0}>>)
  func.return
}

// -----

func.func @reverse_c1(%a0: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.reverse' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.reverse' op failed to infer returned types}}
  %0 = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0>}> : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @reverse_c2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{dimensions should be unique. Got: 0, 0}}
  %0 = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 0>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @reverse_c3(%a0: tensor<2xf32>) {
  // expected-error@+1 {{all dimensions should be between [0, 1). Got dimension: 1.}}
  %0 = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 1>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @slice_c1(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op requires the same element type for all operands and results}}
  %0 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xf32>) -> (tensor<2xf64>)
  func.return
}

// -----

func.func @slice_c2(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op failed to verify that all of {start_indices, limit_indices, strides} have same size}}
  %0 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @slice_c3(%a0: tensor<4xf32>) {
  // expected-error@+2 {{limit index 5 is larger than dimension size 4 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 5>, strides = array<i64: 1>}> : (tensor<4xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @slice_c4(%a0: tensor<4xf32>) {
  // expected-error@+2 {{stride must be positive but got 0 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 0>}> : (tensor<4xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @slice_c5(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.slice' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @transpose_c1(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op requires compatible element types for all operands and results}}
  %0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> (tensor<3x2xf64>)
  func.return
}

// -----

func.func @transpose_c2(%a0: tensor<2x3xf32>) {
  // expected-error@+2 {{attribute permutation must be a permutation of [0, 1] but got 1, 1}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 1>}> : (tensor<2x3xf32>) -> (tensor<3x2xf32>)
  func.return
}

// -----

func.func @transpose_c3(%a0: tensor<2x3xf32>) {
  // expected-error@+2 {{'stablehlo.transpose' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  func.return
}

// -----

func.func @transpose_c4(%a0: tensor<2x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  // expected-error@+1 {{operand quantization_dimension 0 is not same as permutation[0] = 1}}
  %0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> (tensor<2x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>)
  func.return
}

// -----

func.func @dynamic_slice_c1(%a0: tensor<4xf32>, %a1: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to verify that all of {operand, result} have same element type}}
  %0 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2>}> : (tensor<4xf32>, tensor<i64>) -> (tensor<2xf64>)
  func.return
}

// -----

func.func @dynamic_slice_c2(%a0: tensor<4xf32>, %a1: tensor<i64>, %a2: tensor<i64>) {
  // expected-error@+2 {{has mismatched number of slice sizes (1) and number of start indices (2)}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_slice"(%a0, %a1, %a2) <{slice_sizes = array<i64: 2>}> : (tensor<4xf32>, tensor<i64>, tensor<i64>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @dynamic_slice_c3(%a0: tensor<4x4xf32>, %a1: tensor<i64>, %a2: tensor<i32>) {
  // expected-error@+2 {{start indices must have same element type}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_slice"(%a0, %a1, %a2) <{slice_sizes = array<i64: 2, 2>}> : (tensor<4x4xf32>, tensor<i64>, tensor<i32>) -> (tensor<2x2xf32>)
  func.return
}

// -----

func.func @dynamic_slice_c4(%a0: tensor<4xf32>, %a1: tensor<i64>) {
  // expected-error@+2 {{has slice size 5 greater than dimension size 4 in dimension 0 of operand}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 5>}> : (tensor<4xf32>, tensor<i64>) -> (tensor<5xf32>)
  func.return
}

// -----

func.func @dynamic_slice_c5(%a0: tensor<4xf32>, %a1: tensor<i64>) {
  // expected-error@+2 {{'stablehlo.dynamic_slice' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2>}> : (tensor<4xf32>, tensor<i64>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @dynamic_update_slice_c1(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<i64>) {
  // expected-error@+2 {{'stablehlo.dynamic_update_slice' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<2xf32>, tensor<i64>) -> (tensor<5xf32>)
  func.return
}

// -----

func.func @dynamic_update_slice_c2(%a0: tensor<4xf32>, %a1: tensor<2xf64>, %a2: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to verify that all of {operand, update, result} have same element type}}
  %0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<2xf64>, tensor<i64>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @dynamic_update_slice_c3(%a0: tensor<4xf32>, %a1: tensor<2x1xf32>, %a2: tensor<i64>) {
  // expected-error@+2 {{update rank does not match operand rank: 2 vs 1.}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<2x1xf32>, tensor<i64>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @dynamic_update_slice_c4(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<i64>, %a3: tensor<i64>) {
  // expected-error@+2 {{expects number of start_indices to match operand rank: 2 vs 1.}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<2xf32>, tensor<i64>, tensor<i64>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @dynamic_update_slice_c5(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<i64>, %a3: tensor<i32>) {
  // expected-error@+2 {{start indices must have same element type}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i64>, tensor<i32>) -> (tensor<4x4xf32>)
  func.return
}

// -----

func.func @dynamic_update_slice_c6(%a0: tensor<4xf32>, %a1: tensor<5xf32>, %a2: tensor<i64>) {
  // expected-error@+2 {{expects size at dimension 0 of update to be in range [0, 4]. Got: 5.}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<5xf32>, tensor<i64>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @get_dimension_size_c1(%a0: tensor<2xf32>) {
  // expected-error@+2 {{requires dimension attribute in range [0, 1); found (1)}}
  // expected-error@+1 {{'stablehlo.get_dimension_size' op failed to infer returned types}}
  %0 = "stablehlo.get_dimension_size"(%a0) <{dimension = 1 : i64}> : (tensor<2xf32>) -> (tensor<i32>)
  func.return
}

// -----

func.func @set_dimension_size_c1(%a0: tensor<2xf32>, %a1: tensor<i32>) {
  // expected-error@+2 {{requires dimension attribute in range [0, 1); found (1)}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %0 = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2xf32>, tensor<i32>) -> (tensor<?xf32>)
  func.return
}

// -----

func.func @broadcast_c1(%a0: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.broadcast' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<3x3xf32>'}}
  // expected-error@+1 {{'stablehlo.broadcast' op failed to infer returned types}}
  %0 = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 3>}> : (tensor<2xf32>) -> (tensor<3x3xf32>)
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c1(%a0: tensor<2xf32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{expects operand and result to have compatible element type. Got: 'tensor<2xf32>' and 'tensor<2x?xf64>'}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>, tensor<2xi64>) -> (tensor<2x?xf64>)
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c2(%a0: tensor<2xf32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{broadcast_dimensions size (2) does not match operand rank (1)}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2xf32>, tensor<2xi64>) -> (tensor<2x?xf32>)
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c3(%a0: tensor<2xf32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{broadcast_dimensions contains invalid value 2 for result with rank 2}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 2>}> : (tensor<2xf32>, tensor<2xi64>) -> (tensor<2x?xf32>)
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c4(%a0: tensor<2x2xf32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{broadcast_dimensions should not have duplicates}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 0>}> : (tensor<2x2xf32>, tensor<2xi64>) -> (tensor<2x2xf32>)
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c5(%a0: tensor<2xf32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{size of operand dimension 0 (2) is not compatible with size of result dimension 0 (3)}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>, tensor<2xi64>) -> (tensor<3x?xf32>)
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c6(%a0: tensor<1x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{result quantization_dimension 0 not same as broadcast_dimensions[1] = 1}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>, tensor<2xi64>) -> (tensor<2x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>)
  func.return
}

// -----

// Upstream does not check it.
func.func @dynamic_broadcast_in_dim_c7(%a0: tensor<2xf32>, %a1: tensor<3xi64>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>, tensor<3xi64>) -> (tensor<2x?xf32>)
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c8(%a0: tensor<2xf32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{duplicate expansion hint for at least one operand dimension}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>}> : (tensor<2xf32>, tensor<2xi64>) -> (tensor<2x?xf32>)
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c9(%a0: tensor<2xf32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{hint for expanding dimension 1 does not refer to a valid operand dimension}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0>, known_expanding_dimensions = array<i64: 1>}> : (tensor<2xf32>, tensor<2xi64>) -> (tensor<2x?xf32>)
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c10(%a0: tensor<2xf32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{hint for expanding dimension 1 does not refer to a valid operand dimension}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>}> : (tensor<2xf32>, tensor<2xi64>) -> (tensor<2x?xf32>)
  func.return
}

// -----

func.func @dynamic_iota_c1(%a0: tensor<2xi64>) {
  // expected-error@+1 {{iota dimension cannot go beyond the output rank.}}
  %0 = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = 2 : i64}> : (tensor<2xi64>) -> (tensor<?x?xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @dynamic_iota_c2(%a0: tensor<2xi64>) {
  %0 = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = 0 : i64}> : (tensor<2xi64>) -> (tensor<?xf32>)
  func.return
}

// -----

func.func @dynamic_pad_c1(%a0: tensor<2xf32>, %a1: tensor<f64>, %a2: tensor<1xi64>, %a3: tensor<1xi64>, %a4: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op failed to verify that all of {operand, padding_value, result} have same element type}}
  %0 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<2xf32>, tensor<f64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?xf32>)
  func.return
}

// -----

func.func @dynamic_pad_c2(%a0: tensor<2xf32>, %a1: tensor<f32>, %a2: tensor<2xi64>, %a3: tensor<2xi64>, %a4: tensor<2xi64>) {
  // expected-error@+1 {{padding operands size (2) must match operand rank (1)}}
  %0 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<2xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?xf32>)
  func.return
}

// -----

func.func @dynamic_pad_c3(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  %c2 = stablehlo.constant dense<0> : tensor<1xi64>
  %c3 = stablehlo.constant dense<0> : tensor<1xi64>
  %c4 = stablehlo.constant dense<-1> : tensor<1xi64>
  // expected-error@+1 {{interior_padding must be non-negative, but got -1}}
  %0 = "stablehlo.dynamic_pad"(%a0, %a1, %c2, %c3, %c4) : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?xf32>)
  func.return
}

// -----

func.func @dynamic_pad_c4(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  %c2 = stablehlo.constant dense<0> : tensor<1xi64>
  %c3 = stablehlo.constant dense<0> : tensor<1xi64>
  %c4 = stablehlo.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{expected output dimension at index 0 to equal 2, but got 9}}
  %0 = "stablehlo.dynamic_pad"(%a0, %a1, %c2, %c3, %c4) : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<9xf32>)
  func.return
}

// -----

func.func @dynamic_reshape_c1(%a0: tensor<2xf32>, %a1: tensor<1xi64>) {
  // expected-error@+1 {{expects operand and result to have compatible element type. Got: 'tensor<2xf32>' and 'tensor<?xf64>'}}
  %0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2xf32>, tensor<1xi64>) -> (tensor<?xf64>)
  func.return
}

// -----

func.func @dynamic_reshape_c2(%a0: tensor<2xf32>, %a1: tensor<1xi64>) {
  // expected-error@+1 {{number of output elements (3) doesn't match expected number of elements (2)}}
  %0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2xf32>, tensor<1xi64>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @dynamic_reshape_c3(%a0: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{expect same quantization dimension size for operand and result 'tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>>' and 'tensor<3x2x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00,1.000000e+00}>>'}}
  %0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>, tensor<2xi64>) -> (tensor<3x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0, 1.0:0}>>)
  func.return
}

// -----

func.func @dynamic_reshape_c4(%a0: tensor<2xf32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{result should have a rank equal to the number of elements in output_shape}}
  %0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2xf32>, tensor<2xi64>) -> (tensor<?xf32>)
  func.return
}

// -----

func.func @real_dynamic_slice_c1(%a0: tensor<4xf32>, %a1: tensor<2xi64>, %a2: tensor<1xi64>, %a3: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op failed to verify that all of {start_indices, limit_indices, strides} have same type}}
  %0 = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<2xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?xf32>)
  func.return
}

// -----

func.func @rng_c1(%a0: tensor<f32>, %a1: tensor<f64>, %a2: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op failed to verify that all of {a, b, result} have same element type}}
  %0 = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f64>, tensor<1xi64>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @rng_c2(%a0: tensor<i32>, %a1: tensor<i32>, %a2: tensor<1xi64>) {
  // expected-error@+2 {{mu and sigma must be floats}}
  // expected-error@+1 {{'stablehlo.rng' op failed to infer returned types}}
  %0 = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> (tensor<2xi32>)
  func.return
}

// -----

func.func @rng_c3(%a0: tensor<f32>, %a1: tensor<f32>) {
  %c2 = stablehlo.constant dense<2> : tensor<1xi64>
  // expected-error@+2 {{'stablehlo.rng' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.rng' op failed to infer returned types}}
  %0 = "stablehlo.rng"(%a0, %a1, %c2) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @rng_i1(%a0: tensor<2xf32>, %a1: tensor<f32>, %a2: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op operand #0 must be 0D tensor of bool or 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float values, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<2xf32>, tensor<f32>, tensor<1xi64>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @rng_bit_generator_c1(%a0: tensor<2xui64>) {
  // expected-error@+1 {{output state shape must be compatible with initial state shape. Got: 'tensor<2xui64>' and 'tensor<3xui64>'}}
  %0:2 = "stablehlo.rng_bit_generator"(%a0) <{rng_algorithm = #stablehlo<rng_algorithm DEFAULT>}> : (tensor<2xui64>) -> (tensor<3xui64>, tensor<2xui32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @rng_bit_generator_i1(%a0: tensor<5xui64>) {
  %0:2 = "stablehlo.rng_bit_generator"(%a0) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<5xui64>) -> (tensor<5xui64>, tensor<2xui32>)
  func.return
}
