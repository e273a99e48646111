// Tiles in shared memory turn.
// Moved: 3145728 bytes by 1 kernels, of which 3145728 are arguments and results.
func.func @main(%x: tensor<1024x768xbf16>) -> tensor<768x1024xbf16> {
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<1024x768xbf16>) -> tensor<768x1024xbf16>
  return %r : tensor<768x1024xbf16>
}
