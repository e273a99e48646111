// RUN: strata-opt %s --math-expand-ops | FileCheck %s

// Functions are written with simpler ones; `ceil` keeps numbers that are too great for an integer.

// CHECK-LABEL: func.func @sinh(
// CHECK-NEXT:      %cst = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:      %0 = math.exp %arg0 : f32
// CHECK-NEXT:      %1 = arith.negf %arg0 : f32
// CHECK-NEXT:      %2 = math.exp %1 : f32
// CHECK-NEXT:      %3 = arith.subf %0, %2 : f32
// CHECK-NEXT:      %4 = arith.mulf %3, %cst : f32
// CHECK-NEXT:      return %4 : f32
// CHECK-NEXT:    }
func.func @sinh(%a: f32) -> f32 {
  %r = math.sinh %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @cosh(
// CHECK-NEXT:      %cst = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:      %0 = math.exp %arg0 : f32
// CHECK-NEXT:      %1 = arith.negf %arg0 : f32
// CHECK-NEXT:      %2 = math.exp %1 : f32
// CHECK-NEXT:      %3 = arith.addf %0, %2 : f32
// CHECK-NEXT:      %4 = arith.mulf %3, %cst : f32
// CHECK-NEXT:      return %4 : f32
// CHECK-NEXT:    }
func.func @cosh(%a: f32) -> f32 {
  %r = math.cosh %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @tan(
// CHECK-NEXT:      %0 = math.sin %arg0 : f32
// CHECK-NEXT:      %1 = math.cos %arg0 : f32
// CHECK-NEXT:      %2 = arith.divf %0, %1 : f32
// CHECK-NEXT:      return %2 : f32
// CHECK-NEXT:    }
func.func @tan(%a: f32) -> f32 {
  %r = math.tan %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @tanh(
// CHECK-NEXT:      %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:      %cst_1 = arith.constant -2.000000e+00 : f32
// CHECK-NEXT:      %0 = arith.cmpf olt, %arg0, %cst : f32
// CHECK-NEXT:      %1 = arith.uitofp %0 : i1 to f32
// CHECK-NEXT:      %2 = arith.mulf %1, %cst_1 : f32
// CHECK-NEXT:      %3 = arith.addf %2, %cst_0 : f32
// CHECK-NEXT:      %4 = arith.mulf %3, %arg0 : f32
// CHECK-NEXT:      %5 = arith.mulf %4, %cst_1 : f32
// CHECK-NEXT:      %6 = math.exp %5 : f32
// CHECK-NEXT:      %7 = arith.subf %cst_0, %6 : f32
// CHECK-NEXT:      %8 = arith.addf %6, %cst_0 : f32
// CHECK-NEXT:      %9 = arith.divf %7, %8 : f32
// CHECK-NEXT:      %10 = arith.mulf %3, %9 : f32
// CHECK-NEXT:      return %10 : f32
// CHECK-NEXT:    }
func.func @tanh(%a: f32) -> f32 {
  %r = math.tanh %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @asinh(
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:      %0 = arith.mulf %arg0, %arg0 : f32
// CHECK-NEXT:      %1 = arith.addf %0, %cst : f32
// CHECK-NEXT:      %2 = math.sqrt %1 : f32
// CHECK-NEXT:      %3 = arith.addf %arg0, %2 : f32
// CHECK-NEXT:      %4 = math.log %3 : f32
// CHECK-NEXT:      return %4 : f32
// CHECK-NEXT:    }
func.func @asinh(%a: f32) -> f32 {
  %r = math.asinh %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @acosh(
// CHECK-NEXT:      %cst = arith.constant -1.000000e+00 : f32
// CHECK-NEXT:      %0 = arith.mulf %arg0, %arg0 : f32
// CHECK-NEXT:      %1 = arith.addf %0, %cst : f32
// CHECK-NEXT:      %2 = math.sqrt %1 : f32
// CHECK-NEXT:      %3 = arith.addf %arg0, %2 : f32
// CHECK-NEXT:      %4 = math.log %3 : f32
// CHECK-NEXT:      return %4 : f32
// CHECK-NEXT:    }
func.func @acosh(%a: f32) -> f32 {
  %r = math.acosh %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @atanh(
// CHECK-NEXT:      %cst = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:      %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:      %0 = arith.addf %arg0, %cst_0 : f32
// CHECK-NEXT:      %1 = arith.negf %arg0 : f32
// CHECK-NEXT:      %2 = arith.addf %1, %cst_0 : f32
// CHECK-NEXT:      %3 = arith.divf %0, %2 : f32
// CHECK-NEXT:      %4 = math.log %3 : f32
// CHECK-NEXT:      %5 = arith.mulf %4, %cst : f32
// CHECK-NEXT:      return %5 : f32
// CHECK-NEXT:    }
func.func @atanh(%a: f32) -> f32 {
  %r = math.atanh %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @exp2(
// CHECK-NEXT:      %cst = arith.constant 0.693147182 : f32
// CHECK-NEXT:      %0 = arith.mulf %arg0, %cst : f32
// CHECK-NEXT:      %1 = math.exp %0 : f32
// CHECK-NEXT:      return %1 : f32
// CHECK-NEXT:    }
func.func @exp2(%a: f32) -> f32 {
  %r = math.exp2 %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @round(
// CHECK-NEXT:      %cst = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:      %c23_i32 = arith.constant 23 : i32
// CHECK-NEXT:      %c127_i32 = arith.constant 127 : i32
// CHECK-NEXT:      %c255_i32 = arith.constant 255 : i32
// CHECK-NEXT:      %0 = math.copysign %cst, %arg0 : f32
// CHECK-NEXT:      %1 = arith.addf %arg0, %0 : f32
// CHECK-NEXT:      %2 = arith.fptosi %1 : f32 to i64
// CHECK-NEXT:      %3 = arith.sitofp %2 : i64 to f32
// CHECK-NEXT:      %4 = math.copysign %3, %1 : f32
// CHECK-NEXT:      %5 = arith.bitcast %arg0 : f32 to i32
// CHECK-NEXT:      %6 = arith.shrui %5, %c23_i32 : i32
// CHECK-NEXT:      %7 = arith.andi %6, %c255_i32 : i32
// CHECK-NEXT:      %8 = arith.subi %7, %c127_i32 : i32
// CHECK-NEXT:      %9 = arith.cmpi sge, %8, %c23_i32 : i32
// CHECK-NEXT:      %10 = arith.select %9, %arg0, %4 : f32
// CHECK-NEXT:      return %10 : f32
// CHECK-NEXT:    }
func.func @round(%a: f32) -> f32 {
  %r = math.round %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @rsqrt(
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:      %0 = math.sqrt %arg0 : f32
// CHECK-NEXT:      %1 = arith.divf %cst, %0 : f32
// CHECK-NEXT:      return %1 : f32
// CHECK-NEXT:    }
func.func @rsqrt(%a: f32) -> f32 {
  %r = math.rsqrt %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @sin(
// CHECK-NEXT:      %0 = math.sin %arg0 : f32
// CHECK-NEXT:      return %0 : f32
// CHECK-NEXT:    }
func.func @sin(%a: f32) -> f32 {
  %r = math.sin %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @floor(
// CHECK-NEXT:      %0 = math.floor %arg0 : f32
// CHECK-NEXT:      return %0 : f32
// CHECK-NEXT:    }
func.func @floor(%a: f32) -> f32 {
  %r = math.floor %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @ceil(
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:      %cst_0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      %c1258291200_i32 = arith.constant 1258291200 : i32
// CHECK-NEXT:      %c2147483647_i32 = arith.constant 2147483647 : i32
// CHECK-NEXT:      %0 = arith.bitcast %arg0 : f32 to i32
// CHECK-NEXT:      %1 = arith.andi %0, %c2147483647_i32 : i32
// CHECK-NEXT:      %2 = arith.cmpi uge, %1, %c1258291200_i32 : i32
// CHECK-NEXT:      %3 = arith.fptosi %arg0 : f32 to i64
// CHECK-NEXT:      %4 = arith.sitofp %3 : i64 to f32
// CHECK-NEXT:      %5 = math.copysign %4, %arg0 : f32
// CHECK-NEXT:      %6 = arith.cmpf ogt, %arg0, %5 : f32
// CHECK-NEXT:      %7 = arith.select %6, %cst, %cst_0 : f32
// CHECK-NEXT:      %8 = arith.addf %5, %7 : f32
// CHECK-NEXT:      %9 = arith.select %2, %arg0, %8 : f32
// CHECK-NEXT:      return %9 : f32
// CHECK-NEXT:    }
func.func @ceil(%a: f32) -> f32 {
  %r = math.ceil %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @roundeven(
// CHECK-NEXT:      %cst = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:      %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:      %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:      %c23_i32 = arith.constant 23 : i32
// CHECK-NEXT:      %c31_i32 = arith.constant 31 : i32
// CHECK-NEXT:      %c127_i32 = arith.constant 127 : i32
// CHECK-NEXT:      %c4194304_i32 = arith.constant 4194304 : i32
// CHECK-NEXT:      %c8388607_i32 = arith.constant 8388607 : i32
// CHECK-NEXT:      %c255_i32 = arith.constant 255 : i32
// CHECK-NEXT:      %0 = arith.bitcast %arg0 : f32 to i32
// CHECK-NEXT:      %1 = math.copysign %cst, %arg0 : f32
// CHECK-NEXT:      %2 = arith.addf %arg0, %1 : f32
// CHECK-NEXT:      %3 = arith.fptosi %2 : f32 to i64
// CHECK-NEXT:      %4 = arith.sitofp %3 : i64 to f32
// CHECK-NEXT:      %5 = math.copysign %4, %2 : f32
// CHECK-NEXT:      %6 = arith.bitcast %arg0 : f32 to i32
// CHECK-NEXT:      %7 = arith.shrui %6, %c23_i32 : i32
// CHECK-NEXT:      %8 = arith.andi %7, %c255_i32 : i32
// CHECK-NEXT:      %9 = arith.subi %8, %c127_i32 : i32
// CHECK-NEXT:      %10 = arith.cmpi sge, %9, %c23_i32 : i32
// CHECK-NEXT:      %11 = arith.select %10, %arg0, %5 : f32
// CHECK-NEXT:      %12 = arith.bitcast %11 : f32 to i32
// CHECK-NEXT:      %13 = arith.shrui %0, %c23_i32 : i32
// CHECK-NEXT:      %14 = arith.andi %13, %c255_i32 : i32
// CHECK-NEXT:      %15 = arith.subi %14, %c127_i32 : i32
// CHECK-NEXT:      %16 = arith.shrui %12, %c23_i32 : i32
// CHECK-NEXT:      %17 = arith.andi %16, %c255_i32 : i32
// CHECK-NEXT:      %18 = arith.subi %17, %c127_i32 : i32
// CHECK-NEXT:      %19 = arith.cmpi eq, %18, %c0_i32 : i32
// CHECK-NEXT:      %20 = arith.subi %18, %c1_i32 : i32
// CHECK-NEXT:      %21 = arith.maxsi %20, %c0_i32 : i32
// CHECK-NEXT:      %22 = arith.minsi %21, %c31_i32 : i32
// CHECK-NEXT:      %23 = arith.shrui %c8388607_i32, %22 : i32
// CHECK-NEXT:      %24 = arith.andi %12, %23 : i32
// CHECK-NEXT:      %25 = arith.cmpi ne, %24, %c0_i32 : i32
// CHECK-NEXT:      %26 = arith.ori %25, %19 : i1
// CHECK-NEXT:      %27 = arith.cmpi eq, %15, %c-1_i32 : i32
// CHECK-NEXT:      %28 = arith.maxsi %15, %c0_i32 : i32
// CHECK-NEXT:      %29 = arith.minsi %28, %c31_i32 : i32
// CHECK-NEXT:      %30 = arith.shrui %c4194304_i32, %29 : i32
// CHECK-NEXT:      %31 = arith.select %27, %c0_i32, %30 : i32
// CHECK-NEXT:      %32 = arith.maxsi %15, %c0_i32 : i32
// CHECK-NEXT:      %33 = arith.minsi %32, %c31_i32 : i32
// CHECK-NEXT:      %34 = arith.shrui %c8388607_i32, %33 : i32
// CHECK-NEXT:      %35 = arith.andi %0, %34 : i32
// CHECK-NEXT:      %36 = arith.cmpi eq, %35, %31 : i32
// CHECK-NEXT:      %37 = arith.cmpi sge, %15, %c-1_i32 : i32
// CHECK-NEXT:      %38 = arith.cmpi slt, %15, %c23_i32 : i32
// CHECK-NEXT:      %39 = arith.andi %36, %38 : i1
// CHECK-NEXT:      %40 = arith.andi %39, %37 : i1
// CHECK-NEXT:      %41 = math.copysign %cst_0, %arg0 : f32
// CHECK-NEXT:      %42 = arith.subf %11, %41 : f32
// CHECK-NEXT:      %43 = arith.andi %26, %40 : i1
// CHECK-NEXT:      %44 = arith.select %43, %42, %11 : f32
// CHECK-NEXT:      %45 = math.copysign %44, %arg0 : f32
// CHECK-NEXT:      return %45 : f32
// CHECK-NEXT:    }
func.func @roundeven(%a: f32) -> f32 {
  %r = math.roundeven %a : f32
  return %r : f32
}

// CHECK-LABEL: func.func @ceil_fnuz(
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f8E4M3FNUZ
// CHECK-NEXT:      %cst_0 = arith.constant 0.000000e+00 : f8E4M3FNUZ
// CHECK-NEXT:      %c-128_i8 = arith.constant -128 : i8
// CHECK-NEXT:      %c88_i8 = arith.constant 88 : i8
// CHECK-NEXT:      %c127_i8 = arith.constant 127 : i8
// CHECK-NEXT:      %0 = arith.bitcast %arg0 : f8E4M3FNUZ to i8
// CHECK-NEXT:      %1 = arith.andi %0, %c127_i8 : i8
// CHECK-NEXT:      %2 = arith.cmpi uge, %1, %c88_i8 : i8
// CHECK-NEXT:      %3 = arith.cmpi eq, %0, %c-128_i8 : i8
// CHECK-NEXT:      %4 = arith.ori %2, %3 : i1
// CHECK-NEXT:      %5 = arith.fptosi %arg0 : f8E4M3FNUZ to i64
// CHECK-NEXT:      %6 = arith.sitofp %5 : i64 to f8E4M3FNUZ
// CHECK-NEXT:      %7 = math.copysign %6, %arg0 : f8E4M3FNUZ
// CHECK-NEXT:      %8 = arith.cmpf ogt, %arg0, %7 : f8E4M3FNUZ
// CHECK-NEXT:      %9 = arith.select %8, %cst, %cst_0 : f8E4M3FNUZ
// CHECK-NEXT:      %10 = arith.addf %7, %9 : f8E4M3FNUZ
// CHECK-NEXT:      %11 = arith.select %4, %arg0, %10 : f8E4M3FNUZ
// CHECK-NEXT:      return %11 : f8E4M3FNUZ
// CHECK-NEXT:    }
func.func @ceil_fnuz(%a: f8E4M3FNUZ) -> f8E4M3FNUZ {
  %r = math.ceil %a : f8E4M3FNUZ
  return %r : f8E4M3FNUZ
}

// CHECK-LABEL: func.func @round_f16(
// CHECK-NEXT:      %0 = math.round %arg0 : f16
// CHECK-NEXT:      return %0 : f16
// CHECK-NEXT:    }
func.func @round_f16(%a: f16) -> f16 {
  %r = math.round %a : f16
  return %r : f16
}

// CHECK-LABEL: func.func @rsqrt_dynamic(
// CHECK-NEXT:      %0 = math.rsqrt %arg0 : tensor<?xf32>
// CHECK-NEXT:      return %0 : tensor<?xf32>
// CHECK-NEXT:    }
func.func @rsqrt_dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  %r = math.rsqrt %a : tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @tanh_vector(
// CHECK-NEXT:      %cst = arith.constant dense<0.000000e+00> : vector<2xf64>
// CHECK-NEXT:      %cst_0 = arith.constant dense<1.000000e+00> : vector<2xf64>
// CHECK-NEXT:      %cst_1 = arith.constant dense<-2.000000e+00> : vector<2xf64>
// CHECK-NEXT:      %0 = arith.cmpf olt, %arg0, %cst : vector<2xf64>
// CHECK-NEXT:      %1 = arith.uitofp %0 : vector<2xi1> to vector<2xf64>
// CHECK-NEXT:      %2 = arith.mulf %1, %cst_1 : vector<2xf64>
// CHECK-NEXT:      %3 = arith.addf %2, %cst_0 : vector<2xf64>
// CHECK-NEXT:      %4 = arith.mulf %3, %arg0 : vector<2xf64>
// CHECK-NEXT:      %5 = arith.mulf %4, %cst_1 : vector<2xf64>
// CHECK-NEXT:      %6 = math.exp %5 : vector<2xf64>
// CHECK-NEXT:      %7 = arith.subf %cst_0, %6 : vector<2xf64>
// CHECK-NEXT:      %8 = arith.addf %6, %cst_0 : vector<2xf64>
// CHECK-NEXT:      %9 = arith.divf %7, %8 : vector<2xf64>
// CHECK-NEXT:      %10 = arith.mulf %3, %9 : vector<2xf64>
// CHECK-NEXT:      return %10 : vector<2xf64>
// CHECK-NEXT:    }
func.func @tanh_vector(%a: vector<2xf64>) -> vector<2xf64> {
  %r = math.tanh %a : vector<2xf64>
  return %r : vector<2xf64>
}

// CHECK-LABEL: func.func @fma(
// CHECK-NEXT:      %0 = arith.mulf %arg0, %arg1 : f32
// CHECK-NEXT:      %1 = arith.addf %0, %arg2 : f32
// CHECK-NEXT:      return %1 : f32
// CHECK-NEXT:    }
func.func @fma(%a: f32, %b: f32, %c: f32) -> f32 {
  %r = math.fma %a, %b, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @clampf(
// CHECK-NEXT:      %0 = arith.minimumf %arg0, %arg2 fastmath<nnan> : f32
// CHECK-NEXT:      %1 = arith.maximumf %0, %arg1 fastmath<nnan> : f32
// CHECK-NEXT:      return %1 : f32
// CHECK-NEXT:    }
func.func @clampf(%a: f32, %b: f32, %c: f32) -> f32 {
  %r = math.clampf %a to [%b, %c] fastmath<nnan> : f32
  return %r : f32
}

// CHECK-LABEL: func.func @ctlz(
// CHECK-NEXT:      %c8_i8 = arith.constant 8 : i8
// CHECK-NEXT:      %c127_i8 = arith.constant 127 : i8
// CHECK-NEXT:      %c1_i8 = arith.constant 1 : i8
// CHECK-NEXT:      %c63_i8 = arith.constant 63 : i8
// CHECK-NEXT:      %c2_i8 = arith.constant 2 : i8
// CHECK-NEXT:      %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:      %c4_i8 = arith.constant 4 : i8
// CHECK-NEXT:      %c15_i8 = arith.constant 15 : i8
// CHECK-NEXT:      %0 = arith.cmpi ule, %arg0, %c15_i8 : i8
// CHECK-NEXT:      %1 = arith.shli %arg0, %c4_i8 : i8
// CHECK-NEXT:      %2 = arith.select %0, %1, %arg0 : i8
// CHECK-NEXT:      %3 = arith.select %0, %c4_i8, %c0_i8 : i8
// CHECK-NEXT:      %4 = arith.cmpi ule, %2, %c63_i8 : i8
// CHECK-NEXT:      %5 = arith.addi %3, %c2_i8 : i8
// CHECK-NEXT:      %6 = arith.shli %2, %c2_i8 : i8
// CHECK-NEXT:      %7 = arith.select %4, %6, %2 : i8
// CHECK-NEXT:      %8 = arith.select %4, %5, %3 : i8
// CHECK-NEXT:      %9 = arith.cmpi ule, %7, %c127_i8 : i8
// CHECK-NEXT:      %10 = arith.addi %8, %c1_i8 : i8
// CHECK-NEXT:      %11 = arith.select %9, %10, %8 : i8
// CHECK-NEXT:      %12 = arith.cmpi eq, %arg0, %c0_i8 : i8
// CHECK-NEXT:      %13 = arith.select %12, %c8_i8, %11 : i8
// CHECK-NEXT:      return %13 : i8
// CHECK-NEXT:    }
func.func @ctlz(%a: i8) -> i8 {
  %r = math.ctlz %a : i8
  return %r : i8
}

// CHECK-LABEL: func.func @ctlz_i128(
// CHECK-NEXT:      %0 = math.ctlz %arg0 : i128
// CHECK-NEXT:      return %0 : i128
// CHECK-NEXT:    }
func.func @ctlz_i128(%a: i128) -> i128 {
  %r = math.ctlz %a : i128
  return %r : i128
}

// CHECK-LABEL: func.func @powf_0(
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:      return %cst : f32
// CHECK-NEXT:    }
func.func @powf_0(%a: f32) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = math.powf %a, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @powf_1(
// CHECK-NEXT:      return %arg0 : f32
// CHECK-NEXT:    }
func.func @powf_1(%a: f32) -> f32 {
  %c = arith.constant 1.0 : f32
  %r = math.powf %a, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @powf_2(
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:      %0 = arith.divf %cst, %arg0 : f32
// CHECK-NEXT:      return %0 : f32
// CHECK-NEXT:    }
func.func @powf_2(%a: f32) -> f32 {
  %c = arith.constant -1.0 : f32
  %r = math.powf %a, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @powf_3(
// CHECK-NEXT:      %0 = math.sqrt %arg0 : f32
// CHECK-NEXT:      return %0 : f32
// CHECK-NEXT:    }
func.func @powf_3(%a: f32) -> f32 {
  %c = arith.constant 0.5 : f32
  %r = math.powf %a, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @powf_4(
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:      %0 = math.sqrt %arg0 : f32
// CHECK-NEXT:      %1 = arith.divf %cst, %0 : f32
// CHECK-NEXT:      return %1 : f32
// CHECK-NEXT:    }
func.func @powf_4(%a: f32) -> f32 {
  %c = arith.constant -0.5 : f32
  %r = math.powf %a, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @powf_5(
// CHECK-NEXT:      %0 = arith.mulf %arg0, %arg0 : f32
// CHECK-NEXT:      return %0 : f32
// CHECK-NEXT:    }
func.func @powf_5(%a: f32) -> f32 {
  %c = arith.constant 2.0 : f32
  %r = math.powf %a, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @powf_6(
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:      %0 = arith.mulf %arg0, %arg0 : f32
// CHECK-NEXT:      %1 = arith.divf %cst, %0 : f32
// CHECK-NEXT:      return %1 : f32
// CHECK-NEXT:    }
func.func @powf_6(%a: f32) -> f32 {
  %c = arith.constant -2.0 : f32
  %r = math.powf %a, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @powf_7(
// CHECK-NEXT:      %0 = arith.mulf %arg0, %arg0 : f32
// CHECK-NEXT:      %1 = arith.mulf %0, %arg0 : f32
// CHECK-NEXT:      return %1 : f32
// CHECK-NEXT:    }
func.func @powf_7(%a: f32) -> f32 {
  %c = arith.constant 3.0 : f32
  %r = math.powf %a, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @powf_8(
// CHECK-NEXT:      %cst = arith.constant 4.000000e+00 : f32
// CHECK-NEXT:      %0 = math.log %arg0 : f32
// CHECK-NEXT:      %1 = arith.mulf %0, %cst : f32
// CHECK-NEXT:      %2 = math.exp %1 : f32
// CHECK-NEXT:      return %2 : f32
// CHECK-NEXT:    }
func.func @powf_8(%a: f32) -> f32 {
  %c = arith.constant 4.0 : f32
  %r = math.powf %a, %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @fpowi_0(
// CHECK-NEXT:      %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:      return %cst : f32
// CHECK-NEXT:    }
func.func @fpowi_0(%a: f32) -> f32 {
  %c = arith.constant 0 : i32
  %r = math.fpowi %a, %c : f32, i32
  return %r : f32
}

// CHECK-LABEL: func.func @fpowi_1(
// CHECK-NEXT:      return %arg0 : f32
// CHECK-NEXT:    }
func.func @fpowi_1(%a: f32) -> f32 {
  %c = arith.constant 1 : i32
  %r = math.fpowi %a, %c : f32, i32
  return %r : f32
}

// CHECK-LABEL: func.func @fpowi_2(
// CHECK-NEXT:      %0 = arith.mulf %arg0, %arg0 : f32
// CHECK-NEXT:      %1 = arith.mulf %0, %0 : f32
// CHECK-NEXT:      %2 = arith.mulf %1, %arg0 : f32
// CHECK-NEXT:      return %2 : f32
// CHECK-NEXT:    }
func.func @fpowi_2(%a: f32) -> f32 {
  %c = arith.constant 5 : i32
  %r = math.fpowi %a, %c : f32, i32
  return %r : f32
}

// CHECK-LABEL: func.func @fpowi_3(
// CHECK-NEXT:      %cst = arith.constant 0xFF800000 : f32
// CHECK-NEXT:      %cst_0 = arith.constant 0x7F800000 : f32
// CHECK-NEXT:      %cst_1 = arith.constant -0.000000e+00 : f32
// CHECK-NEXT:      %cst_2 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      %cst_3 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:      %0 = arith.mulf %arg0, %arg0 : f32
// CHECK-NEXT:      %1 = arith.mulf %0, %arg0 : f32
// CHECK-NEXT:      %2 = arith.cmpf oeq, %1, %cst_2 : f32
// CHECK-NEXT:      %3 = arith.cmpf oeq, %1, %cst_1 : f32
// CHECK-NEXT:      %4 = arith.divf %cst_3, %1 : f32
// CHECK-NEXT:      %5 = arith.select %2, %cst_0, %4 : f32
// CHECK-NEXT:      %6 = arith.select %3, %cst, %5 : f32
// CHECK-NEXT:      return %6 : f32
// CHECK-NEXT:    }
func.func @fpowi_3(%a: f32) -> f32 {
  %c = arith.constant -3 : i32
  %r = math.fpowi %a, %c : f32, i32
  return %r : f32
}

// CHECK-LABEL: func.func @fpowi_unknown(
// CHECK-NEXT:      %0 = arith.sitofp %arg1 : i32 to f32
// CHECK-NEXT:      %1 = math.log %arg0 : f32
// CHECK-NEXT:      %2 = arith.mulf %0, %1 : f32
// CHECK-NEXT:      %3 = math.exp %2 : f32
// CHECK-NEXT:      return %3 : f32
// CHECK-NEXT:    }
func.func @fpowi_unknown(%a: f32, %n: i32) -> f32 {
  %r = math.fpowi %a, %n : f32, i32
  return %r : f32
}
