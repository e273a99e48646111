// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{has different number of elements at source (4) and result (5)}}
  %0 = vector.shape_cast %v : vector<4xf32> to vector<5xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{dimension mismatch (4 vs. 8)}}
  %0 = vector.broadcast %v : vector<4xf32> to vector<8xf32>
  return
}

// -----

func.func @f(%v: vector<4x8xf32>) {
  // expected-error @+1 {{expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension}}
  %0 = vector.extract %v[7] : vector<8xf32> from vector<4x8xf32>
  return
}
