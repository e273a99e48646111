// Recipes for `interpreter`.
// -----
// op: interpreter.run_parallel
func.func @f(%a: tensor<$mx$e>) -> tensor<$mx$e> {
  %0 = "interpreter.run_parallel"(%a) <{programs = [[@g]]}> : (tensor<$mx$e>) -> tensor<$mx$e>
  return %0 : tensor<$mx$e>
}
func.func @g(%a: tensor<$mx$e>) -> tensor<$mx$e> {
  return %a : tensor<$mx$e>
}
