// Recipes for `check`.
// -----
// op: check.expect_close
// only
func.func @f(%a: tensor<$mx$f>) {
  check.expect_close %a, %a$[|, max_ulp_difference = 5|, max_ulp_difference = 5, min_ulp_difference = 0] : tensor<$mx$f>, tensor<$mx$f>
  return
}
// -----
// op: check.expect_eq_const
func.func @f() {
  %0 = stablehlo.constant dense<$[1.0|-0.5]> : tensor<$mx$f>
  check.expect_eq_const %0, dense<$[1.0|-0.5]> : tensor<$mx$f>
  return
}
// -----
// op: check.expect_almost_eq_const
func.func @f() {
  %0 = stablehlo.constant dense<1.0> : tensor<$mx$f>
  check.expect_almost_eq_const %0, dense<1.0> : tensor<$mx$f>$[|, tolerance = 0.1]
  return
}
// -----
// op: check.expect_serialized_eq
func.func @f(%a: tensor<$mx$e>) {
  %0 = interpreter.probe %a, probe_id = "p" : tensor<$mx$e>
  check.expect_serialized_eq %0, probe_id = "p", iter = 0 : tensor<$mx$e>
  return
}
