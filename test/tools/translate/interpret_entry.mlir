// REQUIRES: strata-translate
// RUN: strata-translate --interpret %s --entry=half --args='[dense<[1.0, -3.0]> : tensor<2xf32>, dense<2.0> : tensor<f32>]' | FileCheck %s
// RUN: not strata-translate --interpret %s --entry=other 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not strata-translate --interpret %s --entry=half --args='dense<1.0> : tensor<f32>' 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: not strata-translate --interpret %s --entry=half --args='[dense<' 2>&1 | FileCheck %s --check-prefix=SYNTAX

// CHECK: tensor<2xf32> {
// CHECK-NEXT: [5.000000e-01, -1.500000e+00]
// ENTRY: error: the module has no function '@other'
// LIST: error: expected array attribute string for args, i.e. --args=[dense<1> : tensor<2xi32>, ...] or --args=@file
// SYNTAX: error: expected array attribute string for args
func.func @half(%a: tensor<2xf32>, %d: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.broadcast_in_dim %d, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.divide %a, %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
