// RUN: strata-opt %s --flatten-memref | FileCheck %s

// CHECK-LABEL: func.func @load
// CHECK: %[[I:.*]] = affine.apply #{{.*}}()[%{{.*}}, %{{.*}}]
// CHECK: %[[FLAT:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [32], strides: [1]
// CHECK: memref.load %[[FLAT]]{{.}}%[[I]]] : memref<32xf32, strided<[1]>>
func.func @load(%m: memref<4x8xf32>, %i: index, %j: index) -> f32 {
  %v = memref.load %m[%i, %j] : memref<4x8xf32>
  return %v : f32
}

// mlir-opt makes an allocation without its size.
// CHECK-LABEL: func.func @dynamic_allocation
// CHECK: %[[N:.*]] = affine.max #{{.*}}()[%{{.*}}]
// CHECK: memref.alloc(%[[N]]) : memref<?xf32, strided<[1]>>
func.func @dynamic_allocation(%n: index, %x: f32) -> memref<4x?xf32> {
  %m = memref.alloc(%n) : memref<4x?xf32>
  return %m : memref<4x?xf32>
}

// Rows of the vector are eight elements apart.
// CHECK-LABEL: func.func @rows
// CHECK: vector.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<4x8xf32>, vector<2x4xf32>
func.func @rows(%m: memref<4x8xf32>, %i: index) -> vector<2x4xf32> {
  %v = vector.load %m[%i, %i] : memref<4x8xf32>, vector<2x4xf32>
  return %v : vector<2x4xf32>
}
