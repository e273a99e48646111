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
