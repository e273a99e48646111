// Recipes for `vhlo`.
// -----
// op: vhlo.func_v1 vhlo.return_v1
"vhlo.func_v1"() <{arg_attrs = #vhlo.array_v1<[]>, function_type = #vhlo.type_v1<!vhlo.func_v1<(!vhlo.tensor_v1<2x?x!vhlo.f32_v1>) -> !vhlo.tensor_v1<2x?x!vhlo.f32_v1>>>, res_attrs = #vhlo.array_v1<[]>, sym_name = #vhlo.string_v1<"$[f|g]">, sym_visibility = #vhlo.string_v1<"$[|private]">}> ({
^bb0(%a: !vhlo.tensor_v1<2x?x!vhlo.f32_v1>):
  "vhlo.return_v1"(%a) : (!vhlo.tensor_v1<2x?x!vhlo.f32_v1>) -> ()
}) : () -> ()
