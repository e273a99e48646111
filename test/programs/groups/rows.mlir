// Pairs of tiles along rows, with edges: the blocks of a cluster share the second factor. Results of 16 bits.
func.func @main(%x: tensor<500x136xbf16>, %w: tensor<136x264xbf16>, %b: tensor<264xbf16>) -> tensor<500x264xbf16> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<500x136xbf16>, tensor<136x264xbf16>) -> tensor<500x264xbf16>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<264xbf16>) -> tensor<500x264xbf16>
  %z = stablehlo.add %y, %bb : tensor<500x264xbf16>
  return %z : tensor<500x264xbf16>
}
