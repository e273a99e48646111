// RUN: strata-opt %s --linalg-fold-unit-extent-dims | FileCheck %s
// Loops that run once, and what they index, are removed.

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @unit(%a: tensor<1x?xf32>, %c: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<1x?xf32>) outs(%c : tensor<1x?xf32>) {
  ^bb0(%x: f32, %z: f32):
    %1 = arith.negf %x : f32
    linalg.yield %1 : f32
  } -> tensor<1x?xf32>
  return %0 : tensor<1x?xf32>
}

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK: func.func @unit(%arg0: tensor<1x?xf32>, %arg1: tensor<1x?xf32>) -> tensor<1x?xf32> {
// CHECK: %c1 = arith.constant 1 : index
// CHECK{LITERAL}: %collapsed = tensor.collapse_shape %arg0 [[0, 1]] : tensor<1x?xf32> into tensor<?xf32>
// CHECK{LITERAL}: %collapsed_0 = tensor.collapse_shape %arg1 [[0, 1]] : tensor<1x?xf32> into tensor<?xf32>
// CHECK: %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed : tensor<?xf32>) outs(%collapsed_0 : tensor<?xf32>) {
// CHECK: ^bb0(%in: f32, %out: f32):
// CHECK: %1 = arith.negf %in : f32
// CHECK: linalg.yield %1 : f32
// CHECK: } -> tensor<?xf32>
// CHECK: %dim = tensor.dim %arg0, %c1 : tensor<1x?xf32>
// CHECK{LITERAL}: %expanded = tensor.expand_shape %0 [[0, 1]] output_shape [1, %dim] : tensor<?xf32> into tensor<1x?xf32>
// CHECK: return %expanded : tensor<1x?xf32>
