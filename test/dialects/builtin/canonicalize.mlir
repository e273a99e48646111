// RUN: strata-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @there_and_back(%arg0: i32) -> i32
func.func @there_and_back(%a: i32) -> i32 {
  // CHECK-NEXT: return %arg0 : i32
  %0 = builtin.unrealized_conversion_cast %a : i32 to f32
  %1 = builtin.unrealized_conversion_cast %0 : f32 to i32
  return %1 : i32
}

// CHECK-LABEL: func.func @same_type(%arg0: i32) -> i32
func.func @same_type(%a: i32) -> i32 {
  // CHECK-NEXT: return %arg0 : i32
  %0 = builtin.unrealized_conversion_cast %a : i32 to i32
  return %0 : i32
}

// CHECK-LABEL: func.func @unused(%arg0: i32)
func.func @unused(%a: i32) {
  // CHECK-NEXT: return
  %0 = builtin.unrealized_conversion_cast %a : i32 to f32
  return
}
