// RUN: strata-opt %s --canonicalize | FileCheck %s

#id = affine_map<(d0) -> (d0)>
// CHECK: func.func @identity(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
// CHECK: return %arg0 : tensor<4xf32>
func.func @identity(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// Inputs stay, as in mlir-opt: `linalg-fuse-producers` and the patterns `linalg.erase_unnecessary_inputs` of scripts erase them.
// CHECK: func.func @inputs(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1, %arg0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%arg1 : tensor<4xf32>) {
func.func @inputs(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%a, %b, %a : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %dead: f32, %z: f32, %y: f32):
    %1 = arith.addf %x, %z : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK: func.func @casts(%arg0: tensor<4x8xf32>, %arg1: tensor<8x4xf32>, %arg2: tensor<4x4xf32>) -> tensor<?x4xf32> {
// CHECK: %0 = linalg.matmul ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x4xf32>) outs(%arg2 : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK: %cast = tensor.cast %0 : tensor<4x4xf32> to tensor<?x4xf32>
// CHECK: return %cast : tensor<?x4xf32>
func.func @casts(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>) -> tensor<?x4xf32> {
  %a1 = tensor.cast %a : tensor<4x8xf32> to tensor<?x8xf32>
  %c1 = tensor.cast %c : tensor<4x4xf32> to tensor<?x4xf32>
  %0 = linalg.matmul ins(%a1, %b : tensor<?x8xf32>, tensor<8x4xf32>) outs(%c1 : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
// CHECK: func.func @transposes(%arg0: tensor<2x3xf32>, %arg1: tensor<3x2xf32>, %arg2: tensor<2x3xf32>) -> tensor<2x3xf32> {
// CHECK: return %arg0 : tensor<2x3xf32>
func.func @transposes(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>, %c: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = linalg.transpose ins(%a : tensor<2x3xf32>) outs(%b : tensor<3x2xf32>) permutation = [1, 0]
  %1 = linalg.transpose ins(%0 : tensor<3x2xf32>) outs(%c : tensor<2x3xf32>) permutation = [1, 0]
  return %1 : tensor<2x3xf32>
}
