// RUN: strata-opt %s --stablehlo-legalize-to-linalg --canonicalize --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,WINDOW
// RUN: strata-opt %s --stablehlo-legalize-to-linalg=scatter-out-of-bounds=element --canonicalize --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,ELEMENT

// A row that is inside is combined at once; a row that is not changes nothing.
// CHECK-LABEL: func @rows
// CHECK: scf.for %[[I:.*]] = %c0 to %c5 step %c1 iter_args
// CHECK: %[[K:.*]] = tensor.extract
// CHECK: %[[S:.*]] = arith.index_cast
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[S]], %c9
// CHECK: %[[N:.*]] = arith.select %[[IN]], %c1, %c0
// CHECK: scf.for {{.*}} = %c0 to %[[N]]
// CHECK: tensor.extract_slice %{{.*}}[%[[S]], 0] [1, 8] [1, 1]
// CHECK: linalg.generic
// CHECK: tensor.insert_slice
// CHECK-NOT: tensor.insert %
func.func @rows(%x: tensor<9x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>) -> tensor<9x8xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<9x8xf32>
  return %0 : tensor<9x8xf32>
}

// -----

// Windows that are inside in part change nothing, or are then worked through by elements.
// CHECK-LABEL: func @windows
// CHECK: linalg.generic
// CHECK: tensor.insert_slice
// WINDOW-NOT: tensor.insert %
// ELEMENT: scf.for
// ELEMENT: tensor.insert %
// CHECK: return
func.func @windows(%x: tensor<9xf32>, %i: tensor<5x1xi32>, %u: tensor<5x4xf32>) -> tensor<9xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<9xf32>, tensor<5x1xi32>, tensor<5x4xf32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----

// Sorted indices, sixteen for each element: the sum of a run is carried to the next update, and an element is loaded at the start of its run.
// CHECK-LABEL: func.func @sorted_runs(
// CHECK: %[[R:.*]]:3 = scf.for {{.*}} iter_args(%[[T:.*]] = %{{.*}}, %[[PLACE:.*]] = %c-1, %[[SUM:.*]] = %{{.*}}) -> (tensor<4xf32>, index, f32)
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[I:.*]], %[[PLACE]] : index
// CHECK: %[[OLD:.*]] = scf.if %[[SAME]] -> (f32) {
// CHECK-NEXT: scf.yield %[[SUM]] : f32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[E:.*]] = tensor.extract %[[T]][%[[I]]] : tensor<4xf32>
// CHECK-NEXT: scf.yield %[[E]] : f32
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]]
// CHECK: %[[INTO:.*]] = tensor.insert %[[NEW]] into %[[T]][%[[I]]] : tensor<4xf32>
// CHECK: scf.yield %[[INTO]], %[[I]], %[[NEW]] : tensor<4xf32>, index, f32
func.func @sorted_runs(%x: tensor<4xf32>, %i: tensor<64x1xi32>, %u: tensor<64xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<64x1xi32>, tensor<64xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Short runs, and indices that are not sorted: each update waits for the one before in memory.
// CHECK-LABEL: func.func @short_runs(
// CHECK-NOT: scf.if
// CHECK: return
func.func @short_runs(%x: tensor<8xf32>, %y: tensor<4xf32>, %i: tensor<64x1xi32>, %u: tensor<64xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<8xf32>, tensor<64x1xi32>, tensor<64xf32>) -> tensor<8xf32>
  %1 = "stablehlo.scatter"(%y, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4xf32>, tensor<64x1xi32>, tensor<64xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<8xf32>, tensor<4xf32>
}
