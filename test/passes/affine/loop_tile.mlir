// RUN: strata-opt %s --affine-loop-tile=tile-size=4 2>&1 | FileCheck %s

// An element is read one row later and one column before it is written: tiles would read it too early.
// CHECK: remark: tiling nest is invalid due to dependences
// CHECK-LABEL: @back
// CHECK-NEXT: affine.for %{{.*}} = 1 to 63 {
// CHECK-NEXT: affine.for %{{.*}} = 1 to 63 {
func.func @back(%m: memref<64x64xf32>) {
  affine.for %i = 1 to 63 {
    affine.for %j = 1 to 63 {
      %v = affine.load %m[%i - 1, %j + 1] : memref<64x64xf32>
      affine.store %v, %m[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
