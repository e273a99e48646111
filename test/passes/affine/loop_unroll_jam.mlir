// RUN: strata-opt %s --affine-loop-unroll-jam=unroll-jam-factor=2 | FileCheck %s

// The next row is written one column earlier than it is read in this one, so that two rows cannot run together.
// CHECK-LABEL: @back
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
