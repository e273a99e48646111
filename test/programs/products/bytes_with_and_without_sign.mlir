// Products of a factor with a sign and one without, of booleans, and of integers by floats.
func.func @main(%x: tensor<20x18xui8>, %w: tensor<18x22xi8>, %p: tensor<3x9x8xi8>, %q: tensor<3x8x7xui8>, %t: tensor<9xi1>, %s: tensor<9xi8>, %f: tensor<18x5xf32>) -> (tensor<20x22xi32>, tensor<3x9x7xi32>, tensor<i32>, tensor<20x5xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<20x18xui8>, tensor<18x22xi8>) -> tensor<20x22xi32>
  %1 = stablehlo.dot_general %p, %q, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x9x8xi8>, tensor<3x8x7xui8>) -> tensor<3x9x7xi32>
  %2 = stablehlo.dot_general %t, %s, contracting_dims = [0] x [0] : (tensor<9xi1>, tensor<9xi8>) -> tensor<i32>
  %3 = stablehlo.dot_general %x, %f, contracting_dims = [1] x [0] : (tensor<20x18xui8>, tensor<18x5xf32>) -> tensor<20x5xf32>
  return %0, %1, %2, %3 : tensor<20x22xi32>, tensor<3x9x7xi32>, tensor<i32>, tensor<20x5xf32>
}
