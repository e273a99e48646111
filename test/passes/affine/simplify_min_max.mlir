// RUN: strata-opt %s --affine-simplify-min-max | FileCheck %s

// A bound that another one never exceeds goes, and a minimum of one bound is that bound.
// CHECK-LABEL: @tile
func.func @tile(%n: index) {
  affine.for %i = 0 to 64 step 16 {
    // Of 64 rows 16 are left at least.
    // CHECK: "use"(%[[SIXTEEN:.*]]) : (index) -> ()
    %rows = affine.min affine_map<(d0) -> (16, 64 - d0)>(%i)
    "use"(%rows) : (index) -> ()
    // Of 60 rows 12 may be left.
    // CHECK: affine.min #map
    %fewer = affine.min affine_map<(d0) -> (16, 60 - d0)>(%i)
    "use"(%fewer) : (index) -> ()
  }
  return
}
