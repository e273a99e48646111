// RUN: strata-opt %s --sdy-export-pipeline=enable-insert-explicit-collectives | FileCheck %s

// The whole way from shardings to collectives.

sdy.mesh @mesh = <["x"=2, "y"=2]>
// A layer of a network in parts: the sum of the second product is scattered.
// CHECK-LABEL: func.func @layers(
func.func @layers(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %v: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %w: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  // CHECK-NEXT: %[[V0:.*]] = stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.tanh %[[V0]] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x32xf32>
  // CHECK-NEXT: %[[V2:.*]] = stablehlo.dot %[[V1]], %arg2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.reduce_scatter [{}, {"y"}] %[[V2]] out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x16xf32>
  // CHECK-NEXT: return %[[V3]] : tensor<8x16xf32>
  %0 = stablehlo.dot %x, %v {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {"y", ?}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=32, k=16} reduction={k}>} : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8x32xf32>
  %2 = stablehlo.tanh %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {"y", ?}]>]>} : tensor<8x32xf32>
  sdy.sharding_group %2 group_id=0 : tensor<8x32xf32>
  %3 = stablehlo.dot %2, %w {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {?}]>]>} : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  %4 = sdy.sharding_constraint %3 <@mesh, [{"x"}, {"y"}]> : tensor<8x16xf32>
  return %4 : tensor<8x16xf32>
}
