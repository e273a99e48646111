func.func @main(%x: tensor<4x6xf32>) -> (tensor<3x8xf32>, tensor<24xf32>, tensor<?x2xf32>) {
  %s = arith.constant dense<[3, 8]> : tensor<2xindex>
  %s1 = arith.constant dense<[24]> : tensor<1xi32>
  %s2 = arith.constant dense<[12, 2]> : tensor<2xi64>
  %0 = tensor.reshape %x(%s) : (tensor<4x6xf32>, tensor<2xindex>) -> tensor<3x8xf32>
  %1 = tensor.reshape %x(%s1) : (tensor<4x6xf32>, tensor<1xi32>) -> tensor<24xf32>
  %2 = tensor.reshape %x(%s2) : (tensor<4x6xf32>, tensor<2xi64>) -> tensor<?x2xf32>
  return %0, %1, %2 : tensor<3x8xf32>, tensor<24xf32>, tensor<?x2xf32>
}
