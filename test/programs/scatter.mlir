func.func @main(%x: tensor<2x1x6xf32>, %d: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %i = arith.constant dense<[[2], [0]]> : tensor<2x1xindex>
  %0 = tensor.scatter %x into %d[%i] scatter_dims([0]) unique : (tensor<2x1x6xf32>, tensor<4x6xf32>, tensor<2x1xindex>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
