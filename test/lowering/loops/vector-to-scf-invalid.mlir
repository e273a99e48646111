// RUN: strata-opt %s --convert-vector-to-scf=full-unroll --split-input-file --verify-diagnostics

func.func @many(%m: memref<?x?xf32>, %i: index, %v: vector<100000x4xf32>) {
  // expected-error @+1 {{'vector.transfer_write' op cannot be lowered to loops: it has more rows than the limit unroll_ops}}
  vector.transfer_write %v, %m[%i, %i] : vector<100000x4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @permuted_mask(%m: memref<?x?x?xf32>, %i: index, %p: f32, %k: vector<4x3xi1>) -> vector<3x4xf32> {
  // expected-error @+1 {{'vector.transfer_read' op cannot be lowered to loops: the dimensions of its mask are in another order than those of its vector}}
  %0 = vector.transfer_read %m[%i, %i, %i], %p, %k {permutation_map = affine_map<(d0, d1, d2) -> (d2, d0)>} : memref<?x?x?xf32>, vector<3x4xf32>
  return %0 : vector<3x4xf32>
}
