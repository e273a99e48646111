// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-deprecated-ops))' --validate-passes | FileCheck %s

// CHECK-LABEL: @broadcast
// CHECK: stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<4x5xf32>) -> tensor<2x3x4x5xf32>
func.func @broadcast(%x: tensor<4x5xf32>) -> tensor<2x3x4x5xf32> {
  %0 = stablehlo.broadcast %x, sizes = [2, 3] : (tensor<4x5xf32>) -> tensor<2x3x4x5xf32>
  return %0 : tensor<2x3x4x5xf32>
}

// CHECK-LABEL: @token
// CHECK: stablehlo.after_all {{ *}}: !stablehlo.token
func.func @token() -> !stablehlo.token {
  %0 = stablehlo.create_token : !stablehlo.token
  return %0 : !stablehlo.token
}

// CHECK-LABEL: @sum
// CHECK: "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>):
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[A]], %[[B]] : tensor<f32>
// CHECK-NEXT: stablehlo.return %[[SUM]] : tensor<f32>
// CHECK-NEXT: }) : (tensor<4xf32>) -> tensor<4xf32>
func.func @sum(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @dot
// CHECK: stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
func.func @dot(%x: tensor<3x4xf32>, %y: tensor<4xf32>) -> tensor<3xf32> {
  %0 = stablehlo.dot %x, %y, precision = [HIGH, DEFAULT] : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: @einsum
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK: stablehlo.einsum %[[ONE]], %arg0, config = ",ab->a" : (tensor<f32>, tensor<3x4xf32>) -> tensor<3xf32>
// CHECK: %[[I:.*]] = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>
// CHECK: stablehlo.einsum %[[I]], %arg1, config = ",a->a"
func.func @einsum(%x: tensor<3x4xf32>, %y: tensor<2xcomplex<f32>>) -> (tensor<3xf32>, tensor<2xcomplex<f32>>) {
  %0 = stablehlo.unary_einsum %x, config = "ab->a" : (tensor<3x4xf32>) -> tensor<3xf32>
  %1 = stablehlo.unary_einsum %y, config = "a->a" : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return %0, %1 : tensor<3xf32>, tensor<2xcomplex<f32>>
}
