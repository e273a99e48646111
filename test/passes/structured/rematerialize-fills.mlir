// RUN: strata-opt --linalg-rematerialize-fills --split-input-file %s | FileCheck %s
// RUN: strata-opt --linalg-rematerialize-fills --split-input-file --validate-passes %s -o /dev/null

// Each product has zeros of its own, directly before it; what reads the fill keeps it.
// CHECK-LABEL: func.func @products(
// CHECK-SAME: %[[X:.*]]: tensor<32x32xf32>, %[[F:.*]]: f32)
// CHECK: %[[ALL:.*]] = linalg.fill ins(%[[F]] : f32)
// CHECK: %[[F1:.*]] = linalg.fill ins(%[[F]] : f32)
// CHECK-NEXT: %[[P1:.*]] = linalg.matmul ins(%[[X]], %[[ALL]] : {{.*}}) outs(%[[F1]] : tensor<32x32xf32>)
// CHECK: %[[F2:.*]] = linalg.fill ins(%[[F]] : f32)
// CHECK-NEXT: linalg.matmul ins(%[[X]], %[[P1]] : {{.*}}) outs(%[[F2]] : tensor<32x32xf32>)
func.func @products(%x: tensor<32x32xf32>, %f: f32) -> tensor<32x32xf32> {
  %e = tensor.empty() : tensor<32x32xf32>
  %fill = linalg.fill ins(%f : f32) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  %1 = linalg.matmul ins(%x, %fill : tensor<32x32xf32>, tensor<32x32xf32>) outs(%fill : tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = linalg.matmul ins(%x, %1 : tensor<32x32xf32>, tensor<32x32xf32>) outs(%fill : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %2 : tensor<32x32xf32>
}

// -----

// Constants of one value as well, in loops too; small ones and others stay.
// CHECK-LABEL: func.func @constants(
// CHECK-NOT: arith.constant dense<0.000000e+00>
// CHECK: scf.for
// CHECK:   %[[Z:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:   %[[F:.*]] = linalg.fill ins(%[[Z]] : f32)
// CHECK-NEXT: linalg.matmul ins(%{{.*}}) outs(%[[F]] : tensor<32x32xf32>)
// CHECK: linalg.matmul ins(%{{.*}}) outs(%cst{{.*}} : tensor<2x2xf32>)
func.func @constants(%x: tensor<32x32xf32>, %y: tensor<2x2xf32>, %n: index) -> (tensor<32x32xf32>, tensor<2x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zeros = arith.constant dense<0.0> : tensor<32x32xf32>
  %few = arith.constant dense<1.0> : tensor<2x2xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> (tensor<32x32xf32>) {
    %q = linalg.matmul ins(%p, %x : tensor<32x32xf32>, tensor<32x32xf32>) outs(%zeros : tensor<32x32xf32>) -> tensor<32x32xf32>
    scf.yield %q : tensor<32x32xf32>
  }
  %2 = linalg.matmul ins(%y, %y : tensor<2x2xf32>, tensor<2x2xf32>) outs(%few : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1, %2 : tensor<32x32xf32>, tensor<2x2xf32>
}
