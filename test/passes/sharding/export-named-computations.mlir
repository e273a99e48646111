// RUN: strata-opt %s --sdy-export-named-computations | FileCheck %s

// Named computations become functions, the inner ones first.

sdy.mesh @mesh = <["x"=2]>
// CHECK-LABEL: func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[V0:.*]] = call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[V1:.*]] = call @f_0(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<8xf32>, tensor<8xf32>
  %0 = sdy.named_computation<"f">(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{}]>] (%b: tensor<8xf32>) {
    %1 = sdy.named_computation<"g">(%b) (%c: tensor<8xf32>) {
      %2 = stablehlo.negate %c : tensor<8xf32>
      sdy.return %2 : tensor<8xf32>
    } {some.attr = 1 : i64} : (tensor<8xf32>) -> tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %3 = sdy.named_computation<"f">(%a) (%b: tensor<8xf32>) {
    sdy.return %b : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0, %3 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func private @g(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {sdy.original_func_name = "g"} {
// CHECK-NEXT: %[[V0:.*]] = stablehlo.negate %arg0 : tensor<8xf32>
// CHECK-NEXT: return %[[V0]] : tensor<8xf32>
// CHECK-LABEL: func.func private @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) attributes {sdy.original_func_name = "f"} {
// CHECK-NEXT: %[[V0:.*]] = call @g(%arg0) {some.attr = 1 : i64} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT: return %[[V0]] : tensor<8xf32>
// CHECK-LABEL: func.func private @f_0(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {sdy.original_func_name = "f"} {
// CHECK-NEXT: return %arg0 : tensor<8xf32>
