// FLAGS: --convert-vector-to-llvm=enable-x86vector
// FLAGS: --convert-vector-to-llvm
// FLAGS: --convert-vector-to-llvm=enable-x86vector --finalize-memref-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts

func.func @compress(%k: vector<16xi1>, %a: vector<16xf32>, %l: vector<8xi1>, %b: vector<8xi64>) -> (vector<16xf32>, vector<16xf32>, vector<8xi64>) {
  %0 = x86vector.avx512.mask.compress %k, %a : vector<16xf32>
  %1 = x86vector.avx512.mask.compress %k, %a, %a : vector<16xf32>, vector<16xf32>
  %2 = x86vector.avx512.mask.compress %l, %b {constant_src = dense<5> : vector<8xi64>} : vector<8xi64>
  return %0, %1, %2 : vector<16xf32>, vector<16xf32>, vector<8xi64>
}
func.func @elementwise(%a: vector<16xf32>, %n: i32, %k: i16, %b: vector<8xf64>, %l: i8, %c: vector<8xf32>, %d: vector<8xi64>, %e: vector<8xi32>) -> (vector<16xf32>, vector<8xf64>, vector<8xf32>, vector<8xi1>, vector<8xi1>, vector<8xi1>) {
  %0 = x86vector.avx512.mask.rndscale %a, %n, %a, %k, %n : vector<16xf32>
  %1 = x86vector.avx512.mask.scalef %0, %a, %a, %k, %n : vector<16xf32>
  %2 = x86vector.avx512.mask.rndscale %b, %n, %b, %l, %n : vector<8xf64>
  %3 = x86vector.avx.rsqrt %c : vector<8xf32>
  %4, %5 = x86vector.avx512.vp2intersect %d, %d : vector<8xi64>
  %6, %7 = x86vector.avx512.vp2intersect %e, %e : vector<8xi32>
  return %1, %2, %3, %4, %5, %6 : vector<16xf32>, vector<8xf64>, vector<8xf32>, vector<8xi1>, vector<8xi1>, vector<8xi1>
}
func.func @dot(%a: vector<4xf32>, %b: vector<8xbf16>, %c: vector<8xi32>, %d: vector<32xi8>, %e: vector<8xf32>) -> (vector<4xf32>, vector<8xi32>, vector<8xf32>) {
  %0 = x86vector.avx512.dot %a, %b, %b : vector<8xbf16> -> vector<4xf32>
  %1 = x86vector.avx.dot.i8 %c, %d, %d : vector<32xi8> -> vector<8xi32>
  %2 = x86vector.avx.intr.dot %e, %e : vector<8xf32>
  return %0, %1, %2 : vector<4xf32>, vector<8xi32>, vector<8xf32>
}
func.func @convert(%a: vector<8xf32>, %m: memref<1xbf16>, %n: memref<16xf16>, %o: memref<4xf16, strided<[1], offset: 3>>, %p: memref<?xbf16, strided<[1], offset: ?>, 3>) -> (vector<8xbf16>, vector<8xf32>, vector<8xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>){
  %0 = x86vector.avx512.cvt.packed.f32_to_bf16 %a : vector<8xf32> -> vector<8xbf16>
  %1 = x86vector.avx.bcst_to_f32.packed %m : memref<1xbf16> -> vector<8xf32>
  %2 = x86vector.avx.cvt.packed.even.indexed_to_f32 %n : memref<16xf16> -> vector<8xf32>
  %3 = x86vector.avx.cvt.packed.odd.indexed_to_f32 %n {note} : memref<16xf16> -> vector<4xf32>
  %4 = x86vector.avx.cvt.packed.odd.indexed_to_f32 %o {note} : memref<4xf16, strided<[1], offset: 3>> -> vector<4xf32>
  %5 = x86vector.avx.bcst_to_f32.packed %p {note} : memref<?xbf16, strided<[1], offset: ?>, 3> -> vector<4xf32>
  return %0, %1, %2, %3, %4, %5 : vector<8xbf16>, vector<8xf32>, vector<8xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}
