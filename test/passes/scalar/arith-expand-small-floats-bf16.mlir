// RUN: strata-opt %s --arith-expand-small-floats | FileCheck %s
// RUN: strata-opt %s --arith-expand-small-floats=include-bf16=true | FileCheck %s --check-prefix=ALL

// A cast of f64 is one of f32 that was rounded to the odd one of two neighbours, so that rounding it again is right.
// CHECK-LABEL: func.func @double
// CHECK: %[[NEAR:.*]] = arith.truncf %arg0 : f64 to f32
// CHECK: arith.extf %[[NEAR]] : f32 to f64
// CHECK: %[[ODD:.*]] = arith.ori
// CHECK: %[[BITS:.*]] = arith.select %{{.*}}, %[[ODD]]
// CHECK: %[[ROUNDED:.*]] = arith.bitcast %[[BITS]] : i32 to f32
// CHECK: arith.truncf %[[ROUNDED]] : f32 to bf16
// ALL-LABEL: func.func @double
// ALL-NOT: to bf16
// ALL: arith.bitcast %{{.*}} : i16 to bf16
func.func @double(%x: f64) -> bf16 {
  %0 = arith.truncf %x : f64 to bf16
  return %0 : bf16
}

// CHECK-LABEL: func.func @single
// CHECK-NEXT: arith.truncf %arg0 : vector<4xf32> to vector<4xbf16>
// ALL-LABEL: func.func @single
// ALL-NOT: arith.truncf
// ALL: arith.shrui
// ALL: arith.bitcast %{{.*}} : vector<4xi16> to vector<4xbf16>
func.func @single(%x: vector<4xf32>) -> vector<4xbf16> {
  %0 = arith.truncf %x : vector<4xf32> to vector<4xbf16>
  return %0 : vector<4xbf16>
}

// CHECK-LABEL: func.func @half
// CHECK-NOT: f64 to f16
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @half(%x: f64) -> f16 {
  %0 = arith.truncf %x : f64 to f16
  return %0 : f16
}
