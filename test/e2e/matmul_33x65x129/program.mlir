module @matmul_33x65x129 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<33x65xf32>, %arg1: tensor<65x129xf32>) -> (tensor<33x129xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<33x65xf32>, tensor<65x129xf32>) -> tensor<33x129xf32>
    return %0 : tensor<33x129xf32>
  }
}
