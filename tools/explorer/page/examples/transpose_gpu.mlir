// A transpose and a sum of columns on a GPU: how well do the warps access memory?
func.func @main(%x: tensor<128x64xf32>) -> (tensor<64x128xf32>, tensor<64xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<128x64xf32>) -> tensor<64x128xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<128x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %0, %1 : tensor<64x128xf32>, tensor<64xf32>
}
