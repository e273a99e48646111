// RUN: strata-opt %s --split-input-file --linalg-pack-contractions=vector-bits=128 --canonicalize --cse | FileCheck %s

// Sixteen rows are multiplied with %w where it is: panels would take as much memory, and its rows begin in different sets of the cache.
// CHECK-LABEL: func.func @sixteen
// CHECK-NOT: memref.alloc
// CHECK: linalg.matmul
func.func @sixteen(%w: memref<256x264xf32>, %x: memref<16x256xf32>, %y: memref<16x264xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    linalg.matmul ins(%x, %w : memref<16x256xf32>, memref<256x264xf32>) outs(%y : memref<16x264xf32>)
  }
  return
}

// -----

// Rows that begin in the same sets are copied.
// CHECK-LABEL: func.func @sixteen_of_pages
// CHECK: memref.alloc() {{.*}} : memref<262144xf32>
// CHECK: scf.for
func.func @sixteen_of_pages(%w: memref<256x1024xf32>, %x: memref<16x256xf32>, %y: memref<16x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    linalg.matmul ins(%x, %w : memref<16x256xf32>, memref<256x1024xf32>) outs(%y : memref<16x1024xf32>)
  }
  return
}
