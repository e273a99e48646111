// RUN: strata-opt %s --arith-expand-remainders | FileCheck %s

// CHECK-LABEL: func.func @double
// CHECK-SAME:    (%[[X:.*]]: f64, %[[Y:.*]]: f64)
// CHECK-NOT:     arith.remf
// CHECK:         %[[A:.*]] = math.absf %[[X]] : f64
// CHECK:         %[[R:.*]] = scf.while (%{{.*}} = %[[A]]) : (f64) -> f64 {
// CHECK:           scf.condition
// CHECK:         } do {
// CHECK:           arith.divf
// CHECK:           math.floor
// CHECK:           math.fma
// CHECK:         math.copysign %[[R]], %[[X]] : f64
func.func @double(%x: f64, %y: f64) -> f64 {
  %0 = arith.remf %x, %y : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @half
// CHECK:         arith.extf %{{.*}} : f16 to f64
// CHECK:         scf.while
// CHECK:         arith.truncf %{{.*}} : f64 to f16
func.func @half(%x: f16, %y: f16) -> f16 {
  %0 = arith.remf %x, %y : f16
  return %0 : f16
}

// CHECK-LABEL: func.func @vector
// CHECK:         %[[E:.*]]:2 = vector.to_elements
// CHECK-COUNT-2: scf.while
// CHECK:         vector.from_elements
func.func @vector(%x: vector<2xf32>, %y: vector<2xf32>) -> vector<2xf32> {
  %0 = arith.remf %x, %y : vector<2xf32>
  return %0 : vector<2xf32>
}
