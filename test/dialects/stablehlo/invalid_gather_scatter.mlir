// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @dynamic_gather_0(%a0: tensor<3x4x2xi32>, %a1: tensor<2x3x2xi64>, %a2: tensor<3xi64>) {
  // expected-error@+2 {{'stablehlo.dynamic_gather' op inferred type(s) 'tensor<2x3x?x?xi32>' are incompatible with return type(s) of operation 'tensor<2x3x2xi32>'}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2xi32>)
  return
}

// -----

func.func @dynamic_gather_1(%a0: tensor<3x4x2xi32>, %a1: tensor<2x3x2xi1>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op operand #1 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2x3x2xi1>'}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi1>, tensor<3xi64>) -> (tensor<4x3x2x2xi32>)
  return
}

// -----

func.func @dynamic_gather_2(%a0: tensor<3x2xi32>, %a1: tensor<2x3x2xi64>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op requires attribute 'dimension_numbers'}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{indices_are_sorted = false}> : (tensor<3x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xi32>)
  return
}

// -----

func.func @dynamic_gather_3(%a0: tensor<3x4x2xi32>, %a1: tensor<2x3x2xi64>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x3x2x2xindex>'}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xindex>)
  return
}

// -----

func.func @dynamic_gather_4(%a0: tensor<3x4x2xi32>, %a1: tensor<2x3x2xi64>, %a2: tensor<3xi64>) {
  // expected-error@+2 {{Expects each element of collapsed_slice_dims to be in range [0, rank-of('operand')) i.e. [0, 3). got: 7.}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [7], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xi32>)
  return
}

// -----

func.func @dynamic_gather_5(%a0: tensor<3x4x2xi32>, %a1: tensor<2x3x2xi64>, %a2: tensor<3xi64>) {
  // expected-error@+2 {{Expects each element of offset_dims to be in range [0, implied-result-rank) i.e. [0, 4). got: 4.}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xi32>)
  return
}

// -----

func.func @dynamic_gather_6(%a0: tensor<3x4x2xi32>, %a1: tensor<2x3x2xi64>, %a2: tensor<3xi64>) {
  // expected-error@+2 {{Expects each element of start_index_map to be in range [0, rank-of('operand')) i.e. [0, 3). got: -1.}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [-1, 1], index_vector_dim = 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xi32>)
  return
}

// -----

func.func @dynamic_gather_7(%a0: tensor<3x4x2xi32>, %a1: tensor<2x3x2xi64>, %a2: tensor<3xi64>) {
  // expected-error@+2 {{Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 3]. got: 7.}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 7>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2xi32>)
  return
}

// -----

func.func @dynamic_gather_8(%a0: tensor<3x4x2xi32>, %a1: tensor<2x3x2xi64>, %a2: tensor<3xi64>) {
  // expected-error@+2 {{expects offset_dims to be sorted, got: [4, 3]}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [4, 3], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x2x2xi32>)
  return
}

// -----

func.func @dynamic_gather_9(%a0: tensor<3x4x2xi32>, %a1: tensor<2x3x2xi64>, %a2: tensor<3xi64>) {
  // expected-error@+2 {{expects offset_dims to not repeat, got: [2, 2]}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xi32>)
  return
}

// -----

func.func @dynamic_gather_10(%a0: tensor<3x4x2xi32>, %a1: tensor<2x3x2xi64>, %a2: tensor<3xi64>) {
  // expected-error@+2 {{has duplicated dimension from collapsed_slice_dims and operand_batching_dims: 0}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 0], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xi32>)
  return
}

// -----

func.func @dynamic_gather_11(%a0: tensor<3x4x2xi32>, %a1: tensor<2x3x2xi64>, %a2: tensor<3xi64>) {
  // expected-error@+2 {{has duplicated dimension from start_index_map and operand_batching_dims: 1}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xi32>)
  return
}

// -----

func.func @dynamic_gather_12(%a0: tensor<3x2xi32>, %a1: tensor<2x3x2xi64>, %a2: tensor<3xi64>) {
  // expected-error@+2 {{offset_dims size (2) plus collapse_slice_dims size (1) plus operand_batching_dims size (0) is not equal to operand rank (2)}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xi32>)
  return
}

// -----

func.func @dynamic_gather_13(%a0: tensor<3x4x2xi32>, %a1: tensor<2x3x2xi64>, %a2: tensor<6xi64>) {
  // expected-error@+2 {{slice_sizes size (6) not equal to operand rank (3)}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<6xi64>) -> (tensor<2x3x2x2xi32>)
  return
}

// -----

func.func @dynamic_gather_14(%a0: tensor<3x4x2xi32>, %a1: tensor<3x2xi64>, %a2: tensor<3xi64>) {
  // expected-error@+2 {{start_index_map size (2) is not equal to size of index dimension (2) of start_indices (1)}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>}> : (tensor<3x4x2xi32>, tensor<3x2xi64>, tensor<3xi64>) -> (tensor<2x3x2x2xi32>)
  return
}

// -----

func.func @gather_15(%a0: tensor<3x1x1xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op expected 2 operands, but found 1}}
  %r = "stablehlo.gather"(%a0) <{indices_are_sorted = false, slice_sizes = array<i64: 1, 10, 10>}> : (tensor<3x1x1xi32>) -> (tensor<3x1x10x10xf32>)
  return
}

// -----

func.func @gather_16(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op failed to verify that all of {operand, result} have same element type}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<2x1xi32>) -> (tensor<2x4xi1>)
  return
}

// -----

func.func @gather_17(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>) {
  // expected-error@+2 {{'stablehlo.gather' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x8xf32>'}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<2x1xi32>) -> (tensor<2x8xf32>)
  return
}

// -----

func.func @gather_18(%a0: tensor<4x4xindex>, %a1: tensor<2x1xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x4xindex>'}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xindex>, tensor<2x1xi32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @gather_19(%a0: tensor<4x4xf32>, %a1: tensor<2x1xf32>) {
  // expected-error@+1 {{'stablehlo.gather' op operand #1 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2x1xf32>'}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<2x1xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @gather_20(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5x1xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op requires attribute 'dimension_numbers'}}
  %r = "stablehlo.gather"(%a0, %a1) <{slice_sizes = array<i64: 1, 1, 4>}> : (tensor<2x3x4xf32>, tensor<2x5x1xi32>) -> (tensor<2x5x4xf32>)
  return
}

// -----

func.func @gather_21(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op requires attribute 'slice_sizes'}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @gather_22(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op requires one result}}
  %r:2 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 4>}> : (tensor<4x4xf32>, tensor<2x1xi32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  return
}

// -----

func.func @gather_23(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4xindex>'}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<2x1xi32>) -> (tensor<2x4xindex>)
  return
}

// -----

func.func @gather_24(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>) {
  // expected-error@+2 {{Expects each element of collapsed_slice_dims to be in range [0, rank-of('operand')) i.e. [0, 2). got: 7.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [7], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<2x1xi32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @gather_25(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>) {
  // expected-error@+2 {{Expects each element of offset_dims to be in range [0, implied-result-rank) i.e. [0, 2). got: 3.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<2x1xi32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @gather_26(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5x1xi32>) {
  // expected-error@+2 {{Expects each element of operand_batching_dims to be in range [0, rank-of('operand')) i.e. [0, 3). got: -1.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], operand_batching_dims = [-1], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<2x3x4xf32>, tensor<2x5x1xi32>) -> (tensor<2x5x4xf32>)
  return
}

// -----

func.func @gather_27(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>) {
  // expected-error@+2 {{Expects each element of start_index_map to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<2x1xi32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @gather_28(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5x1xi32>) {
  // expected-error@+2 {{Expects each element of start_indices_batching_dims to be in range [0, rank-of('start_indices')) i.e. [0, 3). got: 7.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [7], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<2x3x4xf32>, tensor<2x5x1xi32>) -> (tensor<2x5x4xf32>)
  return
}

// -----

func.func @gather_29(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>) {
  // expected-error@+2 {{Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 2]. got: 7.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 7>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<2x1xi32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @gather_30(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>) {
  // expected-error@+2 {{Expects that for each dim in collapsed_slice_dims, slice_sizes[dim] should be <= 1, but got 7}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 7, 4>}> : (tensor<4x4xf32>, tensor<2x1xi32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @gather_31(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5x1xi32>) {
  // expected-error@+2 {{Expects that for each dim in operand_batching_dims, slice_sizes[dim] should be <= 1, but got 2}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1, 4>}> : (tensor<2x3x4xf32>, tensor<2x5x1xi32>) -> (tensor<2x5x4xf32>)
  return
}

// -----

func.func @gather_32(%a0: tensor<10x10x10xf32>, %a1: tensor<3x1x1xi32>) {
  // expected-error@+2 {{expects offset_dims to be sorted, got: [2, -1]}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, -1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 10>}> : (tensor<10x10x10xf32>, tensor<3x1x1xi32>) -> (tensor<3x1x10x10xf32>)
  return
}

// -----

func.func @gather_33(%a0: tensor<10x10x10xf32>, %a1: tensor<3x1x1xi32>) {
  // expected-error@+2 {{expects offset_dims to not repeat, got: [3, 3]}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 3], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 10, 10>}> : (tensor<10x10x10xf32>, tensor<3x1x1xi32>) -> (tensor<3x1x10x10xf32>)
  return
}

// -----

func.func @gather_34(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5x1xi32>) {
  // expected-error@+2 {{expects start_indices_batching_dims not to include index_vector_dim 2}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 0, 4>}> : (tensor<2x3x4xf32>, tensor<2x5x1xi32>) -> (tensor<2x5x4xf32>)
  return
}

// -----

func.func @gather_35(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5x1xi32>) {
  // expected-error@+2 {{expects start_indices_batching_dims to not repeat, got: [0, 0]}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0, 0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<2x3x4xf32>, tensor<2x5x1xi32>) -> (tensor<2x5x4xf32>)
  return
}

// -----

func.func @gather_36(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5x1xi32>) {
  // expected-error@+2 {{has duplicated dimension from collapsed_slice_dims and operand_batching_dims: 0}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<2x3x4xf32>, tensor<2x5x1xi32>) -> (tensor<2x5x5xf32>)
  return
}

// -----

func.func @gather_37(%a0: tensor<200x100x300xf32>, %a1: tensor<10x2xi32>) {
  // expected-error@+2 {{has duplicated dimension from start_index_map and operand_batching_dims: 2}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0], start_index_map = [2, 2], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 8, 3>}> : (tensor<200x100x300xf32>, tensor<10x2xi32>) -> (tensor<8x3x10xf32>)
  return
}

// -----

func.func @gather_38(%a0: tensor<4x4xf32>, %a1: tensor<1xi32>) {
  // expected-error@+2 {{offset_dims size (1) plus collapse_slice_dims size (0) plus operand_batching_dims size (0) is not equal to operand rank (2)}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<1xi32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @gather_39(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5x1xi32>) {
  // expected-error@+2 {{operand_batching_dims and start_indices_batching_dims should have the same size}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<2x3x4xf32>, tensor<2x5x1xi32>) -> (tensor<2x5x4xf32>)
  return
}

// -----

func.func @gather_40(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5x1xi32>) {
  // expected-error@+2 {{operand_batching_dims[0] and start_indices_batching_dims[0] must have compatible sizes, but got 2 and 5}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<2x3x4xf32>, tensor<2x5x1xi32>) -> (tensor<2x5x4xf32>)
  return
}

// -----

func.func @gather_41(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>) {
  // expected-error@+2 {{slice size (7) is out of bounds for operand dimension (4) at index 1}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 7>}> : (tensor<4x4xf32>, tensor<2x1xi32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @gather_42(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>) {
  // expected-error@+2 {{slice_sizes size (1) not equal to operand rank (2)}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<4x4xf32>, tensor<2x1xi32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @gather_43(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>) {
  // expected-error@+2 {{start_index_map size (0) is not equal to size of index dimension (1) of start_indices (1)}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<2x1xi32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @scatter_44(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>, %a2: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.scatter' op inferred type(s) 'tensor<4x4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.scatter' op failed to infer returned types}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
    "stablehlo.return"(%arg10) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @scatter_45(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>, %a2: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.scatter' op inferred type(s) 'tensor<4x4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>', 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.scatter' op failed to infer returned types}}
  %r:2 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
    "stablehlo.return"(%arg10) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @scatter_46(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>, %a2: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.scatter' op inferred type(s) 'tensor<4x4xf32>' are incompatible with return type(s) of operation 'tensor<4x4xf32>', 'tensor<4x4xf32>', 'tensor<4x4xf32>'}}
  // expected-error@+1 {{'stablehlo.scatter' op failed to infer returned types}}
  %r:3 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
    "stablehlo.return"(%arg10) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>)
  return
}

// -----

func.func @scatter_47(%a0: tensor<1x2x3xi16>, %a1: tensor<2xf32>, %a2: tensor<1xi16>) {
  // expected-error@+1 {{'stablehlo.scatter' op operand #1 must be ranked tensor of integer or index values, but got 'tensor<2xf32>'}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
  ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
    %2 = "stablehlo.multiply"(%arg2, %arg3) : (tensor<i16>, tensor<i16>) -> tensor<i16>
    "stablehlo.return"(%2) : (tensor<i16>) -> ()
  }) : (tensor<1x2x3xi16>, tensor<2xf32>, tensor<1xi16>) -> (tensor<1x2x3xi16>)
  return
}

// -----

func.func @scatter_48(%a0: tensor<1x2x3xindex>, %a1: tensor<2xi64>, %a2: tensor<1xi16>) {
  // expected-error@+1 {{'stablehlo.scatter' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<1x2x3xindex>'}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
  ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
    %2 = "stablehlo.multiply"(%arg2, %arg3) : (tensor<i16>, tensor<i16>) -> tensor<i16>
    "stablehlo.return"(%2) : (tensor<i16>) -> ()
  }) : (tensor<1x2x3xindex>, tensor<2xi64>, tensor<1xi16>) -> (tensor<1x2x3xi16>)
  return
}

// -----

func.func @scatter_49(%a0: tensor<4x4xf32>, %a1: tensor<2xi32>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires attribute 'scatter_dimension_numbers'}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
    "stablehlo.return"(%arg10) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2xi32>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @scatter_50(%a0: tensor<1x2x3xi16>, %a1: tensor<2xi64>, %a2: tensor<1xi16>) {
  // expected-error@+1 {{'stablehlo.scatter' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<1x2x3xindex>'}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
  ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
    %2 = "stablehlo.multiply"(%arg2, %arg3) : (tensor<i16>, tensor<i16>) -> tensor<i16>
    "stablehlo.return"(%2) : (tensor<i16>) -> ()
  }) : (tensor<1x2x3xi16>, tensor<2xi64>, tensor<1xi16>) -> (tensor<1x2x3xindex>)
  return
}

// -----

func.func @scatter_51(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5x1xi32>, %a2: tensor<2x5x4xf32>) {
  // expected-error@+1 {{Expects each element of input_batching_dims to be in range [0, rank-of('operand')) i.e. [0, 3). got: 7.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [7], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
    %4 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%4) : (tensor<f32>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x5x1xi32>, tensor<2x5x4xf32>) -> (tensor<2x3x4xf32>)
  return
}

// -----

func.func @scatter_52(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{Expects each element of inserted_window_dims to be in range [0, rank-of('operand')) i.e. [0, 2). got: 7.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [7], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
    "stablehlo.return"(%arg10) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @scatter_53(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{Expects each element of scatter_dims_to_operand_dims to be in range [0, rank-of('operand')) i.e. [0, 2). got: 7.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [7], index_vector_dim = 1>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
    "stablehlo.return"(%arg10) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @scatter_54(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5x1xi32>, %a2: tensor<2x5x4xf32>) {
  // expected-error@+1 {{Expects each element of scatter_indices_batching_dims to be in range [0, rank-of('scatter_indices')) i.e. [0, 3). got: 7.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [7], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
    %4 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%4) : (tensor<f32>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x5x1xi32>, tensor<2x5x4xf32>) -> (tensor<2x3x4xf32>)
  return
}

// -----

func.func @scatter_55(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{Expects each element of update_window_dims to be in range [0, rank-of('updates')) i.e. [0, 2). got: 2.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
    "stablehlo.return"(%arg10) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @scatter_56(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{Expects index_vector_dim to be in range [0, rank-of('scatter_indices')] i.e. [0, 2]. got: 7.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 7>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
    "stablehlo.return"(%arg10) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @scatter_57(%a0: tensor<1x2x3xi16>, %a1: tensor<2xi64>, %a2: tensor<1xi16>) {
  // expected-error@+1 {{Expects inserted_window_dims to be sorted; got: [3, 2].}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [3, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
  ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
    %2 = "stablehlo.multiply"(%arg2, %arg3) : (tensor<i16>, tensor<i16>) -> tensor<i16>
    "stablehlo.return"(%2) : (tensor<i16>) -> ()
  }) : (tensor<1x2x3xi16>, tensor<2xi64>, tensor<1xi16>) -> (tensor<1x2x3xi16>)
  return
}

// -----

func.func @scatter_58(%a0: tensor<4xf32>, %a1: tensor<2x1xi32>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. 2 but got 1.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [], index_vector_dim = 1>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
    "stablehlo.return"(%arg10) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @scatter_59(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5x1xi32>, %a2: tensor<2x5x4xf32>) {
  // expected-error@+1 {{Expects scatter_indices_batching_dims to not repeat; got: [0, 0].}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
    %4 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%4) : (tensor<f32>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x5x1xi32>, tensor<2x5x4xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @scatter_60(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{Scatter op has 0 elements in scatter_dims_to_operand_dims and the bound of dimension index_vector_dim=1 of scatter_indices is 1. These two numbers must be equal.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [], index_vector_dim = 1>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
    "stablehlo.return"(%arg10) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @scatter_61(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5x1xi32>, %a2: tensor<2x5x4xf32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i64>' vs 'tensor<f32>'}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%arg7: tensor<i64>, %arg8: tensor<i64>):
    %4 = "stablehlo.add"(%arg7, %arg8) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    "stablehlo.return"(%4) : (tensor<i64>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x5x1xi32>, tensor<2x5x4xf32>) -> (tensor<2x3x4xf32>)
  return
}

// -----

func.func @scatter_62(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<1xf32>' vs 'tensor<f32>'}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg9: tensor<1xf32>, %arg10: tensor<1xf32>):
    "stablehlo.return"(%arg10) : (tensor<1xf32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @scatter_63(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>, %a2: tensor<4x4xf32>) {
  // expected-error@+1 {{expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions of scatter indices. For scatter dimension 0, updates bound is 4 , scatter_indices bound is 2.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
    "stablehlo.return"(%arg10) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x1xi32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @scatter_64(%a0: tensor<4x0xf32>, %a1: tensor<2x1xi32>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions of operand. For dimension 1, updates bound is 4, operand bound is 0.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
    "stablehlo.return"(%arg10) : (tensor<f32>) -> ()
  }) : (tensor<4x0xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> (tensor<4x1xf32>)
  return
}

// -----

func.func @scatter_65(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5x1xi32>, %a2: tensor<2x5x4xf32>) {
  // expected-error@+1 {{expects scatter_indices_batching_dims not to include index_vector_dim 0.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 0>}> ({
  ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
    %4 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%4) : (tensor<f32>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x5x1xi32>, tensor<2x5x4xf32>) -> (tensor<2x3x4xf32>)
  return
}

// -----

func.func @scatter_66(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi32>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{expects updates tensor must be of rank 1 ( == rank-of('scatter_indices') - 1 + size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 dimension if 'index_vector_dim' == rank-of('scatter_indices')), but got 2.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
    "stablehlo.return"(%arg10) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @scatter_67(%a0: tensor<1x2x3xi16>, %a1: tensor<2xi64>, %a2: tensor<1xi16>) {
  // expected-error@+1 {{has duplicated dimension from inserted_window_dims and input_batching_dims: 1}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 1], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
  ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
    %2 = "stablehlo.multiply"(%arg2, %arg3) : (tensor<i16>, tensor<i16>) -> tensor<i16>
    "stablehlo.return"(%2) : (tensor<i16>) -> ()
  }) : (tensor<1x2x3xi16>, tensor<2xi64>, tensor<1xi16>) -> (tensor<1x2x3xi16>)
  return
}

// -----

func.func @scatter_68(%a0: tensor<1x2x3xi16>, %a1: tensor<2xi64>, %a2: tensor<1xi16>) {
  // expected-error@+1 {{has duplicated dimension from scatter_dims_to_operand_dims and input_batching_dims: 2}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [2, 2]>, unique_indices = true}> ({
  ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
    %2 = "stablehlo.multiply"(%arg2, %arg3) : (tensor<i16>, tensor<i16>) -> tensor<i16>
    "stablehlo.return"(%2) : (tensor<i16>) -> ()
  }) : (tensor<1x2x3xi16>, tensor<2xi64>, tensor<1xi16>) -> (tensor<1x2x3xi16>)
  return
}

// -----

func.func @scatter_69(%a0: tensor<2x3x4xf32>, %a1: tensor<2x5x1xi32>, %a2: tensor<2x?x4xf32>) {
  // expected-error@+1 {{input_batching_dims and scatter_indices_batching_dims should have the same size.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
    %4 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%4) : (tensor<f32>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<2x5x1xi32>, tensor<2x?x4xf32>) -> (tensor<2x3x4xf32>)
  return
}

// -----

func.func @scatter_70(%a0: tensor<2x3x4xf32>, %a1: tensor<5x1xi32>, %a2: tensor<2x5x4xf32>) {
  // expected-error@+1 {{input_batching_dims[0] and scatter_indices_batching_dims[0] must have compatible sizes, but got 2 and 5.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
    %4 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%4) : (tensor<f32>) -> ()
  }) : (tensor<2x3x4xf32>, tensor<5x1xi32>, tensor<2x5x4xf32>) -> (tensor<2x3x4xf32>)
  return
}
