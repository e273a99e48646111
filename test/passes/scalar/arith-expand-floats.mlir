// RUN: strata-opt %s "--arith-expand=include-bf16 include-f8e8m0 include-f4e2m1" | FileCheck %s

// Casts of narrow floats become integer arithmetic.

// CHECK-LABEL: func.func @extf_bf16_f32(
// CHECK-NEXT:      %0 = arith.bitcast %arg0 : bf16 to i16
// CHECK-NEXT:      %1 = arith.extui %0 : i16 to i32
// CHECK-NEXT:      %c16_i32 = arith.constant 16 : i32
// CHECK-NEXT:      %2 = arith.shli %1, %c16_i32 : i32
// CHECK-NEXT:      %3 = arith.bitcast %2 : i32 to f32
// CHECK-NEXT:      return %3 : f32
// CHECK-NEXT:    }
func.func @extf_bf16_f32(%a: bf16) -> f32 {
  %r = arith.extf %a : bf16 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @truncf_bf16_f32(
// CHECK-NEXT:      %0 = arith.cmpf une, %arg0, %arg0 : f32
// CHECK-NEXT:      %c32767_i32 = arith.constant 32767 : i32
// CHECK-NEXT:      %c32704_i16 = arith.constant 32704 : i16
// CHECK-NEXT:      %c16_i32 = arith.constant 16 : i32
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      %1 = arith.bitcast %arg0 : f32 to i32
// CHECK-NEXT:      %2 = arith.shrui %1, %c16_i32 : i32
// CHECK-NEXT:      %3 = arith.andi %2, %c1_i32 : i32
// CHECK-NEXT:      %4 = arith.addi %3, %c32767_i32 : i32
// CHECK-NEXT:      %5 = arith.addi %1, %4 : i32
// CHECK-NEXT:      %6 = arith.shrui %5, %c16_i32 : i32
// CHECK-NEXT:      %7 = arith.trunci %6 : i32 to i16
// CHECK-NEXT:      %8 = arith.select %0, %c32704_i16, %7 : i16
// CHECK-NEXT:      %9 = arith.bitcast %8 : i16 to bf16
// CHECK-NEXT:      return %9 : bf16
// CHECK-NEXT:    }
func.func @truncf_bf16_f32(%a: f32) -> bf16 {
  %r = arith.truncf %a : f32 to bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @extf_f8E8M0FNU_f32(
// CHECK-NEXT:      %0 = arith.bitcast %arg0 : f8E8M0FNU to i8
// CHECK-NEXT:      %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:      %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:      %c23_i32 = arith.constant 23 : i32
// CHECK-NEXT:      %1 = arith.extui %0 : i8 to i32
// CHECK-NEXT:      %2 = arith.shli %1, %c23_i32 : i32
// CHECK-NEXT:      %3 = arith.cmpi eq, %0, %c-1_i8 : i8
// CHECK-NEXT:      %4 = arith.select %3, %c-1_i32, %2 : i32
// CHECK-NEXT:      %5 = arith.bitcast %4 : i32 to f32
// CHECK-NEXT:      return %5 : f32
// CHECK-NEXT:    }
func.func @extf_f8E8M0FNU_f32(%a: f8E8M0FNU) -> f32 {
  %r = arith.extf %a : f8E8M0FNU to f32
  return %r : f32
}

// CHECK-LABEL: func.func @truncf_f8E8M0FNU_f32(
// CHECK-NEXT:      %0 = arith.bitcast %arg0 : f32 to i32
// CHECK-NEXT:      %c23_i32 = arith.constant 23 : i32
// CHECK-NEXT:      %1 = arith.shrui %0, %c23_i32 : i32
// CHECK-NEXT:      %2 = arith.trunci %1 : i32 to i8
// CHECK-NEXT:      %3 = arith.bitcast %2 : i8 to f8E8M0FNU
// CHECK-NEXT:      return %3 : f8E8M0FNU
// CHECK-NEXT:    }
func.func @truncf_f8E8M0FNU_f32(%a: f32) -> f8E8M0FNU {
  %r = arith.truncf %a : f32 to f8E8M0FNU
  return %r : f8E8M0FNU
}

// CHECK-LABEL: func.func @extf_f8E8M0FNU_f16(
// CHECK-NEXT:      %0 = arith.bitcast %arg0 : f8E8M0FNU to i8
// CHECK-NEXT:      %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:      %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:      %c23_i32 = arith.constant 23 : i32
// CHECK-NEXT:      %1 = arith.extui %0 : i8 to i32
// CHECK-NEXT:      %2 = arith.shli %1, %c23_i32 : i32
// CHECK-NEXT:      %3 = arith.cmpi eq, %0, %c-1_i8 : i8
// CHECK-NEXT:      %4 = arith.select %3, %c-1_i32, %2 : i32
// CHECK-NEXT:      %5 = arith.bitcast %4 : i32 to f32
// CHECK-NEXT:      %6 = arith.truncf %5 : f32 to f16
// CHECK-NEXT:      return %6 : f16
// CHECK-NEXT:    }
func.func @extf_f8E8M0FNU_f16(%a: f8E8M0FNU) -> f16 {
  %r = arith.extf %a : f8E8M0FNU to f16
  return %r : f16
}

// CHECK-LABEL: func.func @truncf_f8E8M0FNU_f16(
// CHECK-NEXT:      %0 = arith.extf %arg0 : f16 to f32
// CHECK-NEXT:      %1 = arith.bitcast %0 : f32 to i32
// CHECK-NEXT:      %c23_i32 = arith.constant 23 : i32
// CHECK-NEXT:      %2 = arith.shrui %1, %c23_i32 : i32
// CHECK-NEXT:      %3 = arith.trunci %2 : i32 to i8
// CHECK-NEXT:      %4 = arith.bitcast %3 : i8 to f8E8M0FNU
// CHECK-NEXT:      return %4 : f8E8M0FNU
// CHECK-NEXT:    }
func.func @truncf_f8E8M0FNU_f16(%a: f16) -> f8E8M0FNU {
  %r = arith.truncf %a : f16 to f8E8M0FNU
  return %r : f8E8M0FNU
}

// CHECK-LABEL: func.func @extf_f8E8M0FNU_f64(
// CHECK-NEXT:      %0 = arith.bitcast %arg0 : f8E8M0FNU to i8
// CHECK-NEXT:      %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:      %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:      %c23_i32 = arith.constant 23 : i32
// CHECK-NEXT:      %1 = arith.extui %0 : i8 to i32
// CHECK-NEXT:      %2 = arith.shli %1, %c23_i32 : i32
// CHECK-NEXT:      %3 = arith.cmpi eq, %0, %c-1_i8 : i8
// CHECK-NEXT:      %4 = arith.select %3, %c-1_i32, %2 : i32
// CHECK-NEXT:      %5 = arith.bitcast %4 : i32 to f32
// CHECK-NEXT:      %6 = arith.extf %5 : f32 to f64
// CHECK-NEXT:      return %6 : f64
// CHECK-NEXT:    }
func.func @extf_f8E8M0FNU_f64(%a: f8E8M0FNU) -> f64 {
  %r = arith.extf %a : f8E8M0FNU to f64
  return %r : f64
}

// CHECK-LABEL: func.func @truncf_f8E8M0FNU_f64(
// CHECK-NEXT:      %0 = arith.truncf %arg0 : f64 to f32
// CHECK-NEXT:      %1 = arith.bitcast %0 : f32 to i32
// CHECK-NEXT:      %c23_i32 = arith.constant 23 : i32
// CHECK-NEXT:      %2 = arith.shrui %1, %c23_i32 : i32
// CHECK-NEXT:      %3 = arith.trunci %2 : i32 to i8
// CHECK-NEXT:      %4 = arith.bitcast %3 : i8 to f8E8M0FNU
// CHECK-NEXT:      return %4 : f8E8M0FNU
// CHECK-NEXT:    }
func.func @truncf_f8E8M0FNU_f64(%a: f64) -> f8E8M0FNU {
  %r = arith.truncf %a : f64 to f8E8M0FNU
  return %r : f8E8M0FNU
}

// CHECK-LABEL: func.func @extf_f4E2M1FN_f32(
// CHECK-NEXT:      %0 = arith.bitcast %arg0 : f4E2M1FN to i4
// CHECK-NEXT:      %c0_i4 = arith.constant 0 : i4
// CHECK-NEXT:      %c1_i4 = arith.constant 1 : i4
// CHECK-NEXT:      %c2_i4 = arith.constant 2 : i4
// CHECK-NEXT:      %c4_i4 = arith.constant 4 : i4
// CHECK-NEXT:      %c7_i4 = arith.constant 7 : i4
// CHECK-NEXT:      %1 = arith.andi %0, %c7_i4 : i4
// CHECK-NEXT:      %c20_i32 = arith.constant 20 : i32
// CHECK-NEXT:      %2 = arith.shli %1, %c2_i4 : i4
// CHECK-NEXT:      %3 = arith.cmpi eq, %1, %c1_i4 : i4
// CHECK-NEXT:      %4 = arith.select %3, %c0_i4, %2 : i4
// CHECK-NEXT:      %5 = arith.extui %4 : i4 to i32
// CHECK-NEXT:      %6 = arith.shli %5, %c20_i32 : i32
// CHECK-NEXT:      %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:      %c1073741824_i32 = arith.constant 1073741824 : i32
// CHECK-NEXT:      %c1056964608_i32 = arith.constant 1056964608 : i32
// CHECK-NEXT:      %7 = arith.cmpi uge, %1, %c4_i4 : i4
// CHECK-NEXT:      %8 = arith.select %7, %c1073741824_i32, %c1056964608_i32 : i32
// CHECK-NEXT:      %9 = arith.cmpi eq, %1, %c0_i4 : i4
// CHECK-NEXT:      %10 = arith.select %9, %c0_i32, %8 : i32
// CHECK-NEXT:      %c-2147483648_i32 = arith.constant -2147483648 : i32
// CHECK-NEXT:      %c-8_i4 = arith.constant -8 : i4
// CHECK-NEXT:      %11 = arith.cmpi uge, %0, %c-8_i4 : i4
// CHECK-NEXT:      %12 = arith.select %11, %c-2147483648_i32, %c0_i32 : i32
// CHECK-NEXT:      %13 = arith.addi %6, %10 : i32
// CHECK-NEXT:      %14 = arith.addi %13, %12 : i32
// CHECK-NEXT:      %15 = arith.bitcast %14 : i32 to f32
// CHECK-NEXT:      return %15 : f32
// CHECK-NEXT:    }
func.func @extf_f4E2M1FN_f32(%a: f4E2M1FN) -> f32 {
  %r = arith.extf %a : f4E2M1FN to f32
  return %r : f32
}

// CHECK-LABEL: func.func @truncf_f4E2M1FN_f32(
// CHECK-NEXT:      %c1_i4 = arith.constant 1 : i4
// CHECK-NEXT:      %c3_i4 = arith.constant 3 : i4
// CHECK-NEXT:      %c22_i32 = arith.constant 22 : i32
// CHECK-NEXT:      %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:      %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:      %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:      %cst = arith.constant 6.000000e+00 : f32
// CHECK-NEXT:      %cst_0 = arith.constant -6.000000e+00 : f32
// CHECK-NEXT:      %0 = arith.cmpf ult, %arg0, %cst : f32
// CHECK-NEXT:      %1 = arith.select %0, %arg0, %cst : f32
// CHECK-NEXT:      %2 = arith.cmpf uno, %arg0, %arg0 : f32
// CHECK-NEXT:      %3 = arith.select %2, %cst, %1 : f32
// CHECK-NEXT:      %4 = arith.cmpf ugt, %3, %cst_0 : f32
// CHECK-NEXT:      %5 = arith.select %4, %3, %cst_0 : f32
// CHECK-NEXT:      %6 = arith.cmpf uno, %3, %3 : f32
// CHECK-NEXT:      %7 = arith.select %6, %cst_0, %5 : f32
// CHECK-NEXT:      %8 = arith.bitcast %7 : f32 to i32
// CHECK-NEXT:      %c31_i32 = arith.constant 31 : i32
// CHECK-NEXT:      %9 = arith.shrui %8, %c31_i32 : i32
// CHECK-NEXT:      %10 = arith.trunci %9 : i32 to i4
// CHECK-NEXT:      %11 = arith.shli %10, %c3_i4 : i4
// CHECK-NEXT:      %c126_i32 = arith.constant 126 : i32
// CHECK-NEXT:      %c23_i32 = arith.constant 23 : i32
// CHECK-NEXT:      %12 = arith.shrui %8, %c23_i32 : i32
// CHECK-NEXT:      %13 = arith.subi %12, %c126_i32 : i32
// CHECK-NEXT:      %14 = arith.trunci %13 : i32 to i4
// CHECK-NEXT:      %15 = arith.shli %14, %c1_i4 : i4
// CHECK-NEXT:      %16 = arith.addi %11, %15 : i4
// CHECK-NEXT:      %c4194304_i32 = arith.constant 4194304 : i32
// CHECK-NEXT:      %17 = arith.andi %8, %c4194304_i32 : i32
// CHECK-NEXT:      %18 = arith.shrui %17, %c22_i32 : i32
// CHECK-NEXT:      %19 = arith.trunci %18 : i32 to i4
// CHECK-NEXT:      %20 = arith.addi %16, %19 : i4
// CHECK-NEXT:      %c8388607_i32 = arith.constant 8388607 : i32
// CHECK-NEXT:      %21 = arith.trunci %13 : i32 to i8
// CHECK-NEXT:      %22 = arith.cmpi sle, %21, %c0_i8 : i8
// CHECK-NEXT:      %23 = arith.cmpi eq, %21, %c-1_i8 : i8
// CHECK-NEXT:      %24 = arith.andi %8, %c8388607_i32 : i32
// CHECK-NEXT:      %25 = arith.cmpi ugt, %24, %c0_i32 : i32
// CHECK-NEXT:      %26 = arith.andi %23, %25 : i1
// CHECK-NEXT:      %27 = arith.cmpi eq, %21, %c0_i8 : i8
// CHECK-NEXT:      %c-1_i4 = arith.constant -1 : i4
// CHECK-NEXT:      %c0_i4 = arith.constant 0 : i4
// CHECK-NEXT:      %28 = arith.select %22, %c-1_i4, %20 : i4
// CHECK-NEXT:      %29 = arith.select %26, %c0_i4, %28 : i4
// CHECK-NEXT:      %30 = arith.select %27, %20, %29 : i4
// CHECK-NEXT:      %c4194303_i32 = arith.constant 4194303 : i32
// CHECK-NEXT:      %c2097152_i32 = arith.constant 2097152 : i32
// CHECK-NEXT:      %31 = arith.andi %8, %c4194303_i32 : i32
// CHECK-NEXT:      %32 = arith.cmpi uge, %31, %c2097152_i32 : i32
// CHECK-NEXT:      %33 = arith.ori %32, %22 : i1
// CHECK-NEXT:      %34 = arith.addi %30, %c1_i4 : i4
// CHECK-NEXT:      %35 = arith.select %33, %34, %30 : i4
// CHECK-NEXT:      %36 = arith.bitcast %35 : i4 to f4E2M1FN
// CHECK-NEXT:      return %36 : f4E2M1FN
// CHECK-NEXT:    }
func.func @truncf_f4E2M1FN_f32(%a: f32) -> f4E2M1FN {
  %r = arith.truncf %a : f32 to f4E2M1FN
  return %r : f4E2M1FN
}

// CHECK-LABEL: func.func @extf_vector_2xbf16_vector_2xf32(
// CHECK-NEXT:      %0 = arith.bitcast %arg0 : vector<2xbf16> to vector<2xi16>
// CHECK-NEXT:      %1 = arith.extui %0 : vector<2xi16> to vector<2xi32>
// CHECK-NEXT:      %cst = arith.constant dense<16> : vector<2xi32>
// CHECK-NEXT:      %2 = arith.shli %1, %cst : vector<2xi32>
// CHECK-NEXT:      %3 = arith.bitcast %2 : vector<2xi32> to vector<2xf32>
// CHECK-NEXT:      return %3 : vector<2xf32>
// CHECK-NEXT:    }
func.func @extf_vector_2xbf16_vector_2xf32(%a: vector<2xbf16>) -> vector<2xf32> {
  %r = arith.extf %a : vector<2xbf16> to vector<2xf32>
  return %r : vector<2xf32>
}

// CHECK-LABEL: func.func @truncf_vector_2xbf16_vector_2xf32(
// CHECK-NEXT:      %0 = arith.cmpf une, %arg0, %arg0 : vector<2xf32>
// CHECK-NEXT:      %cst = arith.constant dense<32767> : vector<2xi32>
// CHECK-NEXT:      %cst_0 = arith.constant dense<32704> : vector<2xi16>
// CHECK-NEXT:      %cst_1 = arith.constant dense<16> : vector<2xi32>
// CHECK-NEXT:      %cst_2 = arith.constant dense<1> : vector<2xi32>
// CHECK-NEXT:      %1 = arith.bitcast %arg0 : vector<2xf32> to vector<2xi32>
// CHECK-NEXT:      %2 = arith.shrui %1, %cst_1 : vector<2xi32>
// CHECK-NEXT:      %3 = arith.andi %2, %cst_2 : vector<2xi32>
// CHECK-NEXT:      %4 = arith.addi %3, %cst : vector<2xi32>
// CHECK-NEXT:      %5 = arith.addi %1, %4 : vector<2xi32>
// CHECK-NEXT:      %6 = arith.shrui %5, %cst_1 : vector<2xi32>
// CHECK-NEXT:      %7 = arith.trunci %6 : vector<2xi32> to vector<2xi16>
// CHECK-NEXT:      %8 = arith.select %0, %cst_0, %7 : vector<2xi1>, vector<2xi16>
// CHECK-NEXT:      %9 = arith.bitcast %8 : vector<2xi16> to vector<2xbf16>
// CHECK-NEXT:      return %9 : vector<2xbf16>
// CHECK-NEXT:    }
func.func @truncf_vector_2xbf16_vector_2xf32(%a: vector<2xf32>) -> vector<2xbf16> {
  %r = arith.truncf %a : vector<2xf32> to vector<2xbf16>
  return %r : vector<2xbf16>
}

// CHECK-LABEL: func.func @extf_bf16_f64(
// CHECK-NEXT:      %0 = arith.extf %arg0 : bf16 to f64
// CHECK-NEXT:      return %0 : f64
// CHECK-NEXT:    }
func.func @extf_bf16_f64(%a: bf16) -> f64 {
  %r = arith.extf %a : bf16 to f64
  return %r : f64
}

// CHECK-LABEL: func.func @truncf_bf16_f64(
// CHECK-NEXT:      %0 = arith.truncf %arg0 : f64 to bf16
// CHECK-NEXT:      return %0 : bf16
// CHECK-NEXT:    }
func.func @truncf_bf16_f64(%a: f64) -> bf16 {
  %r = arith.truncf %a : f64 to bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @scaled(
// CHECK-NEXT:      %0 = arith.bitcast %arg1 : f8E8M0FNU to i8
// CHECK-NEXT:      %c-1_i8 = arith.constant -1 : i8
// CHECK-NEXT:      %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:      %c23_i32 = arith.constant 23 : i32
// CHECK-NEXT:      %1 = arith.extui %0 : i8 to i32
// CHECK-NEXT:      %2 = arith.shli %1, %c23_i32 : i32
// CHECK-NEXT:      %3 = arith.cmpi eq, %0, %c-1_i8 : i8
// CHECK-NEXT:      %4 = arith.select %3, %c-1_i32, %2 : i32
// CHECK-NEXT:      %5 = arith.bitcast %4 : i32 to f32
// CHECK-NEXT:      %6 = arith.cmpf une, %5, %5 : f32
// CHECK-NEXT:      %c32767_i32 = arith.constant 32767 : i32
// CHECK-NEXT:      %c32704_i16 = arith.constant 32704 : i16
// CHECK-NEXT:      %c16_i32 = arith.constant 16 : i32
// CHECK-NEXT:      %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:      %7 = arith.bitcast %5 : f32 to i32
// CHECK-NEXT:      %8 = arith.shrui %7, %c16_i32 : i32
// CHECK-NEXT:      %9 = arith.andi %8, %c1_i32 : i32
// CHECK-NEXT:      %10 = arith.addi %9, %c32767_i32 : i32
// CHECK-NEXT:      %11 = arith.addi %7, %10 : i32
// CHECK-NEXT:      %12 = arith.shrui %11, %c16_i32 : i32
// CHECK-NEXT:      %13 = arith.trunci %12 : i32 to i16
// CHECK-NEXT:      %14 = arith.select %6, %c32704_i16, %13 : i16
// CHECK-NEXT:      %15 = arith.bitcast %14 : i16 to bf16
// CHECK-NEXT:      %16 = arith.bitcast %arg0 : f4E2M1FN to i4
// CHECK-NEXT:      %c0_i4 = arith.constant 0 : i4
// CHECK-NEXT:      %c1_i4 = arith.constant 1 : i4
// CHECK-NEXT:      %c2_i4 = arith.constant 2 : i4
// CHECK-NEXT:      %c4_i4 = arith.constant 4 : i4
// CHECK-NEXT:      %c7_i4 = arith.constant 7 : i4
// CHECK-NEXT:      %17 = arith.andi %16, %c7_i4 : i4
// CHECK-NEXT:      %c20_i32 = arith.constant 20 : i32
// CHECK-NEXT:      %18 = arith.shli %17, %c2_i4 : i4
// CHECK-NEXT:      %19 = arith.cmpi eq, %17, %c1_i4 : i4
// CHECK-NEXT:      %20 = arith.select %19, %c0_i4, %18 : i4
// CHECK-NEXT:      %21 = arith.extui %20 : i4 to i32
// CHECK-NEXT:      %22 = arith.shli %21, %c20_i32 : i32
// CHECK-NEXT:      %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:      %c1073741824_i32 = arith.constant 1073741824 : i32
// CHECK-NEXT:      %c1056964608_i32 = arith.constant 1056964608 : i32
// CHECK-NEXT:      %23 = arith.cmpi uge, %17, %c4_i4 : i4
// CHECK-NEXT:      %24 = arith.select %23, %c1073741824_i32, %c1056964608_i32 : i32
// CHECK-NEXT:      %25 = arith.cmpi eq, %17, %c0_i4 : i4
// CHECK-NEXT:      %26 = arith.select %25, %c0_i32, %24 : i32
// CHECK-NEXT:      %c-2147483648_i32 = arith.constant -2147483648 : i32
// CHECK-NEXT:      %c-8_i4 = arith.constant -8 : i4
// CHECK-NEXT:      %27 = arith.cmpi uge, %16, %c-8_i4 : i4
// CHECK-NEXT:      %28 = arith.select %27, %c-2147483648_i32, %c0_i32 : i32
// CHECK-NEXT:      %29 = arith.addi %22, %26 : i32
// CHECK-NEXT:      %30 = arith.addi %29, %28 : i32
// CHECK-NEXT:      %31 = arith.bitcast %30 : i32 to f32
// CHECK-NEXT:      %32 = arith.cmpf une, %31, %31 : f32
// CHECK-NEXT:      %c32767_i32_0 = arith.constant 32767 : i32
// CHECK-NEXT:      %c32704_i16_1 = arith.constant 32704 : i16
// CHECK-NEXT:      %c16_i32_2 = arith.constant 16 : i32
// CHECK-NEXT:      %c1_i32_3 = arith.constant 1 : i32
// CHECK-NEXT:      %33 = arith.bitcast %31 : f32 to i32
// CHECK-NEXT:      %34 = arith.shrui %33, %c16_i32_2 : i32
// CHECK-NEXT:      %35 = arith.andi %34, %c1_i32_3 : i32
// CHECK-NEXT:      %36 = arith.addi %35, %c32767_i32_0 : i32
// CHECK-NEXT:      %37 = arith.addi %33, %36 : i32
// CHECK-NEXT:      %38 = arith.shrui %37, %c16_i32_2 : i32
// CHECK-NEXT:      %39 = arith.trunci %38 : i32 to i16
// CHECK-NEXT:      %40 = arith.select %32, %c32704_i16_1, %39 : i16
// CHECK-NEXT:      %41 = arith.bitcast %40 : i16 to bf16
// CHECK-NEXT:      %42 = arith.mulf %41, %15 : bf16
// CHECK-NEXT:      return %42 : bf16
// CHECK-NEXT:    }
func.func @scaled(%a: f4E2M1FN, %s: f8E8M0FNU) -> bf16 {
  %r = arith.scaling_extf %a, %s : f4E2M1FN, f8E8M0FNU to bf16
  return %r : bf16
}
