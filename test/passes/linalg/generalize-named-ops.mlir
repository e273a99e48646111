// RUN: strata-opt %s --linalg-generalize-named-ops | FileCheck %s
// Named ops become generic, with the payload that they stand for.

func.func @exp(%x: memref<4xf32>, %y: memref<4xf32>) {
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return
}

// CHECK: #map = affine_map<(d0) -> (d0)>
// CHECK: func.func @exp(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
// CHECK: linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : memref<4xf32>) outs(%arg1 : memref<4xf32>) {
// CHECK: ^bb0(%in: f32, %out: f32):
// CHECK: %0 = math.exp %in : f32
// CHECK: linalg.yield %0 : f32
// CHECK: return
