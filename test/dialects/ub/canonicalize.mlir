// RUN: strata-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @poison_is_merged(
// CHECK-NEXT:    %0 = ub.poison : i32
// CHECK-NEXT:    return %0, %0 : i32, i32
func.func @poison_is_merged() -> (i32, i32) {
  %0 = ub.poison : i32
  %1 = ub.poison : i32
  return %0, %1 : i32, i32
}

// CHECK-LABEL: func.func @poison_spreads(
// CHECK-NEXT:    %0 = ub.poison : i32
// CHECK-NEXT:    return %0 : i32
func.func @poison_spreads(%a: i32) -> i32 {
  %0 = ub.poison : i32
  %1 = arith.addi %a, %0 : i32
  %2 = arith.muli %1, %a : i32
  return %2 : i32
}
