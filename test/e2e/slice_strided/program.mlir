module @slice_strided attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9x11xf32>) -> (tensor<4x3xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg0 [1:8:2, 2:11:3] : (tensor<9x11xf32>) -> tensor<4x3xf32>
    return %0 : tensor<4x3xf32>
  }
}
