// RUN: strata-opt %s --split-input-file --sdy-pad-for-divisibility --canonicalize --cse | FileCheck %s
// RUN: strata-opt %s --split-input-file --sdy-partitioner-pipeline | FileCheck %s --check-prefix=WHOLE
// RUN: strata-opt %s --split-input-file --sdy-partitioner-pipeline=padding=never | FileCheck %s --check-prefix=FEWER

sdy.mesh @mesh = <["x"=4]>

// What is cut off behind stays where it is, and what is cut off in front comes from the right neighbour.
// CHECK-LABEL: func.func @slices(
// CHECK: %[[FIRST:.*]] = sdy.reshard %arg0 <@mesh, [{"x"}, {}]> : tensor<8x3xf32>
// CHECK-NEXT: %[[NEXT:.*]] = stablehlo.pad %arg0, %{{.*}}, low = [-1, 0], high = [1, 0], interior = [0, 0] {{.*}} -> tensor<8x3xf32>
// CHECK-NEXT: %[[BOTH:.*]] = stablehlo.subtract %[[FIRST]], %[[NEXT]] {{.*}} : tensor<8x3xf32>
// CHECK-NEXT: stablehlo.slice %[[BOTH]] [0:7, 0:3]
// WHOLE-LABEL: func.func @slices(
// WHOLE: stablehlo.collective_permute
// WHOLE: stablehlo.subtract {{.*}}[{"x"}, {}]{{.*}} : tensor<8x3xf32>
// FEWER-LABEL: func.func @slices(
// FEWER: stablehlo.subtract {{.*}} : tensor<7x3xf32>
func.func @slices(%a: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<7x3xf32>) {
  %0 = stablehlo.slice %a [0:7, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x3xf32>) -> tensor<7x3xf32>
  %1 = stablehlo.slice %a [1:8, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x3xf32>) -> tensor<7x3xf32>
  %2 = stablehlo.subtract %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<7x3xf32>
  return %2 : tensor<7x3xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>

// A reduction sees its initial value behind the own elements.
// CHECK-LABEL: func.func @reduce(
// CHECK: %[[PAD:.*]] = stablehlo.pad %arg0, %{{.*}}, low = [0, 0], high = [1, 0]
// CHECK-NEXT: %[[PARTS:.*]] = sdy.reshard %[[PAD]] <@mesh, [{"x"}, {}]> : tensor<8x3xf32>
// CHECK-NEXT: %[[PLACES:.*]] = stablehlo.iota dim = 0 {{.*}}[{"x"}]{{.*}} : tensor<8xi64>
// CHECK-NEXT: %[[OWN:.*]] = stablehlo.compare LT, %[[PLACES]], %
// CHECK-NEXT: %[[AT:.*]] = stablehlo.broadcast_in_dim %[[OWN]], dims = [0]
// CHECK-NEXT: %[[INIT:.*]] = stablehlo.broadcast_in_dim %arg1, dims = []
// CHECK-NEXT: %[[MASKED:.*]] = stablehlo.select %[[AT]], %[[PARTS]], %[[INIT]]
// CHECK-NEXT: stablehlo.reduce(%[[MASKED]] init: %arg1)
func.func @reduce(%a: tensor<7x3xf32>, %i: tensor<f32>) -> tensor<3xf32> {
  %0 = sdy.reshard %a <@mesh, [{"x"}, {}]> : tensor<7x3xf32>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<7x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>

// Both sides of a product are zero there, as the other one may be infinite.
// CHECK-LABEL: func.func @product(
// CHECK: %[[EXP:.*]] = stablehlo.exponential
// CHECK: %[[A:.*]] = stablehlo.select {{.*}} : tensor<2x8xi1>, tensor<2x8xf32>
// CHECK: %[[B:.*]] = stablehlo.select %{{.*}}, %[[EXP]], %{{.*}} : tensor<8x5xi1>, tensor<8x5xf32>
// CHECK-NEXT: stablehlo.dot_general %[[A]], %[[B]], contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x5xf32>) -> tensor<2x5xf32>
func.func @product(%a: tensor<2x7xf32>, %b: tensor<7x5xf32>) -> tensor<2x5xf32> {
  %0 = sdy.reshard %a <@mesh, [{}, {"x"}]> : tensor<2x7xf32>
  %1 = sdy.reshard %b <@mesh, [{"x"}, {}]> : tensor<7x5xf32>
  %2 = stablehlo.exponential %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<7x5xf32>
  %3 = stablehlo.dot_general %0, %2, contracting_dims = [1] x [0] : (tensor<2x7xf32>, tensor<7x5xf32>) -> tensor<2x5xf32>
  return %3 : tensor<2x5xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>

// The updates behind the own ones are dropped.
// CHECK-LABEL: func.func @scatter(
// CHECK: %[[NOWHERE:.*]] = stablehlo.constant dense<-2147483648> : tensor<8x1xi32>
// CHECK: %[[INDICES:.*]] = stablehlo.select %{{.*}}, %{{.*}}, %[[NOWHERE]]
// CHECK: "stablehlo.scatter"(%arg0, %[[INDICES]], %{{.*}})
// CHECK: (tensor<9x2xf32>, tensor<8x1xi32>, tensor<8x2xf32>) -> tensor<9x2xf32>
func.func @scatter(%a: tensor<9x2xf32>, %i: tensor<7x1xi32>, %u: tensor<7x2xf32>) -> tensor<9x2xf32> {
  %0 = sdy.reshard %i <@mesh, [{"x"}, {}]> : tensor<7x1xi32>
  %1 = sdy.reshard %u <@mesh, [{"x"}, {}]> : tensor<7x2xf32>
  %2 = "stablehlo.scatter"(%a, %0, %1) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9x2xf32>, tensor<7x1xi32>, tensor<7x2xf32>) -> tensor<9x2xf32>
  return %2 : tensor<9x2xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>

// Slices of a gather have all of a longer dimension.
// CHECK-LABEL: func.func @gather(
// CHECK: "stablehlo.gather"{{.*}}slice_sizes = array<i64: 1, 8>{{.*}} : (tensor<9x8xf32>, tensor<6x1xi32>) -> tensor<6x8xf32>
// CHECK-NEXT: stablehlo.slice %{{.*}} [0:6, 0:7]
func.func @gather(%a: tensor<9x7xf32>, %i: tensor<6x1xi32>) -> tensor<6x7xf32> {
  %0 = sdy.reshard %a <@mesh, [{}, {"x"}]> : tensor<9x7xf32>
  %1 = "stablehlo.gather"(%0, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 7>}> {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<9x7xf32>, tensor<6x1xi32>) -> tensor<6x7xf32>
  return %1 : tensor<6x7xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>

// A loop carries the longer tensor. Constants and places are made longer.
// CHECK-LABEL: func.func @loop(
// CHECK: %[[PLACES:.*]] = stablehlo.iota dim = 0 {{.*}} : tensor<8xi32>
// CHECK: %[[LOOP:.*]]:2 = stablehlo.while(%[[X:.*]] = %[[PLACES]], {{.*}}) : tensor<8xi32>, tensor<i32>
// CHECK: %[[NEXT:.*]] = stablehlo.add %[[X]], {{.*}} : tensor<8xi32>
// CHECK: stablehlo.return %[[NEXT]], %{{.*}} : tensor<8xi32>, tensor<i32>
// CHECK: stablehlo.slice %[[LOOP]]#0 [0:7]
func.func @loop(%n: tensor<i32>) -> tensor<7xi32> {
  %c = stablehlo.constant dense<5> : tensor<7xi32>
  %0 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<7xi32>
  %1:2 = stablehlo.while(%x = %0, %k = %n) : tensor<7xi32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>, <@mesh, []>]>}
  cond {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %p = stablehlo.compare GT, %k, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %o = stablehlo.constant dense<1> : tensor<i32>
    %y = stablehlo.add %x, %c {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<7xi32>
    %l = stablehlo.subtract %k, %o : tensor<i32>
    stablehlo.return %y, %l : tensor<7xi32>, tensor<i32>
  }
  return %1#0 : tensor<7xi32>
}

// -----

sdy.mesh @mesh = <["x"=4]>

// Three elements on four devices: one for each, as before for two devices with two of them. Two elements: nothing is gained.
// CHECK-LABEL: func.func @sizes(
// CHECK: stablehlo.sine {{.*}} : tensor<4xf32>
// CHECK: stablehlo.sine %arg1 {{.*}} : tensor<2xf32>
// CHECK: stablehlo.transpose {{.*}} -> tensor<3x12xf32>
func.func @sizes(%a: tensor<3xf32>, %b: tensor<2xf32>, %c: tensor<10x3xf32>) -> (tensor<3xf32>, tensor<2xf32>, tensor<3x10xf32>) {
  %0 = stablehlo.sine %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<3xf32>
  %1 = stablehlo.sine %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<2xf32>
  %2 = stablehlo.transpose %c, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<10x3xf32>) -> tensor<3x10xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<2xf32>, tensor<3x10xf32>
}
