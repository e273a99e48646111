// Sizes that tiles do not divide.
func.func @main(%x: tensor<100x56xf16>, %w: tensor<56x72xf16>, %b: tensor<72xf32>) -> tensor<100x72xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<100x56xf16>, tensor<56x72xf16>) -> tensor<100x72xf32>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<72xf32>) -> tensor<100x72xf32>
  %z = stablehlo.add %y, %bb : tensor<100x72xf32>
  return %z : tensor<100x72xf32>
}
