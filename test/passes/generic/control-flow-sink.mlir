// RUN: strata-opt %s --control-flow-sink | FileCheck %s

// CHECK-LABEL: @sink
// CHECK-NEXT: scf.if
// CHECK-NEXT: arith.muli
// CHECK-NEXT: arith.addi
// CHECK-NEXT: scf.yield
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield
func.func @sink(%c: i1, %a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  %1 = arith.addi %0, %a : i32
  %r = scf.if %c -> (i32) {
    scf.yield %1 : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}

// What only a loop inside of the branch uses stays; what the loop itself takes moves, the first operand last.
// CHECK-LABEL: @operands_of_a_loop
// CHECK: %[[P:.*]] = arith.muli
// CHECK: scf.if
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[TWO:.*]] = arith.constant 2 : index
// CHECK-NEXT: scf.for %{{.*}} = %[[TWO]] to %{{.*}} step %[[ONE]]
// CHECK-NEXT: memref.store %[[P]]
func.func @operands_of_a_loop(%c: i1, %n: index, %a: i32, %m: memref<?xi32>) {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %p = arith.muli %a, %a : i32
  scf.if %c {
    scf.for %i = %c2 to %n step %c1 {
      memref.store %p, %m[%i] : memref<?xi32>
    }
  }
  return
}
