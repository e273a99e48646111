// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @empty() {
// CHECK-NEXT:    return
func.func @empty() {
  return
}

// CHECK: func.func private @declared(i32, tensor<4xf32> {d.a = 1 : i64}) -> (f32 {d.b}, i1)
func.func private @declared(i32, tensor<4xf32> {d.a = 1 : i64}) -> (f32 {d.b}, i1)

// CHECK: func.func nested @nested_one(i32) -> f32
func.func nested @nested_one(%arg0: i32) -> f32

// CHECK: func.func private @"needs quotes"() -> (i32 {d.c = "x"})
func.func private @"needs quotes"() -> (i32 {d.c = "x"})

// CHECK: func.func private @higher((i32) -> i32) -> ((i32) -> i32)
func.func private @higher((i32) -> i32) -> ((i32) -> i32)

// CHECK-LABEL: func.func public @identity(%arg0: i32 {d.a = 2 : i64}, %arg1: f32) -> (i32, f32)
// CHECK-SAME:    attributes {d.kind = "pure", no_inline}
func.func public @identity(%x: i32 {d.a = 2}, %y: f32) -> (i32, f32) attributes {d.kind = "pure", no_inline} {
  // CHECK-NEXT: return %arg0, %arg1 : i32, f32
  return %x, %y : i32, f32
}

// CHECK-LABEL: func.func @calls(
func.func @calls(%x: i32, %y: f32) -> i32 {
  // CHECK-NEXT: call @empty() : () -> ()
  call @empty() : () -> ()
  // CHECK-NEXT: %0:2 = call @identity(%arg0, %arg1) : (i32, f32) -> (i32, f32)
  %0:2 = func.call @identity(%x, %y) : (i32, f32) -> (i32, f32)
  // CHECK-NEXT: %1:2 = call @identity(%0#0, %0#1) {no_inline, note = "again"} : (i32, f32) -> (i32, f32)
  %1:2 = call @identity(%0#0, %0#1) {no_inline, note = "again"} : (i32, f32) -> (i32, f32)
  return %1#0 : i32
}

func.func private @step(i32) -> i32

// CHECK-LABEL: func.func @indirect(%arg0: i32) -> i32
func.func @indirect(%x: i32) -> i32 {
  // CHECK-NEXT: %f = constant @step : (i32) -> i32
  %f = constant @step : (i32) -> i32
  // CHECK-NEXT: %f_0 = constant {note} @empty : () -> ()
  %g = func.constant {note} @empty : () -> ()
  // CHECK-NEXT: %0 = call_indirect %f(%arg0) : (i32) -> i32
  %0 = call_indirect %f(%x) : (i32) -> i32
  // CHECK-NEXT: call_indirect %f_0() {note = 1 : i64} : () -> ()
  func.call_indirect %g() {note = 1} : () -> ()
  return %0 : i32
}

// CHECK-LABEL: func.func @own_block(
func.func @own_block(i32) -> i32 {
^bb0(%x: i32):
  // CHECK-NEXT: return {note} %arg0 : i32
  return {note} %x : i32
}

// CHECK: module @inner {
module @inner {
  // CHECK-NEXT: func.func @f() {
  func.func @f() {
    return
  }
}
