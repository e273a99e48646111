// RUN: strata-opt %s --math-extend-to-supported-types | FileCheck %s

// Functions of narrow floats are computed on wider ones.

// CHECK-LABEL: func.func @e(
// CHECK-NEXT:      %0 = arith.extf %arg2 fastmath<contract> : vector<2xf16> to vector<2xf32>
// CHECK-NEXT:      %1 = arith.extf %arg0 fastmath<contract> : f16 to f32
// CHECK-NEXT:      %2 = arith.addf %arg0, %arg0 fastmath<nsz> : f16
// CHECK-NEXT:      %3 = arith.mulf %arg1, %arg1 : bf16
// CHECK-NEXT:      %4 = math.exp %1 fastmath<fast> : f32
// CHECK-NEXT:      %5 = arith.truncf %4 fastmath<contract> : f32 to f16
// CHECK-NEXT:      %6 = math.powf %0, %0 : vector<2xf32>
// CHECK-NEXT:      %7 = arith.truncf %6 fastmath<contract> : vector<2xf32> to vector<2xf16>
// CHECK-NEXT:      %8 = math.fma %arg3, %arg3, %arg3 : f8E5M2
// CHECK-NEXT:      %9 = arith.cmpf olt, %arg0, %arg0 : f16
// CHECK-NEXT:      %10 = arith.negf %arg1 : bf16
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f16
// CHECK-NEXT:      %cst_0 = arith.constant dense<1.000000e+00> : vector<2xbf16>
// CHECK-NEXT:      %11 = arith.addf %arg0, %cst : f16
// CHECK-NEXT:      %12 = arith.extf %arg0 : f16 to f32
// CHECK-NEXT:      %13 = arith.truncf %arg4 : f32 to bf16
// CHECK-NEXT:      %14 = arith.sitofp %arg5 : i32 to f16
// CHECK-NEXT:      %15 = arith.select %9, %arg0, %cst : f16
// CHECK-NEXT:      %16 = arith.bitcast %arg0 : f16 to bf16
// CHECK-NEXT:      %17 = math.isnan %1 : f32
// CHECK-NEXT:      %sin, %cos = math.sincos %1 : f32
// CHECK-NEXT:      %18 = arith.truncf %sin fastmath<contract> : f32 to f16
// CHECK-NEXT:      %19 = arith.truncf %cos fastmath<contract> : f32 to f16
// CHECK-NEXT:      %20 = math.fpowi %1, %arg5 : f32, i32
// CHECK-NEXT:      %21 = arith.truncf %20 fastmath<contract> : f32 to f16
// CHECK-NEXT:      %22 = arith.addf %cst_0, %cst_0 : vector<2xbf16>
// CHECK-NEXT:      %23 = arith.maximumf %arg0, %arg0 : f16
// CHECK-NEXT:      %24 = arith.remf %arg1, %arg1 : bf16
// CHECK-NEXT:      %25 = math.absf %1 : f32
// CHECK-NEXT:      %26 = arith.truncf %25 fastmath<contract> : f32 to f16
// CHECK-NEXT:      %27 = math.copysign %1, %1 : f32
// CHECK-NEXT:      %28 = arith.truncf %27 fastmath<contract> : f32 to f16
// CHECK-NEXT:      %29 = math.clampf %1 to [%1, %1] : f32
// CHECK-NEXT:      %30 = arith.truncf %29 fastmath<contract> : f32 to f16
// CHECK-NEXT:      %31 = arith.fptosi %arg0 : f16 to i32
// CHECK-NEXT:      return %11, %5, %9 : f16, f16, i1
// CHECK-NEXT:    }
func.func @e(%a: f16, %b: bf16, %v: vector<2xf16>, %f8: f8E5M2, %f32: f32, %i: i32) -> (f16, f16, i1) {
  %0 = arith.addf %a, %a fastmath<nsz> : f16
  %1 = arith.mulf %b, %b : bf16
  %2 = math.exp %a fastmath<fast> : f16
  %3 = math.powf %v, %v : vector<2xf16>
  %4 = math.fma %f8, %f8, %f8 : f8E5M2
  %5 = arith.cmpf olt, %a, %a : f16
  %6 = arith.negf %b : bf16
  %c = arith.constant 1.0 : f16
  %d = arith.constant dense<1.0> : vector<2xbf16>
  %7 = arith.addf %a, %c : f16
  %8 = arith.extf %a : f16 to f32
  %9 = arith.truncf %f32 : f32 to bf16
  %10 = arith.sitofp %i : i32 to f16
  %11 = arith.select %5, %a, %c : f16
  %12 = arith.bitcast %a : f16 to bf16
  %13 = math.isnan %a : f16
  %14:2 = math.sincos %a : f16
  %15 = math.fpowi %a, %i : f16, i32
  %16 = arith.addf %d, %d : vector<2xbf16>
  %17 = arith.maximumf %a, %a : f16
  %18 = arith.remf %b, %b : bf16
  %19 = math.absf %a : f16
  %20 = math.copysign %a, %a : f16
  %21 = math.clampf %a to [%a, %a] : f16
  %22 = arith.fptosi %a : f16 to i32
  return %7, %2, %5 : f16, f16, i1
}

// CHECK-LABEL: func.func @b(
// CHECK-NEXT:      cf.cond_br %arg1, ^bb1(%arg0 : f16), ^bb2(%arg0, %arg0 : f16, f16)
// CHECK-NEXT:    ^bb1(%0: f16):  // pred: ^bb0
// CHECK-NEXT:      %1 = arith.addf %0, %arg0 : f16
// CHECK-NEXT:      %2 = arith.extf %1 fastmath<contract> : f16 to f32
// CHECK-NEXT:      %3 = math.exp %2 : f32
// CHECK-NEXT:      %4 = arith.truncf %3 fastmath<contract> : f32 to f16
// CHECK-NEXT:      %5 = arith.mulf %4, %1 : f16
// CHECK-NEXT:      return %5 : f16
// CHECK-NEXT:    ^bb2(%6: f16, %7: f16):  // pred: ^bb0
// CHECK-NEXT:      %8 = arith.addf %6, %7 : f16
// CHECK-NEXT:      return %8 : f16
// CHECK-NEXT:    }
func.func @b(%a: f16, %c: i1) -> f16 {
  cf.cond_br %c, ^x(%a : f16), ^y(%a, %a : f16, f16)
^x(%0: f16):
  %1 = arith.addf %0, %a : f16
  %2 = math.exp %1 : f16
  %5 = arith.mulf %2, %1 : f16
  return %5 : f16
^y(%3: f16, %4: f16):
  %6 = arith.addf %3, %4 : f16
  return %6 : f16
}
