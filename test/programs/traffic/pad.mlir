// Rows are written with what is around them.
// Moved: 2134144 bytes by 2 kernels, of which 2134144 are arguments and results.
func.func @main(%x: tensor<512x512xf32>) -> tensor<514x528xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.pad %x, %z, low = [1, 8], high = [1, 8], interior = [0, 0] : (tensor<512x512xf32>, tensor<f32>) -> tensor<514x528xf32>
  return %r : tensor<514x528xf32>
}
