// RUN: strata-opt %s --convert-linalg-to-parallel-loops | FileCheck %s
// Parallel loops are one op, and the sum is a loop in it.

func.func @product(%a: memref<4x8xf32>, %b: memref<8x6xf32>, %c: memref<4x6xf32>) {
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x6xf32>) outs(%c : memref<4x6xf32>)
  return
}

// CHECK: func.func @product(%arg0: memref<4x8xf32>, %arg1: memref<8x6xf32>, %arg2: memref<4x6xf32>) {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c4 = arith.constant 4 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c6 = arith.constant 6 : index
// CHECK: %c8 = arith.constant 8 : index
// CHECK: scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%c4, %c6) step (%c1, %c1) {
// CHECK: scf.for %arg5 = %c0 to %c8 step %c1 {
// CHECK: %0 = memref.load %arg0[%arg3, %arg5] : memref<4x8xf32>
// CHECK: %1 = memref.load %arg1[%arg5, %arg4] : memref<8x6xf32>
// CHECK: %2 = memref.load %arg2[%arg3, %arg4] : memref<4x6xf32>
// CHECK: %3 = arith.mulf %0, %1 : f32
// CHECK: %4 = arith.addf %2, %3 : f32
// CHECK: memref.store %4, %arg2[%arg3, %arg4] : memref<4x6xf32>
// CHECK: scf.reduce
// CHECK: return
