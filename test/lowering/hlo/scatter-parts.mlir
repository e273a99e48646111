// RUN: strata-opt %s --stablehlo-legalize-to-linalg --canonicalize --cse --split-input-file | FileCheck %s

// Each part has a row of its own, which begins with zeros; the sums of a place are carried from one update to the next.
// CHECK-LABEL: func @sums
// CHECK-SAME: (%[[X:.*]]: tensor<64xf32>,
// CHECK: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: %[[ROWS:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<32x64xf32>)
// CHECK: %[[DONE:.*]] = scf.for %[[PART:.*]] = %c0 to %c32 step %c1 iter_args(%[[ALL:.*]] = %[[ROWS]])
// CHECK: %[[FIRST:.*]] = arith.muli %[[PART]], %c1024
// CHECK: scf.for %[[J:.*]] = %c0 to %c1024 step %c1 iter_args(%[[T:.*]] = %[[ALL]], %[[LAST:.*]] = %c-1,
// CHECK: arith.addi %[[FIRST]], %[[J]]
// CHECK: arith.cmpi eq, %[[PLACE:.*]], %[[LAST]]
// CHECK: tensor.extract %[[T]][%[[PART]], %[[PLACE]]]
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["reduction", "parallel"]
// CHECK-SAME: ins(%[[DONE]] : tensor<32x64xf32>) outs(%[[X]] : tensor<64xf32>)
func.func @sums(%x: tensor<64xf32>, %i: tensor<32768x1xi32>, %u: tensor<32768xf32>) -> tensor<64xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<64xf32>, tensor<32768x1xi32>, tensor<32768xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// Nothing is divided that has more than an eighth as many places as updates, where the last update counts, or that is not associative.
// CHECK-LABEL: func @whole
// CHECK-NOT: linalg.generic
func.func @whole(%x: tensor<4096xf32>, %y: tensor<64xf32>, %i: tensor<32768x1xi32>, %u: tensor<32768xf32>) -> (tensor<4096xf32>, tensor<64xf32>, tensor<64xf32>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4096xf32>, tensor<32768x1xi32>, tensor<32768xf32>) -> tensor<4096xf32>
  %1 = "stablehlo.scatter"(%y, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<64xf32>, tensor<32768x1xi32>, tensor<32768xf32>) -> tensor<64xf32>
  %2 = "stablehlo.scatter"(%y, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<64xf32>, tensor<32768x1xi32>, tensor<32768xf32>) -> tensor<64xf32>
  return %0, %1, %2 : tensor<4096xf32>, tensor<64xf32>, tensor<64xf32>
}
