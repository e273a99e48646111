// Columns of matrices with one row, concatenated: slices of one element in the first and in the last dimension.
func.func @main(%x: tensor<1x2xf32>, %y: tensor<1x2xf32>) -> tensor<1x2x2xf32> {
  %0 = stablehlo.add %x, %y : tensor<1x2xf32>
  %1 = stablehlo.multiply %x, %y : tensor<1x2xf32>
  %2 = stablehlo.reshape %0 : (tensor<1x2xf32>) -> tensor<1x2x1xf32>
  %3 = stablehlo.reshape %1 : (tensor<1x2xf32>) -> tensor<1x2x1xf32>
  %4 = stablehlo.concatenate %2, %3, dim = 2 : (tensor<1x2x1xf32>, tensor<1x2x1xf32>) -> tensor<1x2x2xf32>
  return %4 : tensor<1x2x2xf32>
}
