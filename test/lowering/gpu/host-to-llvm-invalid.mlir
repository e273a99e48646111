// RUN: strata-opt %s --convert-program-to-llvm --split-input-file --verify-diagnostics

func.func @token() {
  // expected-error @+1 {{failed to legalize operation 'gpu.wait': has a token: only the forms without 'async' are supported}}
  %0 = gpu.wait async
  return
}

// -----

func.func @wide(%v: f32, %x: memref<8xf32, strided<[2]>>) {
  // expected-error @+1 {{failed to legalize operation 'gpu.memset': type 'memref<8xf32, strided<[2]>>' has gaps between its elements}}
  gpu.memset %x, %v : memref<8xf32, strided<[2]>>, f32
  return
}
