// Made by generate.py.
module @jit_gauss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x12xf32>, %arg1: tensor<12xf32>) -> (tensor<12xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.iota dim = 0 : tensor<12xi32>
    %1 = stablehlo.iota dim = 0 : tensor<12x12xi32>
    %2 = stablehlo.iota dim = 1 : tensor<12x12xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<12x12xi32>
    %4 = stablehlo.add %1, %3 : tensor<12x12xi32>
    %5 = stablehlo.compare EQ, %4, %2, SIGNED : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %6 = stablehlo.convert %5 : (tensor<12x12xi1>) -> tensor<12x12xf32>
    %cst = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12x12xf32>
    %8 = stablehlo.multiply %7, %6 : tensor<12x12xf32>
    %9 = stablehlo.add %arg0, %8 : tensor<12x12xf32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %10:5 = stablehlo.while(%iterArg = %0, %iterArg_5 = %c_1, %iterArg_6 = %c_0, %iterArg_7 = %9, %iterArg_8 = %arg1) : tensor<12xi32>, tensor<i32>, tensor<i32>, tensor<12x12xf32>, tensor<12xf32>
    cond {
      %c_9 = stablehlo.constant dense<12> : tensor<i32>
      %13 = stablehlo.compare LT, %iterArg_5, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %13 : tensor<i1>
    } do {
      %13:3 = func.call @closed_call(%iterArg, %iterArg_6, %iterArg_7, %iterArg_8) : (tensor<12xi32>, tensor<i32>, tensor<12x12xf32>, tensor<12xf32>) -> (tensor<i32>, tensor<12x12xf32>, tensor<12xf32>)
      %c_9 = stablehlo.constant dense<1> : tensor<i32>
      %14 = stablehlo.add %iterArg_5, %c_9 : tensor<i32>
      stablehlo.return %iterArg, %14, %13#0, %13#1, %13#2 : tensor<12xi32>, tensor<i32>, tensor<i32>, tensor<12x12xf32>, tensor<12xf32>
    }
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %12:6 = stablehlo.while(%iterArg = %0, %iterArg_5 = %10#3, %iterArg_6 = %10#4, %iterArg_7 = %c_4, %iterArg_8 = %c_3, %iterArg_9 = %11) : tensor<12xi32>, tensor<12x12xf32>, tensor<12xf32>, tensor<i32>, tensor<i32>, tensor<12xf32>
    cond {
      %c_10 = stablehlo.constant dense<12> : tensor<i32>
      %13 = stablehlo.compare LT, %iterArg_7, %c_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %13 : tensor<i1>
    } do {
      %13:2 = func.call @closed_call_0(%iterArg, %iterArg_5, %iterArg_6, %iterArg_8, %iterArg_9) : (tensor<12xi32>, tensor<12x12xf32>, tensor<12xf32>, tensor<i32>, tensor<12xf32>) -> (tensor<i32>, tensor<12xf32>)
      %c_10 = stablehlo.constant dense<1> : tensor<i32>
      %14 = stablehlo.add %iterArg_7, %c_10 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_5, %iterArg_6, %14, %13#0, %13#1 : tensor<12xi32>, tensor<12x12xf32>, tensor<12xf32>, tensor<i32>, tensor<i32>, tensor<12xf32>
    }
    return %12#5 : tensor<12xf32>
  }
  func.func private @closed_call(%arg0: tensor<12xi32>, %arg1: tensor<i32>, %arg2: tensor<12x12xf32>, %arg3: tensor<12xf32>) -> (tensor<i32>, tensor<12x12xf32>, tensor<12xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg1, %c : tensor<i32>
    %1 = stablehlo.convert %arg1 : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %3 = stablehlo.compare GT, %arg0, %2, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
    %4 = stablehlo.convert %arg1 : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %c_0, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<12> : tensor<i32>
    %6 = stablehlo.add %c_2, %c_3 : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.select %5, %6, %c_4 : tensor<i1>, tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.compare LT, %4, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_6 = stablehlo.constant dense<12> : tensor<i32>
    %9 = stablehlo.add %4, %c_6 : tensor<i32>
    %10 = stablehlo.select %8, %9, %4 : tensor<i1>, tensor<i32>
    %11 = stablehlo.dynamic_slice %arg2, %7, %10, sizes = [12, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x1xf32>
    %12 = stablehlo.reshape %11 : (tensor<12x1xf32>) -> tensor<12xf32>
    %13 = stablehlo.convert %arg1 : tensor<i32>
    %14 = stablehlo.convert %arg1 : tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %15 = stablehlo.compare LT, %13, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_8 = stablehlo.constant dense<12> : tensor<i32>
    %16 = stablehlo.add %13, %c_8 : tensor<i32>
    %17 = stablehlo.select %15, %16, %13 : tensor<i1>, tensor<i32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %18 = stablehlo.compare LT, %14, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_10 = stablehlo.constant dense<12> : tensor<i32>
    %19 = stablehlo.add %14, %c_10 : tensor<i32>
    %20 = stablehlo.select %18, %19, %14 : tensor<i1>, tensor<i32>
    %21 = stablehlo.dynamic_slice %arg2, %17, %20, sizes = [1, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    %22 = stablehlo.reshape %21 : (tensor<1x1xf32>) -> tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %24 = stablehlo.divide %12, %23 : tensor<12xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = call @_where(%3, %24, %cst) : (tensor<12xi1>, tensor<12xf32>, tensor<f32>) -> tensor<12xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %27 = stablehlo.convert %arg1 : tensor<i32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %28 = stablehlo.compare LT, %27, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_12 = stablehlo.constant dense<12> : tensor<i32>
    %29 = stablehlo.add %27, %c_12 : tensor<i32>
    %30 = stablehlo.select %28, %29, %27 : tensor<i1>, tensor<i32>
    %c_13 = stablehlo.constant dense<0> : tensor<i32>
    %c_14 = stablehlo.constant dense<0> : tensor<i32>
    %31 = stablehlo.compare LT, %c_13, %c_14, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %c_16 = stablehlo.constant dense<12> : tensor<i32>
    %32 = stablehlo.add %c_15, %c_16 : tensor<i32>
    %c_17 = stablehlo.constant dense<0> : tensor<i32>
    %33 = stablehlo.select %31, %32, %c_17 : tensor<i1>, tensor<i32>
    %34 = stablehlo.dynamic_slice %arg2, %30, %33, sizes = [1, 12] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
    %35 = stablehlo.reshape %34 : (tensor<1x12xf32>) -> tensor<12xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [1] : (tensor<12xf32>) -> tensor<1x12xf32>
    %37 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x12xf32>
    %38 = stablehlo.broadcast_in_dim %36, dims = [0, 1] : (tensor<1x12xf32>) -> tensor<12x12xf32>
    %39 = stablehlo.multiply %37, %38 : tensor<12x12xf32>
    %40 = stablehlo.subtract %arg2, %39 : tensor<12x12xf32>
    %c_18 = stablehlo.constant dense<0> : tensor<i32>
    %41 = stablehlo.compare LT, %arg1, %c_18, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %42 = stablehlo.convert %arg1 : tensor<i32>
    %c_19 = stablehlo.constant dense<12> : tensor<i32>
    %43 = stablehlo.add %42, %c_19 : tensor<i32>
    %44 = stablehlo.select %41, %43, %arg1 : tensor<i1>, tensor<i32>
    %45 = stablehlo.dynamic_slice %arg3, %44, sizes = [1] : (tensor<12xf32>, tensor<i32>) -> tensor<1xf32>
    %46 = stablehlo.reshape %45 : (tensor<1xf32>) -> tensor<f32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %48 = stablehlo.multiply %25, %47 : tensor<12xf32>
    %49 = stablehlo.subtract %arg3, %48 : tensor<12xf32>
    return %0, %40, %49 : tensor<i32>, tensor<12x12xf32>, tensor<12xf32>
  }
  func.func private @_where(%arg0: tensor<12xi1>, %arg1: tensor<12xf32>, %arg2: tensor<f32>) -> tensor<12xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<12xi1>, tensor<12xf32>
    return %2 : tensor<12xf32>
  }
  func.func private @closed_call_0(%arg0: tensor<12xi32>, %arg1: tensor<12x12xf32>, %arg2: tensor<12xf32>, %arg3: tensor<i32>, %arg4: tensor<12xf32>) -> (tensor<i32>, tensor<12xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg3, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<11> : tensor<i32>
    %1 = stablehlo.subtract %c_0, %arg3 : tensor<i32>
    %2 = stablehlo.convert %1 : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %4 = stablehlo.compare GT, %arg0, %3, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
    %5 = stablehlo.convert %1 : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare LT, %5, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<12> : tensor<i32>
    %7 = stablehlo.add %5, %c_2 : tensor<i32>
    %8 = stablehlo.select %6, %7, %5 : tensor<i1>, tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %c_3, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %c_6 = stablehlo.constant dense<12> : tensor<i32>
    %10 = stablehlo.add %c_5, %c_6 : tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %11 = stablehlo.select %9, %10, %c_7 : tensor<i1>, tensor<i32>
    %12 = stablehlo.dynamic_slice %arg1, %8, %11, sizes = [1, 12] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
    %13 = stablehlo.reshape %12 : (tensor<1x12xf32>) -> tensor<12xf32>
    %14 = stablehlo.multiply %13, %arg4 : tensor<12xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = call @_where(%4, %14, %cst) : (tensor<12xi1>, tensor<12xf32>, tensor<f32>) -> tensor<12xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%15 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<12xf32>, tensor<f32>) -> tensor<f32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %17 = stablehlo.compare LT, %1, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %18 = stablehlo.convert %1 : tensor<i32>
    %c_10 = stablehlo.constant dense<12> : tensor<i32>
    %19 = stablehlo.add %18, %c_10 : tensor<i32>
    %20 = stablehlo.select %17, %19, %1 : tensor<i1>, tensor<i32>
    %21 = stablehlo.dynamic_slice %arg2, %20, sizes = [1] : (tensor<12xf32>, tensor<i32>) -> tensor<1xf32>
    %22 = stablehlo.reshape %21 : (tensor<1xf32>) -> tensor<f32>
    %23 = stablehlo.subtract %22, %16 : tensor<f32>
    %24 = stablehlo.convert %1 : tensor<i32>
    %25 = stablehlo.convert %1 : tensor<i32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %26 = stablehlo.compare LT, %24, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_12 = stablehlo.constant dense<12> : tensor<i32>
    %27 = stablehlo.add %24, %c_12 : tensor<i32>
    %28 = stablehlo.select %26, %27, %24 : tensor<i1>, tensor<i32>
    %c_13 = stablehlo.constant dense<0> : tensor<i32>
    %29 = stablehlo.compare LT, %25, %c_13, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_14 = stablehlo.constant dense<12> : tensor<i32>
    %30 = stablehlo.add %25, %c_14 : tensor<i32>
    %31 = stablehlo.select %29, %30, %25 : tensor<i1>, tensor<i32>
    %32 = stablehlo.dynamic_slice %arg1, %28, %31, sizes = [1, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    %33 = stablehlo.reshape %32 : (tensor<1x1xf32>) -> tensor<f32>
    %34 = stablehlo.divide %23, %33 : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %36 = stablehlo.compare LT, %1, %c_15, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %37 = stablehlo.convert %1 : tensor<i32>
    %c_16 = stablehlo.constant dense<12> : tensor<i32>
    %38 = stablehlo.add %37, %c_16 : tensor<i32>
    %39 = stablehlo.select %36, %38, %1 : tensor<i1>, tensor<i32>
    %40 = stablehlo.dynamic_update_slice %arg4, %35, %39 : (tensor<12xf32>, tensor<1xf32>, tensor<i32>) -> tensor<12xf32>
    return %0, %40 : tensor<i32>, tensor<12xf32>
  }
}
