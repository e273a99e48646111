// Rows of boxes for warp groups: two blocks along rows, the second one not whole.
func.func @main(%x: tensor<192x136xf16>, %w: tensor<264x136xf16>, %b: tensor<264xf32>) -> tensor<192x264xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<192x136xf16>, tensor<264x136xf16>) -> tensor<192x264xf32>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<264xf32>) -> tensor<192x264xf32>
  %z = stablehlo.add %y, %bb : tensor<192x264xf32>
  return %z : tensor<192x264xf32>
}
