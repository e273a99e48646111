// RUN: strata-opt %s --arith-expand-remainders | FileCheck %s

// CHECK-LABEL: func.func @double
// CHECK-SAME:    (%[[X:.*]]: f64, %[[Y:.*]]: f64)
// CHECK-NOT:     arith.remf
// CHECK-DAG:     %[[A:.*]] = math.absf %[[X]] : f64
// CHECK-DAG:     %[[B:.*]] = math.absf %[[Y]] : f64
// CHECK:         %[[Q:.*]] = arith.divf %[[A]], %[[B]] : f64
// CHECK:         %[[FAR:.*]] = arith.cmpf uge, %[[Q]], %{{.*}} : f64
// CHECK:         %[[R:.*]] = scf.if %[[FAR]] -> (f64) {
// CHECK:           scf.while {{.*}} : (f64) -> f64 {
// CHECK:             scf.condition
// CHECK:           } do {
// CHECK:             arith.divf
// CHECK:             math.floor
// CHECK:             math.fma
// CHECK:         } else {
// CHECK:           math.floor %[[Q]]
// CHECK:           math.fma
// CHECK:         }
// CHECK:         math.copysign %[[R]], %[[X]] : f64
func.func @double(%x: f64, %y: f64) -> f64 {
  %0 = arith.remf %x, %y : f64
  return %0 : f64
}

// Narrow numbers are divided as f32, and where a quotient is large as f64.
// CHECK-LABEL: func.func @half
// CHECK:         arith.extf %{{.*}} : f16 to f32
// CHECK:         arith.divf %{{.*}} : f32
// CHECK:         arith.extf %{{.*}} : f32 to f64
// CHECK:         scf.while
// CHECK:         arith.truncf %{{.*}} : f64 to f32
// CHECK:         arith.truncf %{{.*}} : f32 to f16
func.func @half(%x: f16, %y: f16) -> f16 {
  %0 = arith.remf %x, %y : f16
  return %0 : f16
}

// One branch and one loop for all elements.
// CHECK-LABEL: func.func @vector
// CHECK:         arith.divf %{{.*}} : vector<2x8xf32>
// CHECK:         %[[ANY:.*]] = vector.reduction <or>, %{{.*}} : vector<16xi1> into i1
// CHECK:         scf.if %[[ANY]] -> (vector<2x8xf32>) {
// CHECK:           scf.while {{.*}} : (vector<2x8xf64>) -> vector<2x8xf64> {
// CHECK:             vector.reduction <or>
// CHECK-NOT:     scf.while
func.func @vector(%x: vector<2x8xf32>, %y: vector<2x8xf32>) -> vector<2x8xf32> {
  %0 = arith.remf %x, %y : vector<2x8xf32>
  return %0 : vector<2x8xf32>
}
