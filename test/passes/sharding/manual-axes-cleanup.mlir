// RUN: strata-opt %s --sdy-manual-axes-cleanup | FileCheck %s

// The shardings of a manual computation name all of its axes.

sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
// CHECK-LABEL: func.func @axes(
func.func @axes(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"y"}, {}], replicated={"x", "z"}>] out_shardings=[<@mesh, [{"x", "y"}, {}]>] manual_axes={"x", "y"} (%arg1: tensor<4x8xf32>) {
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.slice %arg1 [0:2, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf32>
  // CHECK-NEXT: sdy.return %[[V1]] : tensor<2x8xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK-NEXT: return %[[V0]] : tensor<8x8xf32>
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"y"}, {}], replicated={"z"}>] out_shardings=[<@mesh, [{"x", "y"}, {}]>] manual_axes={"y", "x"} (%b: tensor<4x8xf32>) {
    %1 = stablehlo.slice %b [0:2, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf32>
    sdy.return %1 : tensor<2x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
