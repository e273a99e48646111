// RUN: strata-opt %s --sccp --allow-unregistered-dialect --split-input-file | FileCheck %s

// Only the region that is entered counts.
// CHECK-LABEL: @known_condition
// CHECK-NEXT: %[[TWO:.*]] = arith.constant 2 : i32
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-NEXT: arith.constant true
// CHECK-NEXT: return %[[TWO]], %[[ONE]]
func.func @known_condition() -> (i32, i32) {
  %t = arith.constant true
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0:2 = scf.if %t -> (i32, i32) {
    %a = arith.addi %c1, %c1 : i32
    scf.yield %a, %c1 : i32, i32
  } else {
    scf.yield %c1, %c2 : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

// -----

// Both regions yield the same value. Constants of nested regions go to the start of the function.
// CHECK-LABEL: @both_branches
// CHECK-SAME: %[[C:.*]]: i1, %[[M:.*]]: memref<i32>
// CHECK-NEXT: %[[TWO:.*]] = arith.constant 2 : i32
// CHECK-NEXT: %[[THREE:.*]] = arith.constant 3 : i32
// CHECK-NEXT: arith.constant 1 : i32
// CHECK-NEXT: scf.if %[[C]]
// CHECK-NEXT:   memref.store %[[TWO]], %[[M]]
// CHECK: return %[[THREE]]
func.func @both_branches(%c: i1, %m: memref<i32>) -> i32 {
  %c1 = arith.constant 1 : i32
  %r = scf.if %c -> i32 {
    %k = arith.constant 2 : i32
    memref.store %k, %m[] : memref<i32>
    %s = arith.addi %k, %c1 : i32
    scf.yield %s : i32
  } else {
    %k = arith.constant 3 : i32
    memref.store %k, %m[] : memref<i32>
    scf.yield %k : i32
  }
  return %r : i32
}

// -----

// A carried value that each iteration leaves as it is.
// CHECK-LABEL: @carried
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: return %[[ZERO]]
func.func @carried(%lb: index, %ub: index, %s: index) -> i32 {
  %c0 = arith.constant 0 : i32
  %r = scf.for %i = %lb to %ub step %s iter_args(%acc = %c0) -> i32 {
    %x = arith.addi %acc, %c0 : i32
    scf.yield %x : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: @counted
// CHECK: %[[R:.*]] = scf.for
// CHECK: arith.addi
// CHECK: return %[[R]]
func.func @counted(%lb: index, %ub: index, %s: index) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %lb to %ub step %s iter_args(%acc = %c0) -> i32 {
    %x = arith.addi %acc, %c1 : i32
    scf.yield %x : i32
  }
  return %r : i32
}

// -----

// The second region is never entered, so what it yields does not count.
// CHECK-LABEL: @never_repeated
// CHECK: %[[FIVE:.*]] = arith.constant 5 : i32
// CHECK-NEXT: return %[[FIVE]]
func.func @never_repeated(%v: i32) -> i32 {
  %c5 = arith.constant 5 : i32
  %f = arith.constant false
  %r = scf.while (%a = %c5) : (i32) -> i32 {
    scf.condition(%f) %a : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %v : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: @case
// CHECK: %[[NINE:.*]] = arith.constant 9 : i32
// CHECK: return %[[NINE]]
func.func @case(%v: i32) -> i32 {
  %c = arith.constant 2 : index
  %r = scf.index_switch %c -> i32
  case 2 {
    %a = arith.constant 9 : i32
    scf.yield %a : i32
  }
  default {
    scf.yield %v : i32
  }
  return %r : i32
}

// -----

// What is not reached stays as it is.
// CHECK-LABEL: @not_reached
// CHECK: scf.if
// CHECK: arith.addi
func.func @not_reached(%m: memref<i32>) {
  %f = arith.constant false
  scf.if %f {
    %k = arith.constant 2 : i32
    %s = arith.addi %k, %k : i32
    memref.store %s, %m[] : memref<i32>
  }
  return
}

// -----

// All regions of an op that does not say otherwise are entered, and constants stay inside of an unregistered one.
// CHECK-LABEL: @unknown_op
// CHECK: "test.op"() ({
// CHECK-NEXT: %[[TWO:.*]] = arith.constant 2 : i32
// CHECK-NEXT: "test.end"(%[[TWO]])
func.func @unknown_op() -> i32 {
  %c1 = arith.constant 1 : i32
  %r = "test.op"() ({
    %s = arith.addi %c1, %c1 : i32
    "test.end"(%s) : (i32) -> ()
  }) : () -> i32
  return %r : i32
}

// -----

// Folding looks through the tuple, so that a later branch changes the element of the tuple too.
// CHECK-LABEL: @through_tuple
// CHECK: return %{{[0-9]+}}
func.func @through_tuple(%i: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<3.0> : tensor<f32>
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %c : tensor<f32>
  }, {
    stablehlo.return %c : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  %1 = stablehlo.tuple %0, %i : tuple<tensor<f32>, tensor<i32>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  return %2 : tensor<f32>
}
