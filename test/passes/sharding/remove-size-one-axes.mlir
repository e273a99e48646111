// RUN: strata-opt %s --sdy-remove-size-one-axes | FileCheck %s

// Axes of one place are named by no sharding.

sdy.mesh @mesh = <["x"=1, "y"=2, "z"=1]>
// CHECK-LABEL: func.func @units(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}p0]>}) -> tensor<8x8xf32> {
func.func @units(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p1, {"y"}p0], replicated={"z"}>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"y", ?}, {}]>] out_shardings=[<@mesh, [{"y"}, {}]>] manual_axes={"y"} (%arg1: tensor<4x8xf32>) {
  // CHECK-NEXT: sdy.return %arg1 : tensor<4x8xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK-NEXT: return %[[V0]] : tensor<8x8xf32>
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", "y", ?}, {}]>] out_shardings=[<@mesh, [{"x", "y"}, {}], unreduced={"z"}>] manual_axes={"x", "y"} (%b: tensor<4x8xf32>) {
    sdy.return %b : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Parts of an axis that become neighbors are one.
sdy.mesh @between = <["p"=4, "q"=1]>
// CHECK-LABEL: func.func @neighbors
// CHECK-SAME: <@between, [{"p"}]>
func.func @neighbors(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@between, [{"p":(1)2, "q", "p":(2)2}]>}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}
