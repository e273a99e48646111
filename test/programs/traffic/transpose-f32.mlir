// Tiles in shared memory turn.
// Moved: 6291456 bytes by 1 kernels, of which 6291456 are arguments and results.
func.func @main(%x: tensor<1024x768xf32>) -> tensor<768x1024xf32> {
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<1024x768xf32>) -> tensor<768x1024xf32>
  return %r : tensor<768x1024xf32>
}
