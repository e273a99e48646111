// RUN: strata-opt --decompose-vector-ops --split-input-file %s | FileCheck %s
// RUN: strata-opt --decompose-vector-ops --split-input-file --validate-passes %s -o /dev/null

// CHECK-LABEL: func.func @signed(
// CHECK-SAME: %[[A:.*]]: vector<16xi32>, %[[B:.*]]: vector<16xi32>)
// CHECK: %[[X:.*]] = arith.sitofp %[[A]] : vector<16xi32> to vector<16xf64>
// CHECK: %[[Y:.*]] = arith.sitofp %[[B]] : vector<16xi32> to vector<16xf64>
// CHECK: %[[Z:.*]] = arith.divf %[[X]], %[[Y]] : vector<16xf64>
// CHECK: %[[Q:.*]] = arith.fptosi %[[Z]] : vector<16xf64> to vector<16xi32>
// CHECK: return %[[Q]]
func.func @signed(%a: vector<16xi32>, %b: vector<16xi32>) -> vector<16xi32> {
  %q = arith.divsi %a, %b : vector<16xi32>
  return %q : vector<16xi32>
}

// -----

// CHECK-LABEL: func.func @unsigned_remainder(
// CHECK-SAME: %[[A:.*]]: vector<16xi8>, %[[B:.*]]: vector<16xi8>)
// CHECK: %[[X:.*]] = arith.uitofp %[[A]] : vector<16xi8> to vector<16xf32>
// CHECK: %[[Z:.*]] = arith.divf %[[X]], %{{.*}} : vector<16xf32>
// CHECK: %[[Q:.*]] = arith.fptoui %[[Z]] : vector<16xf32> to vector<16xi8>
// CHECK: %[[P:.*]] = arith.muli %[[Q]], %[[B]] : vector<16xi8>
// CHECK: arith.subi %[[A]], %[[P]] : vector<16xi8>
func.func @unsigned_remainder(%a: vector<16xi8>, %b: vector<16xi8>) -> vector<16xi8> {
  %r = arith.remui %a, %b : vector<16xi8>
  return %r : vector<16xi8>
}

// -----

// Constants become products in LLVM, no float has 64 bits, and scalars have a division.
// CHECK-LABEL: func.func @kept(
// CHECK: arith.divsi %{{.*}}, %cst : vector<16xi32>
// CHECK: arith.divui %{{.*}} : vector<8xi64>
// CHECK: arith.remsi %{{.*}} : i32
func.func @kept(%a: vector<16xi32>, %b: vector<8xi64>, %c: i32) -> (vector<16xi32>, vector<8xi64>, i32) {
  %seven = arith.constant dense<7> : vector<16xi32>
  %0 = arith.divsi %a, %seven : vector<16xi32>
  %1 = arith.divui %b, %b : vector<8xi64>
  %2 = arith.remsi %c, %c : i32
  return %0, %1, %2 : vector<16xi32>, vector<8xi64>, i32
}
