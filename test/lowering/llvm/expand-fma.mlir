// RUN: strata-opt %s --convert-program-to-llvm | FileCheck %s --check-prefixes=CHECK,FUSED
// RUN: strata-opt %s --convert-program-to-llvm=expand-fma=true | FileCheck %s --check-prefixes=CHECK,TWICE

// Where the target has no fused multiply-add, the products of matrices need none. What a program says in so many words
// stays fused.

// CHECK-LABEL: llvm.func @accumulate
func.func @accumulate(%a: vector<4xf32>, %b: vector<4xf32>, %c: vector<4xf32>, %x: f32) -> (vector<4xf32>, f32) {
  // FUSED: llvm.intr.fma(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  // TWICE: llvm.intr.fmuladd(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %0 = vector.fma %a, %b, %c : vector<4xf32>
  // CHECK: llvm.intr.fma(%{{.*}}, %{{.*}}, %{{.*}}) : (f32, f32, f32) -> f32
  %1 = math.fma %x, %x, %x : f32
  return %0, %1 : vector<4xf32>, f32
}
