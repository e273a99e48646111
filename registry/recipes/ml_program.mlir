// Recipes for `ml_program`.
// -----
// op: ml_program.global ml_program.global_load ml_program.global_load_const ml_program.global_store
ml_program.global $[public|private|nested] mutable @a : tensor<$mx$t>
ml_program.global private @b(dense<$[0.0|1.5]> : tensor<$mx$f>) : tensor<$mx$f>
ml_program.global private mutable @c($c : i32) : i32
func.func @f(%x: tensor<$mx$t>) -> (tensor<$mx$t>, tensor<$mx$f>) {
  %0 = ml_program.global_load @a : tensor<$mx$t>
  ml_program.global_store @a = %x : tensor<$mx$t>
  %1 = ml_program.global_load_const @b : tensor<$mx$f>
  return %0, %1 : tensor<$mx$t>, tensor<$mx$f>
}
// -----
// op: ml_program.func ml_program.return
ml_program.func $[|private |nested ]@f(%a: $e, %b: tensor<$mx$t>) -> ($e, tensor<$mx$t>) {
  ml_program.return %a, %b : $e, tensor<$mx$t>
}
// -----
// op: ml_program.subgraph ml_program.output ml_program.token ml_program.global_load_graph ml_program.global_store_graph
ml_program.global private mutable @a : tensor<$mx$t>
ml_program.subgraph $[|private ]@f(%x: tensor<$mx$t>) -> (tensor<$mx$t>, !ml_program.token) {
  %t = ml_program.token
  %s = ml_program.global_store_graph @a = %x ordering(%t -> !ml_program.token) : tensor<$mx$t>
  %0, %u = ml_program.global_load_graph @a ordering(%t, %s -> !ml_program.token) : tensor<$mx$t>
  %1, %v = ml_program.global_load_graph @a ordering(() -> !ml_program.token) : tensor<$mx$t>
  ml_program.output %0, %u : tensor<$mx$t>, !ml_program.token
}
