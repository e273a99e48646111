// RUN: strata-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @undone(
// CHECK-NEXT:    return %arg0, %arg0, %arg0 : complex<f32>, complex<f32>, complex<f32>
func.func @undone(%a: complex<f32>, %b: complex<f32>) -> (complex<f32>, complex<f32>, complex<f32>) {
  %d = complex.sub %a, %b : complex<f32>
  %0 = complex.add %d, %b : complex<f32>
  %1 = complex.add %b, %d : complex<f32>
  %s = complex.add %a, %b : complex<f32>
  %2 = complex.sub %s, %b : complex<f32>
  return %0, %1, %2 : complex<f32>, complex<f32>, complex<f32>
}

// CHECK-LABEL: func.func @other_difference(
// CHECK-NEXT:    %0 = complex.sub %arg0, %arg1 : complex<f32>
// CHECK-NEXT:    %1 = complex.add %0, %arg0 : complex<f32>
// CHECK-NEXT:    %2 = complex.add %arg0, %arg1 : complex<f32>
// CHECK-NEXT:    %3 = complex.sub %2, %arg0 : complex<f32>
// CHECK-NEXT:    return %1, %3 : complex<f32>, complex<f32>
func.func @other_difference(%a: complex<f32>, %b: complex<f32>) -> (complex<f32>, complex<f32>) {
  %d = complex.sub %a, %b : complex<f32>
  %0 = complex.add %d, %a : complex<f32>
  %s = complex.add %a, %b : complex<f32>
  %1 = complex.sub %s, %a : complex<f32>
  return %0, %1 : complex<f32>, complex<f32>
}

// CHECK-LABEL: func.func @neutral(
// CHECK-NEXT:    return %arg0, %arg0, %arg0, %arg0 : complex<f32>, complex<f32>, complex<f32>, complex<f32>
func.func @neutral(%a: complex<f32>) -> (complex<f32>, complex<f32>, complex<f32>, complex<f32>) {
  %zero = complex.constant [0.0 : f32, -0.0 : f32] : complex<f32>
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %0 = complex.add %a, %zero : complex<f32>
  %1 = complex.sub %a, %zero : complex<f32>
  %2 = complex.mul %a, %one : complex<f32>
  %3 = complex.div %a, %one : complex<f32>
  return %0, %1, %2, %3 : complex<f32>, complex<f32>, complex<f32>, complex<f32>
}

// CHECK-LABEL: func.func @neutral_on_the_left(
// CHECK-NEXT:    %cst = complex.constant [0.000000e+00 : f32, 0.000000e+00 : f32] : complex<f32>
// CHECK-NEXT:    %cst_0 = complex.constant [1.000000e+00 : f32, 0.000000e+00 : f32] : complex<f32>
// CHECK-NEXT:    %0 = complex.add %cst, %arg0 : complex<f32>
// CHECK-NEXT:    %1 = complex.mul %cst_0, %arg0 : complex<f32>
// CHECK-NEXT:    return %0, %1 : complex<f32>, complex<f32>
func.func @neutral_on_the_left(%a: complex<f32>) -> (complex<f32>, complex<f32>) {
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %0 = complex.add %zero, %a : complex<f32>
  %1 = complex.mul %one, %a : complex<f32>
  return %0, %1 : complex<f32>, complex<f32>
}

// CHECK-LABEL: func.func @twice(
// CHECK-NEXT:    return %arg0, %arg0, %arg0, %arg0 : complex<f64>, complex<f64>, complex<f64>, complex<f64>
func.func @twice(%a: complex<f64>) -> (complex<f64>, complex<f64>, complex<f64>, complex<f64>) {
  %n = complex.neg %a : complex<f64>
  %0 = complex.neg %n : complex<f64>
  %c = complex.conj %a : complex<f64>
  %1 = complex.conj %c : complex<f64>
  %e = complex.exp %a : complex<f64>
  %2 = complex.log %e : complex<f64>
  %l = complex.log %a : complex<f64>
  %3 = complex.exp %l : complex<f64>
  return %0, %1, %2, %3 : complex<f64>, complex<f64>, complex<f64>, complex<f64>
}

// CHECK-LABEL: func.func @parts(
// CHECK-NEXT:    %0 = arith.negf %arg0 : f32
// CHECK-NEXT:    %1 = arith.negf %arg1 : f32
// CHECK-NEXT:    return %arg0, %arg1, %0, %1 : f32, f32, f32, f32
func.func @parts(%x: f32, %y: f32) -> (f32, f32, f32, f32) {
  %z = complex.create %x, %y : complex<f32>
  %0 = complex.re %z : complex<f32>
  %1 = complex.im %z : complex<f32>
  %n = complex.neg %z : complex<f32>
  %2 = complex.re %n : complex<f32>
  %3 = complex.im %n : complex<f32>
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CHECK-LABEL: func.func @parts_of_constants(
// CHECK-NEXT:    %cst = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:    %cst_0 = arith.constant -3.000000e+00 : f32
// CHECK-NEXT:    return %cst, %cst_0 : f32, f32
func.func @parts_of_constants() -> (f32, f32) {
  %z = complex.constant [0.5 : f32, -3.0 : f32] : complex<f32>
  %0 = complex.re %z : complex<f32>
  %1 = complex.im %z : complex<f32>
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @put_together(
// CHECK-NEXT:    %0 = complex.re %arg0 : complex<f32>
// CHECK-NEXT:    %1 = complex.im %arg1 : complex<f32>
// CHECK-NEXT:    %2 = complex.create %0, %1 : complex<f32>
// CHECK-NEXT:    return %arg0, %2 : complex<f32>, complex<f32>
func.func @put_together(%a: complex<f32>, %b: complex<f32>) -> (complex<f32>, complex<f32>) {
  %re = complex.re %a : complex<f32>
  %im = complex.im %a : complex<f32>
  %other = complex.im %b : complex<f32>
  %0 = complex.create %re, %im : complex<f32>
  %1 = complex.create %re, %other : complex<f32>
  return %0, %1 : complex<f32>, complex<f32>
}

// CHECK-LABEL: func.func @casts(
// CHECK-NEXT:    %0 = complex.bitcast %arg0 : complex<f32> to f64
// CHECK-NEXT:    %1 = arith.bitcast %arg1 : i64 to f64
// CHECK-NEXT:    %2 = complex.bitcast %arg2 : f64 to complex<f32>
// CHECK-NEXT:    return %arg0, %0, %1, %2, %arg2 : complex<f32>, f64, f64, complex<f32>, f64
func.func @casts(%a: complex<f32>, %n: i64, %x: f64) -> (complex<f32>, f64, f64, complex<f32>, f64) {
  %0 = complex.bitcast %a : complex<f32> to complex<f32>
  %bits = complex.bitcast %a : complex<f32> to i64
  %1 = arith.bitcast %bits : i64 to f64
  %z = complex.bitcast %n : i64 to complex<f32>
  %2 = complex.bitcast %z : complex<f32> to f64
  %xn = arith.bitcast %x : f64 to i64
  %3 = complex.bitcast %xn : i64 to complex<f32>
  %back = complex.bitcast %x : f64 to complex<f32>
  %4 = complex.bitcast %back : complex<f32> to f64
  return %0, %1, %2, %3, %4 : complex<f32>, f64, f64, complex<f32>, f64
}
