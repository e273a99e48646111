// RUN: strata-opt %s --pass-pipeline='builtin.module(stablehlo-wrap-in-composite{op-names=stablehlo.reduce,stablehlo.add,stablehlo.while})' --validate-passes | FileCheck %s

// What was in the region of a wrapped op moves with it.
// CHECK-LABEL: @main
// CHECK: stablehlo.composite "stablehlo.reduce" %arg0, %arg1 {{.*}}decomposition = @stablehlo.reduce.impl
// CHECK: func.func private @stablehlo.reduce.impl
// CHECK: stablehlo.reduce
func.func @main(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    %t = stablehlo.add %s, %b : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
