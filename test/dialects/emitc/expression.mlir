// RUN: strata-opt %s --split-input-file | strata-opt --split-input-file | FileCheck %s

// Upstream reads `noinline` and does not print it, and an expression cannot have other attributes.
func.func @attributes(%a: i32) -> i32 {
  // CHECK: emitc.expression %arg0 noinline : (i32) -> i32 attributes {note} {
  %0 = emitc.expression %a noinline : (i32) -> i32 attributes {note} {
    %1 = add %a, %a : (i32, i32) -> i32
    yield %1 : i32
  }
  return %0 : i32
}

// -----

// Upstream prints recurring operands in a form that it does not read.
func.func @recurring(%a: i32) -> i32 {
  // CHECK: emitc.expression %arg0, %arg0 : (i32, i32) -> i32 {
  // CHECK-NEXT: ^bb0(%[[X:.*]]: i32, %[[Y:.*]]: i32):
  // CHECK-NEXT: sub %[[X]], %[[Y]] : (i32, i32) -> i32
  %0 = "emitc.expression"(%a, %a) ({
  ^bb0(%x: i32, %y: i32):
    %1 = emitc.sub %x, %y : (i32, i32) -> i32
    emitc.yield %1 : i32
  }) : (i32, i32) -> i32
  return %0 : i32
}

// -----

// Results of one op, as upstream prints them.
func.func @results() -> i32 {
  %0:2 = emitc.call_opaque "f"() : () -> (i32, i32)
  // CHECK: emitc.expression %0#1, %0#0 : (i32, i32) -> i32 {
  // CHECK-NEXT: sub %0#1, %0#0 : (i32, i32) -> i32
  %1 = emitc.expression %0#1, %0#0 : (i32, i32) -> i32 {
    %2 = sub %0#1, %0#0 : (i32, i32) -> i32
    yield %2 : i32
  }
  return %1 : i32
}
