// RUN: strata-opt %s --convert-arith-to-apfloat --split-input-file --verify-diagnostics

// expected-error @+1 {{matched function '_mlir_apfloat_add' but with different type: '(i32) -> i64' (expected '(i32, i64, i64) -> i64')}}
func.func private @_mlir_apfloat_add(i32) -> i64
func.func @taken(%x: f16) -> f16 {
  // expected-note @+1 {{this op calls it}}
  %0 = arith.addf %x, %x : f16
  return %0 : f16
}

// -----

// expected-note @+1 {{the symbol is here}}
memref.global @_mlir_apfloat_neg : memref<1xf32>
func.func @no_function(%x: f16) -> f16 {
  // expected-error @+1 {{the module has a symbol '_mlir_apfloat_neg' that is not the function which this op calls}}
  %0 = arith.negf %x : f16
  return %0 : f16
}

// -----

func.func @scalable(%x: vector<[4]xf32>) {
  // expected-error @+1 {{failed to legalize operation 'arith.negf': the number of elements of a scalable vector is not known}}
  %0 = arith.negf %x : vector<[4]xf32>
  return
}

// -----

func.func @many(%x: vector<1000000xf32>) {
  // expected-error @+1 {{failed to legalize operation 'arith.negf': the vector has too many elements}}
  %0 = arith.negf %x : vector<1000000xf32>
  return
}

// -----

func.func @rounding(%x: f32) {
  // expected-error @+1 {{failed to legalize operation 'arith.truncf': the library rounds to the nearest value, ties to even}}
  %0 = arith.truncf %x upward : f32 to f16
  return
}
