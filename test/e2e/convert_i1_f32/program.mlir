module @convert_i1_f32 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<13xi1>) -> (tensor<13xf32> {jax.result_info = "result[0]"}, tensor<13xi32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<13xi1>) -> tensor<13xf32>
    %1 = stablehlo.convert %arg0 : (tensor<13xi1>) -> tensor<13xi32>
    return %0, %1 : tensor<13xf32>, tensor<13xi32>
  }
}
