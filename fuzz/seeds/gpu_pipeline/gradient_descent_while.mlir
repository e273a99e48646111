module @gradient_descent_while attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<37x5xf32>, %arg1: tensor<37xf32>, %arg2: tensor<5xf32>, %arg3: tensor<f32>) -> (tensor<i32> {jax.result_info = "result[0]"}, tensor<5xf32> {jax.result_info = "result[1]"}, tensor<f32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0:6 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1, %iterArg_1 = %arg3, %iterArg_2 = %c, %iterArg_3 = %arg2, %iterArg_4 = %cst) : tensor<37x5xf32>, tensor<37xf32>, tensor<f32>, tensor<i32>, tensor<5xf32>, tensor<f32>
    cond {
      %c_5 = stablehlo.constant dense<100> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg_2, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.dot_general %iterArg, %iterArg_3, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<37x5xf32>, tensor<5xf32>) -> tensor<37xf32>
      %2 = stablehlo.subtract %1, %iterArg_0 : tensor<37xf32>
      %3 = stablehlo.transpose %iterArg, dims = [1, 0] : (tensor<37x5xf32>) -> tensor<5x37xf32>
      %4 = stablehlo.dot_general %3, %2, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<5x37xf32>, tensor<37xf32>) -> tensor<5xf32>
      %cst_5 = stablehlo.constant dense<0.0540540554> : tensor<f32>
      %5 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<5xf32>
      %6 = stablehlo.multiply %5, %4 : tensor<5xf32>
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %7 = stablehlo.add %iterArg_2, %c_6 : tensor<i32>
      %8 = stablehlo.broadcast_in_dim %iterArg_1, dims = [] : (tensor<f32>) -> tensor<5xf32>
      %9 = stablehlo.multiply %8, %6 : tensor<5xf32>
      %10 = stablehlo.subtract %iterArg_3, %9 : tensor<5xf32>
      %11 = stablehlo.multiply %2, %2 : tensor<37xf32>
      %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %12 = stablehlo.reduce(%11 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<37xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %iterArg, %iterArg_0, %iterArg_1, %7, %10, %12 : tensor<37x5xf32>, tensor<37xf32>, tensor<f32>, tensor<i32>, tensor<5xf32>, tensor<f32>
    }
    return %0#3, %0#4, %0#5 : tensor<i32>, tensor<5xf32>, tensor<f32>
  }
}
