// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-deprecated-ops))' --verify-diagnostics
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-deprecated-ops{fail-on-unused=false}))' | FileCheck %s

// CHECK: stablehlo.map
func.func @map(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{failed to legalize operation 'stablehlo.map' that was explicitly marked illegal}}
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
