// RUN: strata-opt %s --sdy-constant-or-scalar-merger --sdy-remove-sharding-groups --sdy-sharding-constraint-to-reshard --sdy-sink-data-flow-edges --sdy-drop-sharding-rules | FileCheck %s

// Constraints, edges, groups and rules are for propagation only.

sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
// CHECK-LABEL: func.func @constraint(
func.func @constraint(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@mesh, [{"x"}, {?}]> {some.attr = 1 : i64} : tensor<8x8xf32>
  // CHECK-NEXT: return %[[V0]] : tensor<8x8xf32>
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {?}]> {some.attr = 1 : i64} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// CHECK-LABEL: func.func @edges(
func.func @edges(%a: tensor<8x8xf32>, %p: tensor<i1>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-NEXT: %[[V0:.*]]:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg0) : tensor<8x8xf32>, tensor<8x8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {?}]>, <@mesh, [{"x", ?}, {"y"}]>]>}
  // CHECK-NEXT: cond {
  // CHECK-NEXT: stablehlo.return %arg1 : tensor<i1>
  // CHECK-NEXT: } do {
  // CHECK-NEXT: stablehlo.return %iterArg, %iterArg_0 : tensor<8x8xf32>, tensor<8x8xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[V0]]#0, %[[V0]]#1 : tensor<8x8xf32>, tensor<8x8xf32>
  %0:2 = stablehlo.while(%i = %a, %j = %a) : tensor<8x8xf32>, tensor<8x8xf32>
    cond { stablehlo.return %p : tensor<i1> } do {
    stablehlo.return %i, %j : tensor<8x8xf32>, tensor<8x8xf32>
  }
  %1 = sdy.data_flow_edge %0#0 : tensor<8x8xf32>
  %2 = sdy.data_flow_edge %0#1 sharding=<@mesh, [{"x", ?}, {"y"}]> : tensor<8x8xf32>
  return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}
// The manual axes stay in front of those that propagation has found.
// CHECK-LABEL: func.func @edges_of_a_computation(
func.func @edges_of_a_computation(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", ?}, {"z", ?}], replicated={"y"}>] out_shardings=[<@mesh, [{"x", ?}, {"z", ?}], replicated={"y"}>] manual_axes={"x", "y"} (%arg1: tensor<4x8xf32>) {
  // CHECK-NEXT: sdy.return %arg1 : tensor<4x8xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK-NEXT: return %[[V0]] : tensor<8x8xf32>
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", "z"}, {?}], replicated={"y"}>] out_shardings=[<@mesh, [{"x", ?}, {?}], replicated={"y"}>] manual_axes={"x", "y"} (%b: tensor<4x8xf32>) {
    %1 = sdy.data_flow_edge %b sharding=<@mesh, [{?}, {"z", ?}]> : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = sdy.data_flow_edge %0 sharding=<@mesh, [{"x", ?}, {"z", ?}], replicated={"y"}> : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
// CHECK-LABEL: func.func @groups(
func.func @groups(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK-NEXT: return %arg0 : tensor<8x8xf32>
  sdy.sharding_group %a group_id=3 : tensor<8x8xf32>
  return %a : tensor<8x8xf32>
}
// CHECK-LABEL: func.func @rules(
func.func @rules(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = stablehlo.negate %arg0 : tensor<8xf32>
  // CHECK-NEXT: return %[[V0]] : tensor<8xf32>
  %0 = stablehlo.negate %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK-LABEL: func.func @constants(
func.func @constants(%a: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<1.000000e+00> : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} dense<1.000000e+00> : tensor<8xf32>
  // CHECK-NEXT: %[[V2:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<8xf32>
  // CHECK-NEXT: return %[[V0]], %[[V0]], %[[V1]], %[[V2]], %[[V2]] : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<1.0> : tensor<8xf32>
  %1 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<1.0> : tensor<8xf32>
  %2 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} dense<1.0> : tensor<8xf32>
  %3 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %4 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<8xf32>
  return %0, %1, %2, %3, %4 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
