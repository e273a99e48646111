// RUN: strata-opt %s --pass-pipeline='builtin.module(inline{default-pipeline= op-pipelines=func.func(cse)})' | FileCheck %s
// RUN: strata-opt %s --pass-pipeline='builtin.module(inline{default-pipeline=})' | FileCheck %s --check-prefix=PLAIN

// The pipeline of the kind of op is used, and no other one.
// CHECK-LABEL: @sums
// CHECK-NEXT: %[[S:.*]] = arith.addi %arg0, %arg1
// CHECK-NEXT: arith.muli %[[S]], %[[S]]
// PLAIN-LABEL: @sums
// PLAIN-COUNT-2: arith.addi
func.func private @sum(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  return %0 : i32
}
func.func @sums(%a: i32, %b: i32) -> i32 {
  %0 = call @sum(%a, %b) : (i32, i32) -> i32
  %1 = call @sum(%a, %b) : (i32, i32) -> i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
