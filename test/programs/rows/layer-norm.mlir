// Mean and variance of rows of bf16, with weights of the columns.
func.func @main(%x: tensor<2x9x768xbf16>, %g: tensor<768xbf16>, %b: tensor<768xbf16>) -> tensor<2x9x768xbf16> {
  %xf = stablehlo.convert %x : (tensor<2x9x768xbf16>) -> tensor<2x9x768xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<768.0> : tensor<2x9xf32>
  %s = stablehlo.reduce(%xf init: %z) applies stablehlo.add across dimensions = [2] : (tensor<2x9x768xf32>, tensor<f32>) -> tensor<2x9xf32>
  %m = stablehlo.divide %s, %n : tensor<2x9xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<2x9xf32>) -> tensor<2x9x768xf32>
  %d = stablehlo.subtract %xf, %mb : tensor<2x9x768xf32>
  %sq = stablehlo.multiply %d, %d : tensor<2x9x768xf32>
  %v = stablehlo.reduce(%sq init: %z) applies stablehlo.add across dimensions = [2] : (tensor<2x9x768xf32>, tensor<f32>) -> tensor<2x9xf32>
  %vm = stablehlo.divide %v, %n : tensor<2x9xf32>
  %eps = stablehlo.constant dense<1.0e-5> : tensor<2x9xf32>
  %ve = stablehlo.add %vm, %eps : tensor<2x9xf32>
  %r = stablehlo.rsqrt %ve : tensor<2x9xf32>
  %rb = stablehlo.broadcast_in_dim %r, dims = [0, 1] : (tensor<2x9xf32>) -> tensor<2x9x768xf32>
  %y = stablehlo.multiply %d, %rb : tensor<2x9x768xf32>
  %gf = stablehlo.convert %g : (tensor<768xbf16>) -> tensor<768xf32>
  %bf = stablehlo.convert %b : (tensor<768xbf16>) -> tensor<768xf32>
  %gb = stablehlo.broadcast_in_dim %gf, dims = [2] : (tensor<768xf32>) -> tensor<2x9x768xf32>
  %bb = stablehlo.broadcast_in_dim %bf, dims = [2] : (tensor<768xf32>) -> tensor<2x9x768xf32>
  %y2 = stablehlo.multiply %y, %gb : tensor<2x9x768xf32>
  %y3 = stablehlo.add %y2, %bb : tensor<2x9x768xf32>
  %o = stablehlo.convert %y3 : (tensor<2x9x768xf32>) -> tensor<2x9x768xbf16>
  return %o : tensor<2x9x768xbf16>
}
