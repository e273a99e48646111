// Convolutions of images with three channels, and with five after that.
func.func @main(%x: tensor<2x17x19x3xbf16>, %w: tensor<5x5x3x24xbf16>, %y: tensor<1x9x9x5xf16>, %v: tensor<3x3x5x7xf16>) -> (tensor<2x9x10x24xf32>, tensor<1x7x7x7xf32>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[2, 2], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x17x19x3xbf16>, tensor<5x5x3x24xbf16>) -> tensor<2x9x10x24xf32>
  %1 = stablehlo.convolution(%y, %v) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x9x5xf16>, tensor<3x3x5x7xf16>) -> tensor<1x7x7x7xf32>
  return %0, %1 : tensor<2x9x10x24xf32>, tensor<1x7x7x7xf32>
}
