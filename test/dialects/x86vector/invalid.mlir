// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @f(%k: vector<16xi1>, %a: vector<16xf32>, %s: vector<8xf32>) {
  // expected-error @+1 {{failed to verify that src and dst have same type}}
  %0 = x86vector.avx512.mask.compress %k, %a, %s : vector<16xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%k: vector<16xi1>, %a: vector<16xf32>, %s: vector<16xf32>) {
  // expected-error @+1 {{cannot use both src and constant_src}}
  %0 = x86vector.avx512.mask.compress %k, %a, %s {constant_src = dense<0.0> : vector<16xf32>} : vector<16xf32>, vector<16xf32>
  return
}

// -----

func.func @f(%k: vector<16xi1>, %a: vector<16xf32>) {
  // expected-error @+1 {{failed to verify that constant_src and dst have same type}}
  %0 = x86vector.avx512.mask.compress %k, %a {constant_src = dense<0.0> : vector<8xf32>} : vector<16xf32>
  return
}

// -----

func.func @f(%k: vector<8xi1>, %a: vector<16xf32>) {
  // expected-error @+1 {{failed to verify that `k` has the same number of bits as elements in `dst`}}
  %0 = "x86vector.avx512.mask.compress"(%k, %a) : (vector<8xi1>, vector<16xf32>) -> vector<16xf32>
  return
}

// -----

func.func @f(%k: i32, %a: vector<8xf64>, %b: i16) {
  // expected-error @+1 {{failed to verify that imm has the same number of bits as elements in dst}}
  %0 = "x86vector.avx512.mask.rndscale"(%a, %k, %a, %b, %k) : (vector<8xf64>, i32, vector<8xf64>, i16, i32) -> vector<8xf64>
  return
}

// -----

func.func @f(%k: i32, %a: vector<8xf64>) {
  // expected-error @+1 {{operand #3 must be 16-bit signless integer or 8-bit signless integer, but got 'i32'}}
  %0 = "x86vector.avx512.mask.rndscale"(%a, %k, %a, %k, %k) : (vector<8xf64>, i32, vector<8xf64>, i32, i32) -> vector<8xf64>
  return
}

// -----

func.func @f(%k: i32, %a: vector<8xf64>, %b: i16) {
  // expected-error @+1 {{failed to verify that k has the same number of bits as elements in dst}}
  %0 = "x86vector.avx512.mask.scalef"(%a, %a, %a, %b, %k) : (vector<8xf64>, vector<8xf64>, vector<8xf64>, i16, i32) -> vector<8xf64>
  return
}

// -----

func.func @f(%b: vector<16xi32>) {
  // expected-error @+1 {{failed to verify that k2 has the same number of bits as elements in b}}
  %0, %1 = "x86vector.avx512.vp2intersect"(%b, %b) : (vector<16xi32>, vector<16xi32>) -> (vector<16xi1>, vector<8xi1>)
  return
}

// -----

func.func @f(%a: vector<4xf32>, %c: vector<16xbf16>) {
  // expected-error @+1 {{failed to verify that `a` has twice an many elements as `src`}}
  %0 = x86vector.avx512.dot %a, %c, %c : vector<16xbf16> -> vector<4xf32>
  return
}

// -----

func.func @f(%a: vector<8xf32>) {
  // expected-error @+1 {{failed to verify that all of {a, dst} have same element count}}
  %0 = x86vector.avx512.cvt.packed.f32_to_bf16 %a : vector<8xf32> -> vector<16xbf16>
  return
}

// -----

func.func @f(%a: vector<4xf32>) {
  // expected-error @+1 {{operand #0 must be vector of 32-bit float values of length 8/16, but got 'vector<4xf32>'}}
  %0 = x86vector.avx512.cvt.packed.f32_to_bf16 %a : vector<4xf32> -> vector<4xbf16>
  return
}

// -----

func.func @f(%a: vector<8xf32>) {
  // expected-error @+1 {{result #0 must be vector of 32-bit float values of length 8, but got 'vector<4xf32>'}}
  %0 = "x86vector.avx.rsqrt"(%a) : (vector<8xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a: vector<16xf32>) {
  // expected-error @+1 {{must be vector of 32-bit float values of length 8, but got 'vector<16xf32>'}}
  %0 = x86vector.avx.intr.dot %a, %a : vector<16xf32>
  return
}

// -----

func.func @f(%a: vector<8xi32>, %b: vector<16xi8>) {
  // expected-error @+1 {{failed to verify that `a` has four times elements as `w`}}
  %0 = x86vector.avx.dot.i8 %a, %b, %b : vector<16xi8> -> vector<8xi32>
  return
}

// -----

func.func @f(%a: memref<1xf32>) {
  // expected-error @+1 {{operand #0 must be memref of bfloat16 type or 16-bit float values, but got 'memref<1xf32>'}}
  %0 = x86vector.avx.bcst_to_f32.packed %a : memref<1xf32> -> vector<8xf32>
  return
}

// -----

func.func @f(%a: memref<1xf16>) {
  // expected-error @+1 {{result #0 must be vector of 32-bit float values of length 4/8, but got 'vector<16xf32>'}}
  %0 = x86vector.avx.cvt.packed.even.indexed_to_f32 %a : memref<1xf16> -> vector<16xf32>
  return
}

// -----

func.func @f(%a: memref<1xi16>) {
  // expected-error @+1 {{operand #0 must be memref of bfloat16 type or 16-bit float values, but got 'memref<1xi16>'}}
  %0 = x86vector.avx.cvt.packed.odd.indexed_to_f32 %a : memref<1xi16> -> vector<4xf32>
  return
}
