// Words of a transposed first factor.
func.func @main(%x: tensor<48x64xf32>, %w: tensor<48x100xf32>, %b: tensor<100xf32>) -> tensor<64x100xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [0] x [0] : (tensor<48x64xf32>, tensor<48x100xf32>) -> tensor<64x100xf32>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<100xf32>) -> tensor<64x100xf32>
  %z = stablehlo.add %y, %bb : tensor<64x100xf32>
  return %z : tensor<64x100xf32>
}
