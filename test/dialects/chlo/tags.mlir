// RUN: strata-opt %s --split-input-file --verify-diagnostics

// An invalid program for every constraint of the specification, named by its tag, with jaxlib's errors
// (test/jax/expected_errors.py compares them). What jaxlib takes all the same says so.

func.func @chlo_broadcast_add_shapes(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{'chlo.broadcast_add' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_add' op failed to infer returned types}}
  %0 = "chlo.broadcast_add"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @chlo_broadcast_add_elements(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_add' op requires compatible element types for all operands and results}}
  %0 = "chlo.broadcast_add"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  func.return
}

// -----

func.func @chlo_broadcast_add_dims(%a0: tensor<2xf32>, %a1: tensor<2x3xf32>) {
  // expected-error@+2 {{'chlo.broadcast_add' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_add' op failed to infer returned types}}
  %0 = "chlo.broadcast_add"(%a0, %a1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>, tensor<2x3xf32>) -> (tensor<2x4xf32>)
  func.return
}

// -----

func.func @chlo_broadcast_and_elements(%a0: tensor<2xi32>, %a1: tensor<2xi64>) {
  // expected-error@+2 {{mismatched operand types}}
  // expected-error@+1 {{'chlo.broadcast_and' op failed to infer returned types}}
  %0 = "chlo.broadcast_and"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> (tensor<2xi32>)
  func.return
}

// -----

func.func @chlo_broadcast_complex_elements(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-error@+2 {{mismatched operand types}}
  // expected-error@+1 {{'chlo.broadcast_complex' op failed to infer returned types}}
  %0 = "chlo.broadcast_complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xcomplex<f32>>)
  func.return
}

// -----

func.func @chlo_broadcast_compare_elements(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-error@+2 {{mismatched operand types}}
  // expected-error@+1 {{'chlo.broadcast_compare' op failed to infer returned types}}
  %0 = "chlo.broadcast_compare"(%a0, %a1) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xi1>)
  func.return
}

// -----

func.func @chlo_broadcast_select_elements(%a0: tensor<2xi1>, %a1: tensor<2xf32>, %a2: tensor<2xf64>) {
  // expected-error@+2 {{mismatched operand types}}
  // expected-error@+1 {{'chlo.broadcast_select' op failed to infer returned types}}
  %0 = "chlo.broadcast_select"(%a0, %a1, %a2) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @chlo_top_k_rank(%a0: tensor<f32>) {
  // expected-error@+2 {{operand's rank must be at least 1}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %0:2 = "chlo.top_k"(%a0) <{k = 1 : i64}> : (tensor<f32>) -> (tensor<f32>, tensor<i32>)
  func.return
}

// -----

func.func @chlo_top_k_size(%a0: tensor<2xf32>) {
  // expected-error@+2 {{operand's last dimension must be at least 3}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %0:2 = "chlo.top_k"(%a0) <{k = 3 : i64}> : (tensor<2xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  func.return
}

// -----

func.func @chlo_top_k_negative(%a0: tensor<2xf32>) {
  // expected-error@+2 {{'chlo.top_k' op inferred type(s) 'tensor<-1xf32>', 'tensor<-1xi32>' are incompatible with return type(s) of operation 'tensor<2xf32>', 'tensor<2xi32>'}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %0:2 = "chlo.top_k"(%a0) <{k = -1 : i64}> : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  func.return
}

// -----

func.func @chlo_top_k_result(%a0: tensor<2xf32>) {
  // expected-error@+2 {{'chlo.top_k' op inferred type(s) 'tensor<1xf32>', 'tensor<1xi32>' are incompatible with return type(s) of operation 'tensor<1xf32>', 'tensor<1xi64>'}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %0:2 = "chlo.top_k"(%a0) <{k = 1 : i64}> : (tensor<2xf32>) -> (tensor<1xf32>, tensor<1xi64>)
  func.return
}

// -----

func.func @chlo_erf_elements(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'chlo.erf' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xi32>'}}
  %0 = "chlo.erf"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  func.return
}

// -----

func.func @chlo_acos_result(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.acos' op requires compatible types for all operands and results}}
  %0 = "chlo.acos"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @chlo_is_inf_result(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.is_inf' op result #0 must be tensor of bool values, but got 'tensor<2xf32>'}}
  %0 = "chlo.is_inf"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @chlo_constant_type() {
  // expected-error@+2 {{'chlo.constant' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'chlo.constant' op failed to infer returned types}}
  %0 = "chlo.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> (tensor<3xf32>)
  func.return
}

// -----

func.func @chlo_constant_like_type(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.constant_like' op requires the same shape for all operands and results}}
  %0 = "chlo.constant_like"(%a0) <{value = 1.0 : f32}> : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @chlo_zeta_shapes(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.zeta' op requires compatible types for all operands and results}}
  %0 = "chlo.zeta"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @chlo_ragged_dot_one_ragged(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{There must be exactly one ragged dimension in the lhs.}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0, 1], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}

// -----

func.func @chlo_ragged_dot_ragged_range(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{Expects lhs_ragged_dim to be in range [0, lhs_rank) i.e. [0, 2). got: 2.}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}

// -----

func.func @chlo_ragged_dot_group_range(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{Expects rhs_group_dim to be in range [0, rhs_rank) i.e. [0, 3). got: 3.}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [3]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}

// -----

func.func @chlo_ragged_dot_group_contracting(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{has duplicated dimension from rhs_group_dimensions and rhs_contracting_dimensions: 1}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [1]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}

// -----

func.func @chlo_ragged_dot_group_size(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<4xi64>) {
  // expected-error@+1 {{rhs group dimension is expected to have size=4, got 3}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<4xi64>) -> (tensor<11x7xf32>)
  func.return
}

// -----

func.func @chlo_ragged_dot_group_rank(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<i64>) {
  // expected-error@+1 {{expected group_sizes to have rank 1, got 0}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<i64>) -> (tensor<11x7xf32>)
  func.return
}

// -----

func.func @chlo_ragged_dot_no_group(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{There must be exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting.}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}

// -----

func.func @chlo_ragged_dot_result(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{inferred shape '[11, 7]' is incompatible with return type of operation 'tensor<11x8xf32>'}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x8xf32>)
  func.return
}

// -----

// Upstream does not check it.
func.func @chlo_ragged_dot_precision(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>]}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}

// -----

func.func @chlo_ragged_dot_contracted_group(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{There must be zero group dimensions in the rhs when the ragged dimension is batch or contracting.}}
  %0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> (tensor<11x7xf32>)
  func.return
}
