// Composites and calls that stand for ops of chlo, as XLA and the exporters write them.
func.func @main(%x: tensor<3x8xf32>, %a: tensor<5x4xf32>, %b: tensor<2x4x3xf32>) -> (tensor<3x8xf32>, tensor<3x2xf32>, tensor<3x2xi32>, tensor<5x3xf32>, tensor<5x3xf32>) {
  %0 = stablehlo.composite "chlo.erf" %x {decomposition = @chlo.erf.impl, version = 1 : i32} : (tensor<3x8xf32>) -> tensor<3x8xf32>
  %1:2 = stablehlo.composite "chlo.top_k" %x {composite_attributes = {k = 2 : i64, largest = true}, decomposition = @chlo.top_k.impl, version = 1 : i32} : (tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  %g = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %2 = stablehlo.composite "chlo.ragged_dot" %a, %b, %g {composite_attributes = {precision_config = ["HIGHEST", "HIGHEST"], ragged_dot_dimension_numbers = [dense<> : tensor<0xi64>, dense<> : tensor<0xi64>, dense<1> : tensor<1xi64>, dense<1> : tensor<1xi64>, dense<0> : tensor<1xi64>, dense<0> : tensor<1xi64>]}, decomposition = @chlo.ragged_dot.impl, version = 1 : i32} : (tensor<5x4xf32>, tensor<2x4x3xf32>, tensor<2xi64>) -> tensor<5x3xf32>
  %3 = stablehlo.custom_call @chlo.ragged_dot(%a, %b, %g) {mhlo.attributes = {precision_config = ["HIGHEST", "HIGHEST"], ragged_dot_dimension_numbers = [dense<> : tensor<0xi64>, dense<> : tensor<0xi64>, dense<1> : tensor<1xi64>, dense<1> : tensor<1xi64>, dense<0> : tensor<1xi64>, dense<0> : tensor<1xi64>]}, mhlo.version = 1 : i64} : (tensor<5x4xf32>, tensor<2x4x3xf32>, tensor<2xi64>) -> tensor<5x3xf32>
  return %0, %1#0, %1#1, %2, %3 : tensor<3x8xf32>, tensor<3x2xf32>, tensor<3x2xi32>, tensor<5x3xf32>, tensor<5x3xf32>
}
func.func private @chlo.erf.impl(%x: tensor<3x8xf32>) -> tensor<3x8xf32> {
  %0 = chlo.erf %x : tensor<3x8xf32> -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}
func.func private @chlo.top_k.impl(%x: tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>) {
  %0, %1 = chlo.top_k(%x, k = 2) {largest = true} : tensor<3x8xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %0, %1 : tensor<3x2xf32>, tensor<3x2xi32>
}
func.func private @chlo.ragged_dot.impl(%a: tensor<5x4xf32>, %b: tensor<2x4x3xf32>, %g: tensor<2xi64>) -> tensor<5x3xf32> {
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{precision_config = [#chlo<precision HIGHEST>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x4xf32>, tensor<2x4x3xf32>, tensor<2xi64>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}
