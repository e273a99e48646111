// Rows that do not fit into registers: three loops over each.
func.func @main(%x: tensor<3x20000xf32>, %b: tensor<20000xf32>) -> tensor<3x20000xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<20000xf32>) -> tensor<3x20000xf32>
  %y = stablehlo.add %x, %c : tensor<3x20000xf32>
  %m = stablehlo.reduce(%y init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<3x20000xf32>, tensor<f32>) -> tensor<3xf32>
  %n = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<3xf32>) -> tensor<3x20000xf32>
  %d = stablehlo.subtract %y, %n : tensor<3x20000xf32>
  %e = stablehlo.exponential %d : tensor<3x20000xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x20000xf32>, tensor<f32>) -> tensor<3xf32>
  %t = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<3xf32>) -> tensor<3x20000xf32>
  %r = stablehlo.divide %e, %t : tensor<3x20000xf32>
  return %r : tensor<3x20000xf32>
}
