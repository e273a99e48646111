// RUN: strata-opt %s --sdy-import-func-calls | FileCheck %s

// Calls are named computations, but those of functions that call themselves.

sdy.mesh @mesh = <["x"=2]>
// CHECK-LABEL: func.func @main(
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.named_computation<"f">(%arg0) in_shardings=[<@mesh, [{?}]>] out_shardings=[<@mesh, [{"x"}]>] (%arg1: tensor<8xf32>) {
  // CHECK-NEXT: %[[V1:.*]] = sdy.named_computation<"g">(%arg1) (%arg2: tensor<8xf32>) {
  // CHECK-NEXT: %[[V2:.*]] = stablehlo.negate %arg2 : tensor<8xf32>
  // CHECK-NEXT: sdy.return %[[V2]] : tensor<8xf32>
  // CHECK-NEXT: } : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: sdy.return %[[V1]] : tensor<8xf32>
  // CHECK-NEXT: } {some.attr} : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.named_computation<"f">(%[[V0]]) in_shardings=[<@mesh, [{?}]>] (%arg1: tensor<8xf32>) {
  // CHECK-NEXT: %[[V4:.*]] = sdy.named_computation<"g">(%arg1) (%arg2: tensor<8xf32>) {
  // CHECK-NEXT: %[[V5:.*]] = stablehlo.negate %arg2 : tensor<8xf32>
  // CHECK-NEXT: sdy.return %[[V5]] : tensor<8xf32>
  // CHECK-NEXT: } : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: sdy.return %[[V4]] : tensor<8xf32>
  // CHECK-NEXT: } : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[V6:.*]] = call @declared(%[[V3]]) : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[V7:.*]] = call @endless(%[[V6]]) : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: return %[[V7]] : tensor<8xf32>
  %0 = call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>, some.attr} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @f(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = call @declared(%1) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = call @endless(%2) : (tensor<8xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}
func.func private @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>}) -> tensor<8xf32> {
  %0 = call @g(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK-LABEL: func.func private @declared(
func.func private @declared(tensor<8xf32>) -> tensor<8xf32>
// CHECK-LABEL: func.func private @endless(
func.func private @endless(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = call @endless(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: return %[[V0]] : tensor<8xf32>
  %0 = call @endless(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
