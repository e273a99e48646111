// RUN: strata-opt %s --stablehlo-legalize-to-linalg --canonicalize | FileCheck %s

// Where windows have one element, the number of the window is the index: iterations over batches and channels are independent.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<2x8x4xf32>, %[[S:.*]]: tensor<2x4x4xf32>
// CHECK: scf.for %[[N:.*]] = %c0 to %c2 step %c1
// CHECK: scf.for %[[W:.*]] = %c0 to %c4 step %c1
// CHECK: scf.for %[[C:.*]] = %c0 to %c4 step %c1 iter_args(%[[R:.*]] =
// CHECK: %[[BEST:.*]]:5 = scf.for
// CHECK: tensor.extract %[[R]][%[[N]], %[[BEST]]#3, %[[C]]]
// CHECK: tensor.extract %[[S]][%[[N]], %[[W]], %[[C]]]
// CHECK: tensor.insert %{{.*}} into %[[R]][%[[N]], %[[BEST]]#3, %[[C]]]
func.func @main(%x: tensor<2x8x4xf32>, %s: tensor<2x4x4xf32>, %i: tensor<f32>) -> tensor<2x8x4xf32> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 3, 1>, window_strides = array<i64: 1, 2, 1>, padding = dense<[[0, 0], [0, 1], [0, 0]]> : tensor<3x2xi64>} : (tensor<2x8x4xf32>, tensor<2x4x4xf32>, tensor<f32>) -> tensor<2x8x4xf32>
  return %0 : tensor<2x8x4xf32>
}
