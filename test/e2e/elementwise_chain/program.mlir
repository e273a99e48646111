module @elementwise_chain attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7x13xf32>, %arg1: tensor<7x13xf32>, %arg2: tensor<7x13xf32>) -> (tensor<7x13xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<7x13xf32>
    %1 = stablehlo.add %0, %arg2 : tensor<7x13xf32>
    %2 = stablehlo.exponential %1 : tensor<7x13xf32>
    %3 = stablehlo.tanh %2 : tensor<7x13xf32>
    %4 = stablehlo.subtract %arg0, %arg1 : tensor<7x13xf32>
    %5 = stablehlo.maximum %3, %4 : tensor<7x13xf32>
    return %5 : tensor<7x13xf32>
  }
}
