// RUN: strata-opt %s --split-input-file --convert-program-to-llvm --verify-diagnostics | FileCheck %s

// Each op is a call of its intrinsic; types that overload it are those of the operands.
// CHECK-LABEL: llvm.func @all
// CHECK: llvm.call_intrinsic "llvm.aarch64.neon.smull"(%arg0, %arg0) : (vector<8xi8>, vector<8xi8>) -> vector<8xi16>
// CHECK: %[[A:.*]] = llvm.call_intrinsic "llvm.aarch64.neon.sdot"(%arg1, %arg2, %arg2) : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
// CHECK: %[[B:.*]] = llvm.call_intrinsic "llvm.aarch64.neon.smmla"(%[[A]], %arg2, %arg2)
// CHECK: %[[C:.*]] = llvm.call_intrinsic "llvm.aarch64.neon.ummla"(%[[B]], %arg2, %arg2)
// CHECK: llvm.call_intrinsic "llvm.aarch64.neon.usmmla"(%[[C]], %arg2, %arg2)
// CHECK: llvm.call_intrinsic "llvm.aarch64.neon.bfmmla"(%arg3, %arg4, %arg4) : (vector<4xf32>, vector<8xbf16>, vector<8xbf16>) -> vector<4xf32>
func.func @all(%a: vector<8xi8>, %b: vector<4xi32>, %c: vector<16xi8>, %d: vector<4xf32>, %e: vector<8xbf16>) -> (vector<8xi16>, vector<4xi32>, vector<4xf32>) {
  %0 = arm_neon.intr.smull %a, %a : vector<8xi8> to vector<8xi16>
  %1 = arm_neon.intr.sdot %b, %c, %c : vector<16xi8>, vector<16xi8> to vector<4xi32>
  %2 = arm_neon.intr.smmla %1, %c, %c : vector<16xi8> to vector<4xi32>
  %3 = arm_neon.intr.ummla %2, %c, %c : vector<16xi8> to vector<4xi32>
  %4 = arm_neon.intr.usmmla %3, %c, %c : vector<16xi8> to vector<4xi32>
  %5 = arm_neon.intr.bfmmla %d, %e, %e : vector<8xbf16> to vector<4xf32>
  return %0, %4, %5 : vector<8xi16>, vector<4xi32>, vector<4xf32>
}

// -----

func.func @rows(%a: vector<4x4xi8>, %b: vector<4xi32>) -> vector<4xi32> {
  // expected-error @+1 {{failed to legalize operation 'arm_neon.2d.sdot': has no conversion to LLVM}}
  %0 = arm_neon.2d.sdot %b, %a, %a : vector<4x4xi8>, vector<4x4xi8> to vector<4xi32>
  return %0 : vector<4xi32>
}
