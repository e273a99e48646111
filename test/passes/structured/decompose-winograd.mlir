// RUN: strata-opt %s --decompose-structured-ops --split-input-file --validate-passes | FileCheck %s

// A product for each side of a tile, then the order of the result.
// CHECK: #[[MATRIX:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4)>
// CHECK: #[[ROWS:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d1, d2)>
// CHECK-LABEL: func.func @filter(
// CHECK-SAME: %[[F:.*]]: tensor<2x3x3x5xf32>
// CHECK: %[[G:.*]] = arith.constant dense<{{\[}}[-1.000000e+00, 0.000000e+00, 0.000000e+00], [5.000000e-01, -5.000000e-01, 5.000000e-01]
// CHECK: linalg.generic {indexing_maps = [#[[MATRIX]], #[[ROWS]], {{.*}}], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%[[G]], %[[F]]
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4x4x5x2xf32>)
// CHECK-NOT: linalg.winograd
func.func @filter(%f: tensor<2x3x3x5xf32>, %o: tensor<4x4x5x2xf32>) -> tensor<4x4x5x2xf32> {
  %0 = linalg.winograd_filter_transform fmr(F_2_3) ins(%f : tensor<2x3x3x5xf32>) outs(%o : tensor<4x4x5x2xf32>) -> tensor<4x4x5x2xf32>
  return %0 : tensor<4x4x5x2xf32>
}

// -----

// Tiles of six elements begin four apart; a side of size one is one product with one.
// CHECK-DAG: affine_map<(d0, d1, d2, d3, d4, d5) -> (d2, d1 * 4 + d5, d3, d4)>
// CHECK-DAG: affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d2, d4, d3 + d6, d5)>
// CHECK-LABEL: func.func @input(
// CHECK-NOT: linalg.winograd
func.func @input(%x: tensor<2x10x1x3xf32>, %o: tensor<6x1x2x1x2x3xf32>) -> tensor<6x1x2x1x2x3xf32> {
  %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%x : tensor<2x10x1x3xf32>) outs(%o : tensor<6x1x2x1x2x3xf32>) -> tensor<6x1x2x1x2x3xf32>
  return %0 : tensor<6x1x2x1x2x3xf32>
}

// -----

// The result is scaled, by 32 for each side, and added to what is there.
// CHECK-LABEL: func.func @output(
// CHECK-SAME: %{{.*}}: tensor<6x6x2x2x1x3xf32>, %[[O:.*]]: tensor<1x8x8x3xf32>)
// CHECK: tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2], [3, 4], [5]] : tensor<1x2x4x2x4x3xf32> into tensor<1x8x8x3xf32>
// CHECK: arith.constant 1.024000e+03 : f32
// CHECK: linalg.generic {{.*}} outs(%[[O]] : tensor<1x8x8x3xf32>)
func.func @output(%x: tensor<6x6x2x2x1x3xf32>, %o: tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32> {
  %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%x : tensor<6x6x2x2x1x3xf32>) outs(%o : tensor<1x8x8x3xf32>) -> tensor<1x8x8x3xf32>
  return %0 : tensor<1x8x8x3xf32>
}
