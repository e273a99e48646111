// Made by generate.py.
module @jit_jacobi_pairs attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x12xf32>) -> (tensor<12xf32> {jax.result_info = "result[0]"}, tensor<12x12xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 9, 9, 10]> : tensor<66xi32>
    %c_0 = stablehlo.constant dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 3, 4, 5, 6, 7, 8, 9, 10, 11, 4, 5, 6, 7, 8, 9, 10, 11, 5, 6, 7, 8, 9, 10, 11, 6, 7, 8, 9, 10, 11, 7, 8, 9, 10, 11, 8, 9, 10, 11, 9, 10, 11, 10, 11, 11]> : tensor<66xi32>
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<12x12xf32>) -> tensor<12x12xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<12x12xf32>
    %2 = stablehlo.iota dim = 0 : tensor<12x12xi32>
    %3 = stablehlo.iota dim = 1 : tensor<12x12xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<12x12xi32>
    %5 = stablehlo.add %2, %4 : tensor<12x12xi32>
    %6 = stablehlo.compare EQ, %5, %3, SIGNED : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %7 = stablehlo.convert %6 : (tensor<12x12xi1>) -> tensor<12x12xf32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %8:5 = stablehlo.while(%iterArg = %c, %iterArg_3 = %c_0, %iterArg_4 = %c_2, %iterArg_5 = %1, %iterArg_6 = %7) : tensor<66xi32>, tensor<66xi32>, tensor<i32>, tensor<12x12xf32>, tensor<12x12xf32>
    cond {
      %c_7 = stablehlo.constant dense<66> : tensor<i32>
      %11 = stablehlo.compare LT, %iterArg_4, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    } do {
      %11 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_4) : (tensor<66xi32>, tensor<i32>) -> tensor<i32>
      %12 = func.call @dynamic_index_in_dim(%iterArg_3, %iterArg_4) : (tensor<66xi32>, tensor<i32>) -> tensor<i32>
      %13:2 = func.call @closed_call(%iterArg_5, %iterArg_6, %11, %12) : (tensor<12x12xf32>, tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> (tensor<12x12xf32>, tensor<12x12xf32>)
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %14 = stablehlo.add %iterArg_4, %c_7 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_3, %14, %13#0, %13#1 : tensor<66xi32>, tensor<66xi32>, tensor<i32>, tensor<12x12xf32>, tensor<12x12xf32>
    }
    %9 = call @diagonal(%8#3) : (tensor<12x12xf32>) -> tensor<12xf32>
    %10 = stablehlo.abs %8#4 : tensor<12x12xf32>
    return %9, %10 : tensor<12xf32>, tensor<12x12xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<66xi32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<66xi32>, tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @closed_call(%arg0: tensor<12x12xf32>, %arg1: tensor<12x12xf32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> (tensor<12x12xf32>, tensor<12x12xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare LT, %arg2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<12> : tensor<i32>
    %1 = stablehlo.add %arg2, %c_0 : tensor<i32>
    %2 = stablehlo.select %0, %1, %arg2 : tensor<i1>, tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.compare LT, %arg3, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<12> : tensor<i32>
    %4 = stablehlo.add %arg3, %c_2 : tensor<i32>
    %5 = stablehlo.select %3, %4, %arg3 : tensor<i1>, tensor<i32>
    %6 = stablehlo.dynamic_slice %arg0, %2, %5, sizes = [1, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    %7 = stablehlo.reshape %6 : (tensor<1x1xf32>) -> tensor<f32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %8 = stablehlo.multiply %cst, %7 : tensor<f32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %arg3, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_4 = stablehlo.constant dense<12> : tensor<i32>
    %10 = stablehlo.add %arg3, %c_4 : tensor<i32>
    %11 = stablehlo.select %9, %10, %arg3 : tensor<i1>, tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.compare LT, %arg3, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_6 = stablehlo.constant dense<12> : tensor<i32>
    %13 = stablehlo.add %arg3, %c_6 : tensor<i32>
    %14 = stablehlo.select %12, %13, %arg3 : tensor<i1>, tensor<i32>
    %15 = stablehlo.dynamic_slice %arg0, %11, %14, sizes = [1, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    %16 = stablehlo.reshape %15 : (tensor<1x1xf32>) -> tensor<f32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %17 = stablehlo.compare LT, %arg2, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_8 = stablehlo.constant dense<12> : tensor<i32>
    %18 = stablehlo.add %arg2, %c_8 : tensor<i32>
    %19 = stablehlo.select %17, %18, %arg2 : tensor<i1>, tensor<i32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %20 = stablehlo.compare LT, %arg2, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_10 = stablehlo.constant dense<12> : tensor<i32>
    %21 = stablehlo.add %arg2, %c_10 : tensor<i32>
    %22 = stablehlo.select %20, %21, %arg2 : tensor<i1>, tensor<i32>
    %23 = stablehlo.dynamic_slice %arg0, %19, %22, sizes = [1, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    %24 = stablehlo.reshape %23 : (tensor<1x1xf32>) -> tensor<f32>
    %25 = stablehlo.subtract %16, %24 : tensor<f32>
    %26 = stablehlo.atan2 %8, %25 : tensor<f32>
    %cst_11 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %27 = stablehlo.multiply %cst_11, %26 : tensor<f32>
    %28 = stablehlo.cosine %27 : tensor<f32>
    %29 = stablehlo.sine %27 : tensor<f32>
    %30 = stablehlo.iota dim = 0 : tensor<12x12xi32>
    %31 = stablehlo.iota dim = 1 : tensor<12x12xi32>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %32 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<12x12xi32>
    %33 = stablehlo.add %30, %32 : tensor<12x12xi32>
    %34 = stablehlo.compare EQ, %33, %31, SIGNED : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %35 = stablehlo.convert %34 : (tensor<12x12xi1>) -> tensor<12x12xf32>
    %c_13 = stablehlo.constant dense<0> : tensor<i32>
    %36 = stablehlo.compare LT, %arg2, %c_13, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_14 = stablehlo.constant dense<12> : tensor<i32>
    %37 = stablehlo.add %arg2, %c_14 : tensor<i32>
    %38 = stablehlo.select %36, %37, %arg2 : tensor<i1>, tensor<i32>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %39 = stablehlo.compare LT, %arg2, %c_15, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_16 = stablehlo.constant dense<12> : tensor<i32>
    %40 = stablehlo.add %arg2, %c_16 : tensor<i32>
    %41 = stablehlo.select %39, %40, %arg2 : tensor<i1>, tensor<i32>
    %42 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %43 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %44 = stablehlo.concatenate %42, %43, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %45 = "stablehlo.scatter"(%35, %44, %28) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = true}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      stablehlo.return %arg5 : tensor<f32>
    }) : (tensor<12x12xf32>, tensor<2xi32>, tensor<f32>) -> tensor<12x12xf32>
    %c_17 = stablehlo.constant dense<0> : tensor<i32>
    %46 = stablehlo.compare LT, %arg3, %c_17, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_18 = stablehlo.constant dense<12> : tensor<i32>
    %47 = stablehlo.add %arg3, %c_18 : tensor<i32>
    %48 = stablehlo.select %46, %47, %arg3 : tensor<i1>, tensor<i32>
    %c_19 = stablehlo.constant dense<0> : tensor<i32>
    %49 = stablehlo.compare LT, %arg3, %c_19, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_20 = stablehlo.constant dense<12> : tensor<i32>
    %50 = stablehlo.add %arg3, %c_20 : tensor<i32>
    %51 = stablehlo.select %49, %50, %arg3 : tensor<i1>, tensor<i32>
    %52 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %53 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %54 = stablehlo.concatenate %52, %53, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %55 = "stablehlo.scatter"(%45, %54, %28) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = true}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      stablehlo.return %arg5 : tensor<f32>
    }) : (tensor<12x12xf32>, tensor<2xi32>, tensor<f32>) -> tensor<12x12xf32>
    %c_21 = stablehlo.constant dense<0> : tensor<i32>
    %56 = stablehlo.compare LT, %arg2, %c_21, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_22 = stablehlo.constant dense<12> : tensor<i32>
    %57 = stablehlo.add %arg2, %c_22 : tensor<i32>
    %58 = stablehlo.select %56, %57, %arg2 : tensor<i1>, tensor<i32>
    %c_23 = stablehlo.constant dense<0> : tensor<i32>
    %59 = stablehlo.compare LT, %arg3, %c_23, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_24 = stablehlo.constant dense<12> : tensor<i32>
    %60 = stablehlo.add %arg3, %c_24 : tensor<i32>
    %61 = stablehlo.select %59, %60, %arg3 : tensor<i1>, tensor<i32>
    %62 = stablehlo.broadcast_in_dim %58, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %63 = stablehlo.broadcast_in_dim %61, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %64 = stablehlo.concatenate %62, %63, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %65 = "stablehlo.scatter"(%55, %64, %29) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = true}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      stablehlo.return %arg5 : tensor<f32>
    }) : (tensor<12x12xf32>, tensor<2xi32>, tensor<f32>) -> tensor<12x12xf32>
    %66 = stablehlo.negate %29 : tensor<f32>
    %c_25 = stablehlo.constant dense<0> : tensor<i32>
    %67 = stablehlo.compare LT, %arg3, %c_25, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_26 = stablehlo.constant dense<12> : tensor<i32>
    %68 = stablehlo.add %arg3, %c_26 : tensor<i32>
    %69 = stablehlo.select %67, %68, %arg3 : tensor<i1>, tensor<i32>
    %c_27 = stablehlo.constant dense<0> : tensor<i32>
    %70 = stablehlo.compare LT, %arg2, %c_27, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_28 = stablehlo.constant dense<12> : tensor<i32>
    %71 = stablehlo.add %arg2, %c_28 : tensor<i32>
    %72 = stablehlo.select %70, %71, %arg2 : tensor<i1>, tensor<i32>
    %73 = stablehlo.broadcast_in_dim %69, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %74 = stablehlo.broadcast_in_dim %72, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %75 = stablehlo.concatenate %73, %74, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %76 = "stablehlo.scatter"(%65, %75, %66) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = true}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      stablehlo.return %arg5 : tensor<f32>
    }) : (tensor<12x12xf32>, tensor<2xi32>, tensor<f32>) -> tensor<12x12xf32>
    %77 = stablehlo.transpose %76, dims = [1, 0] : (tensor<12x12xf32>) -> tensor<12x12xf32>
    %78 = stablehlo.dot_general %77, %arg0, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<12x12xf32>, tensor<12x12xf32>) -> tensor<12x12xf32>
    %79 = stablehlo.dot_general %78, %76, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<12x12xf32>, tensor<12x12xf32>) -> tensor<12x12xf32>
    %80 = stablehlo.dot_general %arg1, %76, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<12x12xf32>, tensor<12x12xf32>) -> tensor<12x12xf32>
    return %79, %80 : tensor<12x12xf32>, tensor<12x12xf32>
  }
  func.func private @diagonal(%arg0: tensor<12x12xf32>) -> tensor<12xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<12x12xi32>
    %1 = stablehlo.iota dim = 1 : tensor<12x12xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<12x12xi32>
    %3 = stablehlo.add %0, %2 : tensor<12x12xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %5 = stablehlo.convert %4 : (tensor<12x12xi1>) -> tensor<12x12xf32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %6 = "stablehlo.case"(%c_0) ({
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }, {
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %7 = "stablehlo.case"(%6) ({
      %8 = stablehlo.iota dim = 0 : tensor<12xi32>
      %9 = stablehlo.iota dim = 0 : tensor<12xi32>
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %11 = stablehlo.compare LT, %8, %10, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
      %c_2 = stablehlo.constant dense<12> : tensor<i32>
      %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %13 = stablehlo.add %8, %12 : tensor<12xi32>
      %14 = stablehlo.select %11, %13, %8 : tensor<12xi1>, tensor<12xi32>
      %c_3 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %16 = stablehlo.compare LT, %9, %15, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
      %c_4 = stablehlo.constant dense<12> : tensor<i32>
      %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %18 = stablehlo.add %9, %17 : tensor<12xi32>
      %19 = stablehlo.select %16, %18, %9 : tensor<12xi1>, tensor<12xi32>
      %20 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
      %21 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
      %22 = stablehlo.concatenate %20, %21, dim = 1 : (tensor<12x1xi32>, tensor<12x1xi32>) -> tensor<12x2xi32>
      %23 = "stablehlo.gather"(%arg0, %22) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<12x12xf32>, tensor<12x2xi32>) -> tensor<12xf32>
      stablehlo.return %23 : tensor<12xf32>
    }) : (tensor<i32>) -> tensor<12xf32>
    return %7 : tensor<12xf32>
  }
}
