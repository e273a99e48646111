// RUN: strata-opt %s --pass-pipeline='builtin.module(stablehlo-compatibility-expander{target=1.0.0})' --validate-passes | FileCheck %s
// RUN: strata-opt %s --pass-pipeline='builtin.module(stablehlo-compatibility-expander{target=1.3.0})' | FileCheck %s --check-prefix=BATCH
// RUN: strata-opt %s --pass-pipeline='builtin.module(stablehlo-compatibility-expander{target=1.10.0})' | FileCheck %s --check-prefix=NEW

// CHECK-LABEL: @tan
// CHECK: %[[SINE:.*]] = stablehlo.sine %arg0
// CHECK: %[[COSINE:.*]] = stablehlo.cosine %arg0
// CHECK: stablehlo.divide %[[SINE]], %[[COSINE]]
// BATCH-LABEL: @tan
// BATCH: stablehlo.divide
// NEW-LABEL: @tan
// NEW: stablehlo.tan
func.func @tan(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tan %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @complex_tan
// CHECK-DAG: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-DAG: %[[REAL:.*]] = stablehlo.real %arg0
// CHECK-DAG: %[[TAN:.*]] = stablehlo.divide
// CHECK-DAG: %[[TANH:.*]] = stablehlo.tanh
// CHECK-DAG: %[[ABOVE:.*]] = stablehlo.complex %[[TAN]], %[[TANH]]
// CHECK-DAG: %[[PRODUCT:.*]] = stablehlo.multiply %[[TAN]], %[[TANH]]
// CHECK-DAG: %[[NEGATED:.*]] = stablehlo.negate %[[PRODUCT]]
// CHECK-DAG: %[[BELOW:.*]] = stablehlo.complex %[[ONE]], %[[NEGATED]]
// CHECK: stablehlo.divide %[[ABOVE]], %[[BELOW]] : tensor<4xcomplex<f32>>
func.func private @complex_tan(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.tan %x : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// CHECK-LABEL: @gather
// CHECK: %[[I:.*]] = stablehlo.iota dim = 1 : tensor<4x3x5x1xi32>
// CHECK: %[[J:.*]] = stablehlo.iota dim = 0 : tensor<4x3x5x1xi32>
// CHECK: %[[ALL:.*]] = stablehlo.concatenate %[[I]], %[[J]], %arg1, dim = 3
// CHECK: "stablehlo.gather"(%arg0, %[[ALL]]) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 2, 1, 3], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1, 8>}>
// BATCH-LABEL: @gather
// BATCH: operand_batching_dims
func.func @gather(%x: tensor<3x2x4x9xi32>, %i: tensor<4x3x5x2xi32>) -> tensor<4x3x5x8xi32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [1], operand_batching_dims = [0, 2], start_indices_batching_dims = [1, 0], start_index_map = [1, 3], index_vector_dim = 3>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 1, 8>}> : (tensor<3x2x4x9xi32>, tensor<4x3x5x2xi32>) -> tensor<4x3x5x8xi32>
  return %0 : tensor<4x3x5x8xi32>
}

// Indices that are scalars get a dimension first.
// CHECK-LABEL: @scatter
// CHECK: %[[I:.*]] = stablehlo.iota dim = 0 : tensor<2x3x1xi32>
// CHECK: %[[V:.*]] = stablehlo.reshape %arg1 : (tensor<2x3xi32>) -> tensor<2x3x1xi32>
// CHECK: %[[ALL:.*]] = stablehlo.concatenate %[[I]], %[[V]], dim = 2
// CHECK: "stablehlo.scatter"(%arg0, %[[ALL]], %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
func.func @scatter(%x: tensor<2x7xi32>, %i: tensor<2x3xi32>, %u: tensor<2x3xi32>) -> tensor<2x7xi32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<2x7xi32>, tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x7xi32>
  return %0 : tensor<2x7xi32>
}

// Places that the type of the indices does not have make it wider.
// CHECK-LABEL: @narrow_indices
// CHECK: %[[WIDE:.*]] = stablehlo.convert %arg1 : (tensor<200x1xi8>) -> tensor<200x1xi32>
// CHECK: %[[I:.*]] = stablehlo.iota dim = 0 : tensor<200x1xi32>
// CHECK: stablehlo.concatenate %[[I]], %[[WIDE]], dim = 1 : (tensor<200x1xi32>, tensor<200x1xi32>) -> tensor<200x2xi32>
func.func @narrow_indices(%x: tensor<200x4xf32>, %i: tensor<200x1xi8>) -> tensor<200xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<200x4xf32>, tensor<200x1xi8>) -> tensor<200xf32>
  return %0 : tensor<200xf32>
}

// CHECK-LABEL: @unsigned_indices
// CHECK: stablehlo.iota dim = 0 : tensor<200x1xui8>
func.func @unsigned_indices(%x: tensor<200x4xf32>, %i: tensor<200x1xui8>) -> tensor<200xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<200x4xf32>, tensor<200x1xui8>) -> tensor<200xf32>
  return %0 : tensor<200xf32>
}
