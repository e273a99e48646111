// RUN: strata-opt %s --math-polynomial-approximation | FileCheck %s
// RUN: strata-opt %s --math-polynomial-approximation --canonicalize --cse | strata-opt | FileCheck %s

// No product is a subnormal number: sums round these results.
// CHECK-LABEL: func.func @exp
// CHECK-NOT: math.exp
// CHECK-COUNT-8: math.fma {{.*}} : vector<16xf32>
// CHECK-NOT: math.fma
// CHECK-NOT: arith.mulf
// CHECK: return %{{.*}} : vector<16xf32>
func.func @exp(%x: vector<16xf32>) -> vector<16xf32> {
  %0 = math.exp %x : vector<16xf32>
  return %0 : vector<16xf32>
}

// Results that are rounded to f16 are not near to the ends of f32.
// CHECK-LABEL: func.func @exp_for_f16
// CHECK-NOT: arith.maxsi
// CHECK: %[[BITS:.*]] = arith.shli
// CHECK: %[[POWER:.*]] = arith.bitcast %[[BITS]]
// CHECK: %[[EXP:.*]] = math.fma %{{.*}}, %[[POWER]], %[[POWER]] : vector<16xf32>
// CHECK: arith.truncf %[[EXP]]
func.func @exp_for_f16(%x: vector<16xf32>) -> vector<16xf16> {
  %0 = math.exp %x : vector<16xf32>
  %1 = arith.truncf %0 : vector<16xf32> to vector<16xf16>
  return %1 : vector<16xf16>
}

// A result with another use is computed for that.
// CHECK-LABEL: func.func @exp_for_f32_too
// CHECK: arith.maxsi
func.func @exp_for_f32_too(%x: vector<16xf32>) -> (vector<16xf16>, vector<16xf32>) {
  %0 = math.exp %x : vector<16xf32>
  %1 = arith.truncf %0 : vector<16xf32> to vector<16xf16>
  return %1, %0 : vector<16xf16>, vector<16xf32>
}

// A polynomial of f64 is not a chain: pairs of terms are computed at the same time.
// CHECK-LABEL: func.func @pairs_of_terms
// CHECK: %[[R:.*]] = math.fma
// CHECK: arith.mulf
// CHECK-COUNT-4: math.fma %cst{{.*}}, %{{.*}}, %cst{{.*}} : f64
func.func @pairs_of_terms(%x: f64) -> f64 {
  %0 = math.tanh %x : f64
  return %0 : f64
}

// The function of a scalar is the same.
// CHECK-LABEL: func.func @log1p
// CHECK-NOT: math.log1p
// CHECK: arith.bitcast %{{.*}} : f32 to i32
// CHECK: arith.sitofp %{{.*}} : i32 to f32
// CHECK: arith.ori %{{.*}}, %{{.*}} : i32
func.func @log1p(%x: f32) -> f32 {
  %0 = math.log1p %x : f32
  return %0 : f32
}

// Vectors of positive normal numbers need no selections.
// CHECK-LABEL: func.func @log(
// CHECK: arith.cmpi uge, {{.*}} : vector<8xi32>
// CHECK: %[[ANY:.*]] = vector.reduction <or>
// CHECK: scf.if %[[ANY]] -> (vector<8xf32>) {
// CHECK: arith.cmpf oeq, %arg0
// CHECK: } else {
// CHECK-NOT: arith.select
// CHECK: return
func.func @log(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.log %x : vector<8xf32>
  return %0 : vector<8xf32>
}

// One quotient for numbers of any size.
// CHECK-LABEL: func.func @tanh
// CHECK-COUNT-1: arith.select
// CHECK-NOT: arith.select
// CHECK: arith.divf
// CHECK-NOT: arith.select
// CHECK: return
func.func @tanh(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.tanh %x : vector<8xf32>
  return %0 : vector<8xf32>
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

// The logarithm times the exponent tells what is usual. Numbers that are negative, zero, subnormal, infinite or NaN, and results that are not normal
// numbers have a branch of their own.
// CHECK-LABEL: func.func @power
// CHECK-NOT: f64
// CHECK: arith.divf {{.*}} : vector<8xf32>
// CHECK: arith.cmpi uge, {{.*}} : vector<8xi32>
// CHECK: arith.cmpf uge, {{.*}} : vector<8xf32>
// CHECK: %[[ANY:.*]] = vector.reduction <or>
// CHECK: scf.if %[[ANY]] -> (vector<8xf32>) {
// CHECK: arith.cmpf uno, %arg0, %arg1
// CHECK: } else {
// CHECK-NOT: arith.cmpf
// CHECK-NOT: arith.divf
// CHECK-COUNT-7: math.fma {{.*}} : vector<8xf32>
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

// Functions of f64 have polynomials of their own. Where all results are normal numbers, the power of two is a factor.
// CHECK-LABEL: func.func @exp_of_f64
// CHECK: %[[UNUSUAL:.*]] = arith.cmpf uge
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %[[UNUSUAL]]
// CHECK: scf.if %[[ANY]] -> (vector<8xf64>) {
// CHECK: arith.maxsi
// CHECK: } else {
// CHECK-NOT: arith.maxsi
// CHECK-NOT: arith.select
// CHECK: %[[BITS:.*]] = arith.shli {{.*}} : vector<8xi64>
// CHECK: %[[POWER:.*]] = arith.bitcast %[[BITS]]
// CHECK: math.fma %{{.*}}, %[[POWER]], %[[POWER]] : vector<8xf64>
// CHECK: return %{{.*}} : vector<8xf64>
func.func @exp_of_f64(%x: vector<8xf64>) -> vector<8xf64> {
  %0 = math.exp %x : vector<8xf64>
  return %0 : vector<8xf64>
}

// CHECK-LABEL: func.func @sin_of_f64
// CHECK: scf.if
// CHECK: math.sin %arg0 : f64
// CHECK: } else {
// CHECK-NOT: math.sin
// CHECK: return
func.func @sin_of_f64(%x: f64) -> f64 {
  %0 = math.sin %x : f64
  return %0 : f64
}

// CHECK-LABEL: func.func @all_of_f64
// CHECK-NOT: math.{{(exp|exp2|expm1|log|log2|log10|log1p|tanh|sinh|cosh|asinh|acosh|atanh|asin|acos|atan|atan2|powf|cbrt|erf|erfc)}} %
// CHECK: return
func.func @all_of_f64(%x: vector<4xf64>, %y: vector<4xf64>) -> vector<4xf64> {
  %0 = math.exp2 %x : vector<4xf64>
  %1 = math.expm1 %0 : vector<4xf64>
  %2 = math.log %1 : vector<4xf64>
  %3 = math.log2 %2 : vector<4xf64>
  %4 = math.log10 %3 : vector<4xf64>
  %5 = math.log1p %4 : vector<4xf64>
  %6 = math.tanh %5 : vector<4xf64>
  %7 = math.sinh %6 : vector<4xf64>
  %8 = math.cosh %7 : vector<4xf64>
  %9 = math.asinh %8 : vector<4xf64>
  %10 = math.acosh %9 : vector<4xf64>
  %11 = math.atanh %10 : vector<4xf64>
  %12 = math.asin %11 : vector<4xf64>
  %13 = math.acos %12 : vector<4xf64>
  %14 = math.atan %13 : vector<4xf64>
  %15 = math.atan2 %14, %y : vector<4xf64>
  %16 = math.powf %15, %y : vector<4xf64>
  %17 = math.cbrt %16 : vector<4xf64>
  %18 = math.erf %17 : vector<4xf64>
  %19 = math.erfc %18 : vector<4xf64>
  return %19 : vector<4xf64>
}

// CHECK-LABEL: func.func @cube_root
// CHECK-NOT: f64
// CHECK-NOT: math.cbrt
// CHECK: return
func.func @cube_root(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.cbrt %x : vector<8xf32>
  return %0 : vector<8xf32>
}

// Functions that f32 has no polynomial of are computed in f64 and rounded once.
// CHECK-LABEL: func.func @arc_sine
// CHECK: arith.extf %arg0 : vector<8xf32> to vector<8xf64>
// CHECK-NOT: math.asin
// CHECK: arith.truncf %{{.*}} : vector<8xf64> to vector<8xf32>
func.func @arc_sine(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.asin %x : vector<8xf32>
  return %0 : vector<8xf32>
}

// CHECK-LABEL: func.func @left_alone
// CHECK: math.exp %arg0 : bf16
// CHECK: math.tanh %arg1 : vector<[4]xf64>
func.func @left_alone(%x: bf16, %y: vector<[4]xf64>) -> (bf16, vector<[4]xf64>) {
  %0 = math.exp %x : bf16
  %1 = math.tanh %y : vector<[4]xf64>
  return %0, %1 : bf16, vector<[4]xf64>
}
