// RUN: strata-opt %s --sdy-add-data-flow-edges | FileCheck %s

// Each edge has an op behind the value that owns it.

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
// CHECK-LABEL: func.func @loop(
func.func @loop(%a: tensor<8xf32>, %n: tensor<i32>, %t: !stablehlo.token, %p: tensor<i1>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[V0:.*]]:3 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1, %iterArg_1 = %arg2) : tensor<8xf32>, tensor<i32>, !stablehlo.token attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>, <@mesh, []>, <@mesh, []>]>}
  // CHECK-NEXT: cond {
  // CHECK-NEXT: stablehlo.return %arg3 : tensor<i1>
  // CHECK-NEXT: } do {
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.negate %iterArg : tensor<8xf32>
  // CHECK-NEXT: stablehlo.return %[[V1]], %iterArg_0, %iterArg_1 : tensor<8xf32>, tensor<i32>, !stablehlo.token
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[V2:.*]] = sdy.data_flow_edge %[[V0]]#0 sharding=<@mesh, [{"a"}]> : tensor<8xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.data_flow_edge %[[V0]]#1 sharding=<@mesh, []> : tensor<i32>
  // CHECK-NEXT: return %[[V2]] : tensor<8xf32>
  %0:3 = stablehlo.while(%i = %a, %j = %n, %k = %t) : tensor<8xf32>, tensor<i32>, !stablehlo.token attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>, <@mesh, []>, <@mesh, []>]>}
    cond { stablehlo.return %p : tensor<i1> } do {
    %1 = stablehlo.negate %i : tensor<8xf32>
    stablehlo.return %1, %j, %k : tensor<8xf32>, tensor<i32>, !stablehlo.token
  }
  return %0#0 : tensor<8xf32>
}
// CHECK-LABEL: func.func @branch(
func.func @branch(%i: tensor<i32>, %a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = "stablehlo.case"(%arg0) ({
  // CHECK-NEXT: stablehlo.return %arg1 : tensor<8xf32>
  // CHECK-NEXT: }, {
  // CHECK-NEXT: stablehlo.return %arg1 : tensor<8xf32>
  // CHECK-NEXT: }) : (tensor<i32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.data_flow_edge %[[V0]] : tensor<8xf32>
  // CHECK-NEXT: %[[V2:.*]] = stablehlo.add %[[V1]], %[[V1]] : tensor<8xf32>
  // CHECK-NEXT: return %[[V2]] : tensor<8xf32>
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %a : tensor<8xf32>
  }, {
    stablehlo.return %a : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  %1 = stablehlo.add %0, %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
// CHECK-LABEL: func.func @barrier(
func.func @barrier(%a: tensor<8xf32>, %b: tensor<?xf32>) -> (tensor<8xf32>, tensor<?xf32>) {
  // CHECK-NEXT: %[[V0:.*]]:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<8xf32>, tensor<?xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.data_flow_edge %[[V0]]#0 : tensor<8xf32>
  // CHECK-NEXT: return %[[V1]], %[[V0]]#1 : tensor<8xf32>, tensor<?xf32>
  %0:2 = stablehlo.optimization_barrier %a, %b : tensor<8xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<8xf32>, tensor<?xf32>
}
// CHECK-LABEL: func.func @named(
func.func @named(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.named_computation<"f">(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{?}]>] (%arg1: tensor<8xf32>) {
  // CHECK-NEXT: %[[V1:.*]] = sdy.data_flow_edge %arg1 sharding=<@mesh, [{"a"}]> : tensor<8xf32>
  // CHECK-NEXT: sdy.return %[[V1]] : tensor<8xf32>
  // CHECK-NEXT: } : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.data_flow_edge %[[V0]] sharding=<@mesh, [{?}]> : tensor<8xf32>
  // CHECK-NEXT: return %[[V2]] : tensor<8xf32>
  %0 = sdy.named_computation<"f">(%a) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{?}]>] (%b: tensor<8xf32>) {
    sdy.return %b : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// Inside of a manual computation, an edge has the sharding without the manual axes.
// CHECK-LABEL: func.func @manual(
func.func @manual(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"a", "b"}p1, {?}]>, <@mesh, [{"a", ?}p1, {?}]>] out_shardings=[<@mesh, [{"a", ?}, {"b", ?}p0]>] manual_axes={"a"} (%arg2: tensor<4x8xf32>, %arg3: tensor<4x8xf32>) {
  // CHECK-NEXT: %[[V1:.*]] = sdy.data_flow_edge %arg2 sharding=<@mesh, [{"b"}p1, {?}]> : tensor<4x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.data_flow_edge %arg3 sharding=<@mesh, [{?}p1, {?}]> : tensor<4x8xf32>
  // CHECK-NEXT: %[[V3:.*]] = stablehlo.add %[[V1]], %[[V2]] : tensor<4x8xf32>
  // CHECK-NEXT: sdy.return %[[V3]] : tensor<4x8xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK-NEXT: %[[V4:.*]] = sdy.data_flow_edge %[[V0]] sharding=<@mesh, [{"a", ?}, {"b", ?}p0]> : tensor<8x8xf32>
  // CHECK-NEXT: return %[[V4]] : tensor<8x8xf32>
  %0 = sdy.manual_computation(%a, %b) in_shardings=[<@mesh, [{"a", "b"}p1, {?}]>, <@mesh, [{"a", ?}p1, {?}]>] out_shardings=[<@mesh, [{"a", ?}, {"b", ?}p0]>] manual_axes={"a"} (%c: tensor<4x8xf32>, %d: tensor<4x8xf32>) {
    %1 = stablehlo.add %c, %d : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
