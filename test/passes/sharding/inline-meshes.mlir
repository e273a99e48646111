// RUN: strata-opt %s --sdy-inline-meshes | FileCheck %s

// Shardings have their meshes in them.

sdy.mesh @mesh = <["x"=2]>
// CHECK-LABEL: func.func @meshes(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{}]>}) {
func.func @meshes(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <mesh<["x"=2]>, [{}]> : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.negate %[[V0]] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2]>, [{}]>]>} : tensor<8xf32>
  // CHECK-NEXT: return %[[V1]] : tensor<8xf32>
  %0 = sdy.reshard %a <@mesh, [{}]> : tensor<8xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<8xf32>
  return %1 : tensor<8xf32>
}
