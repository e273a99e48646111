// Images with so many holes in three dimensions that not every remainder of a position has a kernel of its own.
func.func @main(%images: tensor<2x2x3x2x4xf32>, %k: tensor<4x5x3x4x8xf32>) -> tensor<2x6x11x7x8xf32> {
  %0 = stablehlo.convolution(%images, %k) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {pad = [[2, 2], [2, 2], [1, 2]], lhs_dilate = [4, 5, 5]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2x3x2x4xf32>, tensor<4x5x3x4x8xf32>) -> tensor<2x6x11x7x8xf32>
  return %0 : tensor<2x6x11x7x8xf32>
}
