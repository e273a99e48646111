// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @transpose_0(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+2 {{attribute permutation must be a permutation of [0, 1] but got 0, 0}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %0 = "stablehlo.transpose"(%a) {permutation = array<i64: 0, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @transpose_1(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+2 {{'stablehlo.transpose' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %0 = "stablehlo.transpose"(%a) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @transpose_2(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+2 {{TransposeOp operand rank 2 does not match permutation size 1}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %0 = "stablehlo.transpose"(%a) {permutation = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @broadcast_in_dim_3(%a: tensor<3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{size of operand dimension 0 (3) is not equal to 1 or size of result dimension 0 (2)}}
  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = array<i64: 0>} : (tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @broadcast_in_dim_4(%a: tensor<3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{broadcast_dimensions contains invalid value 2 for result with rank 2}}
  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = array<i64: 2>} : (tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @broadcast_in_dim_5(%a: tensor<3x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{broadcast_dimensions should not have duplicates}}
  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = array<i64: 1, 1>} : (tensor<3x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @broadcast_in_dim_6(%a: tensor<3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{broadcast_dimensions size (2) does not match operand rank (1)}}
  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @broadcast_in_dim_7(%a: tensor<3xf32>) -> tensor<2x3xi32> {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires compatible element types for all operands and results}}
  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// -----

func.func @reshape_8(%a: tensor<3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{number of output elements (6) doesn't match expected number of elements (3)}}
  %0 = stablehlo.reshape %a : (tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @reshape_9(%a: tensor<6xf32>) -> tensor<2x3xi32> {
  // expected-error@+1 {{'stablehlo.reshape' op requires compatible element types for all operands and results}}
  %0 = stablehlo.reshape %a : (tensor<6xf32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// -----

func.func @slice_10(%a: tensor<6xf32>) -> tensor<3xf32> {
  // expected-error@+2 {{limit index 7 is larger than dimension size 6 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %a [0:7] : (tensor<6xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @slice_11(%a: tensor<6xf32>) -> tensor<3xf32> {
  // expected-error@+2 {{start index 4 is larger than limit index 2 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %a [4:2] : (tensor<6xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @slice_12(%a: tensor<6xf32>) -> tensor<3xf32> {
  // expected-error@+2 {{negative start index -1 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %a [-1:2] : (tensor<6xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @slice_13(%a: tensor<6xf32>) -> tensor<3xf32> {
  // expected-error@+2 {{stride must be positive but got 0 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %a [0:2:0] : (tensor<6xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @slice_14(%a: tensor<6xf32>) -> tensor<3xf32> {
  // expected-error@+2 {{the number of elements in start_indices (2) does not match the rank of the operand (1)}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %a [0:2, 0:1] : (tensor<6xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @dynamic_slice_15(%a: tensor<6xf32>, %i: tensor<i32>) -> tensor<3xf32> {
  // expected-error@+2 {{has mismatched number of start indices (2) and the rank of operand (1)}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [3, 1] : (tensor<6xf32>, tensor<i32>, tensor<i32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @dynamic_slice_16(%a: tensor<6xf32>, %i: tensor<i32>) -> tensor<3xf32> {
  // expected-error@+2 {{has slice size 7 greater than dimension size 6 in dimension 0 of operand}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [7] : (tensor<6xf32>, tensor<i32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @dynamic_slice_17(%a: tensor<6xf32>, %i: tensor<i32>) -> tensor<3xf32> {
  // expected-error@+2 {{has negative size index to dynamic slice: -1}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [-1] : (tensor<6xf32>, tensor<i32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @dynamic_slice_18(%a: tensor<6xf32>, %i: tensor<i32>) -> tensor<3xf32> {
  // expected-error@+2 {{has mismatched number of slice sizes (2) and number of start indices (1)}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [2, 2] : (tensor<6xf32>, tensor<i32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @dynamic_update_slice_19(%a: tensor<6xf32>, %u: tensor<7xf32>, %i: tensor<i32>) -> tensor<6xf32> {
  // expected-error@+2 {{expects size at dimension 0 of update to be in range [0, 6]. Got: 7.}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<6xf32>, tensor<7xf32>, tensor<i32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @dynamic_update_slice_20(%a: tensor<6xf32>, %u: tensor<1x2xf32>, %i: tensor<i32>) -> tensor<6xf32> {
  // expected-error@+2 {{update rank does not match operand rank: 2 vs 1.}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<6xf32>, tensor<1x2xf32>, tensor<i32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @dynamic_update_slice_21(%a: tensor<6xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> tensor<6xf32> {
  // expected-error@+2 {{expects number of start_indices to match operand rank: 2 vs 1.}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<6xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @pad_22(%a: tensor<6xf32>, %u: tensor<f32>) -> tensor<6xf32> {
  // expected-error@+1 {{'stablehlo.pad' op failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same size}}
  %0 = stablehlo.pad %a, %u, low = [0, 1], high = [0], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @pad_23(%a: tensor<6xf32>, %u: tensor<f32>) -> tensor<6xf32> {
  // expected-error@+2 {{Interior padding cannot be negative: -1}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = stablehlo.pad %a, %u, low = [0], high = [0], interior = [-1] : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @pad_24(%a: tensor<6xf32>, %u: tensor<f32>) -> tensor<6xf32> {
  // expected-error@+2 {{Padding result in negative size for dimension 0}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %0 = stablehlo.pad %a, %u, low = [-7], high = [0], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @pad_25(%a: tensor<6xf32>, %u: tensor<i32>) -> tensor<6xf32> {
  // expected-error@+1 {{'stablehlo.pad' op requires the same element type for all operands and results}}
  %0 = stablehlo.pad %a, %u, low = [0], high = [0], interior = [0] : (tensor<6xf32>, tensor<i32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @concatenate_26(%a: tensor<6xf32>, %u: tensor<2x2xf32>) -> tensor<6xf32> {
  // expected-error@+2 {{operands (0) and (1) do not match rank}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = stablehlo.concatenate %a, %u, dim = 0 : (tensor<6xf32>, tensor<2x2xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @concatenate_27(%a: tensor<3x2xf32>, %u: tensor<2x3xf32>) -> tensor<6xf32> {
  // expected-error@+2 {{shapes of operand (0) and (1) are not compatible at non-concat index 1: (3, 2) != (2, 3)}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = stablehlo.concatenate %a, %u, dim = 0 : (tensor<3x2xf32>, tensor<2x3xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @concatenate_28(%a: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error@+2 {{dimension 1 is out-of-bounds for input rank 1}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = stablehlo.concatenate %a, dim = 1 : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @concatenate_29(%a: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error@+1 {{'stablehlo.concatenate' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = stablehlo.concatenate %a, dim = -1 : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @concatenate_30(%a: tensor<f32>) -> tensor<6xf32> {
  // expected-error@+2 {{rank-0 values cannot be concatenated}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = stablehlo.concatenate %a, dim = 0 : (tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @reverse_31(%a: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error@+1 {{dimensions should be unique. Got: 0, 0}}
  %0 = stablehlo.reverse %a, dims = [0, 0] : tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @reverse_32(%a: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error@+1 {{all dimensions should be between [0, 1). Got dimension: 1.}}
  %0 = stablehlo.reverse %a, dims = [1] : tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @reverse_33(%a: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error@+1 {{all dimensions should be non-negative. Got dimension: -1.}}
  %0 = stablehlo.reverse %a, dims = [-1] : tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @iota_34() -> tensor<f32> {
  // expected-error@+1 {{does not support scalars.}}
  %0 = stablehlo.iota dim = 0 : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @iota_35() -> tensor<2xf32> {
  // expected-error@+1 {{iota dimension cannot go beyond the output rank.}}
  %0 = stablehlo.iota dim = 1 : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @iota_36() -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.iota' op attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = stablehlo.iota dim = -1 : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @dot_general_37(%a: tensor<2x3xf32>, %b: tensor<4x5xf32>) -> tensor<2x5xf32> {
  // expected-error@+1 {{contracting dimension sizes must match for lhs/rhs}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

func.func @dot_general_38(%a: tensor<2x3xf32>, %b: tensor<3x5xf32>) -> tensor<2x5xf32> {
  // expected-error@+1 {{lhs and rhs should have the same number of contracting dimensions}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1, 0] x [0] : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

func.func @dot_general_39(%a: tensor<2x3xf32>, %b: tensor<3x5xf32>) -> tensor<2x5xf32> {
  // expected-error@+1 {{lhs_contracting_dimensions value: 2 is out of range: [0, 2)}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [2] x [0] : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

func.func @dot_general_40(%a: tensor<2x3xf32>, %b: tensor<3x5xf32>) -> tensor<2x5xf32> {
  // expected-error@+1 {{has duplicated dimension from lhs_batching_dimensions and lhs_contracting_dimensions: 1}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [1] x [0], contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

func.func @dot_general_41(%a: tensor<2x3xf32>, %b: tensor<3x5xf32>) -> tensor<2x5xf32> {
  // expected-error@+1 {{lhs and rhs should have the same number of batching dimensions}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [], contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

func.func @dot_general_42(%a: tensor<2x3xf32>, %b: tensor<3x5xf32>) -> tensor<2x4xf32> {
  // expected-error@+1 {{inferred shape '[2, 5]' is incompatible with return type of operation 'tensor<2x4xf32>'}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @dot_43(%a: tensor<2x3xf32>, %b: tensor<2x5xf32>) -> tensor<3x5xf32> {
  // expected-error@+1 {{expected both lhs/rhs ranks to be either 1 or 2}}
  %0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

func.func @reduce_44(%a: tensor<2x3xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // expected-error@+1 {{Out-of-bounds dimension 2, expected to be in range [0, 2)}}
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @reduce_45(%a: tensor<2x3xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // expected-error@+1 {{Duplicate reduction dimension: 1}}
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @reduce_46(%a: tensor<2x3xf32>, %b: tensor<f32>) -> tensor<3xf32> {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @reduce_47(%a: tensor<2x3xf32>, %b: tensor<i32>) -> tensor<2xf32> {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>'}}
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @reduce_48(%a: tensor<2x3xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // expected-error@+1 {{Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @reduce_49(%a: tensor<2x3xf32>, %b: tensor<f32>) -> tensor<2xf32> {
  // expected-error@+1 {{Reduction-region here must produce 1 tensors, but produces 2 instead}}
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @compare_50(%a: tensor<2xf32>, %b: tensor<2xi32>) -> tensor<2xi1> {
  // expected-error@+1 {{'stablehlo.compare' op requires compatible element types for all operands}}
  %0 = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @select_51(%p: tensor<3xi1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+2 {{requires the same shape for all operands}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %0 = stablehlo.select %p, %a, %a : tensor<3xi1>, tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @select_52(%p: tensor<2xi1>, %a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<2xf32> {
  // expected-error@+2 {{requires compatible types for non-predicate operands}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %0 = stablehlo.select %p, %a, %b : (tensor<2xi1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @clamp_53(%p: tensor<3xf32>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+2 {{min shape [3] is not scalar and is not compatible to operand shape [2]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %0 = stablehlo.clamp %p, %a, %a : (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @clamp_54(%p: tensor<i32>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.clamp' op requires compatible element types for all operands and results}}
  %0 = stablehlo.clamp %p, %a, %a : (tensor<i32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @bitcast_convert_55(%a: tensor<2xf32>) -> tensor<2xf64> {
  // expected-error@+1 {{rank of smaller element type (1) should be 1 more than rank of larger element type (1), but 1 != 1 + 1.}}
  %0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

// -----

func.func @bitcast_convert_56(%a: tensor<2xf32>) -> tensor<2x3xi8> {
  // expected-error@+1 {{requires compatible bit widths. Got: 'tensor<2xf32>' and 'tensor<2x3xi8>', but 8 * 3 != 32.}}
  %0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2x3xi8>
  return %0 : tensor<2x3xi8>
}

// -----

func.func @reduce_precision_57(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.reduce_precision' op attribute 'exponent_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
  %0 = stablehlo.reduce_precision %a, format = e0m10 : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @if_58(%p: tensor<i1>, %a: tensor<f32>, %b: tensor<i32>) -> tensor<f32> {
  // expected-error@+2 {{branch 0 and branch 1 have mismatched return types: 'tensor<f32>' vs 'tensor<i32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %0 = "stablehlo.if"(%p) ({ stablehlo.return %a : tensor<f32> }, { stablehlo.return %b : tensor<i32> }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @if_59(%p: tensor<i1>, %a: tensor<f32>) -> tensor<i32> {
  // expected-error@+2 {{'stablehlo.if' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<i32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %0 = "stablehlo.if"(%p) ({ stablehlo.return %a : tensor<f32> }, { stablehlo.return %a : tensor<f32> }) : (tensor<i1>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

func.func @if_60(%p: tensor<2xi1>, %a: tensor<f32>) -> tensor<f32> {
  // expected-error@+2 {{operand should be rank 0 tensor but got rank 1}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %0 = "stablehlo.if"(%p) ({ stablehlo.return %a : tensor<f32> }, { stablehlo.return %a : tensor<f32> }) : (tensor<2xi1>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @while_61(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{expect condition block return a zero-ranked tensor of i1 but got 'tensor<f32>'}}
  %0 = stablehlo.while(%x = %a) : tensor<f32>
  cond { stablehlo.return %x : tensor<f32> } do { stablehlo.return %x : tensor<f32> }
  return %0 : tensor<f32>
}

// -----

func.func @while_62(%a: tensor<f32>, %p: tensor<i1>, %i: tensor<i32>) -> tensor<f32> {
  // expected-error@+1 {{expect operands to be compatible with body block return types but got 'tensor<f32>' vs 'tensor<i32>'}}
  %0 = stablehlo.while(%x = %a) : tensor<f32>
  cond { stablehlo.return %p : tensor<i1> } do { stablehlo.return %i : tensor<i32> }
  return %0 : tensor<f32>
}

// -----

func.func @sort_63(%a: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{dimension attribute value must be in range [-1, 1), but found 1}}
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @sort_64(%a: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{comparator must return tensor<i1> but got 'tensor<f32>'}}
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @sort_65(%a: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{comparator block should have 2 arguments}}
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @cholesky_66(%a: tensor<3x3xf32>) -> tensor<3xf32> {
  // expected-error@+2 {{'stablehlo.cholesky' op inferred type(s) 'tensor<3x3xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %0 = stablehlo.cholesky %a : (tensor<3x3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @get_tuple_element_67(%t: tuple<tensor<f32>>) -> tensor<f32> {
  // expected-error@+2 {{index 1 is out of bounds of operand with size 1}}
  // expected-error@+1 {{'stablehlo.get_tuple_element' op failed to infer returned types}}
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<f32>>) -> tensor<f32>
  return %0 : tensor<f32>
}
