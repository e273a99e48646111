// RUN: strata-opt %s --bubble-down-memory-space-casts | FileCheck %s

// CHECK-LABEL: func.func @view
// CHECK-SAME: %[[M:.*]]: memref<8xf32, 1>
// CHECK: %[[S:.*]] = memref.subview %[[M]][2] [4] [1] : memref<8xf32, 1> to memref<4xf32, strided<[1], offset: 2>, 1>
// CHECK: memref.load %[[S]]
// CHECK-NOT: memory_space_cast
func.func @view(%m: memref<8xf32, 1>, %i: index) -> f32 {
  %c = memref.memory_space_cast %m : memref<8xf32, 1> to memref<8xf32>
  %s = memref.subview %c[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  %v = memref.load %s[%i] : memref<4xf32, strided<[1], offset: 2>>
  return %v : f32
}
