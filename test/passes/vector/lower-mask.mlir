// RUN: strata-opt %s --lower-vector-mask | FileCheck %s
// A masked transfer becomes a transfer with a mask.

func.func @read(%m: memref<?xf32>, %k: vector<8xi1>, %i: index) -> vector<8xf32> {
  %c = arith.constant 0.0 : f32
  %0 = vector.mask %k { vector.transfer_read %m[%i], %c {in_bounds = [true]} : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK: func.func @read(%arg0: memref<?xf32>, %arg1: vector<8xi1>, %arg2: index) -> vector<8xf32> {
// CHECK: %cst = arith.constant 0.000000e+00 : f32
// CHECK: %0 = vector.transfer_read %arg0[%arg2], %cst, %arg1 {in_bounds = [true]} : memref<?xf32>, vector<8xf32>
// CHECK: return %0 : vector<8xf32>
