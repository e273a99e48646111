// RUN: strata-opt %s "--pass-pipeline=builtin.module(func.func(stablehlo-legalize-to-linalg),canonicalize,cse)" | FileCheck %s

// The parts of index vectors are read where they come from: the grid of rows and columns is never made.
// CHECK-LABEL: func.func @grid
// CHECK-SAME: (%[[X:.*]]: tensor<1x8x16x16xf32>, %[[ROWS:.*]]: tensor<32xi32>, %[[COLUMNS:.*]]: tensor<24xi32>)
// CHECK-NOT: insert_slice
// CHECK: linalg.generic
// CHECK-DAG: %[[B:.*]] = linalg.index 2
// CHECK-DAG: %[[C:.*]] = linalg.index 3
// CHECK-DAG: %[[R:.*]] = tensor.extract %[[ROWS]][%[[B]]] : tensor<32xi32>
// CHECK-DAG: %[[S:.*]] = tensor.extract %[[COLUMNS]][%[[C]]] : tensor<24xi32>
// An index is moved inside before it is widened.
// CHECK: %[[M:.*]] = arith.maxsi %[[R]], %c0_i32 : i32
// CHECK: %[[N:.*]] = arith.minsi %[[M]], %c15_i32 : i32
// CHECK: arith.index_cast %[[N]] : i32 to index
// CHECK: tensor.extract %[[X]]
func.func @grid(%x: tensor<1x8x16x16xf32>, %rows: tensor<32xi32>, %columns: tensor<24xi32>) -> tensor<1x8x32x24xf32> {
  %r = stablehlo.reshape %rows : (tensor<32xi32>) -> tensor<32x1xi32>
  %0 = stablehlo.broadcast_in_dim %r, dims = [0, 1] : (tensor<32x1xi32>) -> tensor<32x24xi32>
  %1 = stablehlo.broadcast_in_dim %columns, dims = [1] : (tensor<24xi32>) -> tensor<32x24xi32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<32x24xi32>) -> tensor<32x24x1xi32>
  %3 = stablehlo.reshape %1 : (tensor<32x24xi32>) -> tensor<32x24x1xi32>
  %4 = stablehlo.concatenate %2, %3, dim = 2 : (tensor<32x24x1xi32>, tensor<32x24x1xi32>) -> tensor<32x24x2xi32>
  %5 = "stablehlo.gather"(%x, %4) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [2, 3], start_index_map = [2, 3], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8, 1, 1>}> : (tensor<1x8x16x16xf32>, tensor<32x24x2xi32>) -> tensor<1x8x32x24xf32>
  return %5 : tensor<1x8x32x24xf32>
}

// A concatenation along the batch is no vector that is put together: it is read as it is. So is a reshape that moves elements.
// CHECK-LABEL: func.func @batch
// CHECK: %[[ALL:.*]] = tensor.insert_slice
// CHECK: %[[ALL:.*]] = tensor.insert_slice
// CHECK: tensor.extract %{{.*}} : tensor<4x4x1xi32>
func.func @batch(%x: tensor<16xf32>, %a: tensor<8xi32>, %b: tensor<8xi32>) -> tensor<4x4xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<8xi32>, tensor<8xi32>) -> tensor<16xi32>
  %1 = stablehlo.reshape %0 : (tensor<16xi32>) -> tensor<4x4x1xi32>
  %2 = "stablehlo.gather"(%x, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<16xf32>, tensor<4x4x1xi32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// 8 bits cannot say the last place.
// CHECK-LABEL: func.func @narrow
// CHECK: arith.index_cast %{{.*}} : i8 to index
// CHECK: arith.maxsi %{{.*}} : index
func.func @narrow(%x: tensor<300xf32>, %i: tensor<5x1xi8>) -> tensor<5xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<300xf32>, tensor<5x1xi8>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// Known places that count on, each as often as the others, are a broadcast of a part of the operand.
// CHECK-LABEL: func.func @counted
// CHECK-SAME: (%[[X:.*]]: tensor<8x16xf32>)
// CHECK-NOT: tensor.extract %
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][0, 5] [8, 3] [1, 1] : tensor<8x16xf32> to tensor<8x3xf32>
// CHECK: %[[G:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[S]] : tensor<8x3xf32>) outs(%{{.*}} : tensor<8x3x2xf32>)
// CHECK: tensor.collapse_shape %[[G]] {{\[}}[0], [1, 2]{{\]}} : tensor<8x3x2xf32> into tensor<8x6xf32>
func.func @counted(%x: tensor<8x16xf32>) -> tensor<8x6xf32> {
  %places = stablehlo.constant dense<[5, 5, 6, 6, 7, 7]> : tensor<6xi32>
  %0 = "stablehlo.gather"(%x, %places) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 8, 1>}> : (tensor<8x16xf32>, tensor<6xi32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// These do not: the last one is moved inside.
// CHECK-LABEL: func.func @moved_inside
// CHECK: tensor.extract %
func.func @moved_inside(%x: tensor<8x7xf32>) -> tensor<8x6xf32> {
  %places = stablehlo.constant dense<[5, 5, 6, 6, 7, 7]> : tensor<6xi32>
  %0 = "stablehlo.gather"(%x, %places) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 8, 1>}> : (tensor<8x7xf32>, tensor<6xi32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
