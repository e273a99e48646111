// RUN: strata-opt %s --canonicalize | FileCheck %s

// CHECK: func.func @casts(%arg0: memref<4x4xf32>, %arg1: index, %arg2: f32) -> f32 {
// CHECK: memref.store %arg2, %arg0[%arg1, %arg1] : memref<4x4xf32>
// CHECK: %0 = memref.load %arg0[%arg1, %arg1] : memref<4x4xf32>
// CHECK: return %0 : f32
func.func @casts(%m: memref<4x4xf32>, %i: index, %f: f32) -> f32 {
  %c = memref.cast %m : memref<4x4xf32> to memref<?x?xf32>
  memref.store %f, %c[%i, %i] : memref<?x?xf32>
  %0 = memref.load %c[%i, %i] : memref<?x?xf32>
  return %0 : f32
}
// CHECK: func.func @dim(%arg0: index) -> (index, memref<4x?xf32>) {
// CHECK: %alloc = memref.alloc(%arg0) : memref<4x?xf32>
// CHECK: return %arg0, %alloc : index, memref<4x?xf32>
func.func @dim(%n: index) -> (index, memref<4x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloc(%n) : memref<4x?xf32>
  %0 = memref.dim %m, %c1 : memref<4x?xf32>
  return %0, %m : index, memref<4x?xf32>
}
// CHECK: func.func @views(%arg0: memref<8x8xf32>) -> memref<2x2xf32, strided<[8, 1], offset: 27>> {
// CHECK: %subview = memref.subview %arg0[3, 3] [2, 2] [1, 1] : memref<8x8xf32> to memref<2x2xf32, strided<[8, 1], offset: 27>>
// CHECK: return %subview : memref<2x2xf32, strided<[8, 1], offset: 27>>
func.func @views(%m: memref<8x8xf32>) -> memref<2x2xf32, strided<[8, 1], offset: 27>> {
  %0 = memref.subview %m[2, 2] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 18>>
  %1 = memref.subview %0[1, 1] [2, 2] [1, 1] : memref<4x4xf32, strided<[8, 1], offset: 18>> to memref<2x2xf32, strided<[8, 1], offset: 27>>
  return %1 : memref<2x2xf32, strided<[8, 1], offset: 27>>
}
// CHECK: func.func @constant_view(%arg0: memref<8x8xf32>) -> memref<?x4xf32, strided<[8, 1], offset: ?>> {
// CHECK: %subview = memref.subview %arg0[2, 0] [2, 4] [1, 1] : memref<8x8xf32> to memref<2x4xf32, strided<[8, 1], offset: 16>>
// CHECK: %cast = memref.cast %subview : memref<2x4xf32, strided<[8, 1], offset: 16>> to memref<?x4xf32, strided<[8, 1], offset: ?>>
// CHECK: return %cast : memref<?x4xf32, strided<[8, 1], offset: ?>>
func.func @constant_view(%m: memref<8x8xf32>) -> memref<?x4xf32, strided<[8, 1], offset: ?>> {
  %c2 = arith.constant 2 : index
  %0 = memref.subview %m[%c2, 0] [%c2, 4] [1, 1] : memref<8x8xf32> to memref<?x4xf32, strided<[8, 1], offset: ?>>
  return %0 : memref<?x4xf32, strided<[8, 1], offset: ?>>
}
// CHECK: func.func @dead(%arg0: f32, %arg1: index) {
// CHECK: return
func.func @dead(%f: f32, %i: index) {
  %m = memref.alloc() : memref<4xf32>
  memref.store %f, %m[%i] : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  return
}
// CHECK: func.func @sizes() -> memref<?xf32> {
// CHECK: %alloc = memref.alloc() : memref<4xf32>
// CHECK: %cast = memref.cast %alloc : memref<4xf32> to memref<?xf32>
// CHECK: return %cast : memref<?xf32>
func.func @sizes() -> memref<?xf32> {
  %c4 = arith.constant 4 : index
  %m = memref.alloc(%c4) : memref<?xf32>
  return %m : memref<?xf32>
}
