module @reverse attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x7xf32>) -> (tensor<5x7xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<5x7xf32>
    return %0 : tensor<5x7xf32>
  }
}
