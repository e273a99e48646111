// RUN: strata-opt %s --validate-passes --pass-pipeline='builtin.module(sdy-partitioner-pipeline,sdy-convert-global-to-local,sdy-drop-sharding-and-mesh)' | FileCheck %s

// Copies of a tensor that become the parts of a sum are the tensor on one device and zeros on the others. --validate-passes compares what the
// devices compute with the whole program.

sdy.mesh @mesh = <["x"=2, "y"=2]>

// CHECK-LABEL: func.func @sum(%arg0: tensor<4xf32>) -> tensor<4xf32>
// CHECK: %[[FIRST:.*]] = stablehlo.compare EQ
// CHECK: %[[PART:.*]] = stablehlo.select %[[FIRST]], %arg0, %{{.*}} : tensor<i1>, tensor<4xf32>
// CHECK: %[[NEGATED:.*]] = stablehlo.negate %[[PART]]
// CHECK: "stablehlo.all_reduce"(%[[NEGATED]])
// CHECK: stablehlo.add
func.func @sum(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = sdy.reshard %a <@mesh, [{}], unreduced={"x"}> : tensor<4xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"x"}>]>} : tensor<4xf32>
  %2 = sdy.reshard %1 <@mesh, [{}]> : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @max(%arg0: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NOT: stablehlo.select
// CHECK: %[[DOUBLED:.*]] = stablehlo.add %arg0, %arg0
// CHECK: "stablehlo.all_reduce"(%[[DOUBLED]])
// CHECK: stablehlo.maximum
func.func @max(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = sdy.reshard %a <@mesh, [{}], unreduced=max{"x"}> : tensor<4xf32>
  %1 = stablehlo.add %0, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced=max{"x"}>]>} : tensor<4xf32>
  %2 = sdy.reshard %1 <@mesh, [{}]> : tensor<4xf32>
  return %2 : tensor<4xf32>
}
