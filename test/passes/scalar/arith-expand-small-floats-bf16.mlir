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

// The maximum of two numbers of bf16 is one, as is one and a constant of few bits: nothing is rounded.
// ALL-LABEL: func.func @exact
// ALL: arith.maximumf
// ALL: arith.maximumf
// ALL: %[[BITS:.*]] = arith.bitcast %{{.*}} : vector<8xf32> to vector<8xi32>
// ALL-NOT: arith.addi
// ALL: %[[UPPER:.*]] = arith.shrui %[[BITS]]
// ALL-NEXT: %[[HALF:.*]] = arith.trunci %[[UPPER]] : vector<8xi32> to vector<8xi16>
// ALL-NEXT: %[[R:.*]] = arith.bitcast %[[HALF]] : vector<8xi16> to vector<8xbf16>
// ALL-NEXT: return %[[R]]
func.func @exact(%x: vector<8xbf16>, %y: vector<8xbf16>) -> vector<8xbf16> {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %a = arith.extf %x : vector<8xbf16> to vector<8xf32>
  %b = arith.extf %y : vector<8xbf16> to vector<8xf32>
  %c = arith.maximumf %a, %b : vector<8xf32>
  %d = arith.maximumf %c, %zero : vector<8xf32>
  %e = arith.truncf %d : vector<8xf32> to vector<8xbf16>
  return %e : vector<8xbf16>
}

// Constants of more bits and sums are rounded.
// ALL-LABEL: func.func @inexact
// ALL: arith.minimumf
// ALL: arith.addi
// ALL: arith.select
func.func @inexact(%x: vector<8xbf16>) -> vector<8xbf16> {
  %c = arith.constant dense<0.1> : vector<8xf32>
  %a = arith.extf %x : vector<8xbf16> to vector<8xf32>
  %b = arith.minimumf %a, %c : vector<8xf32>
  %d = arith.truncf %b : vector<8xf32> to vector<8xbf16>
  return %d : vector<8xbf16>
}
