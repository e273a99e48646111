// RUN: strata-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK: func.func private @f(i32) -> i32
// CHECK-LABEL: func.func @indirect(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = call @f(%arg0) : (i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func private @f(i32) -> i32
func.func @indirect(%a: i32) -> i32 {
  %0 = constant @f : (i32) -> i32
  %1 = call_indirect %0(%a) : (i32) -> i32
  return %1 : i32
}

// -----

// CHECK: func.func private @f(i32, f32) -> (i32, f32)
// CHECK-LABEL: func.func @indirect2(%arg0: i32, %arg1: f32) -> (f32, (i32, f32) -> (i32, f32)) {
// CHECK-NEXT:   %f = constant @f : (i32, f32) -> (i32, f32)
// CHECK-NEXT:   %0:2 = call @f(%arg0, %arg1) : (i32, f32) -> (i32, f32)
// CHECK-NEXT:   return %0#1, %f : f32, (i32, f32) -> (i32, f32)
// CHECK-NEXT: }
func.func private @f(i32, f32) -> (i32, f32)
func.func @indirect2(%a: i32, %b: f32) -> (f32, (i32, f32) -> (i32, f32)) {
  %0 = constant @f : (i32, f32) -> (i32, f32)
  %1:2 = call_indirect %0(%a, %b) {tag} : (i32, f32) -> (i32, f32)
  return %1#1, %0 : f32, (i32, f32) -> (i32, f32)
}

// -----

// CHECK: func.func private @g()
// CHECK-LABEL: func.func @consts() -> (() -> (), () -> ()) {
// CHECK-NEXT:   %f = constant @g : () -> ()
// CHECK-NEXT:   return %f, %f : () -> (), () -> ()
// CHECK-NEXT: }
func.func private @g()
func.func @consts() -> (() -> (), () -> ()) {
  %0 = constant @g : () -> ()
  %1 = constant @g : () -> ()
  return %0, %1 : () -> (), () -> ()
}

// -----

// CHECK: func.func private @g()
// CHECK-LABEL: func.func @nested2(%arg0: index, %arg1: index, %arg2: index) {
// CHECK-NEXT:   scf.for %arg3 = %arg0 to %arg1 step %arg2 {
// CHECK-NEXT:     func.call @g() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func private @g()
func.func @nested2(%l: index, %u: index, %s: index) {
  scf.for %i = %l to %u step %s {
    %0 = func.constant @g : () -> ()
    func.call_indirect %0() : () -> ()
  }
  return
}
