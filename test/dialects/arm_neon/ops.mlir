// RUN: strata-opt %s | FileCheck %s
// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @multiply
// CHECK: arm_neon.intr.smull %arg0, %arg0 : vector<8xi8> to vector<8xi16>
// CHECK: arm_neon.intr.smull %arg1, %arg1 : vector<4xi16> to vector<4xi32>
// CHECK: arm_neon.intr.smull %arg2, %arg2 : vector<2xi32> to vector<2xi64>
func.func @multiply(%a: vector<8xi8>, %b: vector<4xi16>, %c: vector<2xi32>) {
  %0 = arm_neon.intr.smull %a, %a : vector<8xi8> to vector<8xi16>
  %1 = arm_neon.intr.smull %b, %b : vector<4xi16> to vector<4xi32>
  %2 = arm_neon.intr.smull %c, %c : vector<2xi32> to vector<2xi64>
  return
}

// CHECK-LABEL: func.func @dot
// CHECK: arm_neon.intr.sdot %arg0, %arg1, %arg1 : vector<8xi8>, vector<8xi8> to vector<2xi32>
// CHECK: arm_neon.intr.sdot %arg2, %arg3, %arg3 : vector<16xi8>, vector<16xi8> to vector<4xi32>
// CHECK: arm_neon.2d.sdot %arg0, %arg4, %arg4 : vector<2x4xi8>, vector<2x4xi8> to vector<2xi32>
// CHECK: arm_neon.2d.sdot %arg2, %arg5, %arg5 {note} : vector<4x4xi8>, vector<4x4xi8> to vector<4xi32>
func.func @dot(%a: vector<2xi32>, %b: vector<8xi8>, %c: vector<4xi32>, %d: vector<16xi8>, %e: vector<2x4xi8>, %f: vector<4x4xi8>) {
  %0 = arm_neon.intr.sdot %a, %b, %b : vector<8xi8>, vector<8xi8> to vector<2xi32>
  %1 = arm_neon.intr.sdot %c, %d, %d : vector<16xi8>, vector<16xi8> to vector<4xi32>
  %2 = arm_neon.2d.sdot %a, %e, %e : vector<2x4xi8>, vector<2x4xi8> to vector<2xi32>
  %3 = arm_neon.2d.sdot %c, %f, %f {note} : vector<4x4xi8>, vector<4x4xi8> to vector<4xi32>
  return
}

// CHECK-LABEL: func.func @matrices
// CHECK: %[[A:.*]] = arm_neon.intr.smmla %arg0, %arg1, %arg2 : vector<16xi8> to vector<4xi32>
// CHECK: %[[B:.*]] = arm_neon.intr.ummla %[[A]], %arg1, %arg2 : vector<16xi8> to vector<4xi32>
// CHECK: arm_neon.intr.usmmla %[[B]], %arg1, %arg2 : vector<16xi8> to vector<4xi32>
// CHECK: arm_neon.intr.bfmmla %arg3, %arg4, %arg4 : vector<8xbf16> to vector<4xf32>
func.func @matrices(%a: vector<4xi32>, %b: vector<16xi8>, %c: vector<16xi8>, %d: vector<4xf32>, %e: vector<8xbf16>) {
  %0 = arm_neon.intr.smmla %a, %b, %c : vector<16xi8> to vector<4xi32>
  %1 = arm_neon.intr.ummla %0, %b, %c : vector<16xi8> to vector<4xi32>
  %2 = arm_neon.intr.usmmla %1, %b, %c : vector<16xi8> to vector<4xi32>
  %3 = arm_neon.intr.bfmmla %d, %e, %e : vector<8xbf16> to vector<4xf32>
  return
}
