// RUN: strata-opt %s | FileCheck %s
// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @compress
// CHECK: x86vector.avx512.mask.compress %arg0, %arg1 : vector<16xf32>
// CHECK: x86vector.avx512.mask.compress %arg0, %arg1, %arg1 : vector<16xf32>, vector<16xf32>
// CHECK: x86vector.avx512.mask.compress %arg2, %arg3 {constant_src = dense<5> : vector<8xi64>} : vector<8xi64>
func.func @compress(%k: vector<16xi1>, %a: vector<16xf32>, %l: vector<8xi1>, %b: vector<8xi64>) {
  %0 = x86vector.avx512.mask.compress %k, %a : vector<16xf32>
  %1 = x86vector.avx512.mask.compress %k, %a, %a : vector<16xf32>, vector<16xf32>
  %2 = x86vector.avx512.mask.compress %l, %b {constant_src = dense<5> : vector<8xi64>} : vector<8xi64>
  return
}

// CHECK-LABEL: func.func @elementwise
// CHECK: x86vector.avx512.mask.rndscale %arg0, %arg1, %arg0, %arg2, %arg1 : vector<16xf32>
// CHECK: x86vector.avx512.mask.scalef %arg0, %arg0, %arg0, %arg2, %arg1 : vector<16xf32>
// CHECK: x86vector.avx512.mask.rndscale %arg3, %arg1, %arg3, %arg4, %arg1 : vector<8xf64>
// CHECK: x86vector.avx.rsqrt %arg5 : vector<8xf32>
// CHECK: %k1, %k2 = x86vector.avx512.vp2intersect %arg6, %arg6 : vector<8xi64>
func.func @elementwise(%a: vector<16xf32>, %n: i32, %k: i16, %b: vector<8xf64>, %l: i8, %c: vector<8xf32>, %d: vector<8xi64>) {
  %0 = x86vector.avx512.mask.rndscale %a, %n, %a, %k, %n : vector<16xf32>
  %1 = x86vector.avx512.mask.scalef %a, %a, %a, %k, %n : vector<16xf32>
  %2 = x86vector.avx512.mask.rndscale %b, %n, %b, %l, %n : vector<8xf64>
  %3 = x86vector.avx.rsqrt %c : vector<8xf32>
  %4, %5 = x86vector.avx512.vp2intersect %d, %d : vector<8xi64>
  return
}

// CHECK-LABEL: func.func @dot
// CHECK: x86vector.avx512.dot %arg0, %arg1, %arg1 : vector<8xbf16> -> vector<4xf32>
// CHECK: x86vector.avx.dot.i8 %arg2, %arg3, %arg3 : vector<32xi8> -> vector<8xi32>
// CHECK: x86vector.avx.intr.dot %arg4, %arg4 : vector<8xf32>
func.func @dot(%a: vector<4xf32>, %b: vector<8xbf16>, %c: vector<8xi32>, %d: vector<32xi8>, %e: vector<8xf32>) {
  %0 = x86vector.avx512.dot %a, %b, %b : vector<8xbf16> -> vector<4xf32>
  %1 = x86vector.avx.dot.i8 %c, %d, %d : vector<32xi8> -> vector<8xi32>
  %2 = x86vector.avx.intr.dot %e, %e : vector<8xf32>
  return
}

// CHECK-LABEL: func.func @convert
// CHECK: x86vector.avx512.cvt.packed.f32_to_bf16 %arg0 : vector<8xf32> -> vector<8xbf16>
// CHECK: x86vector.avx.bcst_to_f32.packed %arg1 : memref<1xbf16> -> vector<8xf32>
// CHECK: x86vector.avx.cvt.packed.even.indexed_to_f32 %arg2 : memref<16xf16> -> vector<8xf32>
// CHECK: x86vector.avx.cvt.packed.odd.indexed_to_f32 %arg2 {note} : memref<16xf16> -> vector<4xf32>
func.func @convert(%a: vector<8xf32>, %m: memref<1xbf16>, %n: memref<16xf16>) {
  %0 = x86vector.avx512.cvt.packed.f32_to_bf16 %a : vector<8xf32> -> vector<8xbf16>
  %1 = x86vector.avx.bcst_to_f32.packed %m : memref<1xbf16> -> vector<8xf32>
  %2 = x86vector.avx.cvt.packed.even.indexed_to_f32 %n : memref<16xf16> -> vector<8xf32>
  %3 = x86vector.avx.cvt.packed.odd.indexed_to_f32 %n {note} : memref<16xf16> -> vector<4xf32>
  return
}
