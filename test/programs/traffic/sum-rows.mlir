// A row for each warp.
// Moved: 4227072 bytes by 1 kernels, of which 4198400 are arguments and results.
func.func @main(%x: tensor<1024x1024xf32>) -> tensor<1024xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<1024x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  return %r : tensor<1024xf32>
}
