module @pad_negative attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7x5xf32>, %arg1: tensor<f32>) -> (tensor<6x13xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [-2, 1], high = [1, -1], interior = [0, 2] : (tensor<7x5xf32>, tensor<f32>) -> tensor<6x13xf32>
    return %0 : tensor<6x13xf32>
  }
}
