module @binary_float attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x17xf32>, %arg1: tensor<5x17xf32>) -> (tensor<5x17xf32> {jax.result_info = "result[0]"}, tensor<5x17xf32> {jax.result_info = "result[1]"}, tensor<5x17xf32> {jax.result_info = "result[2]"}, tensor<5x17xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<5x17xf32>
    %1 = stablehlo.power %arg0, %arg1 : tensor<5x17xf32>
    %2 = stablehlo.atan2 %arg1, %arg0 : tensor<5x17xf32>
    %3 = stablehlo.remainder %arg1, %arg0 : tensor<5x17xf32>
    return %0, %1, %2, %3 : tensor<5x17xf32>, tensor<5x17xf32>, tensor<5x17xf32>, tensor<5x17xf32>
  }
}
