// Convolutions as products of transformed tiles: of two sides, of one, and with wider filters.
func.func @main(%x: tensor<2x10x10x5xf32>, %f: tensor<3x3x3x5xf32>, %g: tensor<2x5x1x5xf32>, %o: tensor<2x8x8x3xf32>)
    -> (tensor<2x8x8x3xf32>, tensor<6x1x5x2xf32>, tensor<6x1x3x10x2x5xf32>, tensor<2x8x8x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<6x6x5x3xf32>
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f : tensor<3x3x3x5xf32>) outs(%e0 : tensor<6x6x5x3xf32>) -> tensor<6x6x5x3xf32>
  %e1 = tensor.empty() : tensor<6x6x2x2x2x5xf32>
  %1 = linalg.winograd_input_transform fmr(F_4_3) ins(%x : tensor<2x10x10x5xf32>) outs(%e1 : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
  %l = tensor.collapse_shape %1 [[0, 1], [2, 3, 4], [5]] : tensor<6x6x2x2x2x5xf32> into tensor<36x8x5xf32>
  %r = tensor.collapse_shape %0 [[0, 1], [2], [3]] : tensor<6x6x5x3xf32> into tensor<36x5x3xf32>
  %e2 = tensor.empty() : tensor<36x8x3xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<36x8x3xf32>) -> tensor<36x8x3xf32>
  %p = linalg.batch_matmul ins(%l, %r : tensor<36x8x5xf32>, tensor<36x5x3xf32>) outs(%z2 : tensor<36x8x3xf32>) -> tensor<36x8x3xf32>
  %2 = tensor.expand_shape %p [[0, 1], [2, 3, 4], [5]] output_shape [6, 6, 2, 2, 2, 3] : tensor<36x8x3xf32> into tensor<6x6x2x2x2x3xf32>
  %3 = linalg.winograd_output_transform fmr(F_4_3) ins(%2 : tensor<6x6x2x2x2x3xf32>) outs(%o : tensor<2x8x8x3xf32>) -> tensor<2x8x8x3xf32>
  %e4 = tensor.empty() : tensor<6x1x5x2xf32>
  %4 = linalg.winograd_filter_transform fmr(F_2_5) ins(%g : tensor<2x5x1x5xf32>) outs(%e4 : tensor<6x1x5x2xf32>) -> tensor<6x1x5x2xf32>
  %e5 = tensor.empty() : tensor<6x1x3x10x2x5xf32>
  %5 = linalg.winograd_input_transform fmr(F_2_5) ins(%x : tensor<2x10x10x5xf32>) outs(%e5 : tensor<6x1x3x10x2x5xf32>) -> tensor<6x1x3x10x2x5xf32>
  // The same convolution at once.
  %w = tensor.empty() : tensor<3x3x5x3xf32>
  %t = linalg.transpose ins(%f : tensor<3x3x3x5xf32>) outs(%w : tensor<3x3x5x3xf32>) permutation = [1, 2, 3, 0]
  %6 = linalg.conv_2d_nhwc_hwcf ins(%x, %t : tensor<2x10x10x5xf32>, tensor<3x3x5x3xf32>) outs(%o : tensor<2x8x8x3xf32>) -> tensor<2x8x8x3xf32>
  return %3, %4, %5, %6 : tensor<2x8x8x3xf32>, tensor<6x1x5x2xf32>, tensor<6x1x3x10x2x5xf32>, tensor<2x8x8x3xf32>
}
