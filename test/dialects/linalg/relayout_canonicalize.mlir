// RUN: strata-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @inverse
// CHECK-NEXT: return %arg0, %arg1
func.func @inverse(%t: tensor<3x2x2x4xf32>, %x: tensor<6x8xf32>, %a: tensor<6x8xf32>, %b: tensor<3x2x2x4xf32>) -> (tensor<3x2x2x4xf32>, tensor<6x8xf32>) {
  %0 = linalg.unpack %t inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %a : tensor<3x2x2x4xf32> -> tensor<6x8xf32>
  %1 = linalg.pack %0 inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %b : tensor<6x8xf32> -> tensor<3x2x2x4xf32>
  %2 = linalg.pack %x outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %b : tensor<6x8xf32> -> tensor<3x2x2x4xf32>
  %3 = linalg.unpack %2 inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %a : tensor<3x2x2x4xf32> -> tensor<6x8xf32>
  return %1, %3 : tensor<3x2x2x4xf32>, tensor<6x8xf32>
}

// Tiles that fit need no padding.
// CHECK-LABEL: func.func @fits
// CHECK-NEXT: linalg.pack %arg0 inner_dims_pos = [0] inner_tiles = [2] into
func.func @fits(%x: tensor<6xf32>, %t: tensor<3x2xf32>, %z: f32) -> tensor<3x2xf32> {
  %0 = linalg.pack %x padding_value(%z : f32) inner_dims_pos = [0] inner_tiles = [2] into %t : tensor<6xf32> -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// What the destination held is not read.
// CHECK-LABEL: func.func @destination
// CHECK-NEXT: linalg.unpack %arg0 inner_dims_pos = [0] inner_tiles = [2] into %arg1
func.func @destination(%t: tensor<3x2xf32>, %e: tensor<6xf32>, %z: f32) -> tensor<6xf32> {
  %0 = linalg.fill ins(%z : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %1 = linalg.unpack %t inner_dims_pos = [0] inner_tiles = [2] into %0 : tensor<3x2xf32> -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func @splat
// CHECK-NEXT: %[[C:.*]] = arith.constant dense<1.000000e+00> : tensor<3x2xf32>
// CHECK-NEXT: return %[[C]]
func.func @splat(%t: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %x = arith.constant dense<1.0> : tensor<6xf32>
  %0 = linalg.pack %x inner_dims_pos = [0] inner_tiles = [2] into %t : tensor<6xf32> -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
