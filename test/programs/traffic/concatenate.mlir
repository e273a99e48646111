// Each part is written to its place.
// Moved: 1572864 bytes by 2 kernels, of which 1572864 are arguments and results.
func.func @main(%x: tensor<512x512xbf16>, %y: tensor<512x256xbf16>) -> tensor<512x768xbf16> {
  %r = stablehlo.concatenate %x, %y, dim = 1 : (tensor<512x512xbf16>, tensor<512x256xbf16>) -> tensor<512x768xbf16>
  return %r : tensor<512x768xbf16>
}
