// A convolution with a border, on tensor cores.
func.func @main(%x: tensor<2x16x16x32xf16>, %w: tensor<3x3x32x64xf16>) -> tensor<2x16x16x64xf32> {
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x16x32xf16>, tensor<3x3x32x64xf16>) -> tensor<2x16x16x64xf32>
  return %y : tensor<2x16x16x64xf32>
}
