// Words, with sizes that nothing divides.
func.func @main(%x: tensor<67x41xf32>, %w: tensor<35x41xf32>, %b: tensor<35xf32>) -> tensor<67x35xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<67x41xf32>, tensor<35x41xf32>) -> tensor<67x35xf32>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<35xf32>) -> tensor<67x35xf32>
  %z = stablehlo.add %y, %bb : tensor<67x35xf32>
  return %z : tensor<67x35xf32>
}
