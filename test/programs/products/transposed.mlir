// Both factors are transposed.
func.func @main(%x: tensor<72x96xbf16>, %w: tensor<64x72xbf16>, %b: tensor<64xf32>) -> tensor<96x64xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [0] x [1] : (tensor<72x96xbf16>, tensor<64x72xbf16>) -> tensor<96x64xf32>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<64xf32>) -> tensor<96x64xf32>
  %z = stablehlo.add %y, %bb : tensor<96x64xf32>
  return %z : tensor<96x64xf32>
}
