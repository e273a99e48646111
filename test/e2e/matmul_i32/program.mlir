module @matmul_i32 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7x9xi32>, %arg1: tensor<9x11xi32>) -> (tensor<7x11xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<7x9xi32>, tensor<9x11xi32>) -> tensor<7x11xi32>
    return %0 : tensor<7x11xi32>
  }
}
