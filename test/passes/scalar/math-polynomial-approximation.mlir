// RUN: strata-opt %s --math-polynomial-approximation | FileCheck %s
// RUN: strata-opt %s --math-polynomial-approximation --canonicalize --cse | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @exp
// CHECK-NOT: math.exp
// CHECK-COUNT-8: math.fma {{.*}} : vector<16xf32>
// CHECK-NOT: math.fma
// CHECK: return %{{.*}} : vector<16xf32>
func.func @exp(%x: vector<16xf32>) -> vector<16xf32> {
  %0 = math.exp %x : vector<16xf32>
  return %0 : vector<16xf32>
}

// The function of a scalar is the same.
// CHECK-LABEL: func.func @log1p
// CHECK-NOT: math.log1p
// CHECK: arith.bitcast %{{.*}} : f32 to i32
// CHECK: arith.sitofp %{{.*}} : i32 to f32
// CHECK: math.copysign %{{.*}}, %arg0 : f32
func.func @log1p(%x: f32) -> f32 {
  %0 = math.log1p %x : f32
  return %0 : f32
}

// Large arguments need more digits of pi: where there is one, the library is asked.
// CHECK-LABEL: func.func @sin
// CHECK: %[[FAR:.*]] = arith.cmpf uge, %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %[[FAR]] : vector<8xi1> into i1
// CHECK: scf.if %[[ANY]] -> (vector<8xf32>) {
// CHECK: math.sin %arg0 fastmath<contract> : vector<8xf32>
// CHECK: } else {
// CHECK-NOT: math.sin
// CHECK: return
func.func @sin(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.sin %x fastmath<contract> : vector<8xf32>
  return %0 : vector<8xf32>
}

// A power is computed in f64 and rounded once.
// CHECK-LABEL: func.func @power
// CHECK: %[[W:.*]] = arith.extf %{{.*}} : vector<8xf32> to vector<8xf64>
// CHECK: arith.divf {{.*}} : vector<8xf64>
// CHECK-COUNT-16: math.fma {{.*}} : vector<8xf64>
// CHECK: arith.truncf {{.*}} : vector<8xf64> to vector<8xf32>
// CHECK: arith.cmpf uno, %arg0, %arg1
// CHECK-NOT: math.powf
func.func @power(%x: vector<8xf32>, %y: vector<8xf32>) -> vector<8xf32> {
  %0 = math.powf %x, %y : vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @more
// CHECK-NOT: math.{{(atan2|sinh|cosh|asinh|acosh|atanh|erfc)}}
// CHECK: return
func.func @more(%x: vector<8xf32>, %y: vector<8xf32>) -> vector<8xf32> {
  %0 = math.atan2 %x, %y : vector<8xf32>
  %1 = math.sinh %0 : vector<8xf32>
  %2 = math.cosh %1 : vector<8xf32>
  %3 = math.asinh %2 : vector<8xf32>
  %4 = math.acosh %3 : vector<8xf32>
  %5 = math.atanh %4 : vector<8xf32>
  %6 = math.erfc %5 : vector<8xf32>
  return %6 : vector<8xf32>
}

// Tangents share the reduction of sines, and the library for what is far from zero.
// CHECK-LABEL: func.func @tan
// CHECK: scf.if
// CHECK: math.tan %arg0
// CHECK: } else {
// CHECK: arith.divf
func.func @tan(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.tan %x : vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @matrix
// CHECK: vector.shape_cast %{{.*}} : vector<2x4xi1> to vector<8xi1>
func.func @matrix(%x: vector<2x4xf32>) -> vector<2x4xf32> {
  %0 = math.cos %x : vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// CHECK-LABEL: func.func @left_alone
// CHECK: math.exp %arg0 : f64
// CHECK: math.tanh %arg1 : vector<[4]xf32>
func.func @left_alone(%x: f64, %y: vector<[4]xf32>) -> (f64, vector<[4]xf32>) {
  %0 = math.exp %x : f64
  %1 = math.tanh %y : vector<[4]xf32>
  return %0, %1 : f64, vector<[4]xf32>
}
