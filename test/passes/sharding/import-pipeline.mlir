// RUN: strata-opt %s --sdy-import-pipeline | FileCheck %s

// What propagation sees.

// CHECK: sdy.mesh @mesh = <["x"=2, "y"=1]>

// CHECK-LABEL: func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=1]>, [{"x", "y"}]>}) -> tensor<8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.constant dense<1.000000e+00> : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.constant dense<1.000000e+00> : tensor<8xf32>
  // CHECK-NEXT: %[[V2:.*]] = stablehlo.add %arg0, %[[V0]] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<8xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.sharding_constraint %[[V2]] <@mesh, [{}]> : tensor<8xf32>
  // CHECK-NEXT: sdy.sharding_group %[[V3]] group_id=0 : tensor<8xf32>
  // CHECK-NEXT: %[[V4:.*]] = stablehlo.multiply %[[V3]], %[[V1]] : tensor<8xf32>
  // CHECK-NEXT: %[[V5:.*]] = stablehlo.optimization_barrier %[[V4]] : tensor<8xf32>
  // CHECK-NEXT: %[[V6:.*]] = sdy.data_flow_edge %[[V5]] : tensor<8xf32>
  // CHECK-NEXT: return %[[V6]] : tensor<8xf32>
  %0 = call @f(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.optimization_barrier %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func private @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
  %1 = stablehlo.add %a, %0 : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <mesh<["x"=2, "y"=1]>, [{"y"}]> : tensor<8xf32>
  sdy.sharding_group %2 group_id=4 : tensor<8xf32>
  %3 = stablehlo.multiply %2, %0 : tensor<8xf32>
  return %3 : tensor<8xf32>
}
