// Made by generate.py.
module @jit_power attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x12xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<12x12xf32>) -> tensor<12x12xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<12x12xf32>
    %2 = stablehlo.iota dim = 0 : tensor<12x12xi32>
    %3 = stablehlo.iota dim = 1 : tensor<12x12xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<12x12xi32>
    %5 = stablehlo.add %2, %4 : tensor<12x12xi32>
    %6 = stablehlo.compare EQ, %5, %3, SIGNED : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %7 = stablehlo.convert %6 : (tensor<12x12xi1>) -> tensor<12x12xf32>
    %cst = stablehlo.constant dense<1.200000e+01> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12x12xf32>
    %9 = stablehlo.multiply %8, %7 : tensor<12x12xf32>
    %10 = stablehlo.add %1, %9 : tensor<12x12xf32>
    %cst_0 = stablehlo.constant dense<0.288675129> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12:4 = stablehlo.while(%iterArg = %10, %iterArg_3 = %c_1, %iterArg_4 = %11, %iterArg_5 = %cst_2) : tensor<12x12xf32>, tensor<i32>, tensor<12xf32>, tensor<f32>
    cond {
      %c_6 = stablehlo.constant dense<20> : tensor<i32>
      %15 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %16 = stablehlo.compare GT, %iterArg_5, %cst_7, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %17 = stablehlo.and %15, %16 : tensor<i1>
      stablehlo.return %17 : tensor<i1>
    } do {
      %15 = stablehlo.dot_general %iterArg, %iterArg_4, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<12x12xf32>, tensor<12xf32>) -> tensor<12xf32>
      %16 = stablehlo.multiply %15, %15 : tensor<12xf32>
      %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %17 = stablehlo.reduce(%16 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<12xf32>, tensor<f32>) -> tensor<f32>
      %18 = stablehlo.sqrt %17 : tensor<f32>
      %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<12xf32>
      %20 = stablehlo.divide %15, %19 : tensor<12xf32>
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %21 = stablehlo.add %iterArg_3, %c_7 : tensor<i32>
      %22 = stablehlo.subtract %20, %iterArg_4 : tensor<12xf32>
      %23 = stablehlo.abs %22 : tensor<12xf32>
      %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %24 = stablehlo.reduce(%23 init: %cst_8) applies stablehlo.maximum across dimensions = [0] : (tensor<12xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %iterArg, %21, %20, %24 : tensor<12x12xf32>, tensor<i32>, tensor<12xf32>, tensor<f32>
    }
    %13 = stablehlo.dot_general %12#2, %10, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<12xf32>, tensor<12x12xf32>) -> tensor<12xf32>
    %14 = stablehlo.dot_general %13, %12#2, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<12xf32>, tensor<12xf32>) -> tensor<f32>
    return %14 : tensor<f32>
  }
}
