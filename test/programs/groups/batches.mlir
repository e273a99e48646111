// Several products of matrices, whose sums are no multiple of a step: a box ends where its matrix ends.
func.func @main(%x: tensor<3x200x72xbf16>, %w: tensor<3x72x136xbf16>) -> tensor<3x200x136xf32> {
  %y = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x200x72xbf16>, tensor<3x72x136xbf16>) -> tensor<3x200x136xf32>
  return %y : tensor<3x200x136xf32>
}
