// A row is in registers.
// Moved: 4194304 bytes by 1 kernels, of which 4194304 are arguments and results.
func.func @main(%in: tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %x = stablehlo.convert %in : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<1024x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<1024xf32>) -> tensor<1024x1024xf32>
  %d = stablehlo.subtract %x, %mb : tensor<1024x1024xf32>
  %e = stablehlo.exponential %d : tensor<1024x1024xf32>
  %s = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1] : (tensor<1024x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<1024xf32>) -> tensor<1024x1024xf32>
  %r = stablehlo.divide %e, %sb : tensor<1024x1024xf32>
  %o = stablehlo.convert %r : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
  return %o : tensor<1024x1024xbf16>
}
