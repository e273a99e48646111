func.func @main(%x: tensor<?x6xf32>) -> tensor<?x8xf32> {
  %z = arith.constant 9.0 : f32
  %c2 = arith.constant 2 : index
  %0 = tensor.pad %x low[%c2, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x6xf32> to tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
