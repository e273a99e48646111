// Tiles that read a padded buffer copy their part of it, with borders: columns beside all rows, and rows before and behind, so many that a tile has none inside.
func.func @main(%images: tensor<1x96x16x8xf32>, %k: tensor<3x3x8x16xf32>, %lines: tensor<2x1600x16xf32>, %row: tensor<5x16x16xf32>)
    -> (tensor<1x134x16x16xf32>, tensor<2x1600x16xf32>) {
  %0 = stablehlo.convolution(%images, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[25, 15], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x96x16x8xf32>, tensor<3x3x8x16xf32>) -> tensor<1x134x16x16xf32>
  %1 = stablehlo.convolution(%lines, %row) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[4, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x1600x16xf32>, tensor<5x16x16xf32>) -> tensor<2x1600x16xf32>
  return %0, %1 : tensor<1x134x16x16xf32>, tensor<2x1600x16xf32>
}
