// RUN: strata-opt %s --convert-complex-to-standard --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @sum(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
// CHECK-NEXT:    %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT:    %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT:    %2 = complex.re %arg1 : complex<f32>
// CHECK-NEXT:    %3 = complex.im %arg1 : complex<f32>
// CHECK-NEXT:    %4 = arith.addf %0, %2 fastmath<nnan,contract> : f32
// CHECK-NEXT:    %5 = arith.addf %1, %3 fastmath<nnan,contract> : f32
// CHECK-NEXT:    %6 = complex.create %4, %5 : complex<f32>
// CHECK-NEXT:    return %6 : complex<f32>
func.func @sum(%z: complex<f32>, %w: complex<f32>) -> complex<f32> {
  %0 = complex.add %z, %w fastmath<nnan,contract> : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: func.func @product_of_parts(%arg0: f64, %arg1: f64) -> (f64, f64) {
// CHECK-NEXT:    %0 = arith.mulf %arg0, %arg0 : f64
// CHECK-NEXT:    %1 = arith.mulf %arg1, %arg1 : f64
// CHECK-NEXT:    %2 = arith.mulf %arg1, %arg0 : f64
// CHECK-NEXT:    %3 = arith.subf %0, %1 : f64
// CHECK-NEXT:    %4 = arith.addf %2, %2 : f64
// CHECK-NEXT:    return %3, %4 : f64, f64
func.func @product_of_parts(%x: f64, %y: f64) -> (f64, f64) {
  %z = complex.create %x, %y : complex<f64>
  %0 = complex.mul %z, %z : complex<f64>
  %re = complex.re %0 : complex<f64>
  %im = complex.im %0 : complex<f64>
  return %re, %im : f64, f64
}

// CHECK-LABEL: func.func @different(%arg0: complex<f32>, %arg1: complex<f32>) -> (i1, i1) {
// CHECK-NEXT:    %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT:    %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT:    %2 = complex.re %arg1 : complex<f32>
// CHECK-NEXT:    %3 = complex.im %arg1 : complex<f32>
// CHECK-NEXT:    %4 = arith.cmpf oeq, %0, %2 : f32
// CHECK-NEXT:    %5 = arith.cmpf oeq, %1, %3 : f32
// CHECK-NEXT:    %6 = arith.andi %4, %5 : i1
// CHECK-NEXT:    %7 = arith.cmpf une, %0, %2 : f32
// CHECK-NEXT:    %8 = arith.cmpf une, %1, %3 : f32
// CHECK-NEXT:    %9 = arith.ori %7, %8 : i1
// CHECK-NEXT:    return %6, %9 : i1, i1
func.func @different(%z: complex<f32>, %w: complex<f32>) -> (i1, i1) {
  %0 = complex.eq %z, %w : complex<f32>
  %1 = complex.neq %z, %w : complex<f32>
  return %0, %1 : i1, i1
}

// CHECK-LABEL: func.func @size(%arg0: complex<f32>) -> f32 {
// CHECK-NEXT:    %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:    %cst_0 = arith.constant 0x7F800000 : f32
// CHECK-NEXT:    %cst_1 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:    %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT:    %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT:    %2 = math.absf %0 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT:    %3 = math.absf %1 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT:    %4 = arith.maxnumf %2, %3 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT:    %5 = arith.minimumf %2, %3 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT:    %6 = arith.divf %5, %4 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT:    %7 = arith.cmpf oeq, %5, %cst_1 : f32
// CHECK-NEXT:    %8 = arith.cmpf oeq, %4, %cst_0 : f32
// CHECK-NEXT:    %9 = arith.ori %7, %8 : i1
// CHECK-NEXT:    %10 = arith.select %9, %cst_1, %6 : f32
// CHECK-NEXT:    %11 = arith.mulf %10, %10 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT:    %12 = arith.addf %11, %cst fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT:    %13 = math.sqrt %12 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT:    %14 = arith.mulf %4, %13 fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK-NEXT:    return %14 : f32
func.func @size(%z: complex<f32>) -> f32 {
  %0 = complex.abs %z fastmath<fast> : complex<f32>
  return %0 : f32
}

// CHECK-LABEL: func.func @half_is_computed_in_single(%arg0: complex<f16>) -> f16 {
// CHECK-NEXT:    %0 = complex.re %arg0 : complex<f16>
// CHECK-NEXT:    %1 = complex.im %arg0 : complex<f16>
// CHECK-NEXT:    %2 = arith.extf %0 : f16 to f32
// CHECK-NEXT:    %3 = arith.extf %1 : f16 to f32
// CHECK-NEXT:    %4 = math.atan2 %3, %2 : f32
// CHECK-NEXT:    %5 = arith.truncf %4 : f32 to f16
// CHECK-NEXT:    return %5 : f16
func.func @half_is_computed_in_single(%z: complex<f16>) -> f16 {
  %0 = complex.angle %z : complex<f16>
  return %0 : f16
}

// CHECK-LABEL: func.func @cube(%arg0: complex<f32>) -> complex<f32> {
// CHECK-NEXT:    %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT:    %1 = complex.im %arg0 : complex<f32>
// CHECK-NEXT:    %2 = arith.mulf %0, %0 : f32
// CHECK-NEXT:    %3 = arith.mulf %1, %1 : f32
// CHECK-NEXT:    %4 = arith.mulf %1, %0 : f32
// CHECK-NEXT:    %5 = arith.subf %2, %3 : f32
// CHECK-NEXT:    %6 = arith.addf %4, %4 : f32
// CHECK-NEXT:    %7 = arith.mulf %0, %5 : f32
// CHECK-NEXT:    %8 = arith.mulf %1, %6 : f32
// CHECK-NEXT:    %9 = arith.mulf %1, %5 : f32
// CHECK-NEXT:    %10 = arith.mulf %0, %6 : f32
// CHECK-NEXT:    %11 = arith.subf %7, %8 : f32
// CHECK-NEXT:    %12 = arith.addf %9, %10 : f32
// CHECK-NEXT:    %13 = complex.create %11, %12 : complex<f32>
// CHECK-NEXT:    return %13 : complex<f32>
func.func @cube(%z: complex<f32>) -> complex<f32> {
  %n = arith.constant 3 : i32
  %0 = complex.powi %z, %n : complex<f32>, i32
  return %0 : complex<f32>
}

// CHECK-LABEL: func.func @stays(%arg0: complex<f32>) -> (complex<f32>, i64) {
// CHECK-NEXT:    %cst = complex.constant [1.000000e+00 : f32, -1.000000e+00 : f32] : complex<f32>
// CHECK-NEXT:    %0 = complex.bitcast %arg0 : complex<f32> to i64
// CHECK-NEXT:    return %cst, %0 : complex<f32>, i64
func.func @stays(%z: complex<f32>) -> (complex<f32>, i64) {
  %0 = complex.constant [1.0 : f32, -1.0 : f32] : complex<f32>
  %1 = complex.bitcast %z : complex<f32> to i64
  return %0, %1 : complex<f32>, i64
}
