// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-to-linalg))' --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @arithmetic(
// CHECK: complex.mul {{%.*}}, {{%.*}} : complex<f32>
// CHECK: complex.exp {{%.*}} : complex<f32>
// CHECK: complex.abs {{%.*}} : complex<f32>
func.func @arithmetic(%x: tensor<4xcomplex<f32>>, %y: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %x, %y : tensor<4xcomplex<f32>>
  %1 = stablehlo.exponential %0 : tensor<4xcomplex<f32>>
  %2 = stablehlo.abs %1 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// A constant that is the same everywhere is a scalar of the payload.
// CHECK-LABEL: func.func @parts(
// CHECK: complex.create {{%.*}}, {{%.*}} : complex<f64>
// CHECK: [[C:%.*]] = complex.constant [1.000000e+00, -2.000000e+00] : complex<f64>
// CHECK: complex.add {{%.*}}, [[C]] : complex<f64>
// CHECK: complex.im {{%.*}} : complex<f64>
func.func @parts(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = stablehlo.complex %x, %x : tensor<4xcomplex<f64>>
  %c = stablehlo.constant dense<(1.0, -2.0)> : tensor<4xcomplex<f64>>
  %1 = stablehlo.add %0, %c : tensor<4xcomplex<f64>>
  %2 = stablehlo.imag %1 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  return %2 : tensor<4xf64>
}

// -----

// CHECK-LABEL: func.func @conversion(
// CHECK: [[RE:%.*]] = arith.sitofp {{%.*}} : i32 to f32
// CHECK: complex.create [[RE]], {{%.*}} : complex<f32>
func.func @conversion(%x: tensor<4xi32>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.convert %x : (tensor<4xi32>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func @order(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>) -> tensor<i1> {
  // expected-error @+1 {{failed to legalize operation 'stablehlo.compare': complex numbers have no order}}
  %0 = stablehlo.compare GT, %x, %y : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<i1>
  return %0 : tensor<i1>
}
