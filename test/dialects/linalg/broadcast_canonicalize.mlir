// RUN: strata-opt %s --canonicalize | FileCheck %s
// RUN: strata-opt %s --validate-passes --canonicalize | FileCheck %s
// Broadcasts of broadcasts and of transpositions, and payloads of one op.

// CHECK: func.func @bb(%arg0: tensor<3xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<3x5x4xf32>) -> tensor<3x5x4xf32> {
// CHECK: %broadcasted = linalg.broadcast ins(%arg0 : tensor<3xf32>) outs(%arg2 : tensor<3x5x4xf32>) dimensions = [1, 2]
// CHECK: return %broadcasted : tensor<3x5x4xf32>
func.func @bb(%a: tensor<3xf32>, %b: tensor<3x4xf32>, %c: tensor<3x5x4xf32>) -> tensor<3x5x4xf32> {
  %0 = linalg.broadcast ins(%a : tensor<3xf32>) outs(%b : tensor<3x4xf32>) dimensions = [1]
  %1 = linalg.broadcast ins(%0 : tensor<3x4xf32>) outs(%c : tensor<3x5x4xf32>) dimensions = [1]
  return %1 : tensor<3x5x4xf32>
}
// CHECK: func.func @tb(%arg0: tensor<3x2xf32>, %arg1: tensor<3x4x2xf32>, %arg2: tensor<2x4x3xf32>) -> tensor<2x4x3xf32> {
// CHECK: %0 = tensor.empty() : tensor<2x3xf32>
// CHECK: %transposed = linalg.transpose ins(%arg0 : tensor<3x2xf32>) outs(%0 : tensor<2x3xf32>) permutation = [1, 0]
// CHECK: %broadcasted = linalg.broadcast ins(%transposed : tensor<2x3xf32>) outs(%arg2 : tensor<2x4x3xf32>) dimensions = [1]
// CHECK: return %broadcasted : tensor<2x4x3xf32>
func.func @tb(%a: tensor<3x2xf32>, %b: tensor<3x4x2xf32>, %c: tensor<2x4x3xf32>) -> tensor<2x4x3xf32> {
  %0 = linalg.broadcast ins(%a : tensor<3x2xf32>) outs(%b : tensor<3x4x2xf32>) dimensions = [1]
  %1 = linalg.transpose ins(%0 : tensor<3x4x2xf32>) outs(%c : tensor<2x4x3xf32>) permutation = [2, 1, 0]
  return %1 : tensor<2x4x3xf32>
}
// CHECK: func.func @short(%arg0: tensor<3xi32>, %arg1: tensor<3xf32>) -> (tensor<3xi32>, tensor<3xf32>, tensor<3xf32>) {
// CHECK: %mapped = linalg.map { arith.addi {overflowFlags = #arith.overflow<none>} } ins(%arg0, %arg0 : tensor<3xi32>, tensor<3xi32>) outs(%arg0 : tensor<3xi32>)
// CHECK: %mapped_0 = linalg.map { arith.addf } ins(%arg1, %arg1 : tensor<3xf32>, tensor<3xf32>) outs(%arg1 : tensor<3xf32>)
// CHECK: %mapped_1 = linalg.map { arith.mulf {fastmath = #arith.fastmath<fast>} } ins(%arg1, %arg1 : tensor<3xf32>, tensor<3xf32>) outs(%arg1 : tensor<3xf32>)
// CHECK: return %mapped, %mapped_0, %mapped_1 : tensor<3xi32>, tensor<3xf32>, tensor<3xf32>
func.func @short(%a: tensor<3xi32>, %f: tensor<3xf32>) -> (tensor<3xi32>, tensor<3xf32>, tensor<3xf32>) {
  %0 = linalg.map { arith.addi } ins(%a, %a : tensor<3xi32>, tensor<3xi32>) outs(%a : tensor<3xi32>)
  %1 = linalg.map { arith.addf } ins(%f, %f : tensor<3xf32>, tensor<3xf32>) outs(%f : tensor<3xf32>)
  %2 = linalg.map { arith.mulf {fastmath = #arith.fastmath<fast>} } ins(%f, %f : tensor<3xf32>, tensor<3xf32>) outs(%f : tensor<3xf32>)
  return %0, %1, %2 : tensor<3xi32>, tensor<3xf32>, tensor<3xf32>
}
