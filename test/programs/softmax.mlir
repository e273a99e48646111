func.func @main(%x: tensor<4x6xf32>, %y: tensor<?x6x3xf32>) -> (tensor<4x6xf32>, tensor<?x6x3xf32>) {
  %e = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?x6x3xf32>
  %f = tensor.empty(%n) : tensor<?x6x3xf32>
  %1 = linalg.softmax dimension(1) ins(%y : tensor<?x6x3xf32>) outs(%f : tensor<?x6x3xf32>) -> tensor<?x6x3xf32>
  return %0, %1 : tensor<4x6xf32>, tensor<?x6x3xf32>
}
