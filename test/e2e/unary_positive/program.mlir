module @unary_positive attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x37xf32>) -> (tensor<3x37xf32> {jax.result_info = "result[0]"}, tensor<3x37xf32> {jax.result_info = "result[1]"}, tensor<3x37xf32> {jax.result_info = "result[2]"}, tensor<3x37xf32> {jax.result_info = "result[3]"}, tensor<3x37xf32> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.log %arg0 : tensor<3x37xf32>
    %1 = stablehlo.sqrt %arg0 : tensor<3x37xf32>
    %2 = stablehlo.rsqrt %arg0 : tensor<3x37xf32>
    %3 = stablehlo.log_plus_one %arg0 : tensor<3x37xf32>
    %4 = stablehlo.cbrt %arg0 : tensor<3x37xf32>
    return %0, %1, %2, %3, %4 : tensor<3x37xf32>, tensor<3x37xf32>, tensor<3x37xf32>, tensor<3x37xf32>, tensor<3x37xf32>
  }
}
