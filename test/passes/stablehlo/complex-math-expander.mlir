// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-complex-math-expander))' --validate-passes | FileCheck %s

// CHECK-LABEL: @exponential
// CHECK-DAG: %[[X:.*]] = stablehlo.real %arg0
// CHECK-DAG: %[[Y:.*]] = stablehlo.imag %arg0
// CHECK-DAG: stablehlo.cosine %[[Y]]
// CHECK-DAG: stablehlo.sine %[[Y]]
// CHECK: stablehlo.complex
func.func @exponential(%z: tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>> {
  %0 = stablehlo.exponential %z : tensor<8xcomplex<f32>>
  return %0 : tensor<8xcomplex<f32>>
}

// CHECK-LABEL: @log
// CHECK-NOT: stablehlo.log %{{.*}} : tensor<8xcomplex
// CHECK: stablehlo.atan2
func.func @log(%z: tensor<8xcomplex<f64>>) -> tensor<8xcomplex<f64>> {
  %0 = stablehlo.log %z : tensor<8xcomplex<f64>>
  return %0 : tensor<8xcomplex<f64>>
}

// CHECK-LABEL: @log_plus_one
// CHECK-NOT: stablehlo.log_plus_one %{{.*}} : tensor<8xcomplex
func.func @log_plus_one(%z: tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>> {
  %0 = stablehlo.log_plus_one %z : tensor<8xcomplex<f32>>
  return %0 : tensor<8xcomplex<f32>>
}

// CHECK-LABEL: @sqrt
// CHECK-NOT: stablehlo.sqrt %{{.*}} : tensor<8xcomplex
func.func @sqrt(%z: tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>> {
  %0 = stablehlo.sqrt %z : tensor<8xcomplex<f32>>
  return %0 : tensor<8xcomplex<f32>>
}

// The corner cases: overflow of the square, underflow, the negative axis.
// CHECK-LABEL: @corners
func.func @corners() -> (tensor<6xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<3xcomplex<f32>>) {
  %z = stablehlo.constant dense<[(1.0e+38, 1.0e+38), (1.0e-40, 0.0), (-4.0, 0.0), (-4.0, -0.0), (0.0, 2.0), (3.0e+38, -1.0e-30)]> : tensor<6xcomplex<f32>>
  %0 = stablehlo.sqrt %z : tensor<6xcomplex<f32>>
  %w = stablehlo.constant dense<[(1.0, 1.0e-4), (0.6, 0.8), (1.0e+30, 1.0e+30), (-1.0, 0.0)]> : tensor<4xcomplex<f32>>
  %1 = stablehlo.log %w : tensor<4xcomplex<f32>>
  %v = stablehlo.constant dense<[(1.0e-20, 1.0e-20), (-0.9, 1.0e-3), (89.0, 0.5)]> : tensor<3xcomplex<f32>>
  %2 = stablehlo.log_plus_one %v : tensor<3xcomplex<f32>>
  return %0, %1, %2 : tensor<6xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<3xcomplex<f32>>
}

// Of unknown sizes, constants have the shape of the operand; real numbers are left alone.
// CHECK-LABEL: @dynamic
// CHECK: chlo.constant_like
// CHECK: stablehlo.sqrt %arg1
func.func private @dynamic(%z: tensor<?xcomplex<f32>>, %x: tensor<?xf32>) -> (tensor<?xcomplex<f32>>, tensor<?xf32>) {
  %0 = stablehlo.log %z : tensor<?xcomplex<f32>>
  %1 = stablehlo.sqrt %x : tensor<?xf32>
  return %0, %1 : tensor<?xcomplex<f32>>, tensor<?xf32>
}
