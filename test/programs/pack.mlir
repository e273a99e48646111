func.func @main(%x: tensor<5x6xf32>, %y: tensor<4x8xf32>) -> (tensor<3x3x2x2xf32>, tensor<2x2x4x2xf32>, tensor<5x6xf32>) {
  %z = arith.constant 9.0 : f32
  %e = tensor.empty() : tensor<3x3x2x2xf32>
  %0 = linalg.pack %x padding_value(%z : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<5x6xf32> -> tensor<3x3x2x2xf32>
  %f = tensor.empty() : tensor<2x2x4x2xf32>
  %1 = linalg.pack %y inner_dims_pos = [1, 0] inner_tiles = [4, 2] into %f : tensor<4x8xf32> -> tensor<2x2x4x2xf32>
  %g = tensor.empty() : tensor<5x6xf32>
  %2 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %g : tensor<3x3x2x2xf32> -> tensor<5x6xf32>
  return %0, %1, %2 : tensor<3x3x2x2xf32>, tensor<2x2x4x2xf32>, tensor<5x6xf32>
}
