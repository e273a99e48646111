// RUN: strata-opt %s --canonicalize | FileCheck %s

// Reshards and collectives that are one, or none.

sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
// CHECK-LABEL: func.func @reshards(
func.func @reshards(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@mesh, [{}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.reshard %arg0 <@mesh, [{"y"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]], %[[V1]], %[[V1]] : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  %0 = sdy.reshard %a <@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {"x"}]> : tensor<16x8xf32>
  %2 = sdy.reshard %a <@mesh, [{"y"}, {}]> : tensor<16x8xf32>
  %3 = sdy.reshard %a <@mesh, [{"y"}, {}]> : tensor<16x8xf32>
  return %1, %2, %3 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}
// CHECK-LABEL: func.func @inner_reshard_is_used(
func.func @inner_reshard_is_used(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.reshard %[[V0]] <@mesh, [{}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<16x8xf32>, tensor<16x8xf32>
  %0 = sdy.reshard %a <@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {"x"}]> : tensor<16x8xf32>
  return %0, %1 : tensor<16x8xf32>, tensor<16x8xf32>
}
// CHECK-LABEL: func.func @no_axes(
func.func @no_axes(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
  // CHECK-NEXT: return %arg0, %arg0, %arg0, %arg0, %arg0 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  %0 = sdy.all_gather [{}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  %2 = sdy.all_reduce {} %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  %3 = sdy.reduce_scatter [{}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  %4 = sdy.collective_permute %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  return %0, %1, %2, %3, %4 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}
// CHECK-LABEL: func.func @slice_of_gather(
func.func @slice_of_gather(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {"y"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_slice [{}, {"x"}] %[[V0]] out_sharding=<@mesh, [{}, {"y", "x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %arg0, %[[V1]] : tensor<16x8xf32>, tensor<16x8xf32>
  %0 = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {"y"}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x8xf32>
  %2 = sdy.all_slice [{}, {"x"}] %0 out_sharding=<@mesh, [{}, {"y", "x"}]> : tensor<16x8xf32>
  return %1, %2 : tensor<16x8xf32>, tensor<16x8xf32>
}
// CHECK-LABEL: func.func @reduce_of_copies(
func.func @reduce_of_copies(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: return %arg0 : tensor<16x8xf32>
  %0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<16x8xf32>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}
// CHECK-LABEL: func.func @reduce_of_parts(
func.func @reduce_of_parts(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_gather [{"y"}, {"x"}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]] : tensor<16x8xf32>
  %0 = sdy.sharded_to_unreduced [{"y"}, {"x"}] %a out_sharding=<@mesh, [{}, {}], unreduced={"x", "y"}> : tensor<16x8xf32>
  %1 = sdy.all_reduce {"x", "y"} %0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}
// CHECK-LABEL: func.func @reduce_scatter(
func.func @reduce_scatter(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reduce_scatter [{"x"}, {"y"}] %arg0 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]] : tensor<16x8xf32>
  %0 = sdy.all_reduce {"x", "y"} %a out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"x"}, {"y"}] %0 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}
// CHECK-LABEL: func.func @reduce_scatter_and_slice(
func.func @reduce_scatter_and_slice(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reduce_scatter [{"x"}, {"z":(1)2}] %arg0 out_sharding=<@mesh, [{"x"}, {"z":(1)2}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_slice [{"y"}, {}] %[[V0]] out_sharding=<@mesh, [{"x", "y"}, {"z":(1)2}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]], %[[V1]] : tensor<16x8xf32>, tensor<16x8xf32>
  %0 = sdy.all_reduce {"x", "z":(1)2} %a out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"x", "y"}, {"z":(1)2}] %0 out_sharding=<@mesh, [{"x", "y"}, {"z":(1)2}]> : tensor<16x8xf32>
  %2 = sdy.all_slice [{"x", "y"}, {"z":(1)2}] %0 out_sharding=<@mesh, [{"x", "y"}, {"z":(1)2}]> : tensor<16x8xf32>
  return %1, %2 : tensor<16x8xf32>, tensor<16x8xf32>
}
// CHECK-LABEL: func.func @slice_by_fewer_axes(
func.func @slice_by_fewer_axes(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_reduce {"x", "y"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_slice [{"x"}, {}] %[[V0]] out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]] : tensor<16x8xf32>
  %0 = sdy.all_reduce {"x", "y"} %a out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}
// CHECK-LABEL: func.func @sum_has_other_uses(
func.func @sum_has_other_uses(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_reduce {"x"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_slice [{"x"}, {}] %[[V0]] out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<16x8xf32>, tensor<16x8xf32>
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  return %0, %1 : tensor<16x8xf32>, tensor<16x8xf32>
}
// CHECK-LABEL: func.func @all_to_alls(
func.func @all_to_alls(%a: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}) -> tensor<8x8x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_to_all [{"x"}: 1->0, {"y"}: 2->3] %arg0 out_sharding=<@mesh, [{"x"}, {}, {}, {"y"}]> : tensor<8x8x8x8xf32>
  // CHECK-NEXT: return %[[V0]] : tensor<8x8x8x8xf32>
  %0 = sdy.all_to_all [{"y"}: 2->3] %a out_sharding=<@mesh, [{}, {"x"}, {}, {"y"}]> : tensor<8x8x8x8xf32>
  %1 = sdy.all_to_all [{"x"}: 1->0] %0 out_sharding=<@mesh, [{"x"}, {}, {}, {"y"}]> : tensor<8x8x8x8xf32>
  return %1 : tensor<8x8x8x8xf32>
}
// CHECK-LABEL: func.func @all_to_alls_with_a_dimension_in_common(
func.func @all_to_alls_with_a_dimension_in_common(%a: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>}) -> tensor<8x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_to_all [{"y"}: 1->2] %arg0 out_sharding=<@mesh, [{"x"}, {}, {"y"}]> : tensor<8x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"x"}: 0->2] %[[V0]] out_sharding=<@mesh, [{}, {}, {"y", "x"}]> : tensor<8x8x8xf32>
  // CHECK-NEXT: return %[[V1]] : tensor<8x8x8xf32>
  %0 = sdy.all_to_all [{"y"}: 1->2] %a out_sharding=<@mesh, [{"x"}, {}, {"y"}]> : tensor<8x8x8xf32>
  %1 = sdy.all_to_all [{"x"}: 0->2] %0 out_sharding=<@mesh, [{}, {}, {"y", "x"}]> : tensor<8x8x8xf32>
  %2 = sdy.all_to_all [{"x"}: 0->1] %a out_sharding=<@mesh, [{}, {"y", "x"}, {}]> : tensor<8x8x8xf32>
  return %1 : tensor<8x8x8xf32>
}
// CHECK-LABEL: func.func @computation_without_manual_axes(
func.func @computation_without_manual_axes(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = stablehlo.negate %arg0 : tensor<8xf32>
  // CHECK-NEXT: return %[[V0]] : tensor<8xf32>
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={} (%b: tensor<8xf32>) {
    %1 = stablehlo.negate %b : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK-LABEL: func.func @unused_input(
func.func @unused_input(%a: tensor<8xf32>, %c: tensor<4x4xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg2: tensor<4xf32>) {
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.negate %arg2 : tensor<4xf32>
  // CHECK-NEXT: sdy.return %[[V1]] : tensor<4xf32>
  // CHECK-NEXT: } : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: return %[[V0]] : tensor<8xf32>
  %0 = sdy.manual_computation(%c, %a) in_shardings=[<@mesh, [{"y"}, {}], replicated={"x"}>, <@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%d: tensor<4x4xf32>, %b: tensor<4xf32>) {
    %1 = stablehlo.negate %b : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<4x4xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK-LABEL: func.func @nothing_to_do(
func.func @nothing_to_do() {
  // CHECK-NEXT: return
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"x"} () {
    sdy.return
  } : () -> ()
  return
}
