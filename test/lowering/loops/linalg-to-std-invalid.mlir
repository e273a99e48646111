// RUN: strata-opt %s --convert-linalg-to-std --verify-diagnostics --split-input-file

func.func @tensors(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{failed to legalize operation 'linalg.exp': it has tensor semantics; bufferize it first}}
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @types(%x: memref<2x3xf32>, %y: memref<3x2xf32>) {
  linalg.transpose ins(%x : memref<2x3xf32>) outs(%y : memref<3x2xf32>) permutation = [1, 0]
  // expected-error @+1 {{'op_has_no_registered_library_name' is declared with another type than this call needs}}
  linalg.transpose ins(%y : memref<3x2xf32>) outs(%x : memref<2x3xf32>) permutation = [1, 0]
  return
}
