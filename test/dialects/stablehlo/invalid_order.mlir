// RUN: strata-opt %s --split-input-file --verify-diagnostics

// What is said of an op with more than one mistake, and of values that stand for an unknown size.

func.func @reshape_to_fewer(%x: tensor<3x5xi8>, %s: tensor<1xi64>) {
  // expected-error@+1 {{number of output elements (1) doesn't match expected number of elements (15)}}
  %0 = "stablehlo.dynamic_reshape"(%x, %s) : (tensor<3x5xi8>, tensor<1xi64>) -> tensor<i8>
  return
}

// -----

func.func @broadcast_to_other_elements(%x: tensor<5xi8>, %s: tensor<1xi64>) {
  // expected-error@+1 {{expects operand and result to have compatible element type. Got: 'tensor<5xi8>' and 'tensor<5xf64>'}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) <{broadcast_dimensions = array<i64: 0>}> : (tensor<5xi8>, tensor<1xi64>) -> tensor<5xf64>
  return
}

// -----

func.func @slice_sizes_of_unknown_length(%x: tensor<5x5xi8>, %i: tensor<2xi64>, %s: tensor<?xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op operand #2 must be statically shaped 1-dimensional integer tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<?xi64>'}}
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0>}> : (tensor<5x5xi8>, tensor<2xi64>, tensor<?xi64>) -> tensor<i8>
  return
}

// -----

func.func @map_of_nothing() {
  // expected-error@+1 {{'stablehlo.map' op expected 1 or more operands, but found 0}}
  %0 = "stablehlo.map"() <{dimensions = array<i64>}> ({
    %1 = stablehlo.constant dense<1> : tensor<i8>
    stablehlo.return %1 : tensor<i8>
  }) : () -> tensor<i8>
  return
}

// -----

func.func @argument_of_no_window(%x: tensor<6x6xf32>, %z: tensor<3xf32>) {
  // expected-error@+1 {{The shape of reduction-region's argument at index 1 is not compatible with that of reduce-op's input-parameter at index 0}}
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<3xf32>, %b: tensor<3xf32>):
    stablehlo.return %a : tensor<3xf32>
  }) : (tensor<6x6xf32>, tensor<3xf32>) -> tensor<5x5xf32>
  return
}

// -----

func.func @unknown_number_of_starts(%x: tensor<6x6xf32>, %s: tensor<?xi64>) {
  // expected-error@+1 {{has mismatched number of operand rank (2) and start_indices size (-9223372036854775808)}}
  %0 = "stablehlo.real_dynamic_slice"(%x, %s, %s, %s) : (tensor<6x6xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @limit_of_unknown_size(%x: tensor<6x6xf32>, %s: tensor<?xf32>) {
  // expected-error@+2 {{min shape [-9223372036854775808] is not scalar and is not compatible to operand shape [6, 6]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %0 = "stablehlo.clamp"(%s, %x, %x) : (tensor<?xf32>, tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
  return
}

// -----

func.func @lists_of_two_lengths(%x: tensor<6xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op failed to verify that all of {start_indices, limit_indices, strides} have same size}}
  %0 = "stablehlo.slice"(%x) <{start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1, 1>}> : (tensor<6xf32>) -> tensor<2xi8>
  return
}

// -----

func.func @tuple_of_other_sizes(%x: tensor<?xf32>) {
  // expected-error@+2 {{'stablehlo.tuple' op inferred type(s) 'tuple<tensor<?xf32>>' are incompatible with return type(s) of operation 'tuple<tensor<6xf32>>'}}
  // expected-error@+1 {{'stablehlo.tuple' op failed to infer returned types}}
  %0 = "stablehlo.tuple"(%x) : (tensor<?xf32>) -> tuple<tensor<6xf32>>
  return
}

// -----

func.func @two_tokens(%t: !stablehlo.token) {
  // expected-error@+1 {{everything but the last element of result types is expected to be of tensor type, but got '!stablehlo.token'}}
  %0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

func.func @sorted_scalar(%x: tensor<i8>) {
  // expected-error@+1 {{dimension attribute value must be in range [-0, 0), but found 2}}
  %0 = "stablehlo.sort"(%x) <{dimension = 2 : i64}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %c = stablehlo.compare GT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<i8>) -> tensor<i8>
  return
}

// -----

func.func @kernel_of_other_rank_and_elements(%x: tensor<1x6x6x1xf32>, %k: tensor<3x3x1xf16>) {
  // expected-error@+1 {{expects convolution arguments to have same number of dimensions. Got: 'tensor<1x6x6x1xf32>' and 'tensor<3x3x1xf16>'.}}
  %0 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>}> : (tensor<1x6x6x1xf32>, tensor<3x3x1xf16>) -> tensor<1x4x4x1xf32>
  return
}

// -----

func.func @no_roots(%x: tensor<6xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op requires the operand of roots to be a 1-dimensional tensor of 1 32-bit integers}}
  %0 = "stablehlo.collective_broadcast"(%x, %x) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

// expected-error@+1 {{Negative tolerance}}
func.func private @tolerance() attributes {a = #stablehlo.result_accuracy<ulps = -2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}

// -----

// expected-error@+1 {{Expected spatial dimensions 1, 2 not specified}}
func.func private @left_out() attributes {a = #stablehlo.conv<[b, 3, 0, f]x[0, 1, i, o]->[b, 0, 1, f]>}

// -----

// expected-error@+1 {{Unexpected dimension -4}}
func.func private @negative() attributes {a = #stablehlo.conv<[b, -4, 0, f]x[0, 1, i, o]->[b, 0, 1, f]>}
