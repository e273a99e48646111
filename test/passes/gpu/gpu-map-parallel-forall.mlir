// RUN: strata-opt %s --gpu-map-parallel | FileCheck %s

// What is in a loop goes into its kernel, and is looked at no more.
// CHECK-LABEL: @main
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK-NOT: scf.forall
func.func @main(%m: memref<4x6xf32>, %x: f32) {
  scf.forall (%i) in (4) {
    %c0 = arith.constant 0 : index
    memref.store %x, %m[%i, %c0] : memref<4x6xf32>
  }
  scf.forall (%i, %j) in (4, 6) {
    memref.store %x, %m[%i, %j] : memref<4x6xf32>
  }
  return
}
