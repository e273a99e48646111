// RUN: strata-opt %s --canonicalize | FileCheck %s

func.func private @step(i32) -> i32

// CHECK-LABEL: func.func @known_callee(%arg0: i32) -> i32
func.func @known_callee(%x: i32) -> i32 {
  // CHECK-NEXT: %0 = call @step(%arg0) : (i32) -> i32
  // CHECK-NEXT: return %0 : i32
  %f = constant @step : (i32) -> i32
  %0 = call_indirect %f(%x) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @unknown_callee(
func.func @unknown_callee(%f: () -> ()) {
  // CHECK-NEXT: call_indirect %arg0() : () -> ()
  call_indirect %f() : () -> ()
  return
}
