// RUN: strata-opt %s --sdy-reshard-to-collectives | FileCheck %s

// One kind of collective, and several.

sdy.mesh @x6 = <["x"=6]>
sdy.mesh @m2 = <["x"=2, "y"=2]>
sdy.mesh @m42 = <["x"=4, "y"=2]>
sdy.mesh @m28 = <["x"=2, "y"=8]>
sdy.mesh @m23 = <["x"=2, "y"=3]>
sdy.mesh @m46 = <["x"=4, "y"=6]>
sdy.mesh @m462 = <["x"=4, "y"=6, "z"=2]>
sdy.mesh @m465 = <["x"=4, "y"=6, "z"=5]>
sdy.mesh @r2 = <["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>
sdy.mesh @t2 = <["x"=2, "y"=2], device_ids=[3, 1, 2, 0]>
sdy.mesh @m3 = <["x"=2, "y"=2, "z"=2]>
sdy.mesh @m424 = <["x"=4, "y"=2, "z"=4]>
sdy.mesh @m4 = <["x"=2, "y"=2, "z"=2, "w"=2]>
sdy.mesh @z4 = <["x"=2, "y"=2, "z"=4, "w"=2]>
sdy.mesh @w4 = <["x"=2, "y"=2, "z"=2, "w"=4]>
sdy.mesh @w16 = <["x"=2, "y"=2, "z"=2, "w"=16]>
sdy.mesh @m6 = <["x"=2, "y"=2, "z"=2, "w"=2, "u"=2, "v"=2]>

// CHECK-LABEL: func.func @nothing
func.func @nothing(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{"x"}, {"y"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: return %arg0
  %0 = sdy.reshard %a <@m2, [{"x"}, {"y"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @gather_one_axis
func.func @gather_one_axis(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{"y"}, {"x"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_gather [{}, {"x"}] %arg0 out_sharding=<@m2, [{"y"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m2, [{"y"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @gather_several_axes
func.func @gather_several_axes(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"x", "y", "z"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_gather [{"y", "z"}, {}] %arg0 out_sharding=<@m3, [{"x"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m3, [{"x"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @gather_from_one_dimension
func.func @gather_from_one_dimension(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"y", "z"}, {"x"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_gather [{"z"}, {}] %arg0 out_sharding=<@m3, [{"y"}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m3, [{"y"}, {"x"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @gather_part_of_an_axis
func.func @gather_part_of_an_axis(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m28, [{"y"}, {"x"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_gather [{"y":(4)2}, {}] %arg0 out_sharding=<@m28, [{"y":(1)4}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m28, [{"y":(1)4}, {"x"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @slice_two_dimensions
func.func @slice_two_dimensions(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"x"}, {"y", "z"}] %arg0 out_sharding=<@m3, [{"x"}, {"y", "z"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m3, [{"x"}, {"y", "z"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @slice_at_the_end
func.func @slice_at_the_end(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"x"}, {"y"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"z"}] %arg0 out_sharding=<@m3, [{"x"}, {"y", "z"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m3, [{"x"}, {"y", "z"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @slice_parts_of_axes
func.func @slice_parts_of_axes(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m424, [{"x":(1)2}, {"y"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"x":(2)2}, {"z":(1)2}] %arg0 out_sharding=<@m424, [{"x"}, {"y", "z":(1)2}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m424, [{"x"}, {"y", "z":(1)2}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @move_one_axis
func.func @move_one_axis(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"x"}, {"y"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_to_all [{"x"}: 0->2] %arg0 out_sharding=<@m3, [{}, {"y"}, {"x"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m3, [{}, {"y"}, {"x"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @move_several_axes
func.func @move_several_axes(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"x"}, {}, {"y", "z"}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_to_all [{"y", "z"}: 2->1] %arg0 out_sharding=<@m3, [{"x"}, {"y", "z"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m3, [{"x"}, {"y", "z"}, {}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @move_to_two_dimensions
func.func @move_to_two_dimensions(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m424, [{}, {"y", "x"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_to_all [{"x"}: 1->0] %arg0 out_sharding=<@m424, [{"x"}, {"y"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"y"}: 1->2] %[[V0]] out_sharding=<@m424, [{"x"}, {}, {"y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m424, [{"x"}, {}, {"y"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @move_behind_an_axis
func.func @move_behind_an_axis(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m424, [{"x"}, {"y", "z"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_to_all [{"z"}: 1->0] %arg0 out_sharding=<@m424, [{"x", "z"}, {"y"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"y"}: 1->2] %[[V0]] out_sharding=<@m424, [{"x", "z"}, {}, {"y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m424, [{"x", "z"}, {}, {"y"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @move_in_the_order_of_the_target
func.func @move_in_the_order_of_the_target(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"y"}, {"x"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_to_all [{"x"}: 1->2] %arg0 out_sharding=<@m3, [{"y"}, {}, {"x"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"y"}: 0->2] %[[V0]] out_sharding=<@m3, [{}, {}, {"x", "y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m3, [{}, {}, {"x", "y"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @permute_so_that_axes_are_neighbours
func.func @permute_so_that_axes_are_neighbours(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"y"}, {"x", "z"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m3, [{"x"}, {"y", "z"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"x"}: 0->2] %[[V0]] out_sharding=<@m3, [{}, {"y", "z"}, {"x"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"y", "z"}: 1->2] %[[V1]] out_sharding=<@m3, [{}, {}, {"x", "y", "z"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m3, [{}, {}, {"x", "y", "z"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @slice_then_move
func.func @slice_then_move(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m424, [{}, {"y", "z"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"x"}, {}, {}] %arg0 out_sharding=<@m424, [{"x"}, {"y", "z"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"z"}: 1->0] %[[V0]] out_sharding=<@m424, [{"x", "z"}, {"y"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"y"}: 1->2] %[[V1]] out_sharding=<@m424, [{"x", "z"}, {}, {"y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m424, [{"x", "z"}, {}, {"y"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @move_parts_then_gather
func.func @move_parts_then_gather(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m424, [{"x"}, {"z", "y"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_to_all [{"y"}: 1->2] %arg0 out_sharding=<@m424, [{"x"}, {"z"}, {"y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"z":(2)2}: 1->0] %[[V0]] out_sharding=<@m424, [{"x", "z":(2)2}, {"z":(1)2}, {"y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_gather [{}, {"z":(1)2}, {}] %[[V1]] out_sharding=<@m424, [{"x", "z":(2)2}, {}, {"y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m424, [{"x", "z":(2)2}, {}, {"y"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @move_a_part_and_an_axis_then_gather
func.func @move_a_part_and_an_axis_then_gather(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@z4, [{"x"}, {"z", "w", "y"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_to_all [{"y"}: 1->2] %arg0 out_sharding=<@z4, [{"x"}, {"z", "w"}, {"y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"z":(2)2, "w"}: 1->0] %[[V0]] out_sharding=<@z4, [{"x", "z":(2)2, "w"}, {"z":(1)2}, {"y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_gather [{}, {"z":(1)2}, {}] %[[V1]] out_sharding=<@z4, [{"x", "z":(2)2, "w"}, {}, {"y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@z4, [{"x", "z":(2)2, "w"}, {}, {"y"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @slice_at_the_source
func.func @slice_at_the_source(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@w4, [{}, {"w":(1)2}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"w":(2)2}] %arg0 out_sharding=<@w4, [{}, {"w"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"w"}: 1->0] %[[V0]] out_sharding=<@w4, [{"w"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@w4, [{"w"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @slice_several_axes_at_the_source
func.func @slice_several_axes_at_the_source(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{}, {"x"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"y", "z"}, {}] %arg0 out_sharding=<@m3, [{}, {"x", "y", "z"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"x", "y", "z"}: 1->2] %[[V0]] out_sharding=<@m3, [{}, {}, {"x", "y", "z"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m3, [{}, {}, {"x", "y", "z"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @slice_at_one_of_two_sources
func.func @slice_at_one_of_two_sources(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"z"}, {"x"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"y"}, {}] %arg0 out_sharding=<@m3, [{"z"}, {"x", "y"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"x", "y"}: 1->2] %[[V0]] out_sharding=<@m3, [{"z"}, {}, {"x", "y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"z"}: 0->2] %[[V1]] out_sharding=<@m3, [{}, {}, {"x", "y", "z"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m3, [{}, {}, {"x", "y", "z"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @slice_at_the_other_source
func.func @slice_at_the_other_source(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"y"}, {"x"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"z"}, {}, {}] %arg0 out_sharding=<@m3, [{"y", "z"}, {"x"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"x"}: 1->2] %[[V0]] out_sharding=<@m3, [{"y", "z"}, {}, {"x"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"y", "z"}: 0->2] %[[V1]] out_sharding=<@m3, [{}, {}, {"x", "y", "z"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m3, [{}, {}, {"x", "y", "z"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @slice_at_a_source_with_two_targets
func.func @slice_at_a_source_with_two_targets(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{}, {"x", "y"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"z"}, {}] %arg0 out_sharding=<@m3, [{}, {"x", "y", "z"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"y", "z"}: 1->2] %[[V0]] out_sharding=<@m3, [{}, {"x"}, {"y", "z"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"x"}: 1->0] %[[V1]] out_sharding=<@m3, [{"x"}, {}, {"y", "z"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m3, [{"x"}, {}, {"y", "z"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @slice_at_the_source_then_gather
func.func @slice_at_the_source_then_gather(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@w4, [{"y", "z", "w":(1)2}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"w":(2)2}, {"x"}] %arg0 out_sharding=<@w4, [{"y", "z", "w"}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"w"}: 0->1] %[[V0]] out_sharding=<@w4, [{"y", "z"}, {"x", "w"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_gather [{"z"}, {}] %[[V1]] out_sharding=<@w4, [{"y"}, {"x", "w"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@w4, [{"y"}, {"x", "w"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @slice_at_two_sources
func.func @slice_at_two_sources(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m4, [{"z"}, {"x"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"w"}, {"y"}, {}] %arg0 out_sharding=<@m4, [{"z", "w"}, {"x", "y"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"x", "y"}: 1->2] %[[V0]] out_sharding=<@m4, [{"z", "w"}, {}, {"x", "y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"z", "w"}: 0->2] %[[V1]] out_sharding=<@m4, [{}, {}, {"x", "y", "z", "w"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m4, [{}, {}, {"x", "y", "z", "w"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @slice_at_one_source_as_the_other_is_small
func.func @slice_at_one_source_as_the_other_is_small(%a: tensor<2x8x8xf32> {sdy.sharding = #sdy.sharding<@m4, [{"z"}, {"x"}, {}]>}) -> tensor<2x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"y"}, {"w"}] %arg0 out_sharding=<@m4, [{"z"}, {"x", "y"}, {"w"}]> : tensor<2x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m4, [{"y"}, {"z", "w"}, {"x"}]> : tensor<2x8x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"y"}: 0->2] %[[V1]] out_sharding=<@m4, [{}, {"z", "w"}, {"x", "y"}]> : tensor<2x8x8xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.all_to_all [{"z", "w"}: 1->2] %[[V2]] out_sharding=<@m4, [{}, {}, {"x", "y", "z", "w"}]> : tensor<2x8x8xf32>
  // CHECK-NEXT: return %[[V3]]
  %0 = sdy.reshard %a <@m4, [{}, {}, {"x", "y", "z", "w"}]> : tensor<2x8x8xf32>
  return %0 : tensor<2x8x8xf32>
}

// CHECK-LABEL: func.func @slice_at_a_source_that_has_an_axis
func.func @slice_at_a_source_that_has_an_axis(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m3, [{"x", "y"}, {}]>}) -> tensor<8x4xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"z"}, {}] %arg0 out_sharding=<@m3, [{"x", "y", "z"}, {}]> : tensor<8x4xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"y", "z"}: 0->1] %[[V0]] out_sharding=<@m3, [{"x"}, {"y", "z"}]> : tensor<8x4xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m3, [{"x"}, {"y", "z"}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @slice_at_the_source_and_replace
func.func @slice_at_the_source_and_replace(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m4, [{"z"}, {"x"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"y"}, {}] %arg0 out_sharding=<@m4, [{"z"}, {"x", "y"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m4, [{"w"}, {"x", "y"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"x", "y"}: 1->2] %[[V1]] out_sharding=<@m4, [{"w"}, {}, {"x", "y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m4, [{"w"}, {}, {"x", "y"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @no_slice_at_a_source_with_other_axes
func.func @no_slice_at_a_source_with_other_axes(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{}, {"x"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"y", "z"}, {}] %arg0 out_sharding=<@m3, [{"y", "z"}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m3, [{"x", "y"}, {"z"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m3, [{"x", "y"}, {"z"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @no_slice_if_the_target_has_axes
func.func @no_slice_if_the_target_has_axes(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{}, {"x"}, {"z"}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {}, {"y"}] %arg0 out_sharding=<@m3, [{}, {"x"}, {"z", "y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m3, [{}, {"z"}, {"x", "y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"z"}: 1->2] %[[V1]] out_sharding=<@m3, [{}, {}, {"x", "y", "z"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m3, [{}, {}, {"x", "y", "z"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @no_slice_in_another_order
func.func @no_slice_in_another_order(%a: tensor<4x10xf32> {sdy.sharding = #sdy.sharding<@m3, [{}, {"x", "z"}]>}) -> tensor<4x10xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"y"}, {}] %arg0 out_sharding=<@m3, [{"y"}, {"x", "z"}]> : tensor<4x10xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m3, [{"x"}, {"y", "z"}]> : tensor<4x10xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"y", "z"}: 1->0] %[[V1]] out_sharding=<@m3, [{"x", "y", "z"}, {}]> : tensor<4x10xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m3, [{"x", "y", "z"}, {}]> : tensor<4x10xf32>
  return %0 : tensor<4x10xf32>
}

// CHECK-LABEL: func.func @no_slice_if_axes_are_apart
func.func @no_slice_if_axes_are_apart(%a: tensor<4x10xf32> {sdy.sharding = #sdy.sharding<@m4, [{}, {"z", "w", "y"}]>}) -> tensor<4x10xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@m4, [{"x"}, {"z", "w", "y"}]> : tensor<4x10xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m4, [{"x"}, {"w", "y", "z"}]> : tensor<4x10xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"y", "z"}: 1->0] %[[V1]] out_sharding=<@m4, [{"x", "y", "z"}, {"w"}]> : tensor<4x10xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.all_gather [{}, {"w"}] %[[V2]] out_sharding=<@m4, [{"x", "y", "z"}, {}]> : tensor<4x10xf32>
  // CHECK-NEXT: return %[[V3]]
  %0 = sdy.reshard %a <@m4, [{"x", "y", "z"}, {}]> : tensor<4x10xf32>
  return %0 : tensor<4x10xf32>
}

// CHECK-LABEL: func.func @no_slice_at_a_small_source
func.func @no_slice_at_a_small_source(%a: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@m3, [{}, {"x"}]>}) -> tensor<16x4xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"y", "z"}, {}] %arg0 out_sharding=<@m3, [{"y", "z"}, {"x"}]> : tensor<16x4xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m3, [{"x", "y"}, {"z"}]> : tensor<16x4xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"z"}: 1->0] %[[V1]] out_sharding=<@m3, [{"x", "y", "z"}, {}]> : tensor<16x4xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m3, [{"x", "y", "z"}, {}]> : tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}

// CHECK-LABEL: func.func @no_slice_at_a_small_source_with_two_targets
func.func @no_slice_at_a_small_source_with_two_targets(%a: tensor<16x4x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{}, {"x", "y"}, {}]>}) -> tensor<16x4x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {}, {"z"}] %arg0 out_sharding=<@m3, [{}, {"x", "y"}, {"z"}]> : tensor<16x4x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m3, [{}, {"x", "z"}, {"y"}]> : tensor<16x4x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"z"}: 1->2] %[[V1]] out_sharding=<@m3, [{}, {"x"}, {"y", "z"}]> : tensor<16x4x8xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.all_to_all [{"x"}: 1->0] %[[V2]] out_sharding=<@m3, [{"x"}, {}, {"y", "z"}]> : tensor<16x4x8xf32>
  // CHECK-NEXT: return %[[V3]]
  %0 = sdy.reshard %a <@m3, [{"x"}, {}, {"y", "z"}]> : tensor<16x4x8xf32>
  return %0 : tensor<16x4x8xf32>
}

// CHECK-LABEL: func.func @no_slice_at_a_source_full_of_axes
func.func @no_slice_at_a_source_full_of_axes(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@m3, [{"x", "y"}, {}]>}) -> tensor<4x4xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"z"}] %arg0 out_sharding=<@m3, [{"x", "y"}, {"z"}]> : tensor<4x4xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m3, [{"x", "z"}, {"y"}]> : tensor<4x4xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"z"}: 0->1] %[[V1]] out_sharding=<@m3, [{"x"}, {"y", "z"}]> : tensor<4x4xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m3, [{"x"}, {"y", "z"}]> : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @no_slice_at_a_source_that_is_not_divisible
func.func @no_slice_at_a_source_that_is_not_divisible(%a: tensor<4x10xf32> {sdy.sharding = #sdy.sharding<@m2, [{}, {"x"}]>}) -> tensor<4x10xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"y"}, {}] %arg0 out_sharding=<@m2, [{"y"}, {"x"}]> : tensor<4x10xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m2, [{"x"}, {"y"}]> : tensor<4x10xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"y"}: 1->0] %[[V1]] out_sharding=<@m2, [{"x", "y"}, {}]> : tensor<4x10xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m2, [{"x", "y"}, {}]> : tensor<4x10xf32>
  return %0 : tensor<4x10xf32>
}

// CHECK-LABEL: func.func @replace_an_axis
func.func @replace_an_axis(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"z"}, {"y"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m3, [{"z"}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m3, [{"z"}, {"x"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @replace_by_a_larger_axis
func.func @replace_by_a_larger_axis(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m424, [{"z"}, {"y"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"x":(1)2}] %arg0 out_sharding=<@m424, [{"z"}, {"y", "x":(1)2}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m424, [{"z"}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m424, [{"z"}, {"x"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @replace_by_a_smaller_axis
func.func @replace_by_a_smaller_axis(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m424, [{"z"}, {"x"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m424, [{"z"}, {"y", "x":(2)2}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_gather [{}, {"x":(2)2}] %[[V0]] out_sharding=<@m424, [{"z"}, {"y"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m424, [{"z"}, {"y"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @replace_the_first_axis
func.func @replace_the_first_axis(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m4, [{"x", "y", "z"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m4, [{"w", "y", "z"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m4, [{"w", "y", "z"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @replace_the_first_axis_then_gather
func.func @replace_the_first_axis_then_gather(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"x", "y"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m3, [{"z", "y"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_gather [{"y"}, {}] %[[V0]] out_sharding=<@m3, [{"z"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m3, [{"z"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @replace_a_part_of_the_first_axis
func.func @replace_a_part_of_the_first_axis(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m424, [{"x", "z"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m424, [{"y", "x":(2)2, "z"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_gather [{"x":(2)2, "z"}, {}] %[[V0]] out_sharding=<@m424, [{"y"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m424, [{"y"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @replace_and_gather_two_dimensions
func.func @replace_and_gather_two_dimensions(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"x", "y"}, {"z"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m3, [{"z", "y"}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_gather [{"y"}, {"x"}] %[[V0]] out_sharding=<@m3, [{"z"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m3, [{"z"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @slice_and_gather_other_dimensions
func.func @slice_and_gather_other_dimensions(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"y"}] %arg0 out_sharding=<@m2, [{"x"}, {"y"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_gather [{"x"}, {}] %[[V0]] out_sharding=<@m2, [{}, {"y"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m2, [{}, {"y"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @slice_a_smaller_axis_and_gather
func.func @slice_a_smaller_axis_and_gather(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m42, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"y"}] %arg0 out_sharding=<@m42, [{"x"}, {"y"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_gather [{"x"}, {}] %[[V0]] out_sharding=<@m42, [{}, {"y"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m42, [{}, {"y"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @slice_and_gather_several
func.func @slice_and_gather_several(%a: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@m6, [{"x"}, {"y", "z"}, {}, {}]>}) -> tensor<8x8x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {}, {"w", "u"}, {"v"}] %arg0 out_sharding=<@m6, [{"x"}, {"y", "z"}, {"w", "u"}, {"v"}]> : tensor<8x8x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_gather [{"x"}, {"y", "z"}, {}, {}] %[[V0]] out_sharding=<@m6, [{}, {}, {"w", "u"}, {"v"}]> : tensor<8x8x8x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m6, [{}, {}, {"w", "u"}, {"v"}]> : tensor<8x8x8x8xf32>
  return %0 : tensor<8x8x8x8xf32>
}

// CHECK-LABEL: func.func @slice_a_larger_axis_and_gather
func.func @slice_a_larger_axis_and_gather(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m42, [{"y"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"x"}] %arg0 out_sharding=<@m42, [{"y"}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_gather [{"y"}, {}] %[[V0]] out_sharding=<@m42, [{}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m42, [{}, {"x"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @slice_then_move_then_gather
func.func @slice_then_move_then_gather(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@w4, [{"y", "z", "w"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"x"}] %arg0 out_sharding=<@w4, [{"y", "z", "w"}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"w"}: 0->1] %[[V0]] out_sharding=<@w4, [{"y", "z"}, {"x", "w"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_gather [{"z"}, {}] %[[V1]] out_sharding=<@w4, [{"y"}, {"x", "w"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@w4, [{"y"}, {"x", "w"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @swap
func.func @swap(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{"x"}, {"y"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m2, [{"y"}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m2, [{"y"}, {"x"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @swap_axes_of_other_sizes
func.func @swap_axes_of_other_sizes(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m42, [{"x"}, {"y"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m42, [{"y", "x":(2)2}, {"x":(1)2}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"x":(2)2}: 0->1] %[[V0]] out_sharding=<@m42, [{"y"}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m42, [{"y"}, {"x"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @slice_and_swap
func.func @slice_and_swap(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"x"}, {"y"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"z"}, {}] %arg0 out_sharding=<@m3, [{"x", "z"}, {"y"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m3, [{"x", "y"}, {"z"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m3, [{"x", "y"}, {"z"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @swap_then_move
func.func @swap_then_move(%a: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{"x"}, {"y"}, {}]>}) -> tensor<8x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m2, [{"y"}, {"x"}, {}]> : tensor<8x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"y"}: 0->2] %[[V0]] out_sharding=<@m2, [{}, {"x"}, {"y"}]> : tensor<8x8x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m2, [{}, {"x"}, {"y"}]> : tensor<8x8x8xf32>
  return %0 : tensor<8x8x8xf32>
}

// CHECK-LABEL: func.func @slice_parts_and_swap
func.func @slice_parts_and_swap(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m424, [{"z"}, {"y"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"x":(2)2}, {"x":(1)2}] %arg0 out_sharding=<@m424, [{"z", "x":(2)2}, {"y", "x":(1)2}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m424, [{"y", "z"}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m424, [{"y", "z"}, {"x"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @swap_parts_then_move_and_gather
func.func @swap_parts_then_move_and_gather(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m424, [{"z", "y"}, {"x"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m424, [{"x", "z":(1)2}, {"y", "z":(2)2}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"z":(2)2}: 1->0] %[[V0]] out_sharding=<@m424, [{"x", "z"}, {"y"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_gather [{}, {"y"}] %[[V1]] out_sharding=<@m424, [{"x", "z"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m424, [{"x", "z"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @order_of_one_dimension
func.func @order_of_one_dimension(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m424, [{"x", "y"}, {"z"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m424, [{"y", "x"}, {"z"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m424, [{"y", "x"}, {"z"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @order_of_two_dimensions
func.func @order_of_two_dimensions(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m424, [{"x", "y"}, {"z"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m424, [{"y", "z"}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m424, [{"y", "z"}, {"x"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @slice_then_order
func.func @slice_then_order(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{"y"}, {}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"x"}, {}, {}] %arg0 out_sharding=<@m2, [{"y", "x"}, {}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m2, [{"x", "y"}, {}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m2, [{"x", "y"}, {}, {}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @order_for_a_gather
func.func @order_for_a_gather(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"y", "x", "z"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m3, [{"z", "x", "y"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_gather [{"x", "y"}, {}] %[[V0]] out_sharding=<@m3, [{"z"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m3, [{"z"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @order_for_a_move_and_a_gather
func.func @order_for_a_move_and_a_gather(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"y", "x", "z"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m3, [{"z", "x", "y"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"y"}: 0->1] %[[V0]] out_sharding=<@m3, [{"z", "x"}, {"y"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_gather [{"x"}, {}] %[[V1]] out_sharding=<@m3, [{"z"}, {"y"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m3, [{"z"}, {"y"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @order_for_a_move_and_a_gather_of_the_rest
func.func @order_for_a_move_and_a_gather_of_the_rest(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"z", "y", "x"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m3, [{"z", "x", "y"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"y"}: 0->1] %[[V0]] out_sharding=<@m3, [{"z", "x"}, {"y"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_gather [{"z", "x"}, {}] %[[V1]] out_sharding=<@m3, [{}, {"y"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m3, [{}, {"y"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @order_at_the_source
func.func @order_at_the_source(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{}, {"y", "x"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m2, [{}, {"x", "y"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"x", "y"}: 1->0] %[[V0]] out_sharding=<@m2, [{"x", "y"}, {}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m2, [{"x", "y"}, {}, {}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @order_at_the_source_and_the_target
func.func @order_at_the_source_and_the_target(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m424, [{"z"}, {"y", "x"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m424, [{"x"}, {"y", "z"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"y", "z"}: 1->0] %[[V0]] out_sharding=<@m424, [{"x", "y", "z"}, {}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m424, [{"x", "y", "z"}, {}, {}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @order_for_two_targets
func.func @order_for_two_targets(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m424, [{}, {"x", "z", "y"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m424, [{}, {"x", "y", "z"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"z"}: 1->2] %[[V0]] out_sharding=<@m424, [{}, {"x", "y"}, {"z"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"x", "y"}: 1->0] %[[V1]] out_sharding=<@m424, [{"x", "y"}, {}, {"z"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m424, [{"x", "y"}, {}, {"z"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @order_for_two_targets_again
func.func @order_for_two_targets_again(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m424, [{}, {"y", "z", "x"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m424, [{}, {"x", "y", "z"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"z"}: 1->2] %[[V0]] out_sharding=<@m424, [{}, {"x", "y"}, {"z"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"x", "y"}: 1->0] %[[V1]] out_sharding=<@m424, [{"x", "y"}, {}, {"z"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m424, [{"x", "y"}, {}, {"z"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @order_for_two_targets_and_a_gather
func.func @order_for_two_targets_and_a_gather(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@z4, [{"x"}, {"y", "z", "w"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@z4, [{"x"}, {"z", "w", "y"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"y"}: 1->2] %[[V0]] out_sharding=<@z4, [{"x"}, {"z", "w"}, {"y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"z":(2)2, "w"}: 1->0] %[[V1]] out_sharding=<@z4, [{"x", "z":(2)2, "w"}, {"z":(1)2}, {"y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.all_gather [{}, {"z":(1)2}, {}] %[[V2]] out_sharding=<@z4, [{"x", "z":(2)2, "w"}, {}, {"y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V3]]
  %0 = sdy.reshard %a <@z4, [{"x", "z":(2)2, "w"}, {}, {"y"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @order_of_parts
func.func @order_of_parts(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@w4, [{"y", "w":(1)2, "z", "w":(2)2}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"x"}] %arg0 out_sharding=<@w4, [{"y", "w":(1)2, "z", "w":(2)2}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@w4, [{"y", "z", "w"}, {"x"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"w"}: 0->1] %[[V1]] out_sharding=<@w4, [{"y", "z"}, {"x", "w"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.all_gather [{"z"}, {}] %[[V2]] out_sharding=<@w4, [{"y"}, {"x", "w"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V3]]
  %0 = sdy.reshard %a <@w4, [{"y"}, {"x", "w"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @replace_parts
func.func @replace_parts(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@w4, [{"y", "z", "w":(2)2}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"x", "w":(1)2}] %arg0 out_sharding=<@w4, [{"y", "z", "w":(2)2}, {"x", "w":(1)2}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"w":(2)2}: 0->1] %[[V0]] out_sharding=<@w4, [{"y", "z"}, {"x", "w"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_gather [{"z"}, {}] %[[V1]] out_sharding=<@w4, [{"y"}, {"x", "w"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@w4, [{"y"}, {"x", "w"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @replace_more_parts
func.func @replace_more_parts(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@w16, [{"y", "w":(4)2, "z", "w":(1)2}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"x", "w":(2)2, "w":(8)2}] %arg0 out_sharding=<@w16, [{"y", "w":(4)2, "z", "w":(1)2}, {"x", "w":(2)2, "w":(8)2}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@w16, [{"y", "z", "w":(1)2, "w":(8)2}, {"x", "w":(2)4}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"w":(8)2}: 0->1] %[[V1]] out_sharding=<@w16, [{"y", "z", "w":(1)2}, {"x", "w":(2)8}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.all_gather [{"z", "w":(1)2}, {}] %[[V2]] out_sharding=<@w16, [{"y"}, {"x", "w":(2)8}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V3]]
  %0 = sdy.reshard %a <@w16, [{"y"}, {"x", "w":(2)8}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @replace_all_parts
func.func @replace_all_parts(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@w16, [{"y", "w":(4)2, "z", "w":(1)2}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{}, {"x", "w":(2)2, "w":(8)2}] %arg0 out_sharding=<@w16, [{"y", "w":(4)2, "z", "w":(1)2}, {"x", "w":(2)2, "w":(8)2}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@w16, [{"y", "z", "w":(4)4}, {"x", "w":(1)4}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"w":(4)4}: 0->1] %[[V1]] out_sharding=<@w16, [{"y", "z"}, {"x", "w"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.all_gather [{"z"}, {}] %[[V2]] out_sharding=<@w16, [{"y"}, {"x", "w"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V3]]
  %0 = sdy.reshard %a <@w16, [{"y"}, {"x", "w"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @other_devices
func.func @other_devices(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{"x"}, {"y"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@r2, [{"x"}, {"y"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@r2, [{"x"}, {"y"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @other_devices_and_order
func.func @other_devices_and_order(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{"x", "y"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@r2, [{"y", "x"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@r2, [{"y", "x"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @other_devices_then_gather
func.func @other_devices_then_gather(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{"x"}, {"y"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@r2, [{"x"}, {"y"}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_gather [{}, {"y"}] %[[V0]] out_sharding=<@r2, [{"x"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@r2, [{"x"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @slice_then_other_devices_and_order
func.func @slice_then_other_devices_and_order(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"y"}, {}] %arg0 out_sharding=<@m2, [{"x", "y"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@r2, [{"y", "x"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@r2, [{"y", "x"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @slice_then_other_devices_then_move
func.func @slice_then_other_devices_then_move(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@r2, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"y"}, {}] %arg0 out_sharding=<@r2, [{"x", "y"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@t2, [{"x", "y"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"x", "y"}: 0->1] %[[V1]] out_sharding=<@t2, [{}, {"x", "y"}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@t2, [{}, {"x", "y"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @other_devices_then_two_moves
func.func @other_devices_then_two_moves(%a: tensor<16x8x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{}, {"y", "x"}, {}]>}) -> tensor<16x8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@r2, [{}, {"y", "x"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"x"}: 1->0] %[[V0]] out_sharding=<@r2, [{"x"}, {"y"}, {}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"y"}: 1->2] %[[V1]] out_sharding=<@r2, [{"x"}, {}, {"y"}]> : tensor<16x8x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@r2, [{"x"}, {}, {"y"}]> : tensor<16x8x8xf32>
  return %0 : tensor<16x8x8xf32>
}

// CHECK-LABEL: func.func @no_other_devices_for_a_replicated_tensor
func.func @no_other_devices_for_a_replicated_tensor(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{"x"}, {"y"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_gather [{"x"}, {"y"}] %arg0 out_sharding=<@m2, [{}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@r2, [{}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @three_instead_of_two
func.func @three_instead_of_two(%a: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@m23, [{"x"}, {}]>}) -> tensor<12x12xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"y"}, {}] %arg0 out_sharding=<@m23, [{"x", "y"}, {}]> : tensor<12x12xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m23, [{"y", "x"}, {}]> : tensor<12x12xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_gather [{"x"}, {}] %[[V1]] out_sharding=<@m23, [{"y"}, {}]> : tensor<12x12xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m23, [{"y"}, {}]> : tensor<12x12xf32>
  return %0 : tensor<12x12xf32>
}

// CHECK-LABEL: func.func @two_instead_of_three
func.func @two_instead_of_three(%a: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@m23, [{"y"}, {}]>}) -> tensor<12x12xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@m23, [{"y", "x"}, {}]> : tensor<12x12xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m23, [{"x", "y"}, {}]> : tensor<12x12xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_gather [{"y"}, {}] %[[V1]] out_sharding=<@m23, [{"x"}, {}]> : tensor<12x12xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m23, [{"x"}, {}]> : tensor<12x12xf32>
  return %0 : tensor<12x12xf32>
}

// CHECK-LABEL: func.func @six_instead_of_four
func.func @six_instead_of_four(%a: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@m46, [{"x"}, {}]>}) -> tensor<12x12xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"y":(1)3}, {}] %arg0 out_sharding=<@m46, [{"x", "y":(1)3}, {}]> : tensor<12x12xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m46, [{"y", "x":(1)2}, {}]> : tensor<12x12xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_gather [{"x":(1)2}, {}] %[[V1]] out_sharding=<@m46, [{"y"}, {}]> : tensor<12x12xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m46, [{"y"}, {}]> : tensor<12x12xf32>
  return %0 : tensor<12x12xf32>
}

// CHECK-LABEL: func.func @four_instead_of_six
func.func @four_instead_of_six(%a: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@m46, [{"y"}, {}]>}) -> tensor<12x12xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"x":(1)2}, {}] %arg0 out_sharding=<@m46, [{"y", "x":(1)2}, {}]> : tensor<12x12xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m46, [{"x", "y":(1)3}, {}]> : tensor<12x12xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_gather [{"y":(1)3}, {}] %[[V1]] out_sharding=<@m46, [{"x"}, {}]> : tensor<12x12xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m46, [{"x"}, {}]> : tensor<12x12xf32>
  return %0 : tensor<12x12xf32>
}

// CHECK-LABEL: func.func @swap_two_and_three
func.func @swap_two_and_three(%a: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@m23, [{"x"}, {"y"}]>}) -> tensor<12x12xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@m23, [{}, {"y", "x"}]> : tensor<12x12xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m23, [{}, {"x", "y"}]> : tensor<12x12xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_to_all [{"y"}: 1->0] %[[V1]] out_sharding=<@m23, [{"y"}, {"x"}]> : tensor<12x12xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m23, [{"y"}, {"x"}]> : tensor<12x12xf32>
  return %0 : tensor<12x12xf32>
}

// CHECK-LABEL: func.func @six_instead_of_four_and_a_part_of_it
func.func @six_instead_of_four_and_a_part_of_it(%a: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@m46, [{"x"}, {"y":(1)2}]>}) -> tensor<12x12xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"y":(2)3}, {}] %arg0 out_sharding=<@m46, [{"x", "y":(2)3}, {"y":(1)2}]> : tensor<12x12xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m46, [{"y", "x":(1)2}, {"x":(2)2}]> : tensor<12x12xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_gather [{"x":(1)2}, {"x":(2)2}] %[[V1]] out_sharding=<@m46, [{"y"}, {}]> : tensor<12x12xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m46, [{"y"}, {}]> : tensor<12x12xf32>
  return %0 : tensor<12x12xf32>
}

// CHECK-LABEL: func.func @six_instead_of_four_and_two
func.func @six_instead_of_four_and_two(%a: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@m462, [{"x"}, {"z"}]>}) -> tensor<12x12xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"y":(1)3}, {}] %arg0 out_sharding=<@m462, [{"x", "y":(1)3}, {"z"}]> : tensor<12x12xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m462, [{"y", "x":(1)2}, {"z"}]> : tensor<12x12xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_gather [{"x":(1)2}, {"z"}] %[[V1]] out_sharding=<@m462, [{"y"}, {}]> : tensor<12x12xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m462, [{"y"}, {}]> : tensor<12x12xf32>
  return %0 : tensor<12x12xf32>
}

// CHECK-LABEL: func.func @six_instead_of_four_and_five
func.func @six_instead_of_four_and_five(%a: tensor<12x10xf32> {sdy.sharding = #sdy.sharding<@m465, [{"x"}, {"z"}]>}) -> tensor<12x10xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_slice [{"y":(1)3}, {}] %arg0 out_sharding=<@m465, [{"x", "y":(1)3}, {"z"}]> : tensor<12x10xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.collective_permute %[[V0]] out_sharding=<@m465, [{"y", "x":(1)2}, {"z"}]> : tensor<12x10xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_gather [{"x":(1)2}, {"z"}] %[[V1]] out_sharding=<@m465, [{"y"}, {}]> : tensor<12x10xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m465, [{"y"}, {}]> : tensor<12x10xf32>
  return %0 : tensor<12x10xf32>
}

// CHECK-LABEL: func.func @two_parts_instead_of_three
func.func @two_parts_instead_of_three(%a: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@x6, [{"x":(1)3}, {}]>}) -> tensor<6x6xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_gather [{"x":(1)3}, {}] %arg0 out_sharding=<@x6, [{}, {}]> : tensor<6x6xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_slice [{"x":(1)2}, {}] %[[V0]] out_sharding=<@x6, [{"x":(1)2}, {}]> : tensor<6x6xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@x6, [{"x":(1)2}, {}]> : tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

// CHECK-LABEL: func.func @reduction_stays
func.func @reduction_stays(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"y", "z"}, {}], unreduced={"x"}>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m3, [{"z", "y"}, {}], unreduced={"x"}> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_to_all [{"y"}: 0->1] %[[V0]] out_sharding=<@m3, [{"z"}, {"y"}], unreduced={"x"}> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_gather [{"z"}, {}] %[[V1]] out_sharding=<@m3, [{}, {"y"}], unreduced={"x"}> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m3, [{}, {"y"}], unreduced={"x"}> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @parts_to_reduction
func.func @parts_to_reduction(%a: tensor<24x8xf32> {sdy.sharding = #sdy.sharding<@x6, [{"x"}, {}]>}) -> tensor<24x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.sharded_to_unreduced [{"x"}, {}] %arg0 out_sharding=<@x6, [{}, {}], unreduced={"x"}> : tensor<24x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@x6, [{}, {}], unreduced={"x"}> : tensor<24x8xf32>
  return %0 : tensor<24x8xf32>
}

// CHECK-LABEL: func.func @parts_of_one_axis_to_reduction
func.func @parts_of_one_axis_to_reduction(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{"y"}, {"x"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.sharded_to_unreduced [{}, {"x"}] %arg0 out_sharding=<@m2, [{"y"}, {}], unreduced={"x"}> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m2, [{"y"}, {}], unreduced={"x"}> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @copies_to_reduction
func.func @copies_to_reduction(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{"y"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.replicated_to_unreduced {"x"} %arg0 out_sharding=<@m2, [{"y"}, {}], unreduced={"x"}> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m2, [{"y"}, {}], unreduced={"x"}> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @part_of_an_axis_to_reduction
func.func @part_of_an_axis_to_reduction(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m28, [{"y"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.sharded_to_unreduced [{"y":(2)4}, {}] %arg0 out_sharding=<@m28, [{"y":(1)2}, {}], unreduced={"y":(2)4}> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m28, [{"y":(1)2}, {}], unreduced={"y":(2)4}> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @parts_that_are_not_last_to_reduction
func.func @parts_that_are_not_last_to_reduction(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{"x", "y"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.collective_permute %arg0 out_sharding=<@m2, [{"y", "x"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_gather [{"x"}, {}] %[[V0]] out_sharding=<@m2, [{"y"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.replicated_to_unreduced {"x"} %[[V1]] out_sharding=<@m2, [{"y"}, {}], unreduced={"x"}> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V2]]
  %0 = sdy.reshard %a <@m2, [{"y"}, {}], unreduced={"x"}> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @reduce
func.func @reduce(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{"x"}, {}], unreduced={"y"}>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_reduce {"y"} %arg0 out_sharding=<@m2, [{"x"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m2, [{"x"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @reduce_and_cut
func.func @reduce_and_cut(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{}, {}], unreduced={"x", "y"}>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_reduce {"x", "y"} %arg0 out_sharding=<@m2, [{}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_slice [{"x"}, {}] %[[V0]] out_sharding=<@m2, [{"x"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m2, [{"x"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @reduce_a_part
func.func @reduce_a_part(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m28, [{}, {}], unreduced={"y"}>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_reduce {"y":(2)4} %arg0 out_sharding=<@m28, [{}, {}], unreduced={"y":(1)2}> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m28, [{}, {}], unreduced={"y":(1)2}> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @reduce_one_and_begin_another
func.func @reduce_one_and_begin_another(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m2, [{"y"}, {}], unreduced={"x"}>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_reduce {"x"} %arg0 out_sharding=<@m2, [{"y"}, {}]> : tensor<16x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.sharded_to_unreduced [{"y"}, {}] %[[V0]] out_sharding=<@m2, [{}, {}], unreduced={"y"}> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@m2, [{}, {}], unreduced={"y"}> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @several_parts_to_reduction
func.func @several_parts_to_reduction(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"x", "z", "y"}, {}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.sharded_to_unreduced [{"z", "y"}, {}] %arg0 out_sharding=<@m3, [{"x"}, {}], unreduced={"y", "z"}> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m3, [{"x"}, {}], unreduced={"y", "z"}> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @parts_of_two_dimensions_to_reduction
func.func @parts_of_two_dimensions_to_reduction(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m3, [{"y", "z"}, {"x"}]>}) -> tensor<16x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.sharded_to_unreduced [{"z"}, {"x"}] %arg0 out_sharding=<@m3, [{"y"}, {}], unreduced={"x", "z"}> : tensor<16x8xf32>
  // CHECK-NEXT: return %[[V0]]
  %0 = sdy.reshard %a <@m3, [{"y"}, {}], unreduced={"x", "z"}> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @other_parts_that_overlap
func.func @other_parts_that_overlap(%a: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@x6, [{"x":(2)3}, {}]>}) -> tensor<6x6xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.all_gather [{"x":(2)3}, {}] %arg0 out_sharding=<@x6, [{}, {}]> : tensor<6x6xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.all_slice [{}, {"x":(1)3}] %[[V0]] out_sharding=<@x6, [{}, {"x":(1)3}]> : tensor<6x6xf32>
  // CHECK-NEXT: return %[[V1]]
  %0 = sdy.reshard %a <@x6, [{}, {"x":(1)3}]> : tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}
