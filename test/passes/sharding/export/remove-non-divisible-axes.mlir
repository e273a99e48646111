// RUN: strata-opt %s --sdy-remove-non-divisible-axes | FileCheck %s

sdy.mesh @mesh = <["x"=4, "y"=6]>

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)3}]>}
// CHECK-SAME: %arg1: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2, ?}]>}
// CHECK-SAME: -> (tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>})
func.func @main(%a: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}, %b: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>}) -> (tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  // CHECK: stablehlo.sine %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y", "x":(1)2}]>]>}
  %0 = stablehlo.sine %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y", "x"}]>]>} : tensor<12xf32>
  return %0 : tensor<12xf32>
}
