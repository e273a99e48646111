// RUN: strata-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @transposes_cancel(
// CHECK-NEXT: return %arg0
func.func @transposes_cancel(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @reshapes(
// CHECK-NEXT: %[[R:.*]] = stablehlo.reshape %arg0 : (tensor<2x6xf32>) -> tensor<4x3xf32>
// CHECK-NEXT: return %[[R]]
func.func @reshapes(%x: tensor<2x6xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x6xf32>) -> tensor<12xf32>
  %1 = stablehlo.reshape %0 : (tensor<12xf32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @broadcasts(
// CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<17xf32>) -> tensor<17x43xf32>
// CHECK-NEXT: return %[[B]]
func.func @broadcasts(%x: tensor<17xf32>) -> tensor<17x43xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<17xf32>) -> tensor<17x1xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<17x1xf32>) -> tensor<17x43xf32>
  return %1 : tensor<17x43xf32>
}

// Only -0.0 is neutral for sums of floats.
// CHECK-LABEL: func.func @float_zeros(
// CHECK: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00>
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %arg0, %[[ZERO]]
// CHECK-NEXT: return %[[SUM]], %arg0, %arg0
func.func @float_zeros(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %minus_zero = stablehlo.constant dense<-0.0> : tensor<2xf32>
  %0 = stablehlo.add %x, %zero : tensor<2xf32>
  %1 = stablehlo.add %x, %minus_zero : tensor<2xf32>
  %2 = stablehlo.subtract %x, %zero : tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @integers(
// CHECK: %[[C:.*]] = stablehlo.constant dense<0> : tensor<2xi32>
// CHECK-NEXT: return %arg0, %[[C]], %[[C]]
func.func @integers(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<2xi32>
  %0 = stablehlo.add %x, %zero : tensor<2xi32>
  %1 = stablehlo.multiply %x, %zero : tensor<2xi32>
  %2 = stablehlo.subtract %x, %x : tensor<2xi32>
  return %0, %1, %2 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}

// CHECK-LABEL: func.func @known_branch(
// CHECK-NEXT: %[[S:.*]] = stablehlo.sine %arg0
// CHECK-NEXT: return %[[S]]
func.func @known_branch(%x: tensor<f32>) -> tensor<f32> {
  %i = stablehlo.constant dense<7> : tensor<i32>
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<f32>
  }, {
    %1 = stablehlo.sine %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}
