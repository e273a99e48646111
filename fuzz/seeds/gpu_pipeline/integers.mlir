// Integers are multiplied as they are.
func.func @main(%x: tensor<33x20xi32>, %w: tensor<20x65xi32>, %b: tensor<65xi32>) -> tensor<33x65xi32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<33x20xi32>, tensor<20x65xi32>) -> tensor<33x65xi32>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<65xi32>) -> tensor<33x65xi32>
  %z = stablehlo.add %y, %bb : tensor<33x65xi32>
  return %z : tensor<33x65xi32>
}
