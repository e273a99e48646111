// RUN: strata-opt %s --sdy-import-maximal-shardings | FileCheck %s

// One device calls the host, and sends what it returns to all; ops without effects are for all.

sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @maximal_mesh_1 = <[], device_ids=[1]>
// CHECK-LABEL: func.func @main(
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x", "y"} (%arg1: tensor<8xf32>) {
  // CHECK-NEXT: %2 = stablehlo.partition_id : tensor<ui32>
  // CHECK-NEXT: %c = stablehlo.constant dense<1> : tensor<ui32>
  // CHECK-NEXT: %3 = stablehlo.compare EQ, %2, %c : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  // CHECK-NEXT: %4 = "stablehlo.if"(%3) ({
  // CHECK-NEXT: %6 = stablehlo.custom_call @f(%arg1) : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: stablehlo.return %6 : tensor<8xf32>
  // CHECK-NEXT: }, {
  // CHECK-NEXT: %c_0 = stablehlo.constant dense<0> : tensor<i32>
  // CHECK-NEXT: %6 = stablehlo.convert %c_0 : (tensor<i32>) -> tensor<f32>
  // CHECK-NEXT: %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<8xf32>
  // CHECK-NEXT: stablehlo.return %7 : tensor<8xf32>
  // CHECK-NEXT: }) : (tensor<i1>) -> tensor<8xf32>
  // CHECK-NEXT: %5 = "stablehlo.collective_broadcast"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}1, 0, 2, 3]]> : tensor<1x4xi64>}> : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: sdy.return %5 : tensor<8xf32>
  // CHECK-NEXT: } : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: sdy.manual_computation(%0) in_shardings=[<@mesh, [{}]>] out_shardings=[] manual_axes={"x", "y"} (%arg1: tensor<8xf32>) {
  // CHECK-NEXT: %2 = stablehlo.partition_id : tensor<ui32>
  // CHECK-NEXT: %c = stablehlo.constant dense<1> : tensor<ui32>
  // CHECK-NEXT: %3 = stablehlo.compare EQ, %2, %c : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  // CHECK-NEXT: "stablehlo.if"(%3) ({
  // CHECK-NEXT: stablehlo.custom_call @g(%arg1) {has_side_effect = true} : (tensor<8xf32>) -> ()
  // CHECK-NEXT: stablehlo.return
  // CHECK-NEXT: }, {
  // CHECK-NEXT: stablehlo.return
  // CHECK-NEXT: }) : (tensor<i1>) -> ()
  // CHECK-NEXT: sdy.return
  // CHECK-NEXT: } : (tensor<8xf32>) -> ()
  // CHECK-NEXT: %1 = stablehlo.negate %0 : tensor<8xf32>
  // CHECK-NEXT: return %1 : tensor<8xf32>
  %0 = stablehlo.custom_call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_1, []>]>} : (tensor<8xf32>) -> tensor<8xf32>
  stablehlo.custom_call @g(%0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_1, []>]>} : (tensor<8xf32>) -> ()
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_1, []>]>} : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@maximal_mesh_1, []> : tensor<8xf32>
  return %2 : tensor<8xf32>
}
