// RUN: strata-opt %s --math-expand-ops=ops=sinh,math.tan | FileCheck %s

// Only the ops that are asked for are expanded.

// CHECK-LABEL: func.func @sinh(
// CHECK-NEXT:      %cst = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:      %0 = math.exp %arg0 : f32
// CHECK-NEXT:      %1 = arith.negf %arg0 : f32
// CHECK-NEXT:      %2 = math.exp %1 : f32
// CHECK-NEXT:      %3 = arith.subf %0, %2 : f32
// CHECK-NEXT:      %4 = arith.mulf %3, %cst : f32
// CHECK-NEXT:      return %4 : f32
// CHECK-NEXT:    }
func.func @sinh(%a: f32) -> f32 {
  %r = math.sinh %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @tan(
// CHECK-NEXT:      %0 = math.sin %arg0 : f32
// CHECK-NEXT:      %1 = math.cos %arg0 : f32
// CHECK-NEXT:      %2 = arith.divf %0, %1 : f32
// CHECK-NEXT:      return %2 : f32
// CHECK-NEXT:    }
func.func @tan(%a: f32) -> f32 {
  %r = math.tan %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @cosh(
// CHECK-NEXT:      %0 = math.cosh %arg0 : f32
// CHECK-NEXT:      return %0 : f32
// CHECK-NEXT:    }
func.func @cosh(%a: f32) -> f32 {
  %r = math.cosh %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @exp2(
// CHECK-NEXT:      %0 = math.exp2 %arg0 : f32
// CHECK-NEXT:      return %0 : f32
// CHECK-NEXT:    }
func.func @exp2(%a: f32) -> f32 {
  %r = math.exp2 %a : f32
  return %r : f32
}
