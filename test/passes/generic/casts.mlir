// RUN: strata-opt %s --reconcile-unrealized-casts | FileCheck %s

// CHECK-LABEL: @cancel
// CHECK-NEXT: return %arg0
func.func @cancel(%a: i32) -> i32 {
  %0 = builtin.unrealized_conversion_cast %a : i32 to i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to i16
  %2 = builtin.unrealized_conversion_cast %1 : i16 to i32
  return %2 : i32
}

// CHECK-LABEL: @stays
// CHECK-NEXT: %[[C:.*]] = builtin.unrealized_conversion_cast
// CHECK-NEXT: return %[[C]]
func.func @stays(%a: i32) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i32 to i64
  %1 = builtin.unrealized_conversion_cast %a : i32 to i8
  return %0 : i64
}
