// An odd number of tiles along rows and an even one along columns: the blocks of a cluster share the first factor.
func.func @main(%x: tensor<320x72xf16>, %w: tensor<500x72xf16>) -> tensor<320x500xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<320x72xf16>, tensor<500x72xf16>) -> tensor<320x500xf32>
  return %y : tensor<320x500xf32>
}
