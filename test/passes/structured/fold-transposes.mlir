// RUN: strata-opt %s --linalg-fuse-producers | FileCheck %s

// CHECK-LABEL: func.func @constant
// CHECK: arith.constant dense<{{\[\[\[}}1, 2], [5, 6]], {{\[\[}}3, 4], [7, 8]]]> : tensor<2x2x2xi16>
// CHECK-NOT: linalg.transpose
func.func @constant() -> tensor<2x2x2xi16> {
  %w = arith.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi16>
  %init = tensor.empty() : tensor<2x2x2xi16>
  %t = linalg.transpose ins(%w : tensor<2x2x2xi16>) outs(%init : tensor<2x2x2xi16>) permutation = [1, 0, 2]
  return %t : tensor<2x2x2xi16>
}

// What something else reads would stand in the program twice.
// CHECK-LABEL: func.func @shared
// CHECK: linalg.transpose
func.func @shared() -> (tensor<2x2xi32>, tensor<2x2xi32>) {
  %w = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %init = tensor.empty() : tensor<2x2xi32>
  %t = linalg.transpose ins(%w : tensor<2x2xi32>) outs(%init : tensor<2x2xi32>) permutation = [1, 0]
  return %w, %t : tensor<2x2xi32>, tensor<2x2xi32>
}
