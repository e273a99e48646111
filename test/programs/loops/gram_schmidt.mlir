// Made by generate.py.
module @jit_gram_schmidt attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x12xf32>) -> (tensor<12x12xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.iota dim = 0 : tensor<12x12xi32>
    %1 = stablehlo.iota dim = 1 : tensor<12x12xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<12x12xi32>
    %3 = stablehlo.add %0, %2 : tensor<12x12xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %5 = stablehlo.convert %4 : (tensor<12x12xi1>) -> tensor<12x12xf32>
    %cst = stablehlo.constant dense<1.200000e+01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12x12xf32>
    %7 = stablehlo.multiply %6, %5 : tensor<12x12xf32>
    %8 = stablehlo.add %arg0, %7 : tensor<12x12xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<12x12xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %10:4 = stablehlo.while(%iterArg = %8, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<12x12xf32>, tensor<i32>, tensor<i32>, tensor<12x12xf32>
    cond {
      %c_6 = stablehlo.constant dense<12> : tensor<i32>
      %11 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    } do {
      %11:2 = func.call @closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<12x12xf32>, tensor<i32>, tensor<12x12xf32>) -> (tensor<i32>, tensor<12x12xf32>)
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %12 = stablehlo.add %iterArg_3, %c_6 : tensor<i32>
      stablehlo.return %iterArg, %12, %11#0, %11#1 : tensor<12x12xf32>, tensor<i32>, tensor<i32>, tensor<12x12xf32>
    }
    return %10#3 : tensor<12x12xf32>
  }
  func.func private @closed_call(%arg0: tensor<12x12xf32>, %arg1: tensor<i32>, %arg2: tensor<12x12xf32>) -> (tensor<i32>, tensor<12x12xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg1, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.convert %arg1 : tensor<i32>
    %c_1 = stablehlo.constant dense<12> : tensor<i32>
    %3 = stablehlo.add %2, %c_1 : tensor<i32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.dynamic_slice %arg0, %c_2, %4, sizes = [12, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x1xf32>
    %6 = stablehlo.reshape %5 : (tensor<12x1xf32>) -> tensor<12xf32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %7:4 = stablehlo.while(%iterArg = %arg2, %iterArg_7 = %c_3, %iterArg_8 = %arg1, %iterArg_9 = %6) : tensor<12x12xf32>, tensor<i32>, tensor<i32>, tensor<12xf32>
    cond {
      %19 = stablehlo.compare LT, %iterArg_7, %iterArg_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %19 : tensor<i1>
    } do {
      %c_10 = stablehlo.constant dense<1> : tensor<i32>
      %19 = stablehlo.add %iterArg_7, %c_10 : tensor<i32>
      %c_11 = stablehlo.constant dense<0> : tensor<i32>
      %20 = stablehlo.compare LT, %iterArg_7, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %21 = stablehlo.convert %iterArg_7 : tensor<i32>
      %c_12 = stablehlo.constant dense<12> : tensor<i32>
      %22 = stablehlo.add %21, %c_12 : tensor<i32>
      %23 = stablehlo.select %20, %22, %iterArg_7 : tensor<i1>, tensor<i32>
      %c_13 = stablehlo.constant dense<0> : tensor<i32>
      %24 = stablehlo.dynamic_slice %iterArg, %c_13, %23, sizes = [12, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x1xf32>
      %25 = stablehlo.reshape %24 : (tensor<12x1xf32>) -> tensor<12xf32>
      %26 = stablehlo.multiply %25, %iterArg_9 : tensor<12xf32>
      %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %27 = stablehlo.reduce(%26 init: %cst_14) applies stablehlo.add across dimensions = [0] : (tensor<12xf32>, tensor<f32>) -> tensor<f32>
      %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<12xf32>
      %29 = stablehlo.multiply %28, %25 : tensor<12xf32>
      %30 = stablehlo.subtract %iterArg_9, %29 : tensor<12xf32>
      stablehlo.return %iterArg, %19, %iterArg_8, %30 : tensor<12x12xf32>, tensor<i32>, tensor<i32>, tensor<12xf32>
    }
    %8 = stablehlo.multiply %7#3, %7#3 : tensor<12xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%8 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<12xf32>, tensor<f32>) -> tensor<f32>
    %10 = stablehlo.sqrt %9 : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %12 = stablehlo.divide %7#3, %11 : tensor<12xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %14 = stablehlo.compare LT, %arg1, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %15 = stablehlo.convert %arg1 : tensor<i32>
    %c_5 = stablehlo.constant dense<12> : tensor<i32>
    %16 = stablehlo.add %15, %c_5 : tensor<i32>
    %17 = stablehlo.select %14, %16, %arg1 : tensor<i1>, tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %18 = stablehlo.dynamic_update_slice %arg2, %13, %c_6, %17 : (tensor<12x12xf32>, tensor<12x1xf32>, tensor<i32>, tensor<i32>) -> tensor<12x12xf32>
    return %0, %18 : tensor<i32>, tensor<12x12xf32>
  }
}
