// Rows that are too long for registers are read again.
// Moved: 25645056 bytes by 1 kernels, of which 12800000 are arguments and results.
func.func @main(%x: tensor<16x100000xf32>) -> tensor<16x100000xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<16x100000xf32>, tensor<f32>) -> tensor<16xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<16xf32>) -> tensor<16x100000xf32>
  %d = stablehlo.subtract %x, %mb : tensor<16x100000xf32>
  %e = stablehlo.exponential %d : tensor<16x100000xf32>
  %s = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1] : (tensor<16x100000xf32>, tensor<f32>) -> tensor<16xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<16xf32>) -> tensor<16x100000xf32>
  %r = stablehlo.divide %e, %sb : tensor<16x100000xf32>
  return %r : tensor<16x100000xf32>
}
