func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xi32> {
  %0 = tensor.bitcast %x : tensor<4x6xf32> to tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}
