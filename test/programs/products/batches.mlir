// Several products at once, and a sum over two dimensions.
func.func @main(%x: tensor<3x40x32xf16>, %y: tensor<3x32x48xf16>, %q: tensor<3x20x4x24xf16>, %p: tensor<3x4x24x18xf16>) -> (tensor<3x40x48xf32>, tensor<3x20x18xf32>) {
  %a = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x40x32xf16>, tensor<3x32x48xf16>) -> tensor<3x40x48xf32>
  %b = stablehlo.dot_general %q, %p, batching_dims = [0] x [0], contracting_dims = [2, 3] x [1, 2] : (tensor<3x20x4x24xf16>, tensor<3x4x24x18xf16>) -> tensor<3x20x18xf32>
  return %a, %b : tensor<3x40x48xf32>, tensor<3x20x18xf32>
}
