// RUN: strata-opt %s --sdy-constant-or-scalar-splitter | FileCheck %s

// Each use of a constant, with all that is computed from constants, is on its own.

// CHECK-LABEL: func.func @constants(
func.func @constants(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.constant {some.attr} dense<1.000000e+00> : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.constant {some.attr} dense<1.000000e+00> : tensor<8xf32>
  // CHECK-NEXT: %[[V2:.*]] = stablehlo.add %arg0, %[[V0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V3:.*]] = stablehlo.add %arg1, %[[V1]] : tensor<8xf32>
  // CHECK-NEXT: return %[[V2]], %[[V3]] : tensor<8xf32>, tensor<8xf32>
  %0 = stablehlo.constant {some.attr} dense<1.0> : tensor<8xf32>
  %1 = stablehlo.add %a, %0 : tensor<8xf32>
  %2 = stablehlo.add %b, %0 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: func.func @computed(
func.func @computed(%a: tensor<8x8xi32>, %b: tensor<8x8xi32>) -> (tensor<8x8xi32>, tensor<8x8xi32>) {
  // CHECK-NEXT: %[[V0:.*]] = stablehlo.iota dim = 0 : tensor<8xi32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.iota dim = 0 : tensor<8xi32>
  // CHECK-NEXT: %[[V2:.*]] = stablehlo.negate %[[V0]] : tensor<8xi32>
  // CHECK-NEXT: %[[V3:.*]] = stablehlo.negate %[[V1]] : tensor<8xi32>
  // CHECK-NEXT: %[[V4:.*]] = stablehlo.add %[[V0]], %[[V2]] : tensor<8xi32>
  // CHECK-NEXT: %[[V5:.*]] = stablehlo.add %[[V1]], %[[V3]] : tensor<8xi32>
  // CHECK-NEXT: %[[V6:.*]] = stablehlo.broadcast_in_dim %[[V4]], dims = [0] : (tensor<8xi32>) -> tensor<8x8xi32>
  // CHECK-NEXT: %[[V7:.*]] = stablehlo.broadcast_in_dim %[[V5]], dims = [0] : (tensor<8xi32>) -> tensor<8x8xi32>
  // CHECK-NEXT: %[[V8:.*]] = stablehlo.add %arg0, %[[V6]] : tensor<8x8xi32>
  // CHECK-NEXT: %[[V9:.*]] = stablehlo.add %arg1, %[[V7]] : tensor<8x8xi32>
  // CHECK-NEXT: return %[[V8]], %[[V9]] : tensor<8x8xi32>, tensor<8x8xi32>
  %0 = stablehlo.iota dim = 0 : tensor<8xi32>
  %1 = stablehlo.negate %0 : tensor<8xi32>
  %2 = stablehlo.add %0, %1 : tensor<8xi32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<8xi32>) -> tensor<8x8xi32>
  %4 = stablehlo.add %a, %3 : tensor<8x8xi32>
  %5 = stablehlo.add %b, %3 : tensor<8x8xi32>
  return %4, %5 : tensor<8x8xi32>, tensor<8x8xi32>
}
// A broadcast of a scalar is copied, the scalar is not.
// CHECK-LABEL: func.func @scalars(
func.func @scalars(%s: tensor<f32>, %a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[V0:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[V2:.*]] = stablehlo.add %arg1, %[[V0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V3:.*]] = stablehlo.add %arg2, %[[V1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V4:.*]] = sdy.constant dense<0.000000e+00> : tensor<f32>
  // CHECK-NEXT: %[[V5:.*]] = stablehlo.broadcast_in_dim %[[V4]], dims = [] : (tensor<f32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[V6:.*]] = stablehlo.broadcast_in_dim %[[V4]], dims = [] : (tensor<f32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[V7:.*]] = stablehlo.add %[[V3]], %[[V5]] : tensor<8xf32>
  // CHECK-NEXT: return %[[V2]], %[[V7]], %[[V6]] : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.add %a, %0 : tensor<8xf32>
  %2 = stablehlo.add %b, %0 : tensor<8xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %4 = stablehlo.add %2, %3 : tensor<8xf32>
  return %1, %4, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: func.func @groups(
func.func @groups(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.constant dense<1.000000e+00> : tensor<8xf32>
  // CHECK-NEXT: sdy.sharding_group %[[V0]] group_id=0 : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.constant dense<1.000000e+00> : tensor<8xf32>
  // CHECK-NEXT: sdy.sharding_group %[[V1]] group_id=0 : tensor<8xf32>
  // CHECK-NEXT: %[[V2:.*]] = stablehlo.add %arg0, %[[V0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V3:.*]] = stablehlo.add %arg1, %[[V1]] : tensor<8xf32>
  // CHECK-NEXT: return %[[V2]], %[[V3]] : tensor<8xf32>, tensor<8xf32>
  %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8xf32>
  %1 = stablehlo.add %a, %0 : tensor<8xf32>
  %2 = stablehlo.add %b, %0 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: func.func @region(
func.func @region(%a: tensor<8xf32>, %p: tensor<i1>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.constant dense<1.000000e+00> : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.constant dense<1.000000e+00> : tensor<8xf32>
  // CHECK-NEXT: %[[V2:.*]] = stablehlo.while(%iterArg = %arg0) : tensor<8xf32>
  // CHECK-NEXT: cond {
  // CHECK-NEXT: stablehlo.return %arg1 : tensor<i1>
  // CHECK-NEXT: } do {
  // CHECK-NEXT: %[[V3:.*]] = stablehlo.add %iterArg, %[[V0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V4:.*]] = stablehlo.multiply %[[V3]], %[[V1]] : tensor<8xf32>
  // CHECK-NEXT: stablehlo.return %[[V4]] : tensor<8xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[V2]] : tensor<8xf32>
  %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
  %1 = stablehlo.while(%i = %a) : tensor<8xf32>
    cond { stablehlo.return %p : tensor<i1> } do {
    %2 = stablehlo.add %i, %0 : tensor<8xf32>
    %3 = stablehlo.multiply %2, %0 : tensor<8xf32>
    stablehlo.return %3 : tensor<8xf32>
  }
  return %1 : tensor<8xf32>
}
