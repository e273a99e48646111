// RUN: strata-opt %s "--arith-emulate-unsupported-floats=source-types=f16,bf16,f8E5M2 target-type=f32" | FileCheck %s

// Arithmetic on unsupported floats is done on wider ones.

// CHECK-LABEL: func.func @e(
// CHECK-NEXT:      %0 = arith.extf %arg1 fastmath<contract> : bf16 to f32
// CHECK-NEXT:      %1 = arith.extf %arg0 fastmath<contract> : f16 to f32
// CHECK-NEXT:      %2 = arith.addf %1, %1 fastmath<nsz> : f32
// CHECK-NEXT:      %3 = arith.truncf %2 fastmath<contract> : f32 to f16
// CHECK-NEXT:      %4 = arith.mulf %0, %0 : f32
// CHECK-NEXT:      %5 = arith.truncf %4 fastmath<contract> : f32 to bf16
// CHECK-NEXT:      %6 = math.exp %arg0 fastmath<fast> : f16
// CHECK-NEXT:      %7 = math.powf %arg2, %arg2 : vector<2xf16>
// CHECK-NEXT:      %8 = math.fma %arg3, %arg3, %arg3 : f8E5M2
// CHECK-NEXT:      %9 = arith.cmpf olt, %1, %1 : f32
// CHECK-NEXT:      %10 = arith.negf %0 : f32
// CHECK-NEXT:      %11 = arith.truncf %10 fastmath<contract> : f32 to bf16
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f16
// CHECK-NEXT:      %12 = arith.extf %cst fastmath<contract> : f16 to f32
// CHECK-NEXT:      %cst_0 = arith.constant dense<1.000000e+00> : vector<2xbf16>
// CHECK-NEXT:      %13 = arith.addf %1, %12 : f32
// CHECK-NEXT:      %14 = arith.truncf %13 fastmath<contract> : f32 to f16
// CHECK-NEXT:      %15 = arith.extf %arg0 : f16 to f32
// CHECK-NEXT:      %16 = arith.truncf %arg4 : f32 to bf16
// CHECK-NEXT:      %17 = arith.sitofp %arg5 : i32 to f32
// CHECK-NEXT:      %18 = arith.truncf %17 fastmath<contract> : f32 to f16
// CHECK-NEXT:      %19 = arith.select %9, %arg0, %cst : f16
// CHECK-NEXT:      %20 = arith.bitcast %arg0 : f16 to bf16
// CHECK-NEXT:      %21 = math.isnan %arg0 : f16
// CHECK-NEXT:      %sin, %cos = math.sincos %arg0 : f16
// CHECK-NEXT:      %22 = math.fpowi %arg0, %arg5 : f16, i32
// CHECK-NEXT:      %cst_1 = arith.constant dense<2.000000e+00> : vector<2xbf16>
// CHECK-NEXT:      %23 = arith.remf %0, %0 : f32
// CHECK-NEXT:      %24 = arith.truncf %23 fastmath<contract> : f32 to bf16
// CHECK-NEXT:      %25 = math.absf %arg0 : f16
// CHECK-NEXT:      %26 = math.copysign %arg0, %arg0 : f16
// CHECK-NEXT:      %27 = math.clampf %arg0 to [%arg0, %arg0] : f16
// CHECK-NEXT:      %28 = arith.fptosi %1 : f32 to i32
// CHECK-NEXT:      return %14, %6, %9 : f16, f16, i1
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
// CHECK-NEXT:      %0 = arith.extf %arg0 fastmath<contract> : f16 to f32
// CHECK-NEXT:      cf.cond_br %arg1, ^bb1(%arg0 : f16), ^bb2(%arg0, %arg0 : f16, f16)
// CHECK-NEXT:    ^bb1(%1: f16):  // pred: ^bb0
// CHECK-NEXT:      %2 = arith.extf %1 fastmath<contract> : f16 to f32
// CHECK-NEXT:      %3 = arith.addf %2, %0 : f32
// CHECK-NEXT:      %4 = arith.truncf %3 fastmath<contract> : f32 to f16
// CHECK-NEXT:      %5 = arith.extf %4 fastmath<contract> : f16 to f32
// CHECK-NEXT:      %6 = math.exp %4 : f16
// CHECK-NEXT:      %7 = arith.extf %6 fastmath<contract> : f16 to f32
// CHECK-NEXT:      %8 = arith.mulf %7, %5 : f32
// CHECK-NEXT:      %9 = arith.truncf %8 fastmath<contract> : f32 to f16
// CHECK-NEXT:      return %9 : f16
// CHECK-NEXT:    ^bb2(%10: f16, %11: f16):  // pred: ^bb0
// CHECK-NEXT:      %12 = arith.extf %11 fastmath<contract> : f16 to f32
// CHECK-NEXT:      %13 = arith.extf %10 fastmath<contract> : f16 to f32
// CHECK-NEXT:      %14 = arith.addf %13, %12 : f32
// CHECK-NEXT:      %15 = arith.truncf %14 fastmath<contract> : f32 to f16
// CHECK-NEXT:      return %15 : f16
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
