// Integers of 8 bits without a sign, batches of them, and odd sizes.
func.func @main(%x: tensor<3x40x36xui8>, %w: tensor<3x36x52xui8>, %p: tensor<33x27xi8>, %q: tensor<27x35xi8>) -> (tensor<3x40x52xui32>, tensor<33x35xi32>) {
  %y = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x40x36xui8>, tensor<3x36x52xui8>) -> tensor<3x40x52xui32>
  %z = stablehlo.dot_general %p, %q, contracting_dims = [1] x [0] : (tensor<33x27xi8>, tensor<27x35xi8>) -> tensor<33x35xi32>
  return %y, %z : tensor<3x40x52xui32>, tensor<33x35xi32>
}
