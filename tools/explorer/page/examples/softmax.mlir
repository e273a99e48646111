// Softmax of rows. Two reductions and what is between them become one loop nest.
func.func @main(%x: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1]
    : (tensor<32x64xf32>, tensor<f32>) -> tensor<32xf32>
  %maxes = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<32xf32>) -> tensor<32x64xf32>
  %shifted = stablehlo.subtract %x, %maxes : tensor<32x64xf32>
  %exp = stablehlo.exponential %shifted : tensor<32x64xf32>
  %sum = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<32x64xf32>, tensor<f32>) -> tensor<32xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<32xf32>) -> tensor<32x64xf32>
  %result = stablehlo.divide %exp, %sums : tensor<32x64xf32>
  return %result : tensor<32x64xf32>
}
