// RUN: strata-opt %s --pass-pipeline='builtin.module(stablehlo-refine-arguments{types=tensor<2x4xf32>,tensor<i32>})' | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<2x4xf32>, %[[N:.*]]: tensor<i32>) -> (tensor<?x4xf32>, tensor<i32>)
// CHECK: %[[SHAPE:.*]] = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
// CHECK: %[[OLD:.*]] = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%[[X]], %[[SHAPE]]) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<2x4xf32>, tensor<2xi64>) -> tensor<?x4xf32>
// CHECK: %[[SUM:.*]] = stablehlo.add %[[OLD]], %[[OLD]] : tensor<?x4xf32>
// CHECK: return %[[SUM]], %[[N]]
func.func @main(%x: tensor<?x4xf32>, %n: tensor<i32>) -> (tensor<?x4xf32>, tensor<i32>) {
  %0 = stablehlo.add %x, %x : tensor<?x4xf32>
  return %0, %n : tensor<?x4xf32>, tensor<i32>
}
