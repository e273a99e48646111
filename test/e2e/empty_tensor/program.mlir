module @empty_tensor attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<0x5xf32>, %arg1: tensor<3x5xf32>) -> (tensor<0x5xf32> {jax.result_info = "result[0]"}, tensor<3x5xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<0x5xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<0x5xf32>
    %2 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<0x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
    return %1, %2 : tensor<0x5xf32>, tensor<3x5xf32>
  }
}
