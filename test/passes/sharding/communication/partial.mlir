// RUN: strata-opt %s --sdy-reduce-parts-first | FileCheck %s

sdy.mesh @mesh = <["x"=4, "y"=2]>

// The place of the largest element: of each part, then of the parts.
// CHECK-LABEL: func.func @argmax
// CHECK: %[[A:.*]] = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {"y"}]>]>} : (tensor<8x4xf32>) -> tensor<4x2x4xf32>
// CHECK: %[[I:.*]] = stablehlo.reshape %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {"y"}]>]>} : (tensor<8x4xi32>) -> tensor<4x2x4xi32>
// CHECK: %[[P:.*]]:2 = stablehlo.reduce(%[[A]] init: %{{.*}}), (%[[I]] init: %{{.*}}) across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"x"}, {"y"}]>]>}
// CHECK: %[[R:.*]]:2 = stablehlo.reduce(%[[P]]#0 init: %{{.*}}), (%[[P]]#1 init: %{{.*}}) across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>, <@mesh, [{"y"}]>]>}
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @argmax(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %i: tensor<8x4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %c), (%i init: %z) across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>, <@mesh, [{"y"}]>]>} : (tensor<8x4xf32>, tensor<8x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%p: tensor<f32>, %q: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %1 = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %p, %q : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// Collectives can reduce sums, and along a dimension that is not divided there is nothing to do.
// CHECK-LABEL: func.func @nothing
// CHECK-NOT: stablehlo.reshape
// CHECK: return
func.func @nothing(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4xf32>, tensor<8xf32>) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%a init: %c) across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
   reducer(%p: tensor<f32>, %q: tensor<f32>) {
    %2 = stablehlo.add %p, %q : tensor<f32>
    %3 = stablehlo.maximum %2, %q : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }
  return %0, %1 : tensor<4xf32>, tensor<8xf32>
}

// Sums by the number of a cluster: each device adds its points.
// CHECK-LABEL: func.func @segments
// CHECK: %[[I:.*]] = stablehlo.reshape %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<200x1xi32>) -> tensor<4x50x1xi32>
// CHECK: %[[U:.*]] = stablehlo.reshape %arg2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<200x5xf32>) -> tensor<4x50x5xf32>
// CHECK: "stablehlo.scatter"(%{{.*}}, %[[I]], %[[U]]) <{{.*}}update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2
// CHECK: sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<4x6x5xf32>, tensor<4x50x1xi32>, tensor<4x50x5xf32>) -> tensor<4x6x5xf32>
// CHECK: %[[R:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0]
// CHECK: stablehlo.add %arg0, %[[R]]
func.func @segments(%a: tensor<6x5xf32>, %i: tensor<200x1xi32>, %u: tensor<200x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<6x5xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %1 = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<6x5xf32>, tensor<200x1xi32>, tensor<200x5xf32>) -> tensor<6x5xf32>
  return %0 : tensor<6x5xf32>
}

// The sums would be more than the updates; a scatter that replaces has no sums.
// CHECK-LABEL: func.func @updates_are_fewer
// CHECK-NOT: stablehlo.reshape
// CHECK: return
func.func @updates_are_fewer(%a: tensor<600xf32>, %i: tensor<8x1xi32>, %u: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<2xf32>) -> (tensor<600xf32>, tensor<2xf32>) {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %1 = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<600xf32>, tensor<8x1xi32>, tensor<8xf32>) -> tensor<600xf32>
  %2 = "stablehlo.scatter"(%b, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) : (tensor<2xf32>, tensor<8x1xi32>, tensor<8xf32>) -> tensor<2xf32>
  return %0, %2 : tensor<600xf32>, tensor<2xf32>
}
