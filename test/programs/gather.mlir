func.func @main(%x: tensor<4x6xf32>) -> (tensor<3x1x6xf32>, tensor<3x6xf32>) {
  %i = arith.constant dense<[[2], [0], [3]]> : tensor<3x1xindex>
  %0 = tensor.gather %x[%i] gather_dims([0]) : (tensor<4x6xf32>, tensor<3x1xindex>) -> tensor<3x1x6xf32>
  %1 = tensor.gather %x[%i] gather_dims([0]) : (tensor<4x6xf32>, tensor<3x1xindex>) -> tensor<3x6xf32>
  return %0, %1 : tensor<3x1x6xf32>, tensor<3x6xf32>
}
