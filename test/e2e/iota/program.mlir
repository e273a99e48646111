module @iota attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main() -> (tensor<3x5xi32> {jax.result_info = "result[0]"}, tensor<3x5xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.iota dim = 1 : tensor<3x5xi32>
    %1 = stablehlo.iota dim = 0 : tensor<3x5xf32>
    return %0, %1 : tensor<3x5xi32>, tensor<3x5xf32>
  }
}
