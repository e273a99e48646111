// RUN: strata-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s
// Conditions keep the order of their terms when only their operands are renumbered.

// CHECK-DAG: #[[ORDER:.*]] = affine_set<()[s0, s1] : (-s1 + s0 + 1 >= 0, s0 - 4 == 0)>
// CHECK-DAG: #[[COMPOSED:.*]] = affine_set<()[s0] : (s0 - 3 >= 0)>
// CHECK-LABEL: func.func @condition(
func.func @condition(%n: index, %i: index) {
  // CHECK: affine.if #[[ORDER]]()[%arg0, %arg1]
  affine.if affine_set<(d0)[s0] : (s0 - d0 + 1 >= 0, s0 - 4 == 0)>(%i)[%n] {
    "taken"() : () -> ()
  }
  // CHECK: affine.if #[[COMPOSED]]()[%arg0]
  %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%n)
  affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%0) {
    "taken"() : () -> ()
  }
  return
}
