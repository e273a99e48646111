// RUN: strata-opt %s --split-input-file --verify-diagnostics --gpu-async-region | FileCheck %s

// The host waits before the first op that may see the memory.

// CHECK-LABEL: func.func @copy(
// CHECK-NEXT:    %[[T:.*]] = gpu.wait async
// CHECK-NEXT:    %[[C:.*]] = gpu.memcpy async [%[[T]]] %arg0, %arg1
// CHECK-NEXT:    %[[S:.*]] = gpu.memset async [%[[C]]] %arg1, %arg2
// CHECK-NEXT:    arith.addf
// CHECK-NEXT:    gpu.wait [%[[S]]]
// CHECK-NEXT:    memref.load
func.func @copy(%x: memref<4xf32>, %y: memref<4xf32>, %v: f32, %i: index) -> f32 {
  gpu.memcpy %x, %y : memref<4xf32>, memref<4xf32>
  gpu.memset %y, %v : memref<4xf32>, f32
  %0 = arith.addf %v, %v : f32
  %1 = memref.load %x[%i] : memref<4xf32>
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}

// -----

func.func @launch(%n: index) {
  // expected-error @below {{'gpu.launch' op replace with gpu.launch_func first}}
  gpu.launch blocks(%a, %b, %c) in (%ga = %n, %gb = %n, %gc = %n) threads(%d, %e, %f) in (%ta = %n, %tb = %n, %tc = %n) {
    gpu.terminator
  }
  return
}
