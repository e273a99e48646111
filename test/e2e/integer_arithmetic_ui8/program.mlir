module @integer_arithmetic_ui8 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<29xui8>, %arg1: tensor<29xui8>) -> (tensor<29xui8> {jax.result_info = "result[0]"}, tensor<29xui8> {jax.result_info = "result[1]"}, tensor<29xui8> {jax.result_info = "result[2]"}, tensor<29xi1> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<29xui8>
    %1 = stablehlo.divide %arg0, %arg1 : tensor<29xui8>
    %2 = stablehlo.maximum %arg0, %arg1 : tensor<29xui8>
    %3 = stablehlo.compare LT, %arg0, %arg1, UNSIGNED : (tensor<29xui8>, tensor<29xui8>) -> tensor<29xi1>
    return %0, %1, %2, %3 : tensor<29xui8>, tensor<29xui8>, tensor<29xui8>, tensor<29xi1>
  }
}
