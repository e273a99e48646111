// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @functions(
// CHECK-NEXT:    %0 = complex.conj %arg0 : complex<f32>
// CHECK-NEXT:    %1 = complex.conj %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    %2 = complex.cos %arg0 : complex<f32>
// CHECK-NEXT:    %3 = complex.cos %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    %4 = complex.exp %arg0 : complex<f32>
// CHECK-NEXT:    %5 = complex.exp %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    %6 = complex.expm1 %arg0 : complex<f32>
// CHECK-NEXT:    %7 = complex.expm1 %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    %8 = complex.log %arg0 : complex<f32>
// CHECK-NEXT:    %9 = complex.log %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    %10 = complex.log1p %arg0 : complex<f32>
// CHECK-NEXT:    %11 = complex.log1p %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    %12 = complex.neg %arg0 : complex<f32>
// CHECK-NEXT:    %13 = complex.neg %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    %14 = complex.rsqrt %arg0 : complex<f32>
// CHECK-NEXT:    %15 = complex.rsqrt %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    %16 = complex.sign %arg0 : complex<f32>
// CHECK-NEXT:    %17 = complex.sign %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    %18 = complex.sin %arg0 : complex<f32>
// CHECK-NEXT:    %19 = complex.sin %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    %20 = complex.sqrt %arg0 : complex<f32>
// CHECK-NEXT:    %21 = complex.sqrt %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    %22 = complex.tan %arg0 : complex<f32>
// CHECK-NEXT:    %23 = complex.tan %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    %24 = complex.tanh %arg0 : complex<f32>
// CHECK-NEXT:    %25 = complex.tanh %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    %26 = complex.abs %arg0 : complex<f32>
// CHECK-NEXT:    %27 = complex.abs %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    %28 = complex.angle %arg0 : complex<f32>
// CHECK-NEXT:    %29 = complex.angle %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    %30 = complex.im %arg0 : complex<f32>
// CHECK-NEXT:    %31 = complex.im %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    %32 = complex.re %arg0 : complex<f32>
// CHECK-NEXT:    %33 = complex.re %arg1 fastmath<nnan,contract> : complex<f64>
// CHECK-NEXT:    return
func.func @functions(%z: complex<f32>, %w: complex<f64>) {
  %0 = complex.conj %z : complex<f32>
  %1 = complex.conj %w fastmath<nnan,contract> : complex<f64>
  %2 = complex.cos %z : complex<f32>
  %3 = complex.cos %w fastmath<nnan,contract> : complex<f64>
  %4 = complex.exp %z : complex<f32>
  %5 = complex.exp %w fastmath<nnan,contract> : complex<f64>
  %6 = complex.expm1 %z : complex<f32>
  %7 = complex.expm1 %w fastmath<nnan,contract> : complex<f64>
  %8 = complex.log %z : complex<f32>
  %9 = complex.log %w fastmath<nnan,contract> : complex<f64>
  %10 = complex.log1p %z : complex<f32>
  %11 = complex.log1p %w fastmath<nnan,contract> : complex<f64>
  %12 = complex.neg %z : complex<f32>
  %13 = complex.neg %w fastmath<nnan,contract> : complex<f64>
  %14 = complex.rsqrt %z : complex<f32>
  %15 = complex.rsqrt %w fastmath<nnan,contract> : complex<f64>
  %16 = complex.sign %z : complex<f32>
  %17 = complex.sign %w fastmath<nnan,contract> : complex<f64>
  %18 = complex.sin %z : complex<f32>
  %19 = complex.sin %w fastmath<nnan,contract> : complex<f64>
  %20 = complex.sqrt %z : complex<f32>
  %21 = complex.sqrt %w fastmath<nnan,contract> : complex<f64>
  %22 = complex.tan %z : complex<f32>
  %23 = complex.tan %w fastmath<nnan,contract> : complex<f64>
  %24 = complex.tanh %z : complex<f32>
  %25 = complex.tanh %w fastmath<nnan,contract> : complex<f64>
  %26 = complex.abs %z : complex<f32>
  %27 = complex.abs %w fastmath<nnan,contract> : complex<f64>
  %28 = complex.angle %z : complex<f32>
  %29 = complex.angle %w fastmath<nnan,contract> : complex<f64>
  %30 = complex.im %z : complex<f32>
  %31 = complex.im %w fastmath<nnan,contract> : complex<f64>
  %32 = complex.re %z : complex<f32>
  %33 = complex.re %w fastmath<nnan,contract> : complex<f64>
  return
}

// CHECK-LABEL: func.func @arithmetic(
// CHECK-NEXT:    %0 = complex.add %arg0, %arg0 : complex<f32>
// CHECK-NEXT:    %1 = complex.add %arg1, %arg1 fastmath<fast> : complex<bf16>
// CHECK-NEXT:    %2 = complex.atan2 %arg0, %arg0 : complex<f32>
// CHECK-NEXT:    %3 = complex.atan2 %arg1, %arg1 fastmath<fast> : complex<bf16>
// CHECK-NEXT:    %4 = complex.div %arg0, %arg0 : complex<f32>
// CHECK-NEXT:    %5 = complex.div %arg1, %arg1 fastmath<fast> : complex<bf16>
// CHECK-NEXT:    %6 = complex.mul %arg0, %arg0 : complex<f32>
// CHECK-NEXT:    %7 = complex.mul %arg1, %arg1 fastmath<fast> : complex<bf16>
// CHECK-NEXT:    %8 = complex.pow %arg0, %arg0 : complex<f32>
// CHECK-NEXT:    %9 = complex.pow %arg1, %arg1 fastmath<fast> : complex<bf16>
// CHECK-NEXT:    %10 = complex.sub %arg0, %arg0 : complex<f32>
// CHECK-NEXT:    %11 = complex.sub %arg1, %arg1 fastmath<fast> : complex<bf16>
// CHECK-NEXT:    return
func.func @arithmetic(%z: complex<f32>, %w: complex<bf16>) {
  %0 = complex.add %z, %z : complex<f32>
  %1 = complex.add %w, %w fastmath<fast> : complex<bf16>
  %2 = complex.atan2 %z, %z : complex<f32>
  %3 = complex.atan2 %w, %w fastmath<fast> : complex<bf16>
  %4 = complex.div %z, %z : complex<f32>
  %5 = complex.div %w, %w fastmath<fast> : complex<bf16>
  %6 = complex.mul %z, %z : complex<f32>
  %7 = complex.mul %w, %w fastmath<fast> : complex<bf16>
  %8 = complex.pow %z, %z : complex<f32>
  %9 = complex.pow %w, %w fastmath<fast> : complex<bf16>
  %10 = complex.sub %z, %z : complex<f32>
  %11 = complex.sub %w, %w fastmath<fast> : complex<bf16>
  return
}

// CHECK-LABEL: func.func @powers(
// CHECK-NEXT:    %0 = complex.powi %arg0, %arg1 : complex<f32>, i32
// CHECK-NEXT:    %1 = complex.powi %0, %arg2 fastmath<reassoc> : complex<f32>, i64
// CHECK-NEXT:    return %1 : complex<f32>
func.func @powers(%z: complex<f32>, %n: i32, %m: i64) -> complex<f32> {
  %0 = complex.powi %z, %n : complex<f32>, i32
  %1 = complex.powi %0, %m fastmath<reassoc> : complex<f32>, i64
  return %1 : complex<f32>
}

// CHECK-LABEL: func.func @comparisons(
// CHECK-NEXT:    %0 = complex.eq %arg0, %arg1 : complex<f64>
// CHECK-NEXT:    %1 = complex.neq %arg0, %arg1 {note} : complex<f64>
// CHECK-NEXT:    return %0, %1 : i1, i1
func.func @comparisons(%z: complex<f64>, %w: complex<f64>) -> (i1, i1) {
  %0 = complex.eq %z, %w : complex<f64>
  %1 = complex.neq %z, %w {note} : complex<f64>
  return %0, %1 : i1, i1
}

// CHECK-LABEL: func.func @parts(
// CHECK-NEXT:    %0 = complex.create %arg0, %arg1 : complex<f16>
// CHECK-NEXT:    %1 = complex.bitcast %arg2 : i64 to complex<f32>
// CHECK-NEXT:    %2 = complex.bitcast %1 : complex<f32> to f64
// CHECK-NEXT:    return %0, %1, %2 : complex<f16>, complex<f32>, f64
func.func @parts(%x: f16, %y: f16, %bits: i64) -> (complex<f16>, complex<f32>, f64) {
  %0 = complex.create %x, %y : complex<f16>
  %1 = complex.bitcast %bits : i64 to complex<f32>
  %2 = complex.bitcast %1 : complex<f32> to f64
  return %0, %1, %2 : complex<f16>, complex<f32>, f64
}

// CHECK-LABEL: func.func @constants(
// CHECK-NEXT:    %cst = complex.constant [0.000000e+00 : f32, 0xFF800000 : f32] : complex<f32>
// CHECK-NEXT:    %cst_0 = complex.constant [2.500000e-01, -0.000000e+00] {kept} : complex<f64>
// CHECK-NEXT:    return %cst, %cst_0 : complex<f32>, complex<f64>
func.func @constants() -> (complex<f32>, complex<f64>) {
  %i = complex.constant [0.0 : f32, 0xFF800000 : f32] : complex<f32>
  %edge = complex.constant [0.25 : f64, -0.0 : f64] {kept} : complex<f64>
  return %i, %edge : complex<f32>, complex<f64>
}

// CHECK-LABEL: func.func @numbers(
// CHECK-NEXT:    return
func.func @numbers() attributes {a = #complex.number<:f64 0.1, -2.0>, b = #complex.number<:f16 0.1, 65504.0> : complex<f16>} {
  return
}
