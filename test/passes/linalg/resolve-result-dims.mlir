// RUN: strata-opt %s --resolve-ranked-shaped-type-result-dims | FileCheck %s
// Sizes of results follow from operands.

func.func @sizes(%a: tensor<?x8xf32>, %b: tensor<8x?xf32>, %c: tensor<?x?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %0 = linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %1 : index
}

// CHECK: func.func @sizes(%arg0: tensor<?x8xf32>, %arg1: tensor<8x?xf32>, %arg2: tensor<?x?xf32>) -> index {
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %dim = tensor.dim %arg1, %c1 : tensor<8x?xf32>
// CHECK: return %dim : index
