module @reduce_i32 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x33xi32>) -> (tensor<5xi32> {jax.result_info = "result[0]"}, tensor<33xi32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<5x33xi32>, tensor<i32>) -> tensor<5xi32>
    %c_0 = stablehlo.constant dense<2147483647> : tensor<i32>
    %1 = stablehlo.reduce(%arg0 init: %c_0) applies stablehlo.minimum across dimensions = [0] : (tensor<5x33xi32>, tensor<i32>) -> tensor<33xi32>
    return %0, %1 : tensor<5xi32>, tensor<33xi32>
  }
}
