module @integer_arithmetic_i64 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x7xi64>, %arg1: tensor<3x7xi64>) -> (tensor<3x7xi64> {jax.result_info = "result[0]"}, tensor<3x7xi64> {jax.result_info = "result[1]"}, tensor<3x7xi64> {jax.result_info = "result[2]"}, tensor<3x7xi64> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<3x7xi64>
    %1 = stablehlo.multiply %arg0, %arg1 : tensor<3x7xi64>
    %2 = stablehlo.divide %arg0, %arg1 : tensor<3x7xi64>
    %3 = stablehlo.remainder %arg0, %arg1 : tensor<3x7xi64>
    return %0, %1, %2, %3 : tensor<3x7xi64>, tensor<3x7xi64>, tensor<3x7xi64>, tensor<3x7xi64>
  }
}
