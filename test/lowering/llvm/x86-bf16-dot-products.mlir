// RUN: strata-opt %s --x86-bf16-dot-products | FileCheck %s

// CHECK-LABEL: func @pairs
// CHECK-SAME: (%[[S:.*]]: vector<16xf32>, %[[A:.*]]: vector<32xbf16>, %[[B:.*]]: vector<32xbf16>)
// CHECK-NEXT: %[[R:.*]] = llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%[[S]], %[[A]], %[[B]]) : (vector<16xf32>, vector<32xbf16>, vector<32xbf16>) -> vector<16xf32>
// CHECK-NEXT: return %[[R]]
func.func @pairs(%s: vector<16xf32>, %a: vector<32xbf16>, %b: vector<32xbf16>) -> vector<16xf32> {
  %x = arith.extf %a : vector<32xbf16> to vector<32xf32>
  %y = arith.extf %b : vector<32xbf16> to vector<32xf32>
  %p = arith.mulf %x, %y : vector<32xf32>
  %even = vector.shuffle %p, %p [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xf32>, vector<32xf32>
  %odd = vector.shuffle %p, %p [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xf32>, vector<32xf32>
  %pairs = arith.addf %even, %odd : vector<16xf32>
  %r = arith.addf %s, %pairs : vector<16xf32>
  return %r : vector<16xf32>
}

// The halves of a product are other pairs.
// CHECK-LABEL: func @halves
// CHECK-NOT: llvm.call_intrinsic
func.func @halves(%s: vector<16xf32>, %a: vector<32xbf16>, %b: vector<32xbf16>) -> vector<16xf32> {
  %x = arith.extf %a : vector<32xbf16> to vector<32xf32>
  %y = arith.extf %b : vector<32xbf16> to vector<32xf32>
  %p = arith.mulf %x, %y : vector<32xf32>
  %low = vector.shuffle %p, %p [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : vector<32xf32>, vector<32xf32>
  %high = vector.shuffle %p, %p [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31] : vector<32xf32>, vector<32xf32>
  %pairs = arith.addf %low, %high : vector<16xf32>
  %r = arith.addf %s, %pairs : vector<16xf32>
  return %r : vector<16xf32>
}
