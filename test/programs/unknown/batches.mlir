// Products whose batches, and whose rows of several loops, are of unknown sizes; a window over an unknown number of images.
func.func @main(%x: tensor<?x6x64xbf16>, %w: tensor<64x40xbf16>, %q: tensor<?x3x?x16xbf16>, %k: tensor<?x3x?x16xbf16>, %n: tensor<?x6x6x16xf32>, %c: tensor<3x3x16x32xf32>) -> (tensor<?x6x40xf32>, tensor<?x3x?x?xf32>, tensor<?x3x16x16xf32>, tensor<?x4x4x32xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0] : (tensor<?x6x64xbf16>, tensor<64x40xbf16>) -> tensor<?x6x40xf32>
  %1 = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<?x3x?x16xbf16>, tensor<?x3x?x16xbf16>) -> tensor<?x3x?x?xf32>
  %2 = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2] : (tensor<?x3x?x16xbf16>, tensor<?x3x?x16xbf16>) -> tensor<?x3x16x16xf32>
  %3 = stablehlo.convolution(%n, %c) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x6x6x16xf32>, tensor<3x3x16x32xf32>) -> tensor<?x4x4x32xf32>
  return %0, %1, %2, %3 : tensor<?x6x40xf32>, tensor<?x3x?x?xf32>, tensor<?x3x16x16xf32>, tensor<?x4x4x32xf32>
}
