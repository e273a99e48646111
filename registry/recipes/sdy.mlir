// Recipes for `sdy`.
// -----
// op: sdy.mesh sdy.return sdy.manual_computation
"sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=$[2|4]]>, sym_name = "mesh"}> : () -> ()
func.func @f(%a: tensor<8x$mxf32>) -> tensor<8x$mxf32> {
  %0 = "sdy.manual_computation"(%a) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>, manual_axes = #sdy<manual_axes{"a"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>}> ({
  ^bb0(%b: tensor<4x$mxf32>):
    "sdy.return"(%b) : (tensor<4x$mxf32>) -> ()
  }) : (tensor<8x$mxf32>) -> tensor<8x$mxf32>
  return %0 : tensor<8x$mxf32>
}
