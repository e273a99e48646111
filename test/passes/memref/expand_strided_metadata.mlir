// RUN: strata-opt %s --expand-strided-metadata | FileCheck %s

// CHECK-LABEL: func.func @subview
// CHECK: %[[BASE:.*]], %{{.*}}, %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %{{.*}} : memref<8x16xf32>
// CHECK: %[[OFFSET:.*]] = affine.apply #{{.*}}()[%{{.*}}]
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [4, 4], strides: [16, 2]
func.func @subview(%m: memref<8x16xf32>, %i: index) -> memref<4x4xf32, strided<[16, 2], offset: ?>> {
  %s = memref.subview %m[%i, 2] [4, 4] [1, 2] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 2], offset: ?>>
  return %s : memref<4x4xf32, strided<[16, 2], offset: ?>>
}

// The shift of a view is a part of its pointer.
// CHECK-LABEL: func.func @view
// CHECK: %[[V:.*]] = memref.view
// CHECK: memref.extract_aligned_pointer_as_index %[[V]]
func.func @view(%m: memref<128xi8>, %i: index) -> index {
  %r = memref.view %m[%i][] : memref<128xi8> to memref<4xf32>
  %p = memref.extract_aligned_pointer_as_index %r : memref<4xf32> -> index
  return %p : index
}
