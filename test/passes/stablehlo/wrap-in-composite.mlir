// RUN: strata-opt %s --pass-pipeline='builtin.module(stablehlo-wrap-in-composite{op-names=stablehlo.add,stablehlo.transpose version=2})' --validate-passes | FileCheck %s

// CHECK-LABEL: @main
// CHECK: %[[SUM:.*]] = stablehlo.composite "stablehlo.add" %arg0, %arg0 {decomposition = @stablehlo.add.impl, version = 2 : i32}
// CHECK: stablehlo.composite "stablehlo.transpose" %[[SUM]] {composite_attributes = {permutation = array<i64: 1, 0>}, decomposition = @stablehlo.transpose.impl, version = 2 : i32}
// CHECK: func.func private @stablehlo.add.impl(%[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[R:.*]] = stablehlo.add %[[A]], %[[B]]
// CHECK-NEXT: return %[[R]]
// CHECK: func.func private @stablehlo.transpose.impl
func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2x3xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}
