module @select_compare attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x7xf32>, %arg1: tensor<5x7xf32>) -> (tensor<5x7xf32> {jax.result_info = "result[0]"}, tensor<5x7xi1> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xi1>
    %1 = stablehlo.select %0, %arg0, %arg1 : tensor<5x7xi1>, tensor<5x7xf32>
    %2 = stablehlo.compare GE, %arg0, %arg1, FLOAT : (tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xi1>
    return %1, %2 : tensor<5x7xf32>, tensor<5x7xi1>
  }
}
