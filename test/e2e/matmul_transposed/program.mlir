module @matmul_transposed attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9x7xf32>, %arg1: tensor<11x9xf32>) -> (tensor<7x11xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [1], precision = [HIGHEST, HIGHEST] : (tensor<9x7xf32>, tensor<11x9xf32>) -> tensor<7x11xf32>
    return %0 : tensor<7x11xf32>
  }
}
