// RUN: strata-opt %s --split-input-file --affine-super-vectorize=virtual-vector-size=4,8 | FileCheck %s
// RUN: not strata-opt %s --affine-super-vectorize=virtual-vector-size=0 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not strata-opt %s --affine-super-vectorize="virtual-vector-size=4,4 vectorize-reductions" 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not strata-opt %s --affine-super-vectorize="virtual-vector-size=4,4 test-fastest-varying=0" 2>&1 | FileCheck %s --check-prefix=PATTERN

// SIZE: error: Vectorization factor must be greater than zero.
// RANK: error: Vectorizing reductions is supported only for 1-D vectors.
// PATTERN: error: Fastest varying pattern specified with different size than the vector size.

// The bound of the inner loop would be another one for each element of a vector.
// CHECK-LABEL: @triangle
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 64 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to #map(%[[I]]) {
func.func @triangle(%m: memref<64x64xf32>, %x: f32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %y = affine.load %m[0, 0] : memref<64x64xf32>
      %z = arith.addf %y, %y : f32
    }
  }
  return
}
// -----
// A constant that two loops use is a vector in each of them.
// CHECK-LABEL: @beside
// CHECK: affine.for %{{.*}} = 0 to 64 step 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 64 step 8 {
// CHECK-NEXT: arith.constant dense<1.000000e+00> : vector<4x8xf32>
// CHECK: affine.for %{{.*}} = 0 to 64 step 8 {
// CHECK-NEXT: arith.constant dense<1.000000e+00> : vector<4x8xf32>
func.func @beside(%m: memref<64x64xf32>, %o: memref<64x64xf32>) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.store %c, %o[%i, %j] : memref<64x64xf32>
    }
    affine.for %j = 0 to 64 {
      affine.store %c, %m[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
// -----
// The loops of `%j` and of `%k` would be for the same dimension, and the first store is in no loop for the second one.
// CHECK-LABEL: @dimensions
// CHECK-NOT: vector.transfer
// CHECK: return
func.func @dimensions(%m: memref<64x64xf32>, %x: f32) {
  affine.for %i = 0 to 64 {
    affine.store %x, %m[%i, 0] : memref<64x64xf32>
    affine.for %j = 0 to 8 {
      %y = affine.load %m[%i, 1] : memref<64x64xf32>
    }
  }
  return
}
