// RUN: strata-opt %s --sdy-recompute-constants | FileCheck %s

sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK-LABEL: func.func @counted
// CHECK-NOT: sdy.reshard
// CHECK: %[[I:.*]] = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<8xi32>
// CHECK: return %[[I]]
func.func @counted() -> tensor<8xi32> {
  %0 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xi32>
  %1 = sdy.reshard %0 <@mesh, [{}]> : tensor<8xi32>
  return %1 : tensor<8xi32>
}

// A broadcast of a scalar, and what is computed of it.
// CHECK-LABEL: func.func @computed
// CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>}
// CHECK: %[[N:.*]] = stablehlo.negate %[[B]] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>}
// CHECK: return %[[N]]
func.func @computed(%a: tensor<f32>) -> tensor<8xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  %2 = sdy.reshard %1 <@mesh, [{"y"}]> : tensor<8xf32>
  return %2 : tensor<8xf32>
}

// CHECK-LABEL: func.func @argument
// CHECK: sdy.reshard
func.func @argument(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@mesh, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
