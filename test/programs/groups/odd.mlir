// Odd numbers of tiles in both directions, so that there are no clusters; the first factor has its columns together.
func.func @main(%x: tensor<72x320xbf16>, %w: tensor<72x328xbf16>) -> tensor<320x328xbf16> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [0] x [0] : (tensor<72x320xbf16>, tensor<72x328xbf16>) -> tensor<320x328xbf16>
  return %y : tensor<320x328xbf16>
}
