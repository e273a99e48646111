// RUN: strata-opt %s --split-input-file --verify-diagnostics

// An invalid program for every constraint of the specification, named by its tag, with jaxlib's errors
// (test/jax/expected_errors.py compares them). What jaxlib takes all the same says so.

func.func @gather_c1(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  // expected-error@+2 {{offset_dims size (1) plus collapse_slice_dims size (0) plus operand_batching_dims size (0) is not equal to operand rank (2)}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @gather_c2(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  // expected-error@+2 {{Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 2]. got: 3.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @gather_c3(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  // expected-error@+2 {{start_index_map size (2) is not equal to size of index dimension (1) of start_indices (1)}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @gather_c4(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  // expected-error@+2 {{expects offset_dims to not repeat, got: [1, 1]}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 1], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @gather_c5(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  // expected-error@+2 {{Expects each element of offset_dims to be in range [0, implied-result-rank) i.e. [0, 2). got: 3.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @gather_c6(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  // expected-error@+2 {{has duplicated dimension from collapsed_slice_dims and operand_batching_dims: 0}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @gather_c7(%a0: tensor<4x4x4xf32>, %a1: tensor<2x1xi64>) {
  // expected-error@+2 {{expects collapsed_slice_dims to be sorted, got: [1, 0]}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false}> : (tensor<4x4x4xf32>, tensor<2x1xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @gather_c8(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  // expected-error@+2 {{Expects each element of collapsed_slice_dims to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @gather_c9(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  // expected-error@+2 {{Expects that for each dim in collapsed_slice_dims, slice_sizes[dim] should be <= 1, but got 2}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 4>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @gather_c10(%a0: tensor<4x3x4xf32>, %a1: tensor<3x2x1xi64>) {
  // expected-error@+2 {{expects operand_batching_dims to be sorted, got: [1, 0]}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false}> : (tensor<4x3x4xf32>, tensor<3x2x1xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @gather_c11(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>) {
  // expected-error@+2 {{Expects each element of operand_batching_dims to be in range [0, rank-of('operand')) i.e. [0, 3). got: 3.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [3], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false}> : (tensor<3x4x4xf32>, tensor<3x2x1xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @gather_c12(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>) {
  // expected-error@+2 {{Expects that for each dim in operand_batching_dims, slice_sizes[dim] should be <= 1, but got 2}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1, 4>, indices_are_sorted = false}> : (tensor<3x4x4xf32>, tensor<3x2x1xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @gather_c13(%a0: tensor<3x3x4x4xf32>, %a1: tensor<3x3x2x1xi64>) {
  // expected-error@+2 {{expects start_indices_batching_dims to not repeat, got: [0, 0]}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [2], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1, 4>, indices_are_sorted = false}> : (tensor<3x3x4x4xf32>, tensor<3x3x2x1xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @gather_c14(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>) {
  // expected-error@+2 {{Expects each element of start_indices_batching_dims to be in range [0, rank-of('start_indices')) i.e. [0, 3). got: 3.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false}> : (tensor<3x4x4xf32>, tensor<3x2x1xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @gather_c15(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>) {
  // expected-error@+2 {{expects start_indices_batching_dims not to include index_vector_dim 2}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false}> : (tensor<3x4x4xf32>, tensor<3x2x1xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @gather_c16(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>) {
  // expected-error@+2 {{operand_batching_dims and start_indices_batching_dims should have the same size}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0, 1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false}> : (tensor<3x4x4xf32>, tensor<3x2x1xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @gather_c17(%a0: tensor<3x4x4xf32>, %a1: tensor<5x2x1xi64>) {
  // expected-error@+2 {{operand_batching_dims[0] and start_indices_batching_dims[0] must have compatible sizes, but got 3 and 5}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false}> : (tensor<3x4x4xf32>, tensor<5x2x1xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @gather_c18(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>) {
  // expected-error@+2 {{has duplicated dimension from start_index_map and operand_batching_dims: 0}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = false}> : (tensor<3x4x4xf32>, tensor<3x2x1xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @gather_c19(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  // expected-error@+2 {{Expects each element of start_index_map to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @gather_c20(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  // expected-error@+2 {{slice_sizes size (1) not equal to operand rank (2)}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @gather_c21(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  // expected-error@+2 {{slice size (5) is out of bounds for operand dimension (4) at index 1}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @gather_c22(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  // expected-error@+2 {{'stablehlo.gather' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x5xf32>'}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>) -> (tensor<2x5xf32>)
  func.return
}

// -----

func.func @gather_c23(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op failed to verify that all of {operand, result} have same element type}}
  %0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>) -> (tensor<2x4xf64>)
  func.return
}

// -----

func.func @dynamic_gather_c1(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  // expected-error@+2 {{offset_dims size (1) plus collapse_slice_dims size (0) plus operand_batching_dims size (0) is not equal to operand rank (2)}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c2(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  // expected-error@+2 {{Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 2]. got: 3.}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 3>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c3(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  // expected-error@+2 {{start_index_map size (2) is not equal to size of index dimension (1) of start_indices (1)}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c4(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  // expected-error@+2 {{expects offset_dims to not repeat, got: [1, 1]}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 1], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c5(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  // expected-error@+2 {{Expects each element of offset_dims to be in range [0, implied-result-rank) i.e. [0, 2). got: 3.}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c6(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  // expected-error@+2 {{has duplicated dimension from collapsed_slice_dims and operand_batching_dims: 0}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c7(%a0: tensor<4x4x4xf32>, %a1: tensor<2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 4]> : tensor<3xi64>
  // expected-error@+2 {{expects collapsed_slice_dims to be sorted, got: [1, 0]}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x4x4xf32>, tensor<2x1xi64>, tensor<3xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c8(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  // expected-error@+2 {{Expects each element of collapsed_slice_dims to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c9(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  %c2 = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  // expected-error@+2 {{Expects that for each dim in collapsed_slice_dims, slice_sizes[dim] should be <= 1, but got 2}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c10(%a0: tensor<4x3x4xf32>, %a1: tensor<3x2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 4]> : tensor<3xi64>
  // expected-error@+2 {{expects operand_batching_dims to be sorted, got: [1, 0]}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<4x3x4xf32>, tensor<3x2x1xi64>, tensor<3xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c11(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 4]> : tensor<3xi64>
  // expected-error@+2 {{Expects each element of operand_batching_dims to be in range [0, rank-of('operand')) i.e. [0, 3). got: 3.}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [3], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x4xf32>, tensor<3x2x1xi64>, tensor<3xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c12(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>) {
  %c2 = stablehlo.constant dense<[2, 1, 4]> : tensor<3xi64>
  // expected-error@+2 {{Expects that for each dim in operand_batching_dims, slice_sizes[dim] should be <= 1, but got 2}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x4xf32>, tensor<3x2x1xi64>, tensor<3xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c13(%a0: tensor<3x3x4x4xf32>, %a1: tensor<3x3x2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 1, 4]> : tensor<4xi64>
  // expected-error@+2 {{expects start_indices_batching_dims to not repeat, got: [0, 0]}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false}> : (tensor<3x3x4x4xf32>, tensor<3x3x2x1xi64>, tensor<4xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c14(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 4]> : tensor<3xi64>
  // expected-error@+2 {{Expects each element of start_indices_batching_dims to be in range [0, rank-of('start_indices')) i.e. [0, 3). got: 3.}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x4xf32>, tensor<3x2x1xi64>, tensor<3xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c15(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 4]> : tensor<3xi64>
  // expected-error@+2 {{expects start_indices_batching_dims not to include index_vector_dim 2}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x4xf32>, tensor<3x2x1xi64>, tensor<3xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c16(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 4]> : tensor<3xi64>
  // expected-error@+2 {{operand_batching_dims and start_indices_batching_dims should have the same size}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0, 1], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x4xf32>, tensor<3x2x1xi64>, tensor<3xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c17(%a0: tensor<3x4x4xf32>, %a1: tensor<5x2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 4]> : tensor<3xi64>
  // expected-error@+2 {{operand_batching_dims[0] and start_indices_batching_dims[0] must have compatible sizes, but got 3 and 5}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x4xf32>, tensor<5x2x1xi64>, tensor<3xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c18(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 4]> : tensor<3xi64>
  // expected-error@+2 {{has duplicated dimension from start_index_map and operand_batching_dims: 0}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x4xf32>, tensor<3x2x1xi64>, tensor<3xi64>) -> (tensor<3x2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c19(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  // expected-error@+2 {{Expects each element of start_index_map to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [2], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c20(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  %c2 = stablehlo.constant dense<[1]> : tensor<1xi64>
  // expected-error@+2 {{slice_sizes size (1) not equal to operand rank (2)}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<1xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c21(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 5]> : tensor<2xi64>
  // expected-error@+2 {{slice size (5) is out of bounds for operand dimension (4) at index 1}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c22(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  // expected-error@+2 {{'stablehlo.dynamic_gather' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x5xf32>'}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> (tensor<2x5xf32>)
  func.return
}

// -----

func.func @dynamic_gather_c23(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>) {
  %c2 = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  // expected-error@+2 {{'stablehlo.dynamic_gather' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf64>'}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %0 = "stablehlo.dynamic_gather"(%a0, %a1, %c2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> (tensor<2x4xf64>)
  func.return
}

// -----

func.func @scatter_c1(%a0: tensor<4x4xf32>, %a1: tensor<4x5xf32>, %a2: tensor<2x1xi64>, %a3: tensor<2x4xf32>, %a4: tensor<2x4xf32>) {
  // expected-error@+1 {{Not all inputs have compatible shapes.}}
  %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>, %r2: tensor<f32>, %r3: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>, tensor<4x5xf32>, tensor<2x1xi64>, tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<4x4xf32>, tensor<4x5xf32>)
  func.return
}

// -----

func.func @scatter_c2(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{expects updates tensor must be of rank 1 ( == rank-of('scatter_indices') - 1 + size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 dimension if 'index_vector_dim' == rank-of('scatter_indices')), but got 2.}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  func.return
}

// -----

func.func @scatter_c3(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>, %a2: tensor<2x1xi64>, %a3: tensor<2x4xf32>, %a4: tensor<2x5xf32>) {
  // expected-error@+1 {{Not all updates have compatible shapes.}}
  %0:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>, %r2: tensor<f32>, %r3: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>, tensor<2x5xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
  func.return
}

// -----

func.func @scatter_c4(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>, %a2: tensor<2x5xf32>) {
  // expected-error@+1 {{expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions of operand. For dimension 1, updates bound is 5, operand bound is 4.}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2x5xf32>) -> (tensor<4x4xf32>)
  func.return
}

// -----

func.func @scatter_c5(%a0: tensor<2x1xi64>) {
  // expected-error@+1 {{Reduction-region must take 0 parameters, but takes 2 parameter(s)}}
  %0 = "stablehlo.scatter"(%a0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x1xi64>) -> (tensor<4x4xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @scatter_c6(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>, %a2: tensor<2x4xf64>) {
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2x4xf64>) -> (tensor<4x4xf32>)
  func.return
}

// -----

func.func @scatter_c7(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{expects updates tensor must be of rank 3 ( == rank-of('scatter_indices') - 1 + size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 dimension if 'index_vector_dim' == rank-of('scatter_indices')), but got 2.}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 1], inserted_window_dims = [], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  func.return
}

// -----

func.func @scatter_c8(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{Expects each element of update_window_dims to be in range [0, rank-of('updates')) i.e. [0, 2). got: 2.}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  func.return
}

// -----

func.func @scatter_c9(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{expects updates tensor must be of rank 1 ( == rank-of('scatter_indices') - 1 + size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 dimension if 'index_vector_dim' == rank-of('scatter_indices')), but got 2.}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0, 0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  func.return
}

// -----

func.func @scatter_c10(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{Expects each element of inserted_window_dims to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  func.return
}

// -----

func.func @scatter_c11(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>, %a2: tensor<3x2x4xf32>) {
  // expected-error@+1 {{Expects input_batching_dims to be sorted; got: [1, 0].}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [1, 0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<3x4x4xf32>, tensor<3x2x1xi64>, tensor<3x2x4xf32>) -> (tensor<3x4x4xf32>)
  func.return
}

// -----

func.func @scatter_c12(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>, %a2: tensor<3x2x4xf32>) {
  // expected-error@+1 {{Expects each element of input_batching_dims to be in range [0, rank-of('operand')) i.e. [0, 3). got: 3.}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [3], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<3x4x4xf32>, tensor<3x2x1xi64>, tensor<3x2x4xf32>) -> (tensor<3x4x4xf32>)
  func.return
}

// -----

func.func @scatter_c13(%a0: tensor<3x3x4x4xf32>, %a1: tensor<3x3x2x1xi64>, %a2: tensor<3x3x2x4xf32>) {
  // expected-error@+1 {{Expects scatter_indices_batching_dims to not repeat; got: [0, 0].}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3], inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<3x3x4x4xf32>, tensor<3x3x2x1xi64>, tensor<3x3x2x4xf32>) -> (tensor<3x3x4x4xf32>)
  func.return
}

// -----

func.func @scatter_c14(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>, %a2: tensor<3x2x4xf32>) {
  // expected-error@+1 {{Expects each element of scatter_indices_batching_dims to be in range [0, rank-of('scatter_indices')) i.e. [0, 3). got: 3.}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<3x4x4xf32>, tensor<3x2x1xi64>, tensor<3x2x4xf32>) -> (tensor<3x4x4xf32>)
  func.return
}

// -----

func.func @scatter_c15(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>, %a2: tensor<3x2x4xf32>) {
  // expected-error@+1 {{expects scatter_indices_batching_dims not to include index_vector_dim 2.}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<3x4x4xf32>, tensor<3x2x1xi64>, tensor<3x2x4xf32>) -> (tensor<3x4x4xf32>)
  func.return
}

// -----

func.func @scatter_c16(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>, %a2: tensor<3x2x4xf32>) {
  // expected-error@+1 {{input_batching_dims and scatter_indices_batching_dims should have the same size.}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<3x4x4xf32>, tensor<3x2x1xi64>, tensor<3x2x4xf32>) -> (tensor<3x4x4xf32>)
  func.return
}

// -----

func.func @scatter_c17(%a0: tensor<3x4x4xf32>, %a1: tensor<5x2x1xi64>, %a2: tensor<3x2x4xf32>) {
  // expected-error@+1 {{input_batching_dims[0] and scatter_indices_batching_dims[0] must have compatible sizes, but got 3 and 5.}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<3x4x4xf32>, tensor<5x2x1xi64>, tensor<3x2x4xf32>) -> (tensor<3x4x4xf32>)
  func.return
}

// -----

func.func @scatter_c18(%a0: tensor<3x4x4xf32>, %a1: tensor<3x2x1xi64>, %a2: tensor<3x2x4xf32>) {
  // expected-error@+1 {{has duplicated dimension from inserted_window_dims and input_batching_dims: 0}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<3x4x4xf32>, tensor<3x2x1xi64>, tensor<3x2x4xf32>) -> (tensor<3x4x4xf32>)
  func.return
}

// -----

func.func @scatter_c19(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{Scatter op has 2 elements in scatter_dims_to_operand_dims and the bound of dimension index_vector_dim=1 of scatter_indices is 1. These two numbers must be equal.}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  func.return
}

// -----

func.func @scatter_c20(%a0: tensor<4x4xf32>, %a1: tensor<2x2xi64>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{has duplicated dimension from scatter_dims_to_operand_dims and input_batching_dims: 0}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>, tensor<2x2xi64>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  func.return
}

// -----

func.func @scatter_c21(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{Expects each element of scatter_dims_to_operand_dims to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [2], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  func.return
}

// -----

func.func @scatter_c22(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{Expects index_vector_dim to be in range [0, rank-of('scatter_indices')] i.e. [0, 2]. got: 3.}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 3>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  func.return
}

// -----

func.func @scatter_c23(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>, %a2: tensor<2x4xf32>) {
  // expected-error@+1 {{Reduction-region must take 2 parameters, but takes 3 parameter(s)}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>, %r2: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> (tensor<4x4xf32>)
  func.return
}

// -----

func.func @scatter_c24(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>, %a2: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.scatter' op inferred type(s) 'tensor<4x4xf32>' are incompatible with return type(s) of operation 'tensor<5x4xf32>'}}
  // expected-error@+1 {{'stablehlo.scatter' op failed to infer returned types}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> (tensor<5x4xf32>)
  func.return
}

// -----

func.func @scatter_c25(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>, %a2: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.scatter' op inferred type(s) 'tensor<4x4xf32>' are incompatible with return type(s) of operation 'tensor<4x4xi32>'}}
  // expected-error@+1 {{'stablehlo.scatter' op failed to infer returned types}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>) -> (tensor<4x4xi32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @torch_index_select_c1(%a0: tensor<4x4xf32>, %a1: tensor<2xi64>) {
  %0 = "stablehlo.torch_index_select"(%a0, %a1) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<4x4xf32>, tensor<2xi64>) -> (tensor<2x5xf32>)
  func.return
}
