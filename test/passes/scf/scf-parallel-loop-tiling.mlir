// RUN: strata-opt %s --scf-parallel-loop-tiling="parallel-loop-tile-sizes=4 no-min-max-bounds" | FileCheck %s
// RUN: not strata-opt %s --scf-parallel-loop-tiling=parallel-loop-tile-sizes=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not strata-opt %s --scf-parallel-loop-tiling=parallel-loop-tile-sizes=-2 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// ZERO: error: tile size cannot be 0
// NEGATIVE: error: tile size must be positive

// An induction variable with a step is compared as it is, and a bound that may be negative as a signed number.
// CHECK-LABEL: @steps
// CHECK:       scf.parallel (%[[O:.*]]) = (%[[A:.*]]) to (%[[B:.*]]) step
// CHECK:         scf.parallel (%[[J:.*]]) =
// CHECK-NEXT:      %[[I:.*]] = arith.addi %[[J]], %[[O]] : index
// CHECK-NEXT:      %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:      %[[AT:.*]] = arith.addi %[[J]], %[[O]] : index
// CHECK-NEXT:      %[[IN:.*]] = arith.cmpi slt, %[[AT]], %[[B]] : index
// CHECK-NEXT:      %[[ALL:.*]] = arith.andi %[[TRUE]], %[[IN]] : i1
// CHECK-NEXT:      scf.if %[[ALL]] {
// CHECK-NEXT:        memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @steps(%m: memref<?xf32>, %a: index, %b: index, %x: f32) {
  %c3 = arith.constant 3 : index
  scf.parallel (%i) = (%a) to (%b) step (%c3) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}
