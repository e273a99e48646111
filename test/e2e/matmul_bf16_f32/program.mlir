module @matmul_bf16_f32 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9x17xbf16>, %arg1: tensor<17x13xbf16>) -> (tensor<9x13xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<9x17xbf16>, tensor<17x13xbf16>) -> tensor<9x13xf32>
    return %0 : tensor<9x13xf32>
  }
}
