// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-aggressive-folder{assume-no-undeclared-side-effects=true}))' | FileCheck %s
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-aggressive-folder))' | FileCheck %s --check-prefix=KEEP

func.func private @f(tensor<f32>) -> tensor<f32>

// CHECK-LABEL: @unused
// CHECK-NOT: call @f
// CHECK: custom_call @effect
// KEEP-LABEL: @unused
// KEEP: call @f
func.func @unused(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f(%x) : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.custom_call @effect(%x) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
  return %x : tensor<f32>
}
