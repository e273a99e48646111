// Each of several vectors times a matrix of its own, as weights of attention times values.
// Moved: 2629632 bytes by 2 kernels, of which 2121728 are arguments and results.
func.func @main(%a: tensor<16x512xbf16>, %b: tensor<16x512x128xbf16>) -> tensor<16x128xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<16x512xbf16>, tensor<16x512x128xbf16>) -> tensor<16x128xf32>
  return %0 : tensor<16x128xf32>
}
