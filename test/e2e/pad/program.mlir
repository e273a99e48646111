module @pad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x3xf32>, %arg1: tensor<f32>) -> (tensor<8x6xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [2, 1], interior = [0, 1] : (tensor<5x3xf32>, tensor<f32>) -> tensor<8x6xf32>
    return %0 : tensor<8x6xf32>
  }
}
