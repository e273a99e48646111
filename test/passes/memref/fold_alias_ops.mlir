// RUN: strata-opt %s --fold-memref-alias-ops | FileCheck %s
// RUN: strata-opt %s --affine-fold-memref-alias-ops | FileCheck %s --check-prefix=AFFINE

// CHECK-LABEL: func.func @subview
// CHECK-SAME: (%[[M:.*]]: memref<8x16xf32>, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK-DAG: %[[ROW:.*]] = affine.apply #{{.*}}()[%[[I]], %[[J]]]
// CHECK-DAG: %[[COLUMN:.*]] = affine.apply #{{.*}}()[%[[J]]]
// CHECK: memref.load %[[M]][%[[ROW]], %[[COLUMN]]]
func.func @subview(%m: memref<8x16xf32>, %i: index, %j: index) -> f32 {
  %s = memref.subview %m[%i, 2] [4, 4] [1, 2] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 2], offset: ?>>
  %v = memref.load %s[%j, %j] : memref<4x4xf32, strided<[16, 2], offset: ?>>
  return %v : f32
}

// An index is a product of two induction variables, which affine ops do not have.
// CHECK-LABEL: func.func @product
// CHECK: memref.subview
// CHECK: memref.load %subview
func.func @product(%m: memref<64xf32>) {
  affine.for %i = 1 to 4 {
    %s = memref.subview %m[0] [4] [%i] : memref<64xf32> to memref<4xf32, strided<[?]>>
    affine.for %j = 0 to 4 {
      %v = memref.load %s[%j] : memref<4xf32, strided<[?]>>
      memref.store %v, %m[%j] : memref<64xf32>
    }
  }
  return
}

// The digits of an index in a basis with a dynamic base are no dimensions of affine accesses.
// AFFINE-LABEL: func.func @dynamic_basis
// AFFINE: memref.collapse_shape
// AFFINE: affine.load %collapse_shape
func.func @dynamic_basis(%m: memref<?x4xf32>, %r: memref<8xf32>) {
  %c = memref.collapse_shape %m [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  affine.for %i = 0 to 8 {
    %v = affine.load %c[%i] : memref<?xf32>
    affine.store %v, %r[%i] : memref<8xf32>
  }
  return
}

// AFFINE-LABEL: func.func @affine_subview
// AFFINE: affine.for %[[I:.*]] = 0 to 4
// AFFINE: %[[ROW:.*]] = affine.apply #{{.*}}(%[[I]])[%{{.*}}]
// AFFINE: affine.load %{{.*}}[%[[ROW]], %{{.*}}] : memref<8x8xf32>
func.func @affine_subview(%m: memref<8x8xf32>, %n: index, %r: memref<4xf32>) {
  %s = memref.subview %m[%n, 1] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  affine.for %i = 0 to 4 {
    %v = affine.load %s[%i, 3 - %i] : memref<4x4xf32, strided<[8, 1], offset: ?>>
    affine.store %v, %r[%i] : memref<4xf32>
  }
  return
}
