// Made by generate.py.
module @jit_hessenberg attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x12xf32>) -> (tensor<12x12xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.iota dim = 0 : tensor<12xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:4 = stablehlo.while(%iterArg = %0, %iterArg_1 = %c_0, %iterArg_2 = %c, %iterArg_3 = %arg0) : tensor<12xi32>, tensor<i32>, tensor<i32>, tensor<12x12xf32>
    cond {
      %c_4 = stablehlo.constant dense<10> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg_1, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2:2 = func.call @closed_call(%iterArg, %iterArg_2, %iterArg_3) : (tensor<12xi32>, tensor<i32>, tensor<12x12xf32>) -> (tensor<i32>, tensor<12x12xf32>)
      %c_4 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %iterArg_1, %c_4 : tensor<i32>
      stablehlo.return %iterArg, %3, %2#0, %2#1 : tensor<12xi32>, tensor<i32>, tensor<i32>, tensor<12x12xf32>
    }
    return %1#3 : tensor<12x12xf32>
  }
  func.func private @closed_call(%arg0: tensor<12xi32>, %arg1: tensor<i32>, %arg2: tensor<12x12xf32>) -> (tensor<i32>, tensor<12x12xf32>) {
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
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = call @_where(%3, %12, %cst) : (tensor<12xi1>, tensor<12xf32>, tensor<f32>) -> tensor<12xf32>
    %14 = stablehlo.multiply %13, %13 : tensor<12xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%14 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<12xf32>, tensor<f32>) -> tensor<f32>
    %16 = stablehlo.sqrt %15 : tensor<f32>
    %c_8 = stablehlo.constant dense<1> : tensor<i32>
    %17 = stablehlo.add %arg1, %c_8 : tensor<i32>
    %c_9 = stablehlo.constant dense<1> : tensor<i32>
    %18 = stablehlo.add %arg1, %c_9 : tensor<i32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %19 = stablehlo.compare LT, %18, %c_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %20 = stablehlo.convert %18 : tensor<i32>
    %c_11 = stablehlo.constant dense<12> : tensor<i32>
    %21 = stablehlo.add %20, %c_11 : tensor<i32>
    %22 = stablehlo.select %19, %21, %18 : tensor<i1>, tensor<i32>
    %23 = stablehlo.dynamic_slice %13, %22, sizes = [1] : (tensor<12xf32>, tensor<i32>) -> tensor<1xf32>
    %24 = stablehlo.reshape %23 : (tensor<1xf32>) -> tensor<f32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.compare LT, %24, %cst_12, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %26 = stablehlo.negate %16 : tensor<f32>
    %27 = call @_where_0(%25, %26, %16) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %c_13 = stablehlo.constant dense<0> : tensor<i32>
    %28 = stablehlo.compare LT, %17, %c_13, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_14 = stablehlo.constant dense<12> : tensor<i32>
    %29 = stablehlo.add %17, %c_14 : tensor<i32>
    %30 = stablehlo.select %28, %29, %17 : tensor<i1>, tensor<i32>
    %31 = stablehlo.convert %30 : tensor<i32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %33 = "stablehlo.scatter"(%13, %32, %27) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %58 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %58 : tensor<f32>
    }) : (tensor<12xf32>, tensor<1xi32>, tensor<f32>) -> tensor<12xf32>
    %34 = stablehlo.multiply %33, %33 : tensor<12xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<12xf32>, tensor<f32>) -> tensor<f32>
    %cst_16 = stablehlo.constant dense<9.99999968E-21> : tensor<f32>
    %36 = stablehlo.add %35, %cst_16 : tensor<f32>
    %37 = stablehlo.sqrt %36 : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %39 = stablehlo.divide %33, %38 : tensor<12xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %cst_17 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %42 = stablehlo.multiply %41, %40 : tensor<12x1xf32>
    %43 = stablehlo.dot_general %39, %arg2, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<12xf32>, tensor<12x12xf32>) -> tensor<12xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [1] : (tensor<12xf32>) -> tensor<1x12xf32>
    %45 = stablehlo.broadcast_in_dim %42, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x12xf32>
    %46 = stablehlo.broadcast_in_dim %44, dims = [0, 1] : (tensor<1x12xf32>) -> tensor<12x12xf32>
    %47 = stablehlo.multiply %45, %46 : tensor<12x12xf32>
    %48 = stablehlo.subtract %arg2, %47 : tensor<12x12xf32>
    %49 = stablehlo.dot_general %48, %39, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<12x12xf32>, tensor<12xf32>) -> tensor<12xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %cst_18 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %52 = stablehlo.multiply %51, %50 : tensor<12x1xf32>
    %53 = stablehlo.broadcast_in_dim %39, dims = [1] : (tensor<12xf32>) -> tensor<1x12xf32>
    %54 = stablehlo.broadcast_in_dim %52, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x12xf32>
    %55 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<1x12xf32>) -> tensor<12x12xf32>
    %56 = stablehlo.multiply %54, %55 : tensor<12x12xf32>
    %57 = stablehlo.subtract %48, %56 : tensor<12x12xf32>
    return %0, %57 : tensor<i32>, tensor<12x12xf32>
  }
  func.func private @_where(%arg0: tensor<12xi1>, %arg1: tensor<12xf32>, %arg2: tensor<f32>) -> tensor<12xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<12xi1>, tensor<12xf32>
    return %2 : tensor<12xf32>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>
    return %0 : tensor<f32>
  }
}
