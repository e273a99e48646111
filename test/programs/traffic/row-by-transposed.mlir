// A row times a transposed matrix: a row of the result is a row of the matrix.
// Moved: 8454144 bytes by 1 kernels, of which 4204544 are arguments and results.
func.func @main(%a: tensor<1x1024xbf16>, %b: tensor<2048x1024xbf16>) -> tensor<1x2048xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<1x1024xbf16>, tensor<2048x1024xbf16>) -> tensor<1x2048xf32>
  return %0 : tensor<1x2048xf32>
}
