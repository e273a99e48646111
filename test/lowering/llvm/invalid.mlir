// RUN: strata-opt %s --convert-program-to-llvm --split-input-file --verify-diagnostics

func.func @narrow(%a: f8E4M3FN, %b: f8E4M3FN) -> f8E4M3FN {
  // expected-error @+1 {{failed to legalize operation 'arith.addf': arithmetic on 'f8E4M3FN' is not supported}}
  %c = arith.addf %a, %b : f8E4M3FN
  return %c : f8E4M3FN
}

// -----

// expected-error @+1 {{failed to legalize operation 'func.func': type 'tensor<4xf32>' has no LLVM equivalent}}
func.func @tensor(%a: tensor<4xf32>) {
  return
}

// -----

func.func @layout(%m: memref<4x4xf32, affine_map<(i, j) -> (j, i)>>, %i: index) -> f32 {
  // expected-error @+1 {{failed to legalize operation 'memref.load'}}
  %c = memref.load %m[%i, %i] : memref<4x4xf32, affine_map<(i, j) -> (j, i)>>
  return %c : f32
}

// -----

func.func @column(%m: memref<8x8xf32>, %i: index, %pad: f32) -> vector<8xf32> {
  // expected-error @+1 {{failed to legalize operation 'vector.transfer_read': is only supported for a vector along the last dimension}}
  %v = vector.transfer_read %m[%i, %i], %pad {in_bounds = [true], permutation_map = affine_map<(i, j) -> (i)>} : memref<8x8xf32>, vector<8xf32>
  return %v : vector<8xf32>
}
