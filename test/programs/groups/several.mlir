// Rows, columns, sums and batches of two loops each that lie together as those of a matrix do.
func.func @main(%x: tensor<4x33x128xbf16>, %w: tensor<2x64x3x64xbf16>, %q: tensor<2x3x72x64xbf16>, %k: tensor<2x3x80x64xbf16>, %bias: tensor<3x64xf32>) -> (tensor<4x33x3x64xbf16>, tensor<2x3x72x80xf32>, tensor<3x64x4x33xf32>) {
  %x4 = stablehlo.reshape %x : (tensor<4x33x128xbf16>) -> tensor<4x33x2x64xbf16>
  %y = stablehlo.dot_general %x4, %w, contracting_dims = [2, 3] x [0, 1] : (tensor<4x33x2x64xbf16>, tensor<2x64x3x64xbf16>) -> tensor<4x33x3x64xf32>
  %b = stablehlo.broadcast_in_dim %bias, dims = [2, 3] : (tensor<3x64xf32>) -> tensor<4x33x3x64xf32>
  %z = stablehlo.add %y, %b : tensor<4x33x3x64xf32>
  %0 = stablehlo.convert %z : (tensor<4x33x3x64xf32>) -> tensor<4x33x3x64xbf16>
  %1 = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<2x3x72x64xbf16>, tensor<2x3x80x64xbf16>) -> tensor<2x3x72x80xf32>
  %2 = stablehlo.dot_general %w, %x4, contracting_dims = [0, 1] x [2, 3] : (tensor<2x64x3x64xbf16>, tensor<4x33x2x64xbf16>) -> tensor<3x64x4x33xf32>
  return %0, %1, %2 : tensor<4x33x3x64xbf16>, tensor<2x3x72x80xf32>, tensor<3x64x4x33xf32>
}
