// RUN: strata-opt %s --sdy-lift-inlined-meshes | FileCheck %s

// Meshes are named, equal ones once.

// CHECK: sdy.mesh @mesh = <["x"=2]>
// CHECK-NEXT: sdy.mesh @other = <["x"=4]>
// CHECK-NEXT: sdy.mesh @mesh_0 = <["y"=8]>
// CHECK-NEXT: sdy.mesh @maximal_mesh_5 = <[], device_ids=[5]>

sdy.mesh @mesh = <["x"=2]>
sdy.mesh @same = <["x"=2]>
sdy.mesh @other = <["x"=4]>
// CHECK-LABEL: func.func @meshes(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
func.func @meshes(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@same, [{"x"}]>}) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@other, [{"x"}]> : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.reshard %[[V0]] <@mesh_0, [{"y"}]> : tensor<8xf32>
  // CHECK-NEXT: %[[V2:.*]] = stablehlo.negate %[[V1]] {sdy.sharding = #sdy.sharding_per_value<[<@mesh_0, [{}]>]>} : tensor<8xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.manual_computation(%[[V2]]) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<4xf32>) {
  // CHECK-NEXT: %[[V4:.*]] = "stablehlo.all_reduce"(%arg1) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}> ({
  // CHECK-NEXT: ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  // CHECK-NEXT: %[[V5:.*]] = stablehlo.add %arg2, %arg3 : tensor<f32>
  // CHECK-NEXT: stablehlo.return %[[V5]] : tensor<f32>
  // CHECK-NEXT: }) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: sdy.return %[[V4]] : tensor<4xf32>
  // CHECK-NEXT: } : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: stablehlo.custom_call @f() {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_5, []>]>} : () -> ()
  // CHECK-NEXT: return %[[V3]] : tensor<8xf32>
  %0 = sdy.reshard %a <@other, [{"x"}]> : tensor<8xf32>
  %1 = sdy.reshard %0 <mesh<["y"=8]>, [{"y"}]> : tensor<8xf32>
  %2 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["y"=8]>, [{}]>]>} : tensor<8xf32>
  %3 = sdy.manual_computation(%2) in_shardings=[<@same, [{"x"}]>] out_shardings=[<mesh<["x"=2]>, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    %4 = "stablehlo.all_reduce"(%b) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @same, axes = [#stablehlo.axis_ref<name = "x">]>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %4 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  stablehlo.custom_call @f() {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<mesh<[], device_ids=[5]>, []>]>} : () -> ()
  return %3 : tensor<8xf32>
}
