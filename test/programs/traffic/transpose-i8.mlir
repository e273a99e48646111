// Tiles in shared memory turn.
// Moved: 1572864 bytes by 1 kernels, of which 1572864 are arguments and results.
func.func @main(%x: tensor<1024x768xi8>) -> tensor<768x1024xi8> {
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<1024x768xi8>) -> tensor<768x1024xi8>
  return %r : tensor<768x1024xi8>
}
