// RUN: strata-opt %s --stablehlo-aggressive-simplification=fold-op-element-limit=3 | FileCheck %s --check-prefix=SMALL
// RUN: strata-opt %s --stablehlo-aggressive-simplification | FileCheck %s

// CHECK-LABEL: @choice
// CHECK: stablehlo.constant dense<[1, 6, 3, 8]>
// SMALL-LABEL: @choice
// SMALL: stablehlo.select
func.func @choice() -> tensor<4xi32> {
  %p = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
  %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %b = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %0 = stablehlo.select %p, %a, %b : tensor<4xi1>, tensor<4xi32>
  return %0 : tensor<4xi32>
}
