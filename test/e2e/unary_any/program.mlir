module @unary_any attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x37xf32>) -> (tensor<3x37xf32> {jax.result_info = "result[0]"}, tensor<3x37xf32> {jax.result_info = "result[1]"}, tensor<3x37xf32> {jax.result_info = "result[2]"}, tensor<3x37xf32> {jax.result_info = "result[3]"}, tensor<3x37xf32> {jax.result_info = "result[4]"}, tensor<3x37xf32> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.exponential %arg0 : tensor<3x37xf32>
    %1 = stablehlo.exponential_minus_one %arg0 : tensor<3x37xf32>
    %2 = stablehlo.tanh %arg0 : tensor<3x37xf32>
    %3 = stablehlo.negate %arg0 : tensor<3x37xf32>
    %4 = stablehlo.exponential %3 : tensor<3x37xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x37xf32>
    %6 = stablehlo.add %5, %4 : tensor<3x37xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x37xf32>
    %8 = stablehlo.divide %7, %6 : tensor<3x37xf32>
    %9 = stablehlo.sine %arg0 : tensor<3x37xf32>
    %10 = stablehlo.cosine %arg0 : tensor<3x37xf32>
    return %0, %1, %2, %8, %9, %10 : tensor<3x37xf32>, tensor<3x37xf32>, tensor<3x37xf32>, tensor<3x37xf32>, tensor<3x37xf32>, tensor<3x37xf32>
  }
}
