// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

// CHECK: module @named attributes {d.x = 1 : i64} {
// CHECK-NEXT: }
module @named attributes {d.x = 1} {
}

// CHECK: module attributes {sym_visibility = "private"} {
module attributes {sym_visibility = "private"} {
  // CHECK-NEXT: module @inner {
  module @inner {
  }
}

// CHECK-LABEL: func.func @casts(
func.func @casts(%a: i32, %b: f32) -> (f32, i32) {
  // CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : i32 to f32
  %0 = builtin.unrealized_conversion_cast %a : i32 to f32
  // CHECK-NEXT: %1:2 = builtin.unrealized_conversion_cast %0, %arg1 : f32, f32 to i32, index {note}
  %1:2 = builtin.unrealized_conversion_cast %0, %b : f32, f32 to i32, index {note}
  // CHECK-NEXT: %2 = builtin.unrealized_conversion_cast to tuple<>
  %2 = builtin.unrealized_conversion_cast to tuple<>
  return %0, %1#0 : f32, i32
}

// CHECK-LABEL: func.func @casts_back(
func.func @casts_back(%a: i32) -> i32 {
  %0 = builtin.unrealized_conversion_cast %a : i32 to f32
  // CHECK: builtin.unrealized_conversion_cast %0 : f32 to i32
  %1 = builtin.unrealized_conversion_cast %0 : f32 to i32
  return %1 : i32
}
