// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-composite-to-call))' --validate-passes | FileCheck %s
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-composite-to-call{except=my.double,other}))' | FileCheck %s --check-prefix=EXCEPT

// CHECK-LABEL: @main
// CHECK: call @double(%arg0) : (tensor<f32>) -> tensor<f32>
// CHECK: call @twice
// EXCEPT-LABEL: @main
// EXCEPT: stablehlo.composite "my.double"
// EXCEPT: call @twice
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.composite "my.double" %x {decomposition = @double, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.composite "my.twice" %0 {decomposition = @twice, composite_attributes = {n = 2 : i64}} : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @double(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
