// RUN: strata-opt %s --inline --symbol-dce | FileCheck %s

// Calls in the part of a program that each device does by itself are inlined too, whatever they call in turn.

sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func.func @main
// CHECK: sdy.manual_computation
// CHECK-NOT: call
// CHECK: stablehlo.sine
// CHECK: stablehlo.negate
// CHECK-NOT: func.func private
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    %1 = func.call @outer(%b) : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @inner(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.sine %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @outer(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @inner(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
