// The second factor is transposed; pairs are all that lies together.
func.func @main(%x: tensor<70x38xf16>, %w: tensor<66x38xf16>, %b: tensor<66xf32>) -> tensor<70x66xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<70x38xf16>, tensor<66x38xf16>) -> tensor<70x66xf32>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<66xf32>) -> tensor<70x66xf32>
  %z = stablehlo.add %y, %bb : tensor<70x66xf32>
  return %z : tensor<70x66xf32>
}
