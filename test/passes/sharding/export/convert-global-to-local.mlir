// RUN: strata-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(sdy-convert-global-to-local,sdy-drop-sharding-and-mesh,canonicalize,cse)' | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @turned = <["x"=2], device_ids=[1, 0]>

// CHECK-LABEL: func.func @collectives(%arg0: tensor<4x2xf32>) -> (tensor<4x8xf32>, tensor<4x4xf32>, tensor<8x4xf32>)
// CHECK: %[[ALL:.*]] = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<4x8xf32>
// CHECK: %[[ID:.*]] = stablehlo.convert %{{.*}} : (tensor<ui32>) -> tensor<i64>
// CHECK: %[[ALONG:.*]] = stablehlo.divide %[[ID]], %[[TWO:.*]] : tensor<i64>
// CHECK: %[[PLACE:.*]] = stablehlo.remainder %[[ALONG]], %[[TWO]] : tensor<i64>
// CHECK: %[[START:.*]] = stablehlo.multiply %[[PLACE]], %{{.*}} : tensor<i64>
// CHECK: stablehlo.dynamic_slice %[[ALL]], %{{.*}}, %[[START]], sizes = [4, 4] : (tensor<4x8xf32>, tensor<i64>, tensor<i64>) -> tensor<4x4xf32>
// CHECK: "stablehlo.all_to_all"(%[[ALL]]) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<{{\[\[}}0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
func.func @collectives(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = sdy.all_gather [{}, {"y"}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{}, {"y":(1)2}] %0 out_sharding=<@mesh, [{"x"}, {"y":(1)2}]> : tensor<8x8xf32>
  %2 = sdy.all_to_all [{"x"}: 0->1] %0 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// Device 1 needs the part that device 4 has.
// CHECK-LABEL: func.func @permute(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK: source_target_pairs = dense<{{\[\[}}0, 0], [4, 1], [1, 2], [5, 3], [2, 4], [6, 5], [3, 6], [7, 7]]> : tensor<8x2xi64>
func.func @permute(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>}) -> tensor<8x8xf32> {
  %0 = sdy.collective_permute %a out_sharding=<@mesh, [{"y":(2)2}, {"x"}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// The initial value counts once in a sum; in a maximum it may count several times.
// CHECK-LABEL: func.func @sum(%arg0: tensor<4x2xf32>, %arg1: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK: %[[FIRST:.*]] = stablehlo.compare EQ, %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK: %[[INIT:.*]] = stablehlo.select %[[FIRST]], %arg1, %{{.*}} : tensor<i1>, tensor<f32>
// CHECK: %[[SUM:.*]] = stablehlo.reduce(%arg0 init: %[[INIT]]) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK: "stablehlo.all_reduce"(%[[SUM]])
// CHECK: stablehlo.add
// CHECK: %[[MAX:.*]] = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum
// CHECK: "stablehlo.all_reduce"(%[[MAX]])
// CHECK: stablehlo.maximum
func.func @sum(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %init: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.reduce(%a init: %init) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = sdy.all_reduce {"y"} %0 out_sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  %2 = stablehlo.reduce(%a init: %init) applies stablehlo.maximum across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %3 = sdy.all_reduce {"y"} %2 out_sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  return %1, %3 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @constants() -> (tensor<2xi32>, tensor<2xf32>, tensor<1xi64>)
// CHECK-DAG: stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
// CHECK-DAG: %[[ORDER:.*]] = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
// CHECK-DAG: %[[TABLE:.*]] = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// CHECK: stablehlo.dynamic_slice %[[ORDER]]
// CHECK: stablehlo.dynamic_slice %[[TABLE]], %{{.*}}, sizes = [2]
// CHECK: %[[COUNT:.*]] = stablehlo.iota dim = 0 : tensor<1xi64>
// CHECK: stablehlo.add %[[COUNT]], %{{.*}} : tensor<1xi64>
func.func @constants() -> (tensor<4xi32>, tensor<4xf32>, tensor<4xi64>) {
  %0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@turned, [{"x"}]>]>} dense<[1, 2, 3, 4]> : tensor<4xi32>
  %1 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<1.0> : tensor<4xf32>
  %2 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : tensor<4xi64>
  return %0, %1, %2 : tensor<4xi32>, tensor<4xf32>, tensor<4xi64>
}

// CHECK-LABEL: func.func @attributes(
// CHECK: stablehlo.slice %arg0 [0:4, 2:6] : (tensor<4x8xf32>) -> tensor<4x4xf32>
// CHECK: stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [4, 2]
func.func @attributes(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<i32>) -> (tensor<8x4xf32>, tensor<8x2xf32>) {
  %0 = stablehlo.slice %a [0:8, 2:6] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.dynamic_slice %a, %i, %i, sizes = [8, 2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x2xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<8x2xf32>
}

// CHECK-LABEL: func.func @by_hand(%arg0: tensor<4x2xf32>) -> tensor<4x2xf32>
// CHECK-NEXT: stablehlo.sine %arg0 : tensor<4x2xf32>
func.func @by_hand(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x"} (%b: tensor<4x8xf32>) {
    %1 = stablehlo.sine %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @loop(%arg0: tensor<4xf32>) -> tensor<4xf32>
// CHECK: stablehlo.while({{.*}} = %arg0) : tensor<i32>, tensor<4xf32>
// CHECK: stablehlo.sine %{{.*}} : tensor<4xf32>
func.func @loop(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %n = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %n, %x = %a) : tensor<i32>, tensor<8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"x"}]>]>}
  cond {
    %c = stablehlo.compare GT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %y = stablehlo.sine %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
    stablehlo.return %i, %y : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>

func.func @sorted(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  // expected-error@+1 {{'stablehlo.reverse' op cannot be divided along dimension 0}}
  %0 = stablehlo.reverse %a, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>

// expected-error@+1 {{a value of type 'tensor<6xf32>' cannot be divided evenly by its sharding #sdy.sharding<@mesh, [{"x"}]>}}
func.func @uneven(%a: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  return
}

// -----

sdy.mesh @mesh = <["x"=4]>

func.func @moved(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  // expected-error@+1 {{'sdy.reshard' op must be turned into collectives before types become local}}
  %0 = sdy.reshard %a <@mesh, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
