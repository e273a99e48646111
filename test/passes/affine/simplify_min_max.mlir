// RUN: strata-opt %s --allow-unregistered-dialect --affine-simplify-min-max | FileCheck %s

// A bound that another one never exceeds goes, and a minimum of one bound is that bound.
// CHECK-LABEL: @bounds
func.func @bounds(%n: index) {
  // CHECK: %[[M:.*]] = affine.min
  %m = affine.min affine_map<(d0) -> (d0, 16)>(%n)
  // CHECK: "use"(%[[M]])
  %same = affine.min affine_map<(d0) -> (d0, 20)>(%m)
  "use"(%same) : (index) -> ()
  // %m may be more than 12.
  // CHECK: %[[L:.*]] = affine.min
  // CHECK: "use"(%[[L]])
  %less = affine.min affine_map<(d0) -> (d0, 12)>(%m)
  "use"(%less) : (index) -> ()
  return
}
