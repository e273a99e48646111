// Convolutions over an unknown number of images, as those over a known one; over images, kernels and features of unknown sizes.
func.func @main(%images: tensor<?x6x7x8xf32>, %first: tensor<?x8x6x7xf32>, %rows: tensor<?x5x8xf32>, %open: tensor<?x?x8xf32>, %all: tensor<?x?x?xf32>,
    %grouped: tensor<4x?x8xf32>, %k: tensor<3x3x8x16xf32>, %k1: tensor<16x8x3x3xf32>, %each: tensor<3x3x1x8xf32>, %two: tensor<3x3x4x6xf32>,
    %row: tensor<3x8x6xf32>, %row1: tensor<6x8x3xf32>, %pair: tensor<3x4x6xf32>, %any: tensor<3x?x?xf32>)
    -> (tensor<?x6x7x16xf32>, tensor<?x16x3x4xf32>, tensor<?x4x5x8xf32>, tensor<?x4x5x6xf32>, tensor<?x11x6xf32>, tensor<?x6x6xf32>,
        tensor<?x?x6xf32>, tensor<?x?x6xf32>, tensor<?x6x?xf32>, tensor<?x?x?xf32>, tensor<2x?x6xf32>, tensor<?x?x6xf32>) {
  %0 = stablehlo.convolution(%images, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x6x7x8xf32>, tensor<3x3x8x16xf32>) -> tensor<?x6x7x16xf32>
  %1 = stablehlo.convolution(%first, %k1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x6x7xf32>, tensor<16x8x3x3xf32>) -> tensor<?x16x3x4xf32>
  %2 = stablehlo.convolution(%images, %each) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<?x6x7x8xf32>, tensor<3x3x1x8xf32>) -> tensor<?x4x5x8xf32>
  %3 = stablehlo.convolution(%images, %two) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<?x6x7x8xf32>, tensor<3x3x4x6xf32>) -> tensor<?x4x5x6xf32>
  // Holes between the elements of the images, and elements cut off at their beginning.
  %4 = stablehlo.convolution(%rows, %row) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 2]], lhs_dilate = [2], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x5x8xf32>, tensor<3x8x6xf32>) -> tensor<?x11x6xf32>
  %5 = stablehlo.convolution(%rows, %pair) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[-1, 0]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<?x5x8xf32>, tensor<3x4x6xf32>) -> tensor<?x6x6xf32>
  // The same where the length of rows is unknown.
  %6 = stablehlo.convolution(%open, %row) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 2]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x8xf32>, tensor<3x8x6xf32>) -> tensor<?x?x6xf32>
  %7 = stablehlo.convolution(%open, %pair) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[2, -1]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<?x?x8xf32>, tensor<3x4x6xf32>) -> tensor<?x?x6xf32>
  %8 = stablehlo.convolution(%open, %row1) dim_numbers = [b, 0, f]x[o, i, 0]->[b, f, 0], window = {pad = [[1, 2]], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x8xf32>, tensor<6x8x3xf32>) -> tensor<?x6x?xf32>
  // Features of unknown number, first in the result.
  %9 = stablehlo.convolution(%all, %any) dim_numbers = [b, 0, f]x[0, i, o]->[f, b, 0], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?xf32>, tensor<3x?x?xf32>) -> tensor<?x?x?xf32>
  // Groups of images, and groups of features of a number that only the kernel tells.
  %10 = stablehlo.convolution(%grouped, %row) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x?x8xf32>, tensor<3x8x6xf32>) -> tensor<2x?x6xf32>
  %11 = stablehlo.convolution(%open, %pair) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<?x?x8xf32>, tensor<3x4x6xf32>) -> tensor<?x?x6xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<?x6x7x16xf32>, tensor<?x16x3x4xf32>, tensor<?x4x5x8xf32>, tensor<?x4x5x6xf32>, tensor<?x11x6xf32>, tensor<?x6x6xf32>,
      tensor<?x?x6xf32>, tensor<?x?x6xf32>, tensor<?x6x?xf32>, tensor<?x?x?xf32>, tensor<2x?x6xf32>, tensor<?x?x6xf32>
}
