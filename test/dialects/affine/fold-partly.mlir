// RUN: strata-opt %s --int-range-optimizations --allow-unregistered-dialect | FileCheck %s
// Folding puts constants in the place of the results of a map that use constants only; the operands stay.

// CHECK-DAG: #[[MIN:.*]] = affine_map<(d0)[s0, s1] -> (24, d0 - s0, s1)>
// CHECK-DAG: #[[MAX:.*]] = affine_map<(d0, d1) -> (d1, 3)>
// CHECK-LABEL: func.func @some_constant(
// CHECK-NEXT:    %[[C5:.*]] = arith.constant 5 : index
// CHECK:         affine.min #[[MIN]](%arg0)[%{{.*}}, %arg1]
// CHECK:         affine.max #[[MAX]](%{{.*}}, %arg1)
func.func @some_constant(%a: index, %b: index) -> (index, index, index) {
  %c8 = arith.constant 8 : index
  %0 = affine.min affine_map<(d0)[s0, s1] -> (s0 * 3, d0 - s0, s1)>(%a)[%c8, %b]
  %1 = affine.max affine_map<(d0, d1) -> (d1, d0 floordiv 2 - 1)>(%c8, %b)
  %2 = affine.min affine_map<(d0) -> (d0, 5)>(%c8)
  // CHECK: return %{{.*}}, %{{.*}}, %[[C5]]
  return %0, %1, %2 : index, index, index
}
