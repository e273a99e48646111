// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-block-factorizations))' | FileCheck %s
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-block-factorizations{block-size=64}))' | FileCheck %s --check-prefix=LARGE

// CHECK-LABEL: func.func @cholesky
// CHECK: %[[ROWS:.*]] = stablehlo.slice %arg0 [0:32, 0:48]
// CHECK: %[[A:.*]] = stablehlo.slice %[[ROWS]] [0:32, 0:32]
// CHECK: %[[FIRST:.*]] = stablehlo.cholesky %[[A]], lower = true : tensor<32x32xf32>
// CHECK: %[[B:.*]] = stablehlo.slice %{{.*}} : (tensor<16x48xf32>) -> tensor<16x32xf32>
// CHECK: %[[SIDE:.*]] = "stablehlo.triangular_solve"(%[[FIRST]], %[[B]]) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}>
// CHECK: %[[PRODUCT:.*]] = stablehlo.dot_general %[[SIDE]], %[[SIDE]], contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST]
// CHECK: %[[REST:.*]] = stablehlo.subtract %{{.*}}, %[[PRODUCT]] : tensor<16x16xf32>
// CHECK: stablehlo.cholesky %[[REST]], lower = true : tensor<16x16xf32>
// CHECK: %[[FACTORS:.*]] = stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 0 : (tensor<32x48xf32>, tensor<16x48xf32>) -> tensor<48x48xf32>
// CHECK: stablehlo.select %{{.*}}, %{{.*}}, %[[FACTORS]]
// LARGE-LABEL: func.func @cholesky
// LARGE-NEXT: stablehlo.cholesky %arg0
func.func @cholesky(%a: tensor<48x48xf32>) -> tensor<48x48xf32> {
  %0 = stablehlo.cholesky %a, lower = true : tensor<48x48xf32>
  return %0 : tensor<48x48xf32>
}

// From the last rows on, as the transposed triangle is the upper one.
// CHECK-LABEL: func.func @solve
// CHECK: %[[LAST:.*]] = "stablehlo.triangular_solve"(%{{.*}}, %{{.*}}) {{.*}} : (tensor<2x16x16xf64>, tensor<2x16x3xf64>) -> tensor<2x16x3xf64>
// CHECK: stablehlo.dot_general %{{.*}}, %[[LAST]], batching_dims = [0] x [0], contracting_dims = [1] x [1]
// CHECK: %[[FIRST:.*]] = "stablehlo.triangular_solve"(%{{.*}}, %{{.*}}) {{.*}} : (tensor<2x32x32xf64>, tensor<2x32x3xf64>) -> tensor<2x32x3xf64>
// CHECK: stablehlo.concatenate %[[FIRST]], %[[LAST]], dim = 1
func.func @solve(%a: tensor<2x48x48xf64>, %b: tensor<2x48x3xf64>) -> tensor<2x48x3xf64> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x48x48xf64>, tensor<2x48x3xf64>) -> tensor<2x48x3xf64>
  return %0 : tensor<2x48x3xf64>
}

// Sizes that are not known stay, and so do matrices without elements.
// CHECK-LABEL: func.func @stays
// CHECK-NEXT: stablehlo.cholesky %arg0
// CHECK-NEXT: stablehlo.cholesky %arg1
func.func @stays(%a: tensor<?x48x48xf32>, %b: tensor<0x48x48xf32>) -> (tensor<?x48x48xf32>, tensor<0x48x48xf32>) {
  %0 = stablehlo.cholesky %a, lower = true : tensor<?x48x48xf32>
  %1 = stablehlo.cholesky %b, lower = true : tensor<0x48x48xf32>
  return %0, %1 : tensor<?x48x48xf32>, tensor<0x48x48xf32>
}
