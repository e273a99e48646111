// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @a(%t: tensor<4x?xf32>, %n: index) {
  // expected-error @+1 {{'bufferization.alloc_tensor' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = bufferization.alloc_tensor() : tensor<4x?xf32>
  return
}

// -----

func.func @a(%t: tensor<4x?xf32>, %n: index) {
  // expected-error @+1 {{dynamic sizes not needed when copying a tensor}}
  %0 = bufferization.alloc_tensor(%n) copy(%t): tensor<4x?xf32>
  return
}

// -----

func.func @a(%t: tensor<4x?xf32>, %n: index) {
  // expected-error @+1 {{'bufferization.to_buffer' op operand #0 must be TensorLikeType instance, but got 'index'}}
  %0 = "bufferization.to_buffer"(%n) : (index) -> memref<4x4x4xf32>
  return
}

// -----

func.func @a(%t: tensor<4x?xf32>, %n: index) {
  // expected-error @+1 {{'bufferization.to_tensor' op operand #0 must be BufferLikeType instance, but got 'index'}}
  %0 = "bufferization.to_tensor"(%n) : (index) -> tensor<4x4x4xf32>
  return
}

// -----

func.func @a(%t: tensor<4x?xf32>, %n: memref<4x4xf16>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op failed to verify that all of {source, dest} have same element type}}
  "bufferization.materialize_in_destination"(%t, %n) {writable} : (tensor<4x?xf32>, memref<4x4xf16>) -> ()
  return
}
