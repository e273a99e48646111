// RUN: strata-opt %s --gpu-eliminate-barriers | FileCheck %s

// What a thread reads after others have written needs a barrier, and what it writes after others have read.

// CHECK-LABEL: func.func @rounds(
// CHECK:         scf.for
// CHECK-NEXT:      %[[X:.*]] = memref.load %arg0[%{{.*}}]
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      memref.store %[[X]], %arg0[%{{.*}}]
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:    }
// CHECK-NEXT:    gpu.terminator
func.func @rounds(%m: memref<4xf32>, %n: index) {
  gpu.launch blocks(%a, %b, %c) in (%ga = %n, %gb = %n, %gc = %n) threads(%d, %e, %f) in (%ta = %n, %tb = %n, %tc = %n) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    gpu.barrier
    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %m[%d] : memref<4xf32>
      gpu.barrier
      gpu.barrier
      memref.store %x, %m[%i] : memref<4xf32>
      gpu.barrier
    }
    gpu.barrier
    gpu.terminator
  }
  return
}

// Nothing is known about accesses in regions with several blocks.
// CHECK-LABEL: func.func @blocks(
// CHECK:         scf.execute_region
// CHECK:         gpu.barrier
func.func @blocks(%m: memref<4xf32>, %n: index, %t: i1) {
  gpu.launch blocks(%a, %b, %c) in (%ga = %n, %gb = %n, %gc = %n) threads(%d, %e, %f) in (%ta = %n, %tb = %n, %tc = %n) {
    scf.execute_region {
      %x = memref.load %m[%d] : memref<4xf32>
      cf.cond_br %t, ^bb1, ^bb2
    ^bb1:
      gpu.barrier
      memref.store %x, %m[%a] : memref<4xf32>
      cf.br ^bb2
    ^bb2:
      scf.yield
    }
    gpu.terminator
  }
  return
}
