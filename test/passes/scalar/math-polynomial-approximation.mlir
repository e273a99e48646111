// RUN: strata-opt %s --math-polynomial-approximation | FileCheck %s
// RUN: strata-opt %s --math-polynomial-approximation --canonicalize --cse | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @exp
// CHECK-NOT: math.exp
// CHECK-COUNT-9: math.fma {{.*}} : vector<16xf32>
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
