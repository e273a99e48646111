module @dot_general_two_contracting attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x3x7x2xf32>, %arg1: tensor<2x7x5x3xf32>) -> (tensor<5x3x3xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [2], contracting_dims = [2, 3] x [1, 0], precision = [HIGHEST, HIGHEST] : (tensor<5x3x7x2xf32>, tensor<2x7x5x3xf32>) -> tensor<5x3x3xf32>
    return %0 : tensor<5x3x3xf32>
  }
}
