// RUN: strata-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @absf(
// CHECK-NEXT:    %cst = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:    return %cst : f32
func.func @absf() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.absf %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @acos(
// CHECK-NEXT:    %cst = arith.constant 1.04719758 : f32
// CHECK-NEXT:    return %cst : f32
func.func @acos() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.acos %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @acosh(
// CHECK-NEXT:    %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:    return %cst : f32
func.func @acosh() -> f32 {
  %k = arith.constant 1.0 : f32
  %r = math.acosh %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @asin(
// CHECK-NEXT:    %cst = arith.constant 0.52359879 : f32
// CHECK-NEXT:    return %cst : f32
func.func @asin() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.asin %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @asinh(
// CHECK-NEXT:    %cst = arith.constant 0.481211841 : f32
// CHECK-NEXT:    return %cst : f32
func.func @asinh() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.asinh %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @atan(
// CHECK-NEXT:    %cst = arith.constant 0.463647604 : f32
// CHECK-NEXT:    return %cst : f32
func.func @atan() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.atan %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @atanh(
// CHECK-NEXT:    %cst = arith.constant 0.549306154 : f32
// CHECK-NEXT:    return %cst : f32
func.func @atanh() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.atanh %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @cbrt(
// CHECK-NEXT:    %cst = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:    %0 = math.cbrt %cst : f32
// CHECK-NEXT:    return %0 : f32
func.func @cbrt() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.cbrt %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @ceil(
// CHECK-NEXT:    %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:    return %cst : f32
func.func @ceil() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.ceil %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @cos(
// CHECK-NEXT:    %cst = arith.constant 0.87758255 : f32
// CHECK-NEXT:    return %cst : f32
func.func @cos() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.cos %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @cosh(
// CHECK-NEXT:    %cst = arith.constant 1.12762594 : f32
// CHECK-NEXT:    return %cst : f32
func.func @cosh() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.cosh %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @erf(
// CHECK-NEXT:    %cst = arith.constant 0.520499885 : f32
// CHECK-NEXT:    return %cst : f32
func.func @erf() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.erf %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @exp(
// CHECK-NEXT:    %cst = arith.constant 1.64872122 : f32
// CHECK-NEXT:    return %cst : f32
func.func @exp() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.exp %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @exp2(
// CHECK-NEXT:    %cst = arith.constant 1.41421354 : f32
// CHECK-NEXT:    return %cst : f32
func.func @exp2() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.exp2 %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @expm1(
// CHECK-NEXT:    %cst = arith.constant 0.648721277 : f32
// CHECK-NEXT:    return %cst : f32
func.func @expm1() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.expm1 %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @floor(
// CHECK-NEXT:    %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:    return %cst : f32
func.func @floor() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.floor %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @log(
// CHECK-NEXT:    %cst = arith.constant -0.693147182 : f32
// CHECK-NEXT:    return %cst : f32
func.func @log() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.log %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @log10(
// CHECK-NEXT:    %cst = arith.constant -3.010300e-01 : f32
// CHECK-NEXT:    return %cst : f32
func.func @log10() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.log10 %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @log1p(
// CHECK-NEXT:    %cst = arith.constant 0.405465096 : f32
// CHECK-NEXT:    return %cst : f32
func.func @log1p() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.log1p %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @log2(
// CHECK-NEXT:    %cst = arith.constant -1.000000e+00 : f32
// CHECK-NEXT:    return %cst : f32
func.func @log2() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.log2 %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @round(
// CHECK-NEXT:    %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:    return %cst : f32
func.func @round() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.round %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @roundeven(
// CHECK-NEXT:    %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:    return %cst : f32
func.func @roundeven() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.roundeven %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @rsqrt(
// CHECK-NEXT:    %cst = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:    %0 = math.rsqrt %cst : f32
// CHECK-NEXT:    return %0 : f32
func.func @rsqrt() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.rsqrt %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @sin(
// CHECK-NEXT:    %cst = arith.constant 0.47942555 : f32
// CHECK-NEXT:    return %cst : f32
func.func @sin() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.sin %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @sinh(
// CHECK-NEXT:    %cst = arith.constant 0.521095276 : f32
// CHECK-NEXT:    return %cst : f32
func.func @sinh() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.sinh %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @sqrt(
// CHECK-NEXT:    %cst = arith.constant 0.707106769 : f32
// CHECK-NEXT:    return %cst : f32
func.func @sqrt() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.sqrt %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @tan(
// CHECK-NEXT:    %cst = arith.constant 0.546302497 : f32
// CHECK-NEXT:    return %cst : f32
func.func @tan() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.tan %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @tanh(
// CHECK-NEXT:    %cst = arith.constant 0.462117165 : f32
// CHECK-NEXT:    return %cst : f32
func.func @tanh() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.tanh %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @trunc(
// CHECK-NEXT:    %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:    return %cst : f32
func.func @trunc() -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.trunc %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @log_of_negative(
// CHECK-NEXT:    %cst = arith.constant -2.000000e+00 : f32
// CHECK-NEXT:    %0 = math.log %cst : f32
// CHECK-NEXT:    return %0 : f32
func.func @log_of_negative() -> f32 {
  %k = arith.constant -2.0 : f32
  %r = math.log %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @sqrt_of_negative(
// CHECK-NEXT:    %cst = arith.constant -2.000000e+00 : f32
// CHECK-NEXT:    %0 = math.sqrt %cst : f32
// CHECK-NEXT:    return %0 : f32
func.func @sqrt_of_negative() -> f32 {
  %k = arith.constant -2.0 : f32
  %r = math.sqrt %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @log1p_of_negative(
// CHECK-NEXT:    %cst = arith.constant -2.000000e+00 : f32
// CHECK-NEXT:    %0 = math.log1p %cst : f32
// CHECK-NEXT:    return %0 : f32
func.func @log1p_of_negative() -> f32 {
  %k = arith.constant -2.0 : f32
  %r = math.log1p %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @powf(
// CHECK-NEXT:    %cst = arith.constant 4.000000e+00 : f32
// CHECK-NEXT:    return %cst : f32
func.func @powf() -> f32 {
  %k = arith.constant 2.0 : f32
  %r = math.powf %k, %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @copysign(
// CHECK-NEXT:    %cst = arith.constant -2.000000e+00 : f32
// CHECK-NEXT:    return %cst : f32
func.func @copysign() -> f32 {
  %k = arith.constant 2.0 : f32
  %j = arith.constant -0.0 : f32
  %r = math.copysign %k, %j : f32
  return %r : f32
}

// CHECK-LABEL: func.func @atan2(
// CHECK-NEXT:    %cst = arith.constant 0.785398185 : f32
// CHECK-NEXT:    return %cst : f32
func.func @atan2() -> f32 {
  %k = arith.constant 2.0 : f32
  %r = math.atan2 %k, %k : f32
  return %r : f32
}

// CHECK-LABEL: func.func @isnan(
// CHECK-NEXT:    %false = arith.constant false
// CHECK-NEXT:    return %false : i1
func.func @isnan() -> i1 {
  %k = arith.constant 0x7F800000 : f32
  %r = math.isnan %k : f32
  return %r : i1
}

// CHECK-LABEL: func.func @isinf(
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    return %true : i1
func.func @isinf() -> i1 {
  %k = arith.constant 0x7F800000 : f32
  %r = math.isinf %k : f32
  return %r : i1
}

// CHECK-LABEL: func.func @isfinite(
// CHECK-NEXT:    %false = arith.constant false
// CHECK-NEXT:    return %false : i1
func.func @isfinite() -> i1 {
  %k = arith.constant 0x7F800000 : f32
  %r = math.isfinite %k : f32
  return %r : i1
}

// CHECK-LABEL: func.func @isnormal(
// CHECK-NEXT:    %false = arith.constant false
// CHECK-NEXT:    return %false : i1
func.func @isnormal() -> i1 {
  %k = arith.constant 0x7F800000 : f32
  %r = math.isnormal %k : f32
  return %r : i1
}

// CHECK-LABEL: func.func @absi(
// CHECK-NEXT:    %cst = arith.constant dense<[1, 4]> : vector<2xi32>
// CHECK-NEXT:    return %cst : vector<2xi32>
func.func @absi() -> vector<2xi32> {
  %k = arith.constant dense<[1, -4]> : vector<2xi32>
  %r = math.absi %k : vector<2xi32>
  return %r : vector<2xi32>
}

// CHECK-LABEL: func.func @ctlz(
// CHECK-NEXT:    %cst = arith.constant dense<[31, 0]> : vector<2xi32>
// CHECK-NEXT:    return %cst : vector<2xi32>
func.func @ctlz() -> vector<2xi32> {
  %k = arith.constant dense<[1, -4]> : vector<2xi32>
  %r = math.ctlz %k : vector<2xi32>
  return %r : vector<2xi32>
}

// CHECK-LABEL: func.func @cttz(
// CHECK-NEXT:    %cst = arith.constant dense<[0, 2]> : vector<2xi32>
// CHECK-NEXT:    return %cst : vector<2xi32>
func.func @cttz() -> vector<2xi32> {
  %k = arith.constant dense<[1, -4]> : vector<2xi32>
  %r = math.cttz %k : vector<2xi32>
  return %r : vector<2xi32>
}

// CHECK-LABEL: func.func @ctpop(
// CHECK-NEXT:    %cst = arith.constant dense<[1, 30]> : vector<2xi32>
// CHECK-NEXT:    return %cst : vector<2xi32>
func.func @ctpop() -> vector<2xi32> {
  %k = arith.constant dense<[1, -4]> : vector<2xi32>
  %r = math.ctpop %k : vector<2xi32>
  return %r : vector<2xi32>
}

// CHECK-LABEL: func.func @ipowi(
// CHECK-NEXT:    %c81_i32 = arith.constant 81 : i32
// CHECK-NEXT:    return %c81_i32 : i32
func.func @ipowi() -> i32 {
  %k = arith.constant 3 : i32
  %j = arith.constant 4 : i32
  %r = math.ipowi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ipowi_negative(
// CHECK-NEXT:    %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:    return %c-1_i32 : i32
func.func @ipowi_negative() -> i32 {
  %k = arith.constant -1 : i32
  %j = arith.constant -3 : i32
  %r = math.ipowi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ipowi_zero(
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    %c-3_i32 = arith.constant -3 : i32
// CHECK-NEXT:    %0 = math.ipowi %c0_i32, %c-3_i32 : i32
// CHECK-NEXT:    return %0 : i32
func.func @ipowi_zero() -> i32 {
  %k = arith.constant 0 : i32
  %j = arith.constant -3 : i32
  %r = math.ipowi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ipowi_vanishes(
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    return %c0_i32 : i32
func.func @ipowi_vanishes() -> i32 {
  %k = arith.constant 7 : i32
  %j = arith.constant -2 : i32
  %r = math.ipowi %k, %j : i32
  return %r : i32
}

// CHECK-LABEL: func.func @splat(
// CHECK-NEXT:    %cst = arith.constant dense<2.000000e+00> : tensor<1024xf32>
// CHECK-NEXT:    return %cst : tensor<1024xf32>
func.func @splat() -> tensor<1024xf32> {
  %k = arith.constant dense<4.0> : tensor<1024xf32>
  %r = math.sqrt %k : tensor<1024xf32>
  return %r : tensor<1024xf32>
}

// CHECK-LABEL: func.func @poison(
// CHECK-NEXT:    %0 = ub.poison : f32
// CHECK-NEXT:    return %0 : f32
func.func @poison() -> f32 {
  %k = ub.poison : f32
  %r = math.sqrt %k : f32
  return %r : f32
}

// Roundings of wide formats are exact.
// CHECK-LABEL: func.func @wide_rounding(
// CHECK-NEXT:    %cst = arith.constant 3.000000e+00 : f128
// CHECK-NEXT:    %cst_0 = arith.constant -3.000000e+00 : f80
// CHECK-NEXT:    %cst_1 = arith.constant 2.000000e+00 : f128
// CHECK-NEXT:    return %cst, %cst_0, %cst_1 : f128, f80, f128
func.func @wide_rounding() -> (f128, f80, f128) {
  %a = arith.constant 2.5 : f128
  %b = arith.constant -2.5 : f80
  %0 = math.ceil %a : f128
  %1 = math.floor %b : f80
  %2 = math.roundeven %a : f128
  return %0, %1, %2 : f128, f80, f128
}

// CHECK-LABEL: func.func @not_folded(
// CHECK:         math.round
// CHECK:         math.trunc
// CHECK:         math.isnan
func.func @not_folded() -> (f16, f16, i1) {
  %a = arith.constant 2.5 : f16
  %p = ub.poison : f32
  %0 = math.round %a : f16
  %1 = math.trunc %a : f16
  %2 = math.isnan %p : f32
  return %0, %1, %2 : f16, f16, i1
}
