// A product of odd sizes, whose elements go through registers one by one; each factor is read by several blocks.
// Moved: 7055008 bytes by 1 kernels, of which 724808 are arguments and results.
func.func @main(%a: tensor<301x301xbf16>, %b: tensor<301x301xbf16>) -> tensor<301x301xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<301x301xbf16>, tensor<301x301xbf16>) -> tensor<301x301xf32>
  return %0 : tensor<301x301xf32>
}
