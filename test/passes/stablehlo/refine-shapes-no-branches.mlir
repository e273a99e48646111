// RUN: strata-opt %s --stablehlo-refine-shapes | FileCheck %s

// A case without branches tells nothing about its results.
// CHECK: "stablehlo.case"(%arg0) : (tensor<i32>) -> tensor<?xf32>
func.func @main(%i: tensor<i32>) -> tensor<?xf32> {
  %0 = "stablehlo.case"(%i) : (tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
