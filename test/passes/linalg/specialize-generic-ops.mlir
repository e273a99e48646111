// RUN: strata-opt %s --linalg-specialize-generic-ops | FileCheck %s
// A generic op that transposes an input becomes a transpose and a sum; an unsigned product keeps its conversion.

#id = affine_map<(d0, d1) -> (d0, d1)>
#tr = affine_map<(d0, d1) -> (d1, d0)>
func.func @sum(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.generic {indexing_maps = [#tr, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.addf %a, %b : f32
    linalg.yield %1 : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @unsigned(%a: memref<4x8xi8>, %b: memref<8x6xi8>, %c: memref<4x6xi32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<4x8xi8>, memref<8x6xi8>) outs(%c : memref<4x6xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %0 = arith.extui %x : i8 to i32
    %1 = arith.extui %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %z, %2 : i32
    linalg.yield %3 : i32
  }
  return
}

// CHECK: func.func @sum(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>) -> tensor<4x4xf32> {
// CHECK: %0 = tensor.empty() : tensor<4x4xf32>
// CHECK: %transposed = linalg.transpose ins(%arg0 : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) permutation = [1, 0]
// CHECK: %1 = linalg.add ins(%transposed, %arg1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%arg0 : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK: return %1 : tensor<4x4xf32>
// CHECK: func.func @unsigned(%arg0: memref<4x8xi8>, %arg1: memref<8x6xi8>, %arg2: memref<4x6xi32>) {
// CHECK: linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%arg0, %arg1 : memref<4x8xi8>, memref<8x6xi8>) outs(%arg2 : memref<4x6xi32>)
// CHECK: return
