module @matvec attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<23x17xf32>, %arg1: tensor<17xf32>) -> (tensor<23xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<23x17xf32>, tensor<17xf32>) -> tensor<23xf32>
    return %0 : tensor<23xf32>
  }
}
