// RUN: strata-opt %s --math-polynomial-approximation=expand-far=true | FileCheck %s
// RUN: strata-opt %s --math-polynomial-approximation | FileCheck %s --check-prefix=CALL

// No function is left: angles far from zero are reduced with as much of 2 / pi as counts.

// CHECK-LABEL: func.func @sine
// CHECK-NOT:     math.sin
// CHECK:         scf.if
// CHECK:           arith.constant -6703182060581546711 : i64
// CHECK:           arith.muli
// CHECK:         else
// CHECK:         return
// CALL-LABEL: func.func @sine
// CALL:         math.sin
func.func @sine(%x: f64) -> f64 {
  %0 = math.sin %x : f64
  return %0 : f64
}

// Numbers of 32 bits are computed on 64 bits there.

// CHECK-LABEL: func.func @tangent
// CHECK-NOT:     math.tan
// CHECK:         arith.extf %{{.*}} : f32 to f64
// CHECK:         arith.muli
// CHECK:         arith.truncf %{{.*}} : f64 to f32
// CHECK:         return
func.func @tangent(%x: f32) -> f32 {
  %0 = math.tan %x : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @vector
// CHECK-NOT:     math.cos
// CHECK:         arith.muli %{{.*}}, %{{.*}} : vector<4xi64>
// CHECK:         return
func.func @vector(%x: vector<4xf32>) -> vector<4xf32> {
  %0 = math.cos %x : vector<4xf32>
  return %0 : vector<4xf32>
}
