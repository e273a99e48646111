// RUN: strata-opt %s --fold-tensor-subset-ops | FileCheck %s
// A read of a slice reads the whole tensor.

func.func @read(%x: tensor<4x8xf32>, %p: f32, %i: index, %j: index) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.extract_slice %x[1, %i] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4xf32>
  %1 = vector.transfer_read %0[%c0, %j], %p {in_bounds = [true]} : tensor<2x4xf32>, vector<4xf32>
  return %1 : vector<4xf32>
}

// CHECK: #map = affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK: func.func @read(%arg0: tensor<4x8xf32>, %arg1: f32, %arg2: index, %arg3: index) -> vector<4xf32> {
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %0 = affine.apply #map()[%arg2, %arg3]
// CHECK: %1 = vector.transfer_read %arg0[%c1, %0], %arg1 {in_bounds = [true]} : tensor<4x8xf32>, vector<4xf32>
// CHECK: return %1 : vector<4xf32>
