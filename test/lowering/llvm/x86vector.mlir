// RUN: strata-opt %s --convert-program-to-llvm | FileCheck %s

// Each op is a call of its intrinsic, in a program that becomes one of `llvm` as a whole.
// CHECK-LABEL: llvm.func @all
// CHECK: %[[Z:.*]] = llvm.mlir.constant(dense<0.000000e+00> : vector<16xf32>) : vector<16xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.compress"(%arg1, %[[Z]], %arg0) : (vector<16xf32>, vector<16xf32>, vector<16xi1>) -> vector<16xf32>
// CHECK: %[[K:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vp2intersect.q.512"(%arg2, %arg2) : (vector<8xi64>, vector<8xi64>) -> !llvm.struct<(vector<8xi1>, vector<8xi1>)>
// CHECK: llvm.extractvalue %[[K]][1]
// CHECK: llvm.call_intrinsic "llvm.x86.avx.dp.ps.256"
// CHECK: %[[P:.*]] = llvm.getelementptr %{{.*}}[3] : (!llvm.ptr) -> !llvm.ptr, f16
// CHECK: llvm.call_intrinsic "llvm.x86.vcvtneoph2ps128"(%[[P]]) : (!llvm.ptr) -> vector<4xf32>
func.func @all(%k: vector<16xi1>, %a: vector<16xf32>, %b: vector<8xi64>, %c: vector<8xf32>, %m: memref<8xf16, strided<[1], offset: 3>>) -> (vector<16xf32>, vector<8xi1>, vector<8xf32>, vector<4xf32>) {
  %0 = x86vector.avx512.mask.compress %k, %a : vector<16xf32>
  %1, %2 = x86vector.avx512.vp2intersect %b, %b : vector<8xi64>
  %3 = x86vector.avx.intr.dot %c, %c : vector<8xf32>
  %4 = x86vector.avx.cvt.packed.odd.indexed_to_f32 %m : memref<8xf16, strided<[1], offset: 3>> -> vector<4xf32>
  return %0, %2, %3, %4 : vector<16xf32>, vector<8xi1>, vector<8xf32>, vector<4xf32>
}
