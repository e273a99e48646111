module @convert_i32_f32 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7x9xi32>) -> (tensor<7x9xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<7x9xi32>) -> tensor<7x9xf32>
    return %0 : tensor<7x9xf32>
  }
}
