// RUN: strata-opt %s | FileCheck %s
// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s
// RUN: strata-opt %s --emit-bytecode | strata-opt | FileCheck %s

// What is checked is what jaxlib prints.

// CHECK: sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @mesh = <["x"=2, "y"=4]>
// CHECK-NEXT: sdy.mesh @other = <["x"=2, "y"=4], device_ids=[1, 0, 2, 3, 4, 5, 6, 7]> {test.a}
sdy.mesh @other = <["x"=2,"y"=4], device_ids=[1,0,2,3,4,5,6,7]> {test.a}
// CHECK-NEXT: sdy.mesh @none = <[]>
sdy.mesh @none = <[]>
// CHECK-NEXT: sdy.mesh @one = <[], device_ids=[3]>
sdy.mesh @one = <[], device_ids=[3]>

// CHECK: func.func @shardings(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}p1], replicated={"y":(1)2}>}, %arg1: tensor<8x8xf32>)
// CHECK-SAME: -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}, {}]>}) {
func.func @shardings(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}p1], replicated={"y":(1)2}>}, %b: tensor<8x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}, {}]>}) {
  // CHECK-NEXT: %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {?}]> : tensor<8x8xf32>
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {?}]> : tensor<8x8xf32>
  // CHECK-NEXT: %1 = sdy.reshard %arg0 <@mesh, [{"x", ?}, {"y"}]> {test.a} : tensor<8x8xf32>
  %1 = sdy.reshard %a <@mesh, [{"x", ?}, {"y"}]> {test.a} : tensor<8x8xf32>
  // CHECK-NEXT: sdy.sharding_group %1 group_id=3 : tensor<8x8xf32>
  sdy.sharding_group %1 group_id=3 : tensor<8x8xf32>
  // CHECK-NEXT: %2 = sdy.constant dense<1.000000e+00> : tensor<8x8xf32>
  %2 = sdy.constant dense<1.0> : tensor<8x8xf32>
  // CHECK-NEXT: %3 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  %3 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  // CHECK-NEXT: %4 = sdy.manual_computation(%3, %2) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%arg2: tensor<4x8xf32>, %arg3: tensor<8x2xf32>) {
  %4 = sdy.manual_computation(%3, %2) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%c: tensor<4x8xf32>, %d: tensor<8x2xf32>) {
    // CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %arg2, %arg2 : tensor<4x8xf32>
    %9 = stablehlo.add %c, %c : tensor<4x8xf32>
    // CHECK-NEXT: sdy.return %[[SUM]] : tensor<4x8xf32>
    sdy.return %9 : tensor<4x8xf32>
  // CHECK-NEXT: } {test.a} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  } {test.a} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK-NEXT: %5 = sdy.named_computation<"foo">(%4) in_shardings=[<@mesh, [{"x"}, {}]>] (%arg2: tensor<8x8xf32>) {
  %5 = sdy.named_computation<"foo">(%4) in_shardings=[<@mesh, [{"x"}, {}]>] (%c: tensor<8x8xf32>) {
    // CHECK-NEXT: sdy.return %arg2 : tensor<8x8xf32>
    sdy.return %c : tensor<8x8xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK-NEXT: %6 = sdy.propagation_barrier %5 allowed_direction=NONE : tensor<8x8xf32>
  %6 = sdy.propagation_barrier %5 allowed_direction=NONE : tensor<8x8xf32>
  // CHECK-NEXT: %7 = stablehlo.abs %arg0 : tensor<8x8xf32>
  %7 = stablehlo.abs %a : tensor<8x8xf32>
  // CHECK-NEXT: %8 = sdy.data_flow_edge %7 sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %8 = sdy.data_flow_edge %7 sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.manual_computation(%3) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[] manual_axes={"x"} (%arg2: tensor<4x8xf32>) {
  sdy.manual_computation(%3) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[] manual_axes={"x"} (%c: tensor<4x8xf32>) {
    // CHECK-NEXT: sdy.return
    sdy.return
  // CHECK-NEXT: } : (tensor<8x8xf32>) -> ()
  } : (tensor<8x8xf32>) -> ()
  // CHECK-NEXT: %9 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={} () {
  %9 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={} () {
    // CHECK-NEXT: %cst = stablehlo.constant dense<1.000000e+00> : tensor<8x8xf32>
    %c = stablehlo.constant dense<1.0> : tensor<8x8xf32>
    sdy.return %c : tensor<8x8xf32>
  } : () -> tensor<8x8xf32>
  // CHECK: stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k}>}
  %10 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k],[k, j])->([i, j]) {i=8, j=8, k=8} reduction={k}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %10 : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @collectives(
func.func @collectives(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // CHECK-NEXT: sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.all_slice [{"y"}, {}] %arg0 out_sharding=<@mesh, [{"x", "y"}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{"y"}, {}] %a out_sharding=<@mesh, [{"x", "y"}, {}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %2 = sdy.all_to_all [{"x"}: 0->1] %a out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.collective_permute %arg0 out_sharding=<@other, [{"x"}, {}]> : tensor<8x8xf32>
  %3 = sdy.collective_permute %a out_sharding=<@other, [{"x"}, {}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.all_reduce {"y"} %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %4 = sdy.all_reduce {"y"} %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.reduce_scatter [{}, {"y"}] %arg0 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
  %5 = sdy.reduce_scatter [{}, {"y"}] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.replicated_to_unreduced {"y"} %arg0 out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x8xf32>
  %6 = sdy.replicated_to_unreduced {"y"} %a out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x8xf32>
  // CHECK-NEXT: sdy.sharded_to_unreduced [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
  %7 = sdy.sharded_to_unreduced [{"x"}, {}] %a out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
  return
}

// Parts of attributes are attributes, too.
// CHECK: module attributes {test.a = [#sdy<mesh_axis"x"=2>, #sdy<sub_axis_info(1)2>, #sdy<axis_ref"x":(1)2>, #sdy<dimension_sharding{"x", ?}p1>, #sdy<tensor_mapping[i, jz_1]>, #sdy<manual_axes{"x", "y"}>, #sdy<manual_axes{}>, #sdy<axis_ref_list{"x"}>, #sdy<list_of_axis_ref_lists[{"x"}, {}]>, #sdy<all_to_all_param{"x"}: 0->1>, #sdy<all_to_all_param_list[{"x"}: 0->1]>, #stablehlo<sub_axis_info(1)2>, #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k} need_replication={i} permutation={j} blocked_propagation={i}, custom>]}
module attributes {test.a = [#sdy<mesh_axis"x"=2>, #sdy<sub_axis_info(1)2>, #sdy<axis_ref"x":(1)2>, #sdy<dimension_sharding{"x", ?}p1>, #sdy<tensor_mapping[i, jz_1]>, #sdy<manual_axes{"x", "y"}>, #sdy<manual_axes{}>, #sdy<axis_ref_list{"x"}>, #sdy<list_of_axis_ref_lists[{"x"}, {}]>, #sdy<all_to_all_param{"x"}: 0->1>, #sdy<all_to_all_param_list[{"x"}: 0->1]>, #stablehlo<sub_axis_info(1)2>, #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k} need_replication={i} permutation={j} blocked_propagation={i}, custom>]} {
}
