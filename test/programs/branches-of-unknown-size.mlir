func.func @main(%x: tensor<?x6xf32>, %p: tensor<i1>) -> tensor<?x6xf32> {
  %c = tensor.extract %p[] : tensor<i1>
  %0 = scf.if %c -> (tensor<?x6xf32>) {
    %1 = tensor.concat dim(0) %x, %x : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x6xf32>
    scf.yield %1 : tensor<?x6xf32>
  } else {
    scf.yield %x : tensor<?x6xf32>
  }
  return %0 : tensor<?x6xf32>
}
