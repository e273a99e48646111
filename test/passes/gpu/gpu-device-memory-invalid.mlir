// RUN: strata-opt %s --gpu-device-memory --split-input-file --verify-diagnostics
// What is left on the host and touches memory of the device is refused.

func.func @vector(%x: memref<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'vector.load' op has no kernel: it is left on the host and touches memory of the device}}
  %0 = vector.load %x[%c0] : memref<8xf32>, vector<8xf32>
  return %0 : vector<8xf32>
}

// -----

func.func @structured(%x: memref<8xf32>, %v: f32) {
  // expected-error @+1 {{'linalg.fill' op has no kernel: it is left on the host and touches memory of the device}}
  linalg.fill ins(%v : f32) outs(%x : memref<8xf32>)
  return
}

// -----

func.func @shape(%x: memref<?xf32>, %shape: memref<?xindex>) -> memref<*xf32> {
  // expected-error @+1 {{'memref.reshape' op has no kernel: the size of a buffer that the host reads is not known}}
  %0 = memref.reshape %x(%shape) : (memref<?xf32>, memref<?xindex>) -> memref<*xf32>
  return %0 : memref<*xf32>
}
