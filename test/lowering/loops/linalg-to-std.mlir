// RUN: strata-opt %s --convert-linalg-to-std | FileCheck %s
// Structured ops become calls of a library.

func.func @fill(%v: f32, %x: memref<?x4xf32>) {
  linalg.fill ins(%v : f32) outs(%x : memref<?x4xf32>)
  return
}

// CHECK: func.func private @linalg_fill_f32_viewsx4xf32(f32, memref<?x4xf32, strided<[?, ?], offset: ?>>) attributes {llvm.emit_c_interface}
// CHECK: func.func @fill(%arg0: f32, %arg1: memref<?x4xf32>) {
// CHECK: %cast = memref.cast %arg1 : memref<?x4xf32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
// CHECK: call @linalg_fill_f32_viewsx4xf32(%arg0, %cast) : (f32, memref<?x4xf32, strided<[?, ?], offset: ?>>) -> ()
// CHECK: return
