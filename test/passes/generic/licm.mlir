// RUN: strata-opt %s --loop-invariant-code-motion | FileCheck %s

// CHECK-LABEL: @nested
// CHECK-NEXT: %[[S:.*]] = arith.addi %arg0, %arg1
// CHECK-NEXT: %[[M:.*]] = arith.muli %[[S]], %arg1
// CHECK-NEXT: scf.for
// CHECK-NEXT: scf.for
// A division may be undefined and stays where it is.
// CHECK-NEXT: arith.divsi
// CHECK-NEXT: memref.load
func.func @nested(%a: i32, %b: i32, %lb: index, %ub: index, %s: index, %m: memref<10xi32>) {
  scf.for %i = %lb to %ub step %s {
    scf.for %j = %lb to %ub step %s {
      %0 = arith.addi %a, %b : i32
      %1 = arith.muli %0, %b : i32
      %2 = arith.divsi %0, %b : i32
      %3 = memref.load %m[%i] : memref<10xi32>
      %4 = arith.addi %1, %2 : i32
      %5 = arith.addi %3, %4 : i32
      memref.store %5, %m[%j] : memref<10xi32>
    }
  }
  return
}
// A loop with step 1 ends whatever its bounds are; one with another step may not.
// CHECK-LABEL: @loops_move
// CHECK-NEXT: affine.for %{{.*}} = %arg0 to %arg1 {
// CHECK-NEXT: }
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for %{{.*}} = %arg0 to %arg1 step 2
func.func @loops_move(%lb: index, %ub: index) {
  affine.for %i = 0 to 4 {
    affine.for %j = %lb to %ub {
    }
    affine.for %j = %lb to %ub step 2 {
    }
  }
  return
}
