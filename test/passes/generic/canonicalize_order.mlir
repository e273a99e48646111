// RUN: strata-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// Constants are moved to the start in front of each other, before anything is folded; those that folds make are moved
// by the next iteration.
// CHECK-LABEL: func.func @order
// CHECK-NEXT:    %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:    %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:    %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:    %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:    "test.first"()
// CHECK-NEXT:    "test.use"(%c2_i32, %c3_i32)
// CHECK-NEXT:    "test.use"(%c5_i32, %c-1_i32)
func.func @order() {
  %c2 = arith.constant 2 : i32
  "test.first"() : () -> ()
  %c3 = arith.constant 3 : i32
  "test.use"(%c2, %c3) : (i32, i32) -> ()
  %0 = arith.addi %c2, %c3 : i32
  %1 = arith.subi %c2, %c3 : i32
  "test.use"(%0, %1) : (i32, i32) -> ()
  return
}

// -----

// Constants do not leave the regions of an op that nothing is known about.
// CHECK-LABEL: func.func @unregistered
// CHECK-NEXT:    "test.region"() ({
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      "test.use"(%c1_i32, %c1_i32)
func.func @unregistered() {
  "test.region"() ({
    %0 = arith.constant 1 : i32
    %1 = arith.constant 1 : i32
    "test.use"(%0, %1) : (i32, i32) -> ()
  }) : () -> ()
  return
}

// -----

// Patterns see no unreachable code, in which a value may depend on itself.
// CHECK-LABEL: func.func @unreachable
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @unreachable() {
  return
^bb1:
  %0 = arith.addi %0, %1 : i32
  %1 = arith.addi %0, %1 : i32
  cf.br ^bb1
}
