// RUN: strata-opt %s --sdy-add-data-flow-edges --sdy-basic-propagate --sdy-sink-data-flow-edges | FileCheck %s

// Arguments of a computation that got no sharding yet have one of their own rank beside one that has got axes.

sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func @ranks
// CHECK: sdy.named_computation<"f">(%arg0, %arg1, %arg2) in_shardings=[<@mesh, [{"x", ?}, {?}]>, <@mesh, []>, <@mesh, [{?}]>] out_shardings=[<@mesh, []>, <@mesh, [{"x", ?}, {?}]>, <@mesh, [{?}]>]
func.func @ranks(%a: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<f32>, %c: tensor<4xf32>) -> (tensor<f32>, tensor<8x2xf32>, tensor<4xf32>) {
  %0:3 = sdy.named_computation<"f">(%a, %b, %c) (%x: tensor<8x2xf32>, %y: tensor<f32>, %z: tensor<4xf32>) {
    sdy.return %y, %x, %z : tensor<f32>, tensor<8x2xf32>, tensor<4xf32>
  } : (tensor<8x2xf32>, tensor<f32>, tensor<4xf32>) -> (tensor<f32>, tensor<8x2xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<f32>, tensor<8x2xf32>, tensor<4xf32>
}
