// RUN: strata-opt %s --sdy-update-non-divisible-input-output-shardings --sdy-close-shardings | FileCheck %s

// No dimension is open, no axis is named as replicated, and arguments and results are split evenly.

sdy.mesh @mesh = <["x"=2, "y"=3, "z"=4]>
// CHECK-LABEL: func.func @sizes(%arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {"z"}]>}) -> (tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z":(1)2}, {"x"}]>}) {
func.func @sizes(%a: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y", ?}p1, {"z", ?}]>}) -> (tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}p2, {"x"}], replicated={"y"}>}) {
  // CHECK-NEXT: %[[V0:.*]] = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}, {}]>]>} : tensor<6x8xf32>
  // CHECK-NEXT: return %[[V0]] : tensor<6x8xf32>
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z", ?}, {?}], replicated={"x"}>]>} : tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}
// CHECK-LABEL: func.func private @no_axes_left(tensor<5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
func.func private @no_axes_left(%a: tensor<5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p1]>}) -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "y"}]>})
// CHECK-LABEL: func.func @call(%arg0: tensor<5xf32>) -> tensor<3xf32> {
func.func @call(%a: tensor<5xf32>) -> tensor<3xf32> {
  // CHECK-NEXT: %[[V0:.*]] = call @no_axes_left(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<5xf32>) -> tensor<3xf32>
  // CHECK-NEXT: return %[[V0]] : tensor<3xf32>
  %0 = call @no_axes_left(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z", ?}]>]>} : (tensor<5xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
