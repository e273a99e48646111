// RUN: strata-opt %s --convert-linalg-to-loops | FileCheck %s
// Structured ops become loops around their payload.

func.func @matmul(%a: memref<4x?xf32>, %b: memref<?x6xf32>, %c: memref<4x6xf32>) {
  linalg.matmul ins(%a, %b : memref<4x?xf32>, memref<?x6xf32>) outs(%c : memref<4x6xf32>)
  return
}
func.func @fill(%x: f32, %c: memref<3xf32>) {
  linalg.fill ins(%x : f32) outs(%c : memref<3xf32>)
  return
}

// CHECK: func.func @matmul(%arg0: memref<4x?xf32>, %arg1: memref<?x6xf32>, %arg2: memref<4x6xf32>) {
// CHECK: %dim = memref.dim %arg0, %c1 : memref<4x?xf32>
// CHECK: scf.for %arg3 = %c0 to %c4 step %c1 {
// CHECK: scf.for %arg4 = %c0 to %c6 step %c1 {
// CHECK: scf.for %arg5 = %c0 to %dim step %c1 {
// CHECK: %0 = memref.load %arg0[%arg3, %arg5] : memref<4x?xf32>
// CHECK: %1 = memref.load %arg1[%arg5, %arg4] : memref<?x6xf32>
// CHECK: %2 = memref.load %arg2[%arg3, %arg4] : memref<4x6xf32>
// CHECK: %3 = arith.mulf %0, %1 : f32
// CHECK: %4 = arith.addf %2, %3 : f32
// CHECK: memref.store %4, %arg2[%arg3, %arg4] : memref<4x6xf32>
// CHECK: return
// CHECK: func.func @fill(%arg0: f32, %arg1: memref<3xf32>) {
// CHECK: scf.for %arg2 = %c0 to %c3 step %c1 {
// CHECK: memref.store %arg0, %arg1[%arg2] : memref<3xf32>
// CHECK: return
