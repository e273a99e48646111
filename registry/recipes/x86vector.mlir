// Recipes for `x86vector`.
// type: vector<16xf32>
// type: vector<32xbf16>
// -----
// op: x86vector.avx512.mask.compress
func.func @f(%k: vector<16xi1>, %a: vector<16x$[1:f32|i32]>, %s: vector<16x$1>) {
  %0 = x86vector.avx512.mask.compress %k, %a : vector<16x$1>
  %1 = x86vector.avx512.mask.compress %k, %a, %s : vector<16x$1>, vector<16x$1>
  return
}
// -----
// op: x86vector.avx512.mask.compress
func.func @f(%k: vector<8xi1>, %a: vector<8xi64>) {
  %0 = x86vector.avx512.mask.compress %k, %a {constant_src = dense<$[0|7]> : vector<8xi64>} : vector<8xi64>
  return
}
// -----
// op: x86vector.avx512.mask.rndscale x86vector.avx512.mask.scalef
func.func @f(%a: vector<8xf64>, %k: i8, %n: i32, %b: vector<16xf32>, %l: i16) {
  %0 = x86vector.avx512.mask.rndscale %a, %n, %a, %k, %n : vector<8xf64>
  %1 = x86vector.avx512.mask.scalef %a, %0, %a, %k, %n : vector<8xf64>
  %2 = x86vector.avx512.mask.rndscale %b, %n, %b, %l, %n : vector<16xf32>
  %3 = x86vector.avx512.mask.scalef %b, %2, %b, %l, %n : vector<16xf32>
  return
}
// -----
// op: x86vector.avx512.vp2intersect
func.func @f(%a: $[1:vector<8xi64>|vector<16xi32>|vector<8xi32>]) {
  %0, %1 = x86vector.avx512.vp2intersect %a, %a : $1
  return
}
// -----
// op: x86vector.avx512.dot x86vector.avx.dot.i8 x86vector.avx.intr.dot
func.func @f(%a: vector<16xf32>, %b: vector<32xbf16>, %c: vector<4xi32>, %d: vector<16xi8>, %e: vector<8xf32>) {
  %0 = x86vector.avx512.dot %a, %b, %b : vector<32xbf16> -> vector<16xf32>
  %1 = x86vector.avx.dot.i8 %c, %d, %d : vector<16xi8> -> vector<4xi32>
  %2 = x86vector.avx.intr.dot %e, %e : vector<8xf32>
  return
}
// -----
// op: x86vector.avx512.cvt.packed.f32_to_bf16 x86vector.avx.rsqrt
func.func @f(%a: vector<16xf32>, %e: vector<8xf32>) {
  %0 = x86vector.avx512.cvt.packed.f32_to_bf16 %a : vector<16xf32> -> vector<16xbf16>
  %1 = x86vector.avx512.cvt.packed.f32_to_bf16 %e : vector<8xf32> -> vector<8xbf16>
  %2 = x86vector.avx.rsqrt %e : vector<8xf32>
  return
}
// -----
// op: x86vector.avx.bcst_to_f32.packed x86vector.avx.cvt.packed.even.indexed_to_f32 x86vector.avx.cvt.packed.odd.indexed_to_f32
func.func @f(%a: memref<16x$[1:bf16|f16]>, %b: memref<1x$1>) {
  %0 = x86vector.avx.bcst_to_f32.packed %b : memref<1x$1> -> vector<$[4|8]xf32>
  %1 = x86vector.avx.cvt.packed.even.indexed_to_f32 %a : memref<16x$1> -> vector<8xf32>
  %2 = x86vector.avx.cvt.packed.odd.indexed_to_f32 %a : memref<16x$1> -> vector<8xf32>
  return
}
