// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{incorrect number of indices for load, expected 1 but got 2}}
  %0 = memref.load %m[%i, %i] : memref<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = memref.alloc() : memref<?xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{are cast incompatible}}
  %0 = memref.cast %m : memref<4xf32> to memref<5xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nothing' does not reference a valid global memref}}
  %0 = memref.get_global @nothing : memref<4xf32>
  return
}
