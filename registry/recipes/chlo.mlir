// Recipes for `chlo`.
// -----
// op: chlo.broadcast_compare
func.func @f(%a: tensor<$mx$e>, %b: tensor<$nx$mx$e>) -> tensor<$nx$mxi1> {
  %0 = chlo.broadcast_compare %a, %b {$[|compare_type = #chlo<comparison_type NOTYPE>, ]comparison_direction = #chlo<comparison_direction $[LT|EQ|GE]>} : (tensor<$mx$e>, tensor<$nx$mx$e>) -> tensor<$nx$mxi1>
  return %0 : tensor<$nx$mxi1>
}
// -----
// op: chlo.top_k
func.func @f(%a: tensor<$mx$(n+2)x$e>) -> (tensor<$mx2x$e>, tensor<$mx2xi32>) {
  %0:2 = chlo.top_k(%a, k = 2) : tensor<$mx$(n+2)x$e> -> (tensor<$mx2x$e>, tensor<$mx2xi32>)
  return %0#0, %0#1 : tensor<$mx2x$e>, tensor<$mx2xi32>
}
// -----
// op: chlo.constant
func.func @f() -> tensor<$mx$f> {
  %0 = chlo.constant dense<$[1.0|-0.5]> : tensor<$mx$f>
  return %0 : tensor<$mx$f>
}
// -----
// op: chlo.ragged_dot
func.func @f(%a: tensor<$mx$kx$f>, %b: tensor<$lx$kx$nx$f>, %s: tensor<$lx$i>) -> tensor<$mx$nx$f> {
  %0 = "chlo.ragged_dot"(%a, %b, %s) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>$[|, precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGH>]]}> : (tensor<$mx$kx$f>, tensor<$lx$kx$nx$f>, tensor<$lx$i>) -> tensor<$mx$nx$f>
  return %0 : tensor<$mx$nx$f>
}
// -----
// op: chlo.scan
func.func @f(%a: tensor<$(n+1)x$mx$e>, %b: tensor<$mx$e>) -> (tensor<$(n+1)x$mx$e>, tensor<$mx$e>) {
  %0:2 = chlo.scan(%a) inits (%b) dimension=0 $[|attributes {is_reverse = true} ]{
  ^bb0(%input: tensor<$mx$e>, %carry: tensor<$mx$e>):
    stablehlo.return %carry, %input : tensor<$mx$e>, tensor<$mx$e>
  } : (tensor<$(n+1)x$mx$e>, tensor<$mx$e>) -> (tensor<$(n+1)x$mx$e>, tensor<$mx$e>)
  return %0#0, %0#1 : tensor<$(n+1)x$mx$e>, tensor<$mx$e>
}
