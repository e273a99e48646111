// RUN: strata-opt %s --convert-math-to-libm --split-input-file --verify-diagnostics

func.func @tensors(%x: tensor<4xf32>) {
  // expected-error @+1 {{failed to legalize operation 'math.floor': the C library has no function for 'tensor<4xf32>'}}
  %0 = math.floor %x : tensor<4xf32>
  return
}

// -----

func.func @integers(%x: i32) {
  // expected-error @+1 {{failed to legalize operation 'math.ctlz': there is no function of the C library for it}}
  %0 = math.ctlz %x : i32
  return
}

// -----

func.func @many(%x: vector<1000000xf32>) {
  // expected-error @+1 {{failed to legalize operation 'math.floor': the vector has too many elements}}
  %0 = math.floor %x : vector<1000000xf32>
  return
}

// -----

func.func @scalable(%x: vector<[4]xf32>) {
  // expected-error @+1 {{failed to legalize operation 'math.floor': the number of elements of a scalable vector is not known}}
  %0 = math.floor %x : vector<[4]xf32>
  return
}

// -----

// expected-error @+1 {{matched function 'floorf' but with different type: '(i32) -> ()' (expected '(f32) -> f32')}}
func.func @floorf(%x: i32) {
  return
}
func.func @taken(%x: f32) -> f32 {
  // expected-note @+1 {{this op calls it}}
  %0 = math.floor %x : f32
  return %0 : f32
}
