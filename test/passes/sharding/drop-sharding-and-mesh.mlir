// RUN: strata-opt %s --split-input-file --verify-diagnostics --sdy-drop-sharding-and-mesh | FileCheck %s

// CHECK-NOT: sdy
// CHECK-LABEL: func.func @main(%arg0: tensor<4x2xf32>, %arg1: tensor<4x2xf32> {jax.a = "b"}) -> tensor<4x2xf32> {
sdy.mesh @mesh = <["x"=1, "y"=1]>
func.func @main(%a: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<4x2xf32> {jax.a = "b", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}) {
  // CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %arg0, %arg1 : tensor<4x2xf32>
  %0 = stablehlo.add %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<4x2xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"y"}]> : tensor<4x2xf32>
  sdy.sharding_group %1 group_id=1 : tensor<4x2xf32>
  // CHECK-NEXT: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<4x2xf32>
  %2 = sdy.constant dense<1.0> : tensor<4x2xf32>
  %3 = sdy.manual_computation(%1, %2) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%c: tensor<4x2xf32>, %d: tensor<4x2xf32>) {
    // CHECK-NEXT: %[[PRODUCT:.*]] = stablehlo.multiply %[[SUM]], %[[ONE]] : tensor<4x2xf32>
    %4 = stablehlo.multiply %c, %d : tensor<4x2xf32>
    // CHECK-NEXT: %[[REDUCED:.*]] = "stablehlo.all_reduce"(%[[PRODUCT]]) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 1>, <name = "y", size = 1>]>, axes = [#stablehlo.axis_ref<name = "x">]>}>
    %5 = "stablehlo.all_reduce"(%4) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    sdy.return %5 : tensor<4x2xf32>
  } : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %6 = sdy.named_computation<"n">(%3) (%c: tensor<4x2xf32>) {
    // CHECK: %[[ABS:.*]] = stablehlo.abs %[[REDUCED]] : tensor<4x2xf32>
    %7 = stablehlo.abs %c : tensor<4x2xf32>
    sdy.return %7 : tensor<4x2xf32>
  } : (tensor<4x2xf32>) -> tensor<4x2xf32>
  // CHECK-NEXT: return %[[ABS]] : tensor<4x2xf32>
  return %6 : tensor<4x2xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  // expected-error @+1 {{'sdy.manual_computation' op computes on the parts of a mesh of 2 devices, which a program for one device cannot}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
    sdy.return %b : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
