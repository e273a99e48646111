func.func @main(%x: tensor<4x?xf32>) -> tensor<?x4xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<4x?xf32>
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %e = tensor.extract %x[%j, %i] : tensor<4x?xf32>
    %s = arith.addf %e, %e : f32
    tensor.yield %s : f32
  } : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
