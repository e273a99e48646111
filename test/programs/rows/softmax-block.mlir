// Rows that a block has, and the last round has no columns for some threads.
func.func @main(%x: tensor<17x3001xf32>, %b: tensor<3001xf32>) -> tensor<17x3001xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3001xf32>) -> tensor<17x3001xf32>
  %y = stablehlo.add %x, %c : tensor<17x3001xf32>
  %m = stablehlo.reduce(%y init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<17x3001xf32>, tensor<f32>) -> tensor<17xf32>
  %n = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<17xf32>) -> tensor<17x3001xf32>
  %d = stablehlo.subtract %y, %n : tensor<17x3001xf32>
  %e = stablehlo.exponential %d : tensor<17x3001xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<17x3001xf32>, tensor<f32>) -> tensor<17xf32>
  %t = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<17xf32>) -> tensor<17x3001xf32>
  %r = stablehlo.divide %e, %t : tensor<17x3001xf32>
  return %r : tensor<17x3001xf32>
}
