// RUN: strata-opt %s --split-input-file --convert-program-to-llvm --verify-diagnostics

// A vector of three elements takes the memory of four.
func.func @gaps(%a: memref<4x3xf32>) -> memref<4xvector<3xf32>> {
  // expected-error @+1 {{failed to legalize operation 'vector.type_cast': has elements between which LLVM leaves gaps in one of the types}}
  %0 = vector.type_cast %a : memref<4x3xf32> to memref<4xvector<3xf32>>
  return %0 : memref<4xvector<3xf32>>
}

// -----

// Each element of the memref takes a byte, each one of the vector a bit.
func.func @bits(%a: memref<4x8xi1>) -> memref<4xvector<8xi1>> {
  // expected-error @+1 {{failed to legalize operation 'vector.type_cast': has elements between which LLVM leaves gaps in one of the types}}
  %0 = vector.type_cast %a : memref<4x8xi1> to memref<4xvector<8xi1>>
  return %0 : memref<4xvector<8xi1>>
}
