// Made by generate.py.
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x12xf32>) -> (tensor<12xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<12x12xf32>) -> tensor<12x12xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<12x12xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %1) : tensor<i32>, tensor<12x12xf32>
    cond {
      %c_1 = stablehlo.constant dense<2> : tensor<i32>
      %5 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %5 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      %c_2 = stablehlo.constant dense<0> : tensor<i32>
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %6:3 = stablehlo.while(%iterArg_4 = %c_2, %iterArg_5 = %c_3, %iterArg_6 = %iterArg_0) : tensor<i32>, tensor<i32>, tensor<12x12xf32>
      cond {
        %c_7 = stablehlo.constant dense<11> : tensor<i32>
        %7 = stablehlo.compare LT, %iterArg_4, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %7 : tensor<i1>
      } do {
        %c_7 = stablehlo.constant dense<0> : tensor<i32>
        %7 = stablehlo.compare LT, %iterArg_4, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_8 = stablehlo.constant dense<12> : tensor<i32>
        %8 = stablehlo.add %iterArg_4, %c_8 : tensor<i32>
        %9 = stablehlo.select %7, %8, %iterArg_4 : tensor<i1>, tensor<i32>
        %c_9 = stablehlo.constant dense<0> : tensor<i32>
        %10 = stablehlo.compare LT, %iterArg_5, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_10 = stablehlo.constant dense<12> : tensor<i32>
        %11 = stablehlo.add %iterArg_5, %c_10 : tensor<i32>
        %12 = stablehlo.select %10, %11, %iterArg_5 : tensor<i1>, tensor<i32>
        %13 = stablehlo.dynamic_slice %iterArg_6, %9, %12, sizes = [1, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
        %14 = stablehlo.reshape %13 : (tensor<1x1xf32>) -> tensor<f32>
        %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
        %15 = stablehlo.multiply %cst, %14 : tensor<f32>
        %c_11 = stablehlo.constant dense<0> : tensor<i32>
        %16 = stablehlo.compare LT, %iterArg_5, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_12 = stablehlo.constant dense<12> : tensor<i32>
        %17 = stablehlo.add %iterArg_5, %c_12 : tensor<i32>
        %18 = stablehlo.select %16, %17, %iterArg_5 : tensor<i1>, tensor<i32>
        %c_13 = stablehlo.constant dense<0> : tensor<i32>
        %19 = stablehlo.compare LT, %iterArg_5, %c_13, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_14 = stablehlo.constant dense<12> : tensor<i32>
        %20 = stablehlo.add %iterArg_5, %c_14 : tensor<i32>
        %21 = stablehlo.select %19, %20, %iterArg_5 : tensor<i1>, tensor<i32>
        %22 = stablehlo.dynamic_slice %iterArg_6, %18, %21, sizes = [1, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
        %23 = stablehlo.reshape %22 : (tensor<1x1xf32>) -> tensor<f32>
        %c_15 = stablehlo.constant dense<0> : tensor<i32>
        %24 = stablehlo.compare LT, %iterArg_4, %c_15, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_16 = stablehlo.constant dense<12> : tensor<i32>
        %25 = stablehlo.add %iterArg_4, %c_16 : tensor<i32>
        %26 = stablehlo.select %24, %25, %iterArg_4 : tensor<i1>, tensor<i32>
        %c_17 = stablehlo.constant dense<0> : tensor<i32>
        %27 = stablehlo.compare LT, %iterArg_4, %c_17, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_18 = stablehlo.constant dense<12> : tensor<i32>
        %28 = stablehlo.add %iterArg_4, %c_18 : tensor<i32>
        %29 = stablehlo.select %27, %28, %iterArg_4 : tensor<i1>, tensor<i32>
        %30 = stablehlo.dynamic_slice %iterArg_6, %26, %29, sizes = [1, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
        %31 = stablehlo.reshape %30 : (tensor<1x1xf32>) -> tensor<f32>
        %32 = stablehlo.subtract %23, %31 : tensor<f32>
        %33 = stablehlo.atan2 %15, %32 : tensor<f32>
        %cst_19 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
        %34 = stablehlo.multiply %cst_19, %33 : tensor<f32>
        %35 = stablehlo.cosine %34 : tensor<f32>
        %36 = stablehlo.sine %34 : tensor<f32>
        %c_20 = stablehlo.constant dense<0> : tensor<i32>
        %37 = stablehlo.compare LT, %iterArg_4, %c_20, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_21 = stablehlo.constant dense<12> : tensor<i32>
        %38 = stablehlo.add %iterArg_4, %c_21 : tensor<i32>
        %39 = stablehlo.select %37, %38, %iterArg_4 : tensor<i1>, tensor<i32>
        %c_22 = stablehlo.constant dense<0> : tensor<i32>
        %40 = stablehlo.dynamic_slice %iterArg_6, %39, %c_22, sizes = [1, 12] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
        %c_23 = stablehlo.constant dense<0> : tensor<i32>
        %41 = stablehlo.compare LT, %iterArg_5, %c_23, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_24 = stablehlo.constant dense<12> : tensor<i32>
        %42 = stablehlo.add %iterArg_5, %c_24 : tensor<i32>
        %43 = stablehlo.select %41, %42, %iterArg_5 : tensor<i1>, tensor<i32>
        %c_25 = stablehlo.constant dense<0> : tensor<i32>
        %44 = stablehlo.dynamic_slice %iterArg_6, %43, %c_25, sizes = [1, 12] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
        %45 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f32>) -> tensor<1x12xf32>
        %46 = stablehlo.multiply %45, %40 : tensor<1x12xf32>
        %47 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<1x12xf32>
        %48 = stablehlo.multiply %47, %44 : tensor<1x12xf32>
        %49 = stablehlo.subtract %46, %48 : tensor<1x12xf32>
        %c_26 = stablehlo.constant dense<0> : tensor<i32>
        %50 = stablehlo.compare LT, %iterArg_4, %c_26, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_27 = stablehlo.constant dense<12> : tensor<i32>
        %51 = stablehlo.add %iterArg_4, %c_27 : tensor<i32>
        %52 = stablehlo.select %50, %51, %iterArg_4 : tensor<i1>, tensor<i32>
        %c_28 = stablehlo.constant dense<0> : tensor<i32>
        %53 = stablehlo.dynamic_update_slice %iterArg_6, %49, %52, %c_28 : (tensor<12x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x12xf32>
        %54 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<1x12xf32>
        %55 = stablehlo.multiply %54, %40 : tensor<1x12xf32>
        %56 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f32>) -> tensor<1x12xf32>
        %57 = stablehlo.multiply %56, %44 : tensor<1x12xf32>
        %58 = stablehlo.add %55, %57 : tensor<1x12xf32>
        %c_29 = stablehlo.constant dense<0> : tensor<i32>
        %59 = stablehlo.compare LT, %iterArg_5, %c_29, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_30 = stablehlo.constant dense<12> : tensor<i32>
        %60 = stablehlo.add %iterArg_5, %c_30 : tensor<i32>
        %61 = stablehlo.select %59, %60, %iterArg_5 : tensor<i1>, tensor<i32>
        %c_31 = stablehlo.constant dense<0> : tensor<i32>
        %62 = stablehlo.dynamic_update_slice %53, %58, %61, %c_31 : (tensor<12x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x12xf32>
        %c_32 = stablehlo.constant dense<0> : tensor<i32>
        %63 = stablehlo.compare LT, %iterArg_4, %c_32, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_33 = stablehlo.constant dense<12> : tensor<i32>
        %64 = stablehlo.add %iterArg_4, %c_33 : tensor<i32>
        %65 = stablehlo.select %63, %64, %iterArg_4 : tensor<i1>, tensor<i32>
        %c_34 = stablehlo.constant dense<0> : tensor<i32>
        %66 = stablehlo.dynamic_slice %62, %c_34, %65, sizes = [12, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x1xf32>
        %c_35 = stablehlo.constant dense<0> : tensor<i32>
        %67 = stablehlo.compare LT, %iterArg_5, %c_35, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_36 = stablehlo.constant dense<12> : tensor<i32>
        %68 = stablehlo.add %iterArg_5, %c_36 : tensor<i32>
        %69 = stablehlo.select %67, %68, %iterArg_5 : tensor<i1>, tensor<i32>
        %c_37 = stablehlo.constant dense<0> : tensor<i32>
        %70 = stablehlo.dynamic_slice %62, %c_37, %69, sizes = [12, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x1xf32>
        %71 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
        %72 = stablehlo.multiply %71, %66 : tensor<12x1xf32>
        %73 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
        %74 = stablehlo.multiply %73, %70 : tensor<12x1xf32>
        %75 = stablehlo.subtract %72, %74 : tensor<12x1xf32>
        %c_38 = stablehlo.constant dense<0> : tensor<i32>
        %76 = stablehlo.compare LT, %iterArg_4, %c_38, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_39 = stablehlo.constant dense<12> : tensor<i32>
        %77 = stablehlo.add %iterArg_4, %c_39 : tensor<i32>
        %78 = stablehlo.select %76, %77, %iterArg_4 : tensor<i1>, tensor<i32>
        %c_40 = stablehlo.constant dense<0> : tensor<i32>
        %79 = stablehlo.dynamic_update_slice %62, %75, %c_40, %78 : (tensor<12x12xf32>, tensor<12x1xf32>, tensor<i32>, tensor<i32>) -> tensor<12x12xf32>
        %80 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
        %81 = stablehlo.multiply %80, %66 : tensor<12x1xf32>
        %82 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
        %83 = stablehlo.multiply %82, %70 : tensor<12x1xf32>
        %84 = stablehlo.add %81, %83 : tensor<12x1xf32>
        %c_41 = stablehlo.constant dense<0> : tensor<i32>
        %85 = stablehlo.compare LT, %iterArg_5, %c_41, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_42 = stablehlo.constant dense<12> : tensor<i32>
        %86 = stablehlo.add %iterArg_5, %c_42 : tensor<i32>
        %87 = stablehlo.select %85, %86, %iterArg_5 : tensor<i1>, tensor<i32>
        %c_43 = stablehlo.constant dense<0> : tensor<i32>
        %88 = stablehlo.dynamic_update_slice %79, %84, %c_43, %87 : (tensor<12x12xf32>, tensor<12x1xf32>, tensor<i32>, tensor<i32>) -> tensor<12x12xf32>
        %c_44 = stablehlo.constant dense<11> : tensor<i32>
        %89 = stablehlo.compare EQ, %iterArg_5, %c_44, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %c_45 = stablehlo.constant dense<1> : tensor<i32>
        %90 = stablehlo.add %iterArg_4, %c_45 : tensor<i32>
        %91 = func.call @_where(%89, %90, %iterArg_4) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
        %c_46 = stablehlo.constant dense<2> : tensor<i32>
        %92 = stablehlo.add %iterArg_4, %c_46 : tensor<i32>
        %c_47 = stablehlo.constant dense<1> : tensor<i32>
        %93 = stablehlo.add %iterArg_5, %c_47 : tensor<i32>
        %94 = func.call @_where(%89, %92, %93) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
        stablehlo.return %91, %94, %88 : tensor<i32>, tensor<i32>, tensor<12x12xf32>
      }
      stablehlo.return %5, %6#2 : tensor<i32>, tensor<12x12xf32>
    }
    %3 = call @diagonal(%2#1) : (tensor<12x12xf32>) -> tensor<12xf32>
    %4 = call @sort(%3) : (tensor<12xf32>) -> tensor<12xf32>
    return %4 : tensor<12xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
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
  func.func private @sort(%arg0: tensor<12xf32>) -> tensor<12xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<12xf32>) -> tensor<12xf32>
    return %0 : tensor<12xf32>
  }
}
