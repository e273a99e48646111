// RUN: strata-opt %s --sdy-insert-explicit-reshards='enable-full-version=true replicate-permutation-factors=true' | FileCheck %s

// Dimensions whose parts would move, or that indices choose from, are whole.

sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK-LABEL: func.func @reverse(
func.func @reverse(%a: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@mesh, [{}, {"y", "x"}]> : tensor<16x32xf32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.reverse %[[V0]], dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y", "x"}]>]>} : tensor<16x32xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.reshard %[[V1]] <@mesh, [{"x"}, {"y"}]> : tensor<16x32xf32>
  // CHECK-NEXT: return %[[V2]] : tensor<16x32xf32>
  %0 = stablehlo.reverse %a, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}
// CHECK-LABEL: func.func @update(
func.func @update(%a: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %u: tensor<4x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %i: tensor<i32>) -> (tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@mesh, [{}, {"y"}]> : tensor<16x32xf32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.dynamic_update_slice %[[V0]], %arg1, %arg2, %arg2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<16x32xf32>, tensor<4x32xf32>, tensor<i32>, tensor<i32>) -> tensor<16x32xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.reshard %[[V1]] <@mesh, [{"x"}, {"y"}]> : tensor<16x32xf32>
  // CHECK-NEXT: return %[[V2]] : tensor<16x32xf32>
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<16x32xf32>, tensor<4x32xf32>, tensor<i32>, tensor<i32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}
// CHECK-LABEL: func.func @scatter(
func.func @scatter(%a: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %i: tensor<1xi32>, %u: tensor<32xf32>) -> (tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@mesh, [{}, {"y"}]> : tensor<16x32xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.reshard %arg2 <@mesh, [{"y"}]> : tensor<32xf32>
  // CHECK-NEXT: %[[V2:.*]] = "stablehlo.scatter"(%[[V0]], %arg1, %[[V1]]) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  // CHECK-NEXT: ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
  // CHECK-NEXT: stablehlo.return %arg4 : tensor<f32>
  // CHECK-NEXT: }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<16x32xf32>, tensor<1xi32>, tensor<32xf32>) -> tensor<16x32xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.reshard %[[V2]] <@mesh, [{"x"}, {"y"}]> : tensor<16x32xf32>
  // CHECK-NEXT: return %[[V3]] : tensor<16x32xf32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<16x32xf32>, tensor<1xi32>, tensor<32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}
