// RUN: strata-opt %s --split-input-file --sdy-resolve-permutation-factors --canonicalize --cse | FileCheck %s
// RUN: strata-opt %s --split-input-file --sdy-resolve-permutation-factors=enable-halo-exchange=false | FileCheck %s --check-prefix=WHOLE

sdy.mesh @mesh = <["x"=4]>

// A device gets the last row of its left neighbour and the first row of its right one; outside of the tensor are zeros, as nobody sends.
// CHECK-LABEL: func.func @convolution(
// CHECK: sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{}, {"x"}, {}, {}]>, <@mesh, [{}, {}, {}, {}]>] out_shardings=[<@mesh, [{}, {"x"}, {}, {}]>] manual_axes={"x"} (%[[PART:.*]]: tensor<1x4x8x3xf32>, %[[KERNEL:.*]]: tensor<3x3x3x4xf32>)
// CHECK-NEXT: %[[LAST:.*]] = stablehlo.slice %[[PART]] [0:1, 3:4, 0:8, 0:3]
// CHECK-NEXT: %[[LEFT:.*]] = "stablehlo.collective_permute"(%[[LAST]]) <{{.*}}source_target_pairs = dense<{{\[\[}}0, 1], [1, 2], [2, 3]]>
// CHECK-NEXT: %[[FIRST:.*]] = stablehlo.slice %[[PART]] [0:1, 0:1, 0:8, 0:3]
// CHECK-NEXT: %[[RIGHT:.*]] = "stablehlo.collective_permute"(%[[FIRST]]) <{{.*}}source_target_pairs = dense<{{\[\[}}1, 0], [2, 1], [3, 2]]>
// CHECK-NEXT: %[[ALL:.*]] = stablehlo.concatenate %[[LEFT]], %[[PART]], %[[RIGHT]], dim = 1
// CHECK-NEXT: %[[OUT:.*]] = stablehlo.convolution(%[[ALL]], %[[KERNEL]]) {{.*}}pad = {{\[\[}}0, 0], [1, 1]]
// CHECK-NEXT: sdy.return %[[OUT]] : tensor<1x4x8x4xf32>
func.func @convolution(%a: tensor<1x16x8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %k: tensor<3x3x3x4xf32>) -> (tensor<1x16x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {}, {}]>]>} : (tensor<1x16x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x16x8x4xf32>
  return %0 : tensor<1x16x8x4xf32>
}

// A stride of the parts, too: what a device needs begins one before its own part, wherever that is.
// CHECK-LABEL: func.func @strided_convolution(
// CHECK: "stablehlo.collective_permute"
// CHECK-NOT: "stablehlo.collective_permute"
// CHECK: stablehlo.convolution{{.*}}stride = [2]{{.*}} : (tensor<1x5x3xf32>, tensor<3x3x4xf32>) -> tensor<1x2x4xf32>
func.func @strided_convolution(%a: tensor<1x16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %k: tensor<3x3x4xf32>) -> (tensor<1x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {}]>]>} : (tensor<1x16x3xf32>, tensor<3x3x4xf32>) -> tensor<1x8x4xf32>
  return %0 : tensor<1x8x4xf32>
}

// The gradient of a kernel: the input and the gradient of the result are divided, and each device has a part of the sum.
// CHECK-LABEL: func.func @gradient(
// CHECK: sdy.manual_computation
// CHECK: stablehlo.concatenate {{.*}} -> tensor<1x6x3xf32>
// CHECK-NEXT: %[[OUT:.*]] = stablehlo.convolution{{.*}} : (tensor<1x6x3xf32>, tensor<1x4x4xf32>) -> tensor<3x3x4xf32>
// CHECK-NEXT: sdy.return %[[OUT]]
// CHECK: sdy.all_reduce {"x"}
func.func @gradient(%a: tensor<1x16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %g: tensor<1x16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> tensor<3x3x4xf32> {
  %0 = stablehlo.convolution(%a, %g) dim_numbers = [f, 0, b]x[i, 0, o]->[0, b, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>]>} : (tensor<1x16x3xf32>, tensor<1x16x4xf32>) -> tensor<3x3x4xf32>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}, {}, {}]> : tensor<3x3x4xf32>
  return %1 : tensor<3x3x4xf32>
}

// What is outside of the tensor gets the value of the padding. Only one device needs each border.
// CHECK-LABEL: func.func @pad(
// CHECK: "stablehlo.collective_permute"({{.*}}) <{{.*}}source_target_pairs = dense<{{\[\[}}0, 1], [1, 2], [2, 3]]>
// CHECK: %[[AT:.*]] = stablehlo.compare GE
// CHECK: stablehlo.select %[[AT]]
// CHECK-NOT: stablehlo.pad
// WHOLE-LABEL: func.func @pad(
// WHOLE: sdy.reshard %arg0 <@mesh, [{}]>
// WHOLE-NEXT: stablehlo.pad
func.func @pad(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %z: tensor<f32>) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.pad %a, %z, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// CHECK-LABEL: func.func @interior(
// CHECK: sdy.manual_computation
// CHECK-NEXT: stablehlo.pad {{.*}}, low = [1], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
func.func @interior(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %z: tensor<f32>) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.pad %a, %z, low = [1], high = [0], interior = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>, tensor<f32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// The last devices need nothing of the first ones; where an interval begins depends on the place.
// CHECK-LABEL: func.func @slice(
// CHECK: source_target_pairs = dense<{{\[\[}}2, 3]]>
// CHECK: source_target_pairs = dense<{{\[\[}}1, 0]]>
// CHECK: stablehlo.partition_id
// CHECK: stablehlo.dynamic_slice {{.*}}, sizes = [2] : (tensor<8xf32>, tensor<i64>) -> tensor<2xf32>
func.func @slice(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %a [4:12] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Each device has what it needs.
// CHECK-LABEL: func.func @strided_slice(
// CHECK: sdy.manual_computation
// CHECK-NOT: collective_permute
// CHECK: sdy.return {{.*}} : tensor<2xf32>
func.func @strided_slice(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %a [1:16:2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @reverse(
// CHECK: %[[OTHER:.*]] = "stablehlo.collective_permute"({{.*}}) <{{.*}}source_target_pairs = dense<{{\[\[}}3, 0], [2, 1], [1, 2], [0, 3]]>
// CHECK-NEXT: stablehlo.reverse %[[OTHER]], dims = [0] : tensor<4xf32>
func.func @reverse(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.reverse %a, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// Each device needs parts of one of the operands.
// CHECK-LABEL: func.func @concatenate(
// CHECK: source_target_pairs = dense<{{\[\[}}1, 0], [2, 1]]>
// CHECK: source_target_pairs = dense<{{\[\[}}3, 1]]>
// CHECK: source_target_pairs = dense<{{\[\[}}0, 2]]>
// CHECK: source_target_pairs = dense<{{\[\[}}1, 2], [2, 3]]>
// CHECK: stablehlo.select {{.*}} : tensor<8xi1>, tensor<8xf32>
func.func @concatenate(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>, tensor<16xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// CHECK-LABEL: func.func @reduce_window(
// CHECK: stablehlo.concatenate {{.*}} -> tensor<6xf32>
// CHECK: %[[FILLED:.*]] = stablehlo.select {{.*}} : tensor<6xi1>, tensor<6xf32>
// CHECK: "stablehlo.reduce_window"(%[[FILLED]], %{{.*}}) <{padding = dense<0> : tensor<1x2xi64>, window_dimensions = array<i64: 3>}>
// CHECK: (tensor<6xf32>, tensor<f32>) -> tensor<4xf32>
func.func @reduce_window(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %z: tensor<f32>) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 3>, padding = dense<1> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// Windows side by side select from elements of the device.
// CHECK-LABEL: func.func @select_and_scatter(
// CHECK: sdy.manual_computation
// CHECK-NOT: collective_permute
// CHECK: (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
func.func @select_and_scatter(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %s: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %z: tensor<f32>) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>, tensor<8xf32>, tensor<f32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// Of a prefix sum, each device would need all that is before its part.
// CHECK-LABEL: func.func @prefix(
// CHECK: sdy.reshard %arg0 <@mesh, [{}]>
// CHECK: "stablehlo.reduce_window"
// CHECK: (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
func.func @prefix(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %z: tensor<f32>) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 16>, padding = dense<[[15, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// Parts of axes, and devices in another order: channels are those of the devices.
sdy.mesh @turned = <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
// CHECK-LABEL: func.func @sub_axes(
// CHECK: sdy.manual_computation(%arg0, %{{.*}}) in_shardings=[<@turned, [{"x":(1)2}, {"x":(2)2}]>, <@turned, []>] out_shardings=[<@turned, [{"x":(1)2}, {"x":(2)2}]>] manual_axes={"x"}
// CHECK: source_target_pairs = dense<{{\[\[}}7, 3], [6, 2], [5, 1], [4, 0]]>
// CHECK: source_target_pairs = dense<{{\[\[}}7, 5], [6, 4], [3, 1], [2, 0]]>
func.func @sub_axes(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@turned, [{"x":(1)2}, {"x":(2)2}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@turned, [{"x":(1)2}, {"x":(2)2}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %a, %z, low = [1, 1], high = [-1, -1], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@turned, [{"x":(1)2}, {"x":(2)2}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
