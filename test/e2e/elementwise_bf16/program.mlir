module @elementwise_bf16 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7x11xbf16>, %arg1: tensor<7x11xbf16>) -> (tensor<7x11xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<7x11xbf16>
    %1 = stablehlo.add %arg0, %arg1 : tensor<7x11xbf16>
    %2 = stablehlo.maximum %0, %1 : tensor<7x11xbf16>
    return %2 : tensor<7x11xbf16>
  }
}
