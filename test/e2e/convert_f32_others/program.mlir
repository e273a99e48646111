module @convert_f32_others attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7x9xf32>) -> (tensor<7x9xi32> {jax.result_info = "result[0]"}, tensor<7x9xbf16> {jax.result_info = "result[1]"}, tensor<7x9xf16> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<7x9xf32>) -> tensor<7x9xi32>
    %1 = stablehlo.convert %arg0 : (tensor<7x9xf32>) -> tensor<7x9xbf16>
    %2 = stablehlo.convert %arg0 : (tensor<7x9xf32>) -> tensor<7x9xf16>
    return %0, %1, %2 : tensor<7x9xi32>, tensor<7x9xbf16>, tensor<7x9xf16>
  }
}
