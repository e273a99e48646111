// Rows that a warp has, of which the last block has too few: one kernel.
func.func @main(%x: tensor<61x128xf32>, %b: tensor<128xf32>) -> tensor<61x128xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<128xf32>) -> tensor<61x128xf32>
  %y = stablehlo.add %x, %c : tensor<61x128xf32>
  %m = stablehlo.reduce(%y init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<61x128xf32>, tensor<f32>) -> tensor<61xf32>
  %n = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<61xf32>) -> tensor<61x128xf32>
  %d = stablehlo.subtract %y, %n : tensor<61x128xf32>
  %e = stablehlo.exponential %d : tensor<61x128xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<61x128xf32>, tensor<f32>) -> tensor<61xf32>
  %t = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<61xf32>) -> tensor<61x128xf32>
  %r = stablehlo.divide %e, %t : tensor<61x128xf32>
  return %r : tensor<61x128xf32>
}
