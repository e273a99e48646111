// Made by generate.py.
module @jit_levinson attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12xf32>, %arg1: tensor<12xf32>) -> (tensor<12xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.iota dim = 0 : tensor<12xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %cst = stablehlo.constant dense<4.800000e+01> : tensor<f32>
    %2 = "stablehlo.scatter"(%arg0, %1, %cst) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<12xf32>, tensor<1xi32>, tensor<f32>) -> tensor<12xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %4 = stablehlo.slice %2 [0:1] : (tensor<12xf32>) -> tensor<1xf32>
    %5 = stablehlo.reshape %4 : (tensor<1xf32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.divide %cst_1, %5 : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.dynamic_update_slice %3, %7, %c_2 : (tensor<12xf32>, tensor<1xf32>, tensor<i32>) -> tensor<12xf32>
    %9 = stablehlo.slice %arg1 [0:1] : (tensor<12xf32>) -> tensor<1xf32>
    %10 = stablehlo.reshape %9 : (tensor<1xf32>) -> tensor<f32>
    %11 = stablehlo.slice %2 [0:1] : (tensor<12xf32>) -> tensor<1xf32>
    %12 = stablehlo.reshape %11 : (tensor<1xf32>) -> tensor<f32>
    %13 = stablehlo.divide %10, %12 : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %15 = stablehlo.dynamic_update_slice %3, %14, %c_3 : (tensor<12xf32>, tensor<1xf32>, tensor<i32>) -> tensor<12xf32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %16:6 = stablehlo.while(%iterArg = %0, %iterArg_5 = %2, %iterArg_6 = %arg1, %iterArg_7 = %c_4, %iterArg_8 = %8, %iterArg_9 = %15) : tensor<12xi32>, tensor<12xf32>, tensor<12xf32>, tensor<i32>, tensor<12xf32>, tensor<12xf32>
    cond {
      %c_10 = stablehlo.constant dense<12> : tensor<i32>
      %17 = stablehlo.compare LT, %iterArg_7, %c_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %17 : tensor<i1>
    } do {
      %17 = stablehlo.broadcast_in_dim %iterArg_7, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %18 = stablehlo.subtract %17, %iterArg : tensor<12xi32>
      %c_10 = stablehlo.constant dense<0> : tensor<i32>
      %c_11 = stablehlo.constant dense<11> : tensor<i32>
      %19 = func.call @clip(%18, %c_10, %c_11) : (tensor<12xi32>, tensor<i32>, tensor<i32>) -> tensor<12xi32>
      %20 = stablehlo.broadcast_in_dim %iterArg_7, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %21 = stablehlo.compare LT, %iterArg, %20, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
      %c_12 = stablehlo.constant dense<0> : tensor<i32>
      %22 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %23 = stablehlo.compare LT, %19, %22, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
      %c_13 = stablehlo.constant dense<12> : tensor<i32>
      %24 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %25 = stablehlo.add %19, %24 : tensor<12xi32>
      %26 = stablehlo.select %23, %25, %19 : tensor<12xi1>, tensor<12xi32>
      %27 = stablehlo.broadcast_in_dim %26, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
      %28 = "stablehlo.gather"(%iterArg_5, %27) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<12xf32>, tensor<12x1xi32>) -> tensor<12xf32>
      %29 = stablehlo.multiply %iterArg_8, %28 : tensor<12xf32>
      %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %30 = func.call @_where(%21, %29, %cst_14) : (tensor<12xi1>, tensor<12xf32>, tensor<f32>) -> tensor<12xf32>
      %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %31 = stablehlo.reduce(%30 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<12xf32>, tensor<f32>) -> tensor<f32>
      %c_16 = stablehlo.constant dense<0> : tensor<i32>
      %32 = stablehlo.broadcast_in_dim %c_16, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %33 = stablehlo.compare LT, %19, %32, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
      %c_17 = stablehlo.constant dense<12> : tensor<i32>
      %34 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %35 = stablehlo.add %19, %34 : tensor<12xi32>
      %36 = stablehlo.select %33, %35, %19 : tensor<12xi1>, tensor<12xi32>
      %37 = stablehlo.broadcast_in_dim %36, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
      %38 = "stablehlo.gather"(%iterArg_8, %37) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<12xf32>, tensor<12x1xi32>) -> tensor<12xf32>
      %39 = stablehlo.broadcast_in_dim %iterArg_7, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %40 = stablehlo.compare LE, %iterArg, %39, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
      %41 = stablehlo.convert %40 : (tensor<12xi1>) -> tensor<12xf32>
      %42 = stablehlo.multiply %38, %41 : tensor<12xf32>
      %43 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<12xf32>
      %44 = stablehlo.multiply %43, %42 : tensor<12xf32>
      %45 = stablehlo.subtract %iterArg_8, %44 : tensor<12xf32>
      %46 = stablehlo.multiply %31, %31 : tensor<f32>
      %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %47 = stablehlo.subtract %cst_18, %46 : tensor<f32>
      %48 = stablehlo.broadcast_in_dim %47, dims = [] : (tensor<f32>) -> tensor<12xf32>
      %49 = stablehlo.divide %45, %48 : tensor<12xf32>
      %50 = stablehlo.broadcast_in_dim %iterArg_7, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %51 = stablehlo.compare LT, %iterArg, %50, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
      %c_19 = stablehlo.constant dense<0> : tensor<i32>
      %52 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %53 = stablehlo.compare LT, %19, %52, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
      %c_20 = stablehlo.constant dense<12> : tensor<i32>
      %54 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %55 = stablehlo.add %19, %54 : tensor<12xi32>
      %56 = stablehlo.select %53, %55, %19 : tensor<12xi1>, tensor<12xi32>
      %57 = stablehlo.broadcast_in_dim %56, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
      %58 = "stablehlo.gather"(%iterArg_5, %57) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<12xf32>, tensor<12x1xi32>) -> tensor<12xf32>
      %59 = stablehlo.multiply %iterArg_9, %58 : tensor<12xf32>
      %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %60 = func.call @_where(%51, %59, %cst_21) : (tensor<12xi1>, tensor<12xf32>, tensor<f32>) -> tensor<12xf32>
      %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %61 = stablehlo.reduce(%60 init: %cst_22) applies stablehlo.add across dimensions = [0] : (tensor<12xf32>, tensor<f32>) -> tensor<f32>
      %c_23 = stablehlo.constant dense<1> : tensor<i32>
      %62 = stablehlo.add %iterArg_7, %c_23 : tensor<i32>
      %c_24 = stablehlo.constant dense<0> : tensor<i32>
      %63 = stablehlo.compare LT, %iterArg_7, %c_24, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_25 = stablehlo.constant dense<12> : tensor<i32>
      %64 = stablehlo.add %iterArg_7, %c_25 : tensor<i32>
      %65 = stablehlo.select %63, %64, %iterArg_7 : tensor<i1>, tensor<i32>
      %66 = stablehlo.dynamic_slice %iterArg_6, %65, sizes = [1] : (tensor<12xf32>, tensor<i32>) -> tensor<1xf32>
      %67 = stablehlo.reshape %66 : (tensor<1xf32>) -> tensor<f32>
      %68 = stablehlo.subtract %67, %61 : tensor<f32>
      %c_26 = stablehlo.constant dense<0> : tensor<i32>
      %69 = stablehlo.broadcast_in_dim %c_26, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %70 = stablehlo.compare LT, %19, %69, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
      %c_27 = stablehlo.constant dense<12> : tensor<i32>
      %71 = stablehlo.broadcast_in_dim %c_27, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %72 = stablehlo.add %19, %71 : tensor<12xi32>
      %73 = stablehlo.select %70, %72, %19 : tensor<12xi1>, tensor<12xi32>
      %74 = stablehlo.broadcast_in_dim %73, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
      %75 = "stablehlo.gather"(%49, %74) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<12xf32>, tensor<12x1xi32>) -> tensor<12xf32>
      %76 = stablehlo.broadcast_in_dim %68, dims = [] : (tensor<f32>) -> tensor<12xf32>
      %77 = stablehlo.multiply %76, %75 : tensor<12xf32>
      %78 = stablehlo.broadcast_in_dim %iterArg_7, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %79 = stablehlo.compare LE, %iterArg, %78, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
      %80 = stablehlo.convert %79 : (tensor<12xi1>) -> tensor<12xf32>
      %81 = stablehlo.multiply %77, %80 : tensor<12xf32>
      %82 = stablehlo.add %iterArg_9, %81 : tensor<12xf32>
      stablehlo.return %iterArg, %iterArg_5, %iterArg_6, %62, %49, %82 : tensor<12xi32>, tensor<12xf32>, tensor<12xf32>, tensor<i32>, tensor<12xf32>, tensor<12xf32>
    }
    return %16#5 : tensor<12xf32>
  }
  func.func private @clip(%arg0: tensor<12xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<12xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<12xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<12xi32>
    return %5 : tensor<12xi32>
  }
  func.func private @_where(%arg0: tensor<12xi1>, %arg1: tensor<12xf32>, %arg2: tensor<f32>) -> tensor<12xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<12xi1>, tensor<12xf32>
    return %2 : tensor<12xf32>
  }
}
