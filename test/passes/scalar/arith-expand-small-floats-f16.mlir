// RUN: strata-opt %s --arith-expand-small-floats=include-f16=true | FileCheck %s
// RUN: strata-opt %s --arith-expand-small-floats=include-bf16-extensions=true | FileCheck %s --check-prefix=BF16

// Numbers of f16 become those of f32 by arithmetic on their bits, subnormal ones, too.
// CHECK-LABEL: func.func @widen
// CHECK: %[[BITS:.*]] = arith.bitcast %arg0 : vector<4xf16> to vector<4xi16>
// CHECK: arith.extui %[[BITS]] : vector<4xi16> to vector<4xi32>
// CHECK: arith.uitofp
// CHECK-NOT: arith.extf
// CHECK: return %{{.*}} : vector<4xf32>
// BF16-LABEL: func.func @widen
// BF16-NEXT: arith.extf %arg0
func.func @widen(%x: vector<4xf16>) -> vector<4xf32> {
  %0 = arith.extf %x : vector<4xf16> to vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK-LABEL: func.func @narrow
// CHECK-NOT: arith.truncf
// CHECK: arith.trunci %{{.*}} : i32 to i16
// CHECK: arith.bitcast %{{.*}} : i16 to f16
func.func @narrow(%x: f32) -> f16 {
  %0 = arith.truncf %x : f32 to f16
  return %0 : f16
}

// A number of f64 is rounded once.
// CHECK-LABEL: func.func @narrow_twice
// CHECK: arith.truncf %arg0 : f64 to f32
// CHECK-NOT: to f16
// CHECK: arith.bitcast %{{.*}} : i16 to f16
func.func @narrow_twice(%x: f64) -> f16 {
  %0 = arith.truncf %x : f64 to f16
  return %0 : f16
}

// The upper half of an f32 is a bf16.
// BF16-LABEL: func.func @upper_half
// BF16: arith.bitcast %arg0 : vector<8xbf16> to vector<8xi16>
// BF16: arith.shli
// BF16-NOT: arith.extf
// BF16: return
func.func @upper_half(%x: vector<8xbf16>) -> vector<8xf32> {
  %0 = arith.extf %x : vector<8xbf16> to vector<8xf32>
  return %0 : vector<8xf32>
}
