module @elementwise_chain_f64 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x9xf64>, %arg1: tensor<5x9xf64>) -> (tensor<5x9xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<5x9xf64>
    %1 = stablehlo.exponential %0 : tensor<5x9xf64>
    %2 = stablehlo.abs %arg1 : tensor<5x9xf64>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<5x9xf64>
    %4 = stablehlo.add %2, %3 : tensor<5x9xf64>
    %5 = stablehlo.divide %1, %4 : tensor<5x9xf64>
    %6 = stablehlo.negate %arg0 : tensor<5x9xf64>
    %7 = stablehlo.maximum %5, %6 : tensor<5x9xf64>
    return %7 : tensor<5x9xf64>
  }
}
