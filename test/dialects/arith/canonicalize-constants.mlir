// RUN: strata-opt %s --canonicalize | FileCheck %s
// Constants stand in the order in which they are first made; one that is the result of a fold is made anew.

// CHECK-LABEL: func.func @all_ones(
// CHECK-NEXT:    %[[TEN:.*]] = arith.constant 10 : i32
// CHECK-NEXT:    %[[ONES:.*]] = arith.constant -1 : i16
// CHECK-NEXT:    return %[[TEN]], %[[ONES]] : i32, i16
func.func @all_ones(%x: i16) -> (i32, i16) {
  %ones = arith.constant -1 : i16
  %three = arith.constant 3 : i32
  %seven = arith.constant 7 : i32
  %sum = arith.addi %three, %seven : i32
  %or = arith.ori %x, %ones : i16
  return %sum, %or : i32, i16
}
