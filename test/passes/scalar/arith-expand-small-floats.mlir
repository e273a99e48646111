// RUN: strata-opt %s --arith-expand-small-floats --split-input-file | FileCheck %s

// Exponent and mantissa move into place; numbers without a leading one are counted, and one pattern is NaN.
// CHECK-LABEL: func.func @widen(
// CHECK: [[BITS:%.*]] = arith.bitcast %arg0 : f8E4M3FN to i8
// CHECK: [[WIDE:%.*]] = arith.extui [[BITS]] : i8 to i32
// CHECK: [[SIZE:%.*]] = arith.andi [[WIDE]], %c127_i32 : i32
// CHECK: arith.shli [[SIZE]], %c20_i32 : i32
// CHECK: arith.uitofp [[SIZE]] : i32 to f32
// CHECK: arith.cmpi eq, [[SIZE]], %c127_i32{{.*}} : i32
// CHECK: arith.bitcast {{%.*}} : i32 to f32
// CHECK-NOT: f8E4M3FN
func.func @widen(%x: f8E4M3FN) -> f32 {
  %0 = arith.extf %x : f8E4M3FN to f32
  return %0 : f32
}

// -----

// Numbers of 64 bits are rounded as they are.
// CHECK-LABEL: func.func @round(
// CHECK: arith.bitcast %arg0 : vector<4xf64> to vector<4xi64>
// CHECK-NOT: arith.truncf
// CHECK: arith.trunci {{%.*}} : vector<4xi64> to vector<4xi8>
// CHECK: arith.bitcast {{%.*}} : vector<4xi8> to vector<4xf8E5M2FNUZ>
func.func @round(%x: vector<4xf64>) -> vector<4xf8E5M2FNUZ> {
  %0 = arith.truncf %x : vector<4xf64> to vector<4xf8E5M2FNUZ>
  return %0 : vector<4xf8E5M2FNUZ>
}

// -----

// Other directions, and other floats, stay.
// CHECK-LABEL: func.func @stays(
// CHECK: arith.truncf %arg0 downward : f32 to f8E5M2
// CHECK: arith.truncf %arg0 : f32 to bf16
func.func @stays(%x: f32) -> (f8E5M2, bf16) {
  %0 = arith.truncf %x downward : f32 to f8E5M2
  %1 = arith.truncf %x : f32 to bf16
  return %0, %1 : f8E5M2, bf16
}
