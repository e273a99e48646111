// RUN: strata-opt %s --pass-pipeline='builtin.module(stablehlo-convert-to-signless)' | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tuple<tensor<i8>>) -> (tensor<4xi8>, tensor<i8>)
// CHECK: stablehlo.convert %[[X]] : (tensor<4xi32>) -> tensor<4xi8>
// CHECK: stablehlo.constant dense<[1, -56, 3, 4]> : tensor<4xi8>
// CHECK: ^bb0(%{{.*}}: tensor<i8>, %{{.*}}: tensor<i8>)
// CHECK: stablehlo.get_tuple_element %[[Y]][0] : (tuple<tensor<i8>>) -> tensor<i8>
func.func @f(%x: tensor<4xui32>, %y: tuple<tensor<ui8>>) -> (tensor<4xui8>, tensor<ui8>) {
  %0 = stablehlo.convert %x : (tensor<4xui32>) -> tensor<4xui8>
  %c = stablehlo.constant dense<[1, 200, 3, 4]> : tensor<4xui8>
  %1 = "stablehlo.sort"(%c) ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %3 = stablehlo.compare LT, %a, %b : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<4xui8>) -> tensor<4xui8>
  %2 = stablehlo.get_tuple_element %y[0] : (tuple<tensor<ui8>>) -> tensor<ui8>
  return %1, %2 : tensor<4xui8>, tensor<ui8>
}
