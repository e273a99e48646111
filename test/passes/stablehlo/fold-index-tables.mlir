// RUN: strata-opt %s --stablehlo-fold-index-tables --canonicalize | FileCheck %s

// What places are computed from is folded, through broadcasts; the grid itself stays.
// CHECK-LABEL: func @grid
// CHECK-DAG: %[[T:.*]] = stablehlo.constant dense<{{\[}}[0], [0], [1], [1], [2], [2]{{\]}}> : tensor<6x1xi32>
// CHECK-NOT: stablehlo.divide
// CHECK: "stablehlo.gather"(%{{.*}}, %[[T]])
func.func @grid(%x: tensor<4x8xf32>) -> tensor<6x8xf32> {
  %i = stablehlo.iota dim = 0 : tensor<6xi32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %twos = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<i32>) -> tensor<6xi32>
  %k = stablehlo.divide %i, %twos : tensor<6xi32>
  %v = stablehlo.broadcast_in_dim %k, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
  %0 = "stablehlo.gather"(%x, %v) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<6x1xi32>) -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// Other ops, and tables that are too long, stay.
// CHECK-LABEL: func @others
// CHECK: stablehlo.divide
// CHECK: stablehlo.add
func.func @others(%x: tensor<8192xf32>) -> (tensor<8192xf32>, tensor<4xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<8192xi32>
  %two = stablehlo.constant dense<2> : tensor<8192xi32>
  %k = stablehlo.divide %i, %two : tensor<8192xi32>
  %0 = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<8192xf32>, tensor<8192xi32>) -> tensor<8192xf32>
  %j = stablehlo.iota dim = 0 : tensor<4xi32>
  %1 = stablehlo.add %j, %j : tensor<4xi32>
  return %0, %1 : tensor<8192xf32>, tensor<4xi32>
}
