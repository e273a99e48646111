// RUN: strata-opt %s --convert-elementwise-to-linalg | FileCheck %s
// Elementwise ops on tensors become structured ops.

func.func @compare(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %0 = arith.cmpf olt, %x, %y : tensor<?x4xf32>
  return %0 : tensor<?x4xi1>
}

// CHECK: #map = affine_map<(d0, d1) -> (d0, d1)>
// CHECK: func.func @compare(%arg0: tensor<?x4xf32>, %arg1: tensor<?x4xf32>) -> tensor<?x4xi1> {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %dim = tensor.dim %arg0, %c0 : tensor<?x4xf32>
// CHECK: %0 = tensor.empty(%dim) : tensor<?x4xi1>
// CHECK: %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<?x4xf32>, tensor<?x4xf32>) outs(%0 : tensor<?x4xi1>) {
// CHECK: ^bb0(%in: f32, %in_0: f32, %out: i1):
// CHECK: %2 = arith.cmpf olt, %in, %in_0 : f32
// CHECK: linalg.yield %2 : i1
// CHECK: } -> tensor<?x4xi1>
// CHECK: return %1 : tensor<?x4xi1>
