func.func @main(%x: tensor<4x3xf32>) -> tensor<2xi64> {
  %r = tensor.rank %x : tensor<4x3xf32>
  %i = arith.index_cast %r : index to i64
  %0 = tensor.from_elements %i, %i : tensor<2xi64>
  return %0 : tensor<2xi64>
}
