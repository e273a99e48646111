// RUN: strata-opt %s --convert-program-to-llvm=rsqrt-estimates=true | FileCheck %s --check-prefixes=CHECK,ESTIMATED
// RUN: strata-opt %s --convert-program-to-llvm | FileCheck %s --check-prefixes=CHECK,EXACT

// 16 numbers of f32 have an instruction that estimates their reciprocal square roots; zero, infinity and NaN are selected from the estimate.

// CHECK-LABEL: llvm.func @sixteen
func.func @sixteen(%x: vector<16xf32>) -> vector<16xf32> {
  // ESTIMATED: %[[Y:.*]] = llvm.call_intrinsic "llvm.x86.avx512.rsqrt14.ps.512"(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<16xf32>, vector<16xf32>, i16) -> vector<16xf32>
  // ESTIMATED: %[[PRODUCT:.*]] = llvm.fmul %{{.*}}, %[[Y]]
  // ESTIMATED: %[[NEGATIVE:.*]] = llvm.fneg %[[PRODUCT]]
  // ESTIMATED: %[[ERROR:.*]] = llvm.intr.fma(%[[NEGATIVE]], %[[Y]], %{{.*}})
  // ESTIMATED: %[[HALF:.*]] = llvm.fmul %[[Y]], %{{.*}}
  // ESTIMATED: %[[REFINED:.*]] = llvm.intr.fma(%[[HALF]], %[[ERROR]], %[[Y]])
  // ESTIMATED: %[[SPECIAL:.*]] = llvm.fcmp "uno" %[[ERROR]], %[[ERROR]]
  // ESTIMATED: llvm.select %[[SPECIAL]], %[[Y]], %[[REFINED]]
  // EXACT-NOT: llvm.call_intrinsic
  // EXACT: %[[ROOT:.*]] = llvm.intr.sqrt(%{{.*}}) : (vector<16xf32>) -> vector<16xf32>
  // EXACT: llvm.fdiv %{{.*}}, %[[ROOT]]
  %0 = math.rsqrt %x : vector<16xf32>
  return %0 : vector<16xf32>
}

// CHECK-LABEL: llvm.func @others
func.func @others(%x: f32, %y: vector<8xf64>) -> (f32, vector<8xf64>) {
  // CHECK: llvm.intr.sqrt(%{{.*}}) : (f32) -> f32
  // CHECK: llvm.intr.sqrt(%{{.*}}) : (vector<8xf64>) -> vector<8xf64>
  %0 = math.rsqrt %x : f32
  %1 = math.rsqrt %y : vector<8xf64>
  return %0, %1 : f32, vector<8xf64>
}
