// Recipes for `sdy`.
// -----
// op: sdy.mesh sdy.return sdy.manual_computation
sdy.mesh @mesh = <["a"=2, "b"=$[2|4]]>
func.func @f(%a: tensor<8x$mxf32>) -> tensor<8x$mxf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%b: tensor<4x$mxf32>) {
    sdy.return %b : tensor<4x$mxf32>
  } : (tensor<8x$mxf32>) -> tensor<8x$mxf32>
  return %0 : tensor<8x$mxf32>
}
// -----
// op: sdy.named_computation
sdy.mesh @mesh = <["a"=2]>
func.func @f(%a: tensor<8x$mxf32>) -> tensor<8x$mxf32> {
  %0 = sdy.named_computation<"name">(%a) in_shardings=[<@mesh, [{"a", ?}, {}]>] (%b: tensor<8x$mxf32>) {
    sdy.return %b : tensor<8x$mxf32>
  } : (tensor<8x$mxf32>) -> tensor<8x$mxf32>
  return %0 : tensor<8x$mxf32>
}
// -----
// op: sdy.sharding_constraint sdy.reshard sdy.propagation_barrier sdy.sharding_group
sdy.mesh @mesh = <["a"=2, "b"=$[2|4]]>
func.func @f(%a: tensor<8x$mxf32>) -> tensor<8x$mxf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"a", ?}, {}], replicated={"b"}> : tensor<8x$mxf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {"b":(1)2, ?}p$[0|3]]> : tensor<8x$mxf32>
  %2 = sdy.propagation_barrier %1 allowed_direction=$[NONE|FORWARD|BACKWARD] : tensor<8x$mxf32>
  sdy.sharding_group %2 group_id=$[0|7] : tensor<8x$mxf32>
  return %2 : tensor<8x$mxf32>
}
// -----
// op: sdy.constant sdy.data_flow_edge sdy.func_data_flow_edge
sdy.mesh @mesh = <["a"=2]>
func.func @f(%a: tensor<8x$mxf32>, %b: tensor<4xf32>) -> (tensor<8x$mxf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = sdy.data_flow_edge %a sharding=<@mesh, [{"a"}, {}]> : tensor<8x$mxf32>
  %1 = sdy.constant dense<$[1.0|2.5]> : tensor<4xf32>
  %2 = sdy.func_data_flow_edge %b : tensor<4xf32>
  return %0, %1, %2 : tensor<8x$mxf32>, tensor<4xf32>, tensor<4xf32>
}
// -----
// op: sdy.all_gather sdy.all_slice sdy.all_to_all sdy.collective_permute
sdy.mesh @mesh = <["a"=2, "b"=$[2|4]]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.all_slice [{"a"}, {}] %a out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_to_all [{"a"}: 0->1] %0 out_sharding=<@mesh, [{}, {"a"}]> : tensor<8x8xf32>
  %2 = sdy.collective_permute %1 out_sharding=<@mesh, [{}, {"b":(1)2}]> : tensor<8x8xf32>
  %3 = sdy.all_gather [{}, {"b":(1)2}] %2 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
// -----
// op: sdy.all_reduce sdy.reduce_scatter sdy.replicated_to_unreduced sdy.sharded_to_unreduced
sdy.mesh @mesh = <["a"=2, "b"=$[2|4]]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<8x8xf32> {
  %0 = sdy.replicated_to_unreduced {"a"} %a out_sharding=<@mesh, [{}, {}], unreduced={"a"}> : tensor<8x8xf32>
  %1 = sdy.reduce_scatter [{"a"}, {}] %0 out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %2 = sdy.sharded_to_unreduced [{"a"}, {}] %1 out_sharding=<@mesh, [{}, {}], unreduced={"a"}> : tensor<8x8xf32>
  %3 = sdy.all_reduce {"a"} %2 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
