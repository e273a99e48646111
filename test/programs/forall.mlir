func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  %0 = scf.forall (%i) in (4) shared_outs(%o = %e) -> (tensor<4x6xf32>) {
    %s = tensor.extract_slice %x[%i, 0] [1, 6] [1, 1] : tensor<4x6xf32> to tensor<1x6xf32>
    %t = tensor.empty() : tensor<1x6xf32>
    %r = linalg.exp ins(%s : tensor<1x6xf32>) outs(%t : tensor<1x6xf32>) -> tensor<1x6xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %r into %o[%i, 0] [1, 6] [1, 1] : tensor<1x6xf32> into tensor<4x6xf32>
    }
  }
  return %0 : tensor<4x6xf32>
}
