// A convolution with strides and three channels, of words.
func.func @main(%x: tensor<2x15x15x3xf32>, %w: tensor<5x5x3x16xf32>) -> tensor<2x6x6x16xf32> {
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x15x15x3xf32>, tensor<5x5x3x16xf32>) -> tensor<2x6x6x16xf32>
  return %y : tensor<2x6x6x16xf32>
}
