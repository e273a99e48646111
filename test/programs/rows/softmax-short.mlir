// Several rows share a warp, and some lanes have no columns.
func.func @main(%x: tensor<64x12xf32>, %b: tensor<12xf32>) -> tensor<64x12xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<12xf32>) -> tensor<64x12xf32>
  %y = stablehlo.add %x, %c : tensor<64x12xf32>
  %m = stablehlo.reduce(%y init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<64x12xf32>, tensor<f32>) -> tensor<64xf32>
  %n = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<64xf32>) -> tensor<64x12xf32>
  %d = stablehlo.subtract %y, %n : tensor<64x12xf32>
  %e = stablehlo.exponential %d : tensor<64x12xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x12xf32>, tensor<f32>) -> tensor<64xf32>
  %t = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<64xf32>) -> tensor<64x12xf32>
  %r = stablehlo.divide %e, %t : tensor<64x12xf32>
  return %r : tensor<64x12xf32>
}
