// RUN: strata-opt %s --optimize-allocation-liveness | FileCheck %s

// A use of a view of the buffer is a use of it.
// CHECK-LABEL: func.func @view
// CHECK: memref.load
// CHECK-NEXT: memref.dealloc
// CHECK-NEXT: memref.load
func.func @view(%x: memref<4xf32>, %i: index) -> (f32, f32) {
  %0 = memref.alloc() : memref<4xf32>
  memref.copy %x, %0 : memref<4xf32> to memref<4xf32>
  %1 = memref.cast %0 : memref<4xf32> to memref<?xf32>
  %2 = memref.load %1[%i] : memref<?xf32>
  %3 = memref.load %x[%i] : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return %2, %3 : f32, f32
}
