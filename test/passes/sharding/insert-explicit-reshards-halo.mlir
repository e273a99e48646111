// RUN: strata-opt %s --sdy-insert-explicit-reshards='enable-full-version=true replicate-permutation-factors=true enable-halo-exchange=true' | FileCheck %s

// Dimensions along which devices can exchange borders stay divided, as far as this is less than to gather them.

sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK-LABEL: func.func @reverse(
// CHECK-NEXT: stablehlo.reverse %arg0, dims = [0, 1]
// CHECK-NEXT: return
func.func @reverse(%a: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = stablehlo.reverse %a, dims = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}

// A padding needs one element of each neighbour; the result has a size that two devices can share, so that its operand has two parts, too.
// CHECK-LABEL: func.func @pad(
// CHECK-NEXT: %[[TWO:.*]] = sdy.reshard %arg0 <@mesh, [{"y":(1)2}]>
// CHECK-NEXT: stablehlo.pad %[[TWO]], %arg1
// CHECK-SAME: <@mesh, [{"y":(1)2}]>
// CHECK-NEXT: return
func.func @pad(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %z: tensor<f32>) -> (tensor<18xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2}]>}) {
  %0 = stablehlo.pad %a, %z, low = [1], high = [1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y":(1)2}]>]>} : (tensor<16xf32>, tensor<f32>) -> tensor<18xf32>
  return %0 : tensor<18xf32>
}

// What is whole everywhere is cut without any collective.
// CHECK-LABEL: func.func @whole(
// CHECK-NEXT: %[[ALL:.*]] = stablehlo.pad %arg0, %arg1
// CHECK-SAME: <@mesh, [{}]>
// CHECK-NEXT: sdy.reshard %[[ALL]] <@mesh, [{"y"}]>
func.func @whole(%a: tensor<16xf32>, %z: tensor<f32>) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %0 = stablehlo.pad %a, %z, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// The borders of such windows are all of the tensor.
// CHECK-LABEL: func.func @far(
// CHECK-NEXT: %[[ALL:.*]] = sdy.reshard %arg0 <@mesh, [{}]>
// CHECK-NEXT: "stablehlo.reduce_window"(%[[ALL]], %arg1)
func.func @far(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %z: tensor<f32>) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 31>, padding = dense<15> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// The gradient of a kernel: devices have parts of the windows, and their parts of the sum are added.
// CHECK-LABEL: func.func @gradient(
// CHECK-NEXT: %[[PART:.*]] = stablehlo.convolution(%arg0, %arg1)
// CHECK-NEXT: sdy.all_reduce {"y"} %[[PART]]
func.func @gradient(%a: tensor<1x16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}]>}, %g: tensor<1x16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}]>}) -> tensor<3x3x4xf32> {
  %0 = stablehlo.convolution(%a, %g) dim_numbers = [f, 0, b]x[i, 0, o]->[0, b, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>]>} : (tensor<1x16x3xf32>, tensor<1x16x4xf32>) -> tensor<3x3x4xf32>
  return %0 : tensor<3x3x4xf32>
}

// A rotation is two shifts that keep the size.
// CHECK-LABEL: func.func @rotation(
// CHECK-DAG: %[[LEFT:.*]] = stablehlo.pad %arg0, %[[ZERO:.*]], low = [-3], high = [3], interior = [0]
// CHECK-DAG: %[[RIGHT:.*]] = stablehlo.pad %arg0, %[[ZERO]], low = [13], high = [-13], interior = [0]
// CHECK-DAG: stablehlo.compare LT
// CHECK: stablehlo.select %{{.*}}, %[[LEFT]], %[[RIGHT]]
// CHECK-NOT: reshard
// CHECK: return
func.func @rotation(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %0 = stablehlo.slice %a [3:16] : (tensor<16xf32>) -> tensor<13xf32>
  %1 = stablehlo.slice %a [0:3] : (tensor<16xf32>) -> tensor<3xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<13xf32>, tensor<3xf32>) -> tensor<16xf32>
  return %2 : tensor<16xf32>
}
