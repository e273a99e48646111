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
