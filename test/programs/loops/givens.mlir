// Made by generate.py.
module @jit_givens attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x12xf32>) -> (tensor<12x12xf32> {jax.result_info = "result[0]"}, tensor<12x12xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.iota dim = 0 : tensor<12x12xi32>
    %1 = stablehlo.iota dim = 1 : tensor<12x12xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<12x12xi32>
    %3 = stablehlo.add %0, %2 : tensor<12x12xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %5 = stablehlo.convert %4 : (tensor<12x12xi1>) -> tensor<12x12xf32>
    %6 = stablehlo.iota dim = 0 : tensor<12x12xi32>
    %7 = stablehlo.iota dim = 1 : tensor<12x12xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<12x12xi32>
    %9 = stablehlo.add %6, %8 : tensor<12x12xi32>
    %10 = stablehlo.compare EQ, %9, %7, SIGNED : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %11 = stablehlo.convert %10 : (tensor<12x12xi1>) -> tensor<12x12xf32>
    %cst = stablehlo.constant dense<1.200000e+01> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12x12xf32>
    %13 = stablehlo.multiply %12, %11 : tensor<12x12xf32>
    %14 = stablehlo.add %arg0, %13 : tensor<12x12xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<1> : tensor<i32>
    %15:4 = stablehlo.while(%iterArg = %c_1, %iterArg_3 = %c_2, %iterArg_4 = %5, %iterArg_5 = %14) : tensor<i32>, tensor<i32>, tensor<12x12xf32>, tensor<12x12xf32>
    cond {
      %c_6 = stablehlo.constant dense<12> : tensor<i32>
      %16 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %16 : tensor<i1>
    } do {
      %c_6 = stablehlo.constant dense<0> : tensor<i32>
      %16 = stablehlo.compare LT, %iterArg, %c_6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_7 = stablehlo.constant dense<12> : tensor<i32>
      %17 = stablehlo.add %iterArg, %c_7 : tensor<i32>
      %18 = stablehlo.select %16, %17, %iterArg : tensor<i1>, tensor<i32>
      %c_8 = stablehlo.constant dense<0> : tensor<i32>
      %19 = stablehlo.compare LT, %iterArg, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_9 = stablehlo.constant dense<12> : tensor<i32>
      %20 = stablehlo.add %iterArg, %c_9 : tensor<i32>
      %21 = stablehlo.select %19, %20, %iterArg : tensor<i1>, tensor<i32>
      %22 = stablehlo.dynamic_slice %iterArg_5, %18, %21, sizes = [1, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
      %23 = stablehlo.reshape %22 : (tensor<1x1xf32>) -> tensor<f32>
      %c_10 = stablehlo.constant dense<0> : tensor<i32>
      %24 = stablehlo.compare LT, %iterArg_3, %c_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_11 = stablehlo.constant dense<12> : tensor<i32>
      %25 = stablehlo.add %iterArg_3, %c_11 : tensor<i32>
      %26 = stablehlo.select %24, %25, %iterArg_3 : tensor<i1>, tensor<i32>
      %c_12 = stablehlo.constant dense<0> : tensor<i32>
      %27 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_13 = stablehlo.constant dense<12> : tensor<i32>
      %28 = stablehlo.add %iterArg, %c_13 : tensor<i32>
      %29 = stablehlo.select %27, %28, %iterArg : tensor<i1>, tensor<i32>
      %30 = stablehlo.dynamic_slice %iterArg_5, %26, %29, sizes = [1, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
      %31 = stablehlo.reshape %30 : (tensor<1x1xf32>) -> tensor<f32>
      %32 = stablehlo.multiply %23, %23 : tensor<f32>
      %33 = stablehlo.multiply %31, %31 : tensor<f32>
      %34 = stablehlo.add %32, %33 : tensor<f32>
      %35 = stablehlo.sqrt %34 : tensor<f32>
      %cst_14 = stablehlo.constant dense<9.99999968E-21> : tensor<f32>
      %36 = stablehlo.add %35, %cst_14 : tensor<f32>
      %37 = stablehlo.divide %23, %36 : tensor<f32>
      %38 = stablehlo.divide %31, %36 : tensor<f32>
      %39 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %40 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %41 = stablehlo.concatenate %39, %40, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
      %42 = stablehlo.negate %38 : tensor<f32>
      %43 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %44 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %45 = stablehlo.concatenate %43, %44, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
      %46 = stablehlo.broadcast_in_dim %41, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
      %47 = stablehlo.broadcast_in_dim %45, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
      %48 = stablehlo.concatenate %46, %47, dim = 0 : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
      %c_15 = stablehlo.constant dense<0> : tensor<i32>
      %49 = stablehlo.compare LT, %iterArg, %c_15, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_16 = stablehlo.constant dense<12> : tensor<i32>
      %50 = stablehlo.add %iterArg, %c_16 : tensor<i32>
      %51 = stablehlo.select %49, %50, %iterArg : tensor<i1>, tensor<i32>
      %c_17 = stablehlo.constant dense<0> : tensor<i32>
      %c_18 = stablehlo.constant dense<0> : tensor<i32>
      %52 = stablehlo.compare LT, %c_17, %c_18, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_19 = stablehlo.constant dense<0> : tensor<i32>
      %c_20 = stablehlo.constant dense<12> : tensor<i32>
      %53 = stablehlo.add %c_19, %c_20 : tensor<i32>
      %c_21 = stablehlo.constant dense<0> : tensor<i32>
      %54 = stablehlo.select %52, %53, %c_21 : tensor<i1>, tensor<i32>
      %55 = stablehlo.dynamic_slice %iterArg_5, %51, %54, sizes = [1, 12] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
      %56 = stablehlo.reshape %55 : (tensor<1x12xf32>) -> tensor<12xf32>
      %c_22 = stablehlo.constant dense<0> : tensor<i32>
      %57 = stablehlo.compare LT, %iterArg_3, %c_22, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_23 = stablehlo.constant dense<12> : tensor<i32>
      %58 = stablehlo.add %iterArg_3, %c_23 : tensor<i32>
      %59 = stablehlo.select %57, %58, %iterArg_3 : tensor<i1>, tensor<i32>
      %c_24 = stablehlo.constant dense<0> : tensor<i32>
      %c_25 = stablehlo.constant dense<0> : tensor<i32>
      %60 = stablehlo.compare LT, %c_24, %c_25, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_26 = stablehlo.constant dense<0> : tensor<i32>
      %c_27 = stablehlo.constant dense<12> : tensor<i32>
      %61 = stablehlo.add %c_26, %c_27 : tensor<i32>
      %c_28 = stablehlo.constant dense<0> : tensor<i32>
      %62 = stablehlo.select %60, %61, %c_28 : tensor<i1>, tensor<i32>
      %63 = stablehlo.dynamic_slice %iterArg_5, %59, %62, sizes = [1, 12] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
      %64 = stablehlo.reshape %63 : (tensor<1x12xf32>) -> tensor<12xf32>
      %65 = stablehlo.broadcast_in_dim %56, dims = [1] : (tensor<12xf32>) -> tensor<1x12xf32>
      %66 = stablehlo.broadcast_in_dim %64, dims = [1] : (tensor<12xf32>) -> tensor<1x12xf32>
      %67 = stablehlo.concatenate %65, %66, dim = 0 : (tensor<1x12xf32>, tensor<1x12xf32>) -> tensor<2x12xf32>
      %68 = stablehlo.dot_general %48, %67, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<2x2xf32>, tensor<2x12xf32>) -> tensor<2x12xf32>
      %69 = stablehlo.slice %68 [0:1, 0:12] : (tensor<2x12xf32>) -> tensor<1x12xf32>
      %c_29 = stablehlo.constant dense<0> : tensor<i32>
      %70 = stablehlo.compare LT, %iterArg, %c_29, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_30 = stablehlo.constant dense<12> : tensor<i32>
      %71 = stablehlo.add %iterArg, %c_30 : tensor<i32>
      %72 = stablehlo.select %70, %71, %iterArg : tensor<i1>, tensor<i32>
      %c_31 = stablehlo.constant dense<0> : tensor<i32>
      %73 = stablehlo.dynamic_update_slice %iterArg_5, %69, %72, %c_31 : (tensor<12x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x12xf32>
      %74 = stablehlo.slice %68 [1:2, 0:12] : (tensor<2x12xf32>) -> tensor<1x12xf32>
      %c_32 = stablehlo.constant dense<0> : tensor<i32>
      %75 = stablehlo.compare LT, %iterArg_3, %c_32, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_33 = stablehlo.constant dense<12> : tensor<i32>
      %76 = stablehlo.add %iterArg_3, %c_33 : tensor<i32>
      %77 = stablehlo.select %75, %76, %iterArg_3 : tensor<i1>, tensor<i32>
      %c_34 = stablehlo.constant dense<0> : tensor<i32>
      %78 = stablehlo.dynamic_update_slice %73, %74, %77, %c_34 : (tensor<12x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x12xf32>
      %c_35 = stablehlo.constant dense<0> : tensor<i32>
      %c_36 = stablehlo.constant dense<0> : tensor<i32>
      %79 = stablehlo.compare LT, %c_35, %c_36, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_37 = stablehlo.constant dense<0> : tensor<i32>
      %c_38 = stablehlo.constant dense<12> : tensor<i32>
      %80 = stablehlo.add %c_37, %c_38 : tensor<i32>
      %c_39 = stablehlo.constant dense<0> : tensor<i32>
      %81 = stablehlo.select %79, %80, %c_39 : tensor<i1>, tensor<i32>
      %c_40 = stablehlo.constant dense<0> : tensor<i32>
      %82 = stablehlo.compare LT, %iterArg, %c_40, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_41 = stablehlo.constant dense<12> : tensor<i32>
      %83 = stablehlo.add %iterArg, %c_41 : tensor<i32>
      %84 = stablehlo.select %82, %83, %iterArg : tensor<i1>, tensor<i32>
      %85 = stablehlo.dynamic_slice %iterArg_4, %81, %84, sizes = [12, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x1xf32>
      %86 = stablehlo.reshape %85 : (tensor<12x1xf32>) -> tensor<12xf32>
      %c_42 = stablehlo.constant dense<0> : tensor<i32>
      %c_43 = stablehlo.constant dense<0> : tensor<i32>
      %87 = stablehlo.compare LT, %c_42, %c_43, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_44 = stablehlo.constant dense<0> : tensor<i32>
      %c_45 = stablehlo.constant dense<12> : tensor<i32>
      %88 = stablehlo.add %c_44, %c_45 : tensor<i32>
      %c_46 = stablehlo.constant dense<0> : tensor<i32>
      %89 = stablehlo.select %87, %88, %c_46 : tensor<i1>, tensor<i32>
      %c_47 = stablehlo.constant dense<0> : tensor<i32>
      %90 = stablehlo.compare LT, %iterArg_3, %c_47, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_48 = stablehlo.constant dense<12> : tensor<i32>
      %91 = stablehlo.add %iterArg_3, %c_48 : tensor<i32>
      %92 = stablehlo.select %90, %91, %iterArg_3 : tensor<i1>, tensor<i32>
      %93 = stablehlo.dynamic_slice %iterArg_4, %89, %92, sizes = [12, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x1xf32>
      %94 = stablehlo.reshape %93 : (tensor<12x1xf32>) -> tensor<12xf32>
      %95 = stablehlo.broadcast_in_dim %86, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
      %96 = stablehlo.broadcast_in_dim %94, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
      %97 = stablehlo.concatenate %95, %96, dim = 1 : (tensor<12x1xf32>, tensor<12x1xf32>) -> tensor<12x2xf32>
      %98 = stablehlo.transpose %48, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
      %99 = stablehlo.dot_general %97, %98, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<12x2xf32>, tensor<2x2xf32>) -> tensor<12x2xf32>
      %100 = stablehlo.slice %99 [0:12, 0:1] : (tensor<12x2xf32>) -> tensor<12x1xf32>
      %c_49 = stablehlo.constant dense<0> : tensor<i32>
      %101 = stablehlo.compare LT, %iterArg, %c_49, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_50 = stablehlo.constant dense<12> : tensor<i32>
      %102 = stablehlo.add %iterArg, %c_50 : tensor<i32>
      %103 = stablehlo.select %101, %102, %iterArg : tensor<i1>, tensor<i32>
      %c_51 = stablehlo.constant dense<0> : tensor<i32>
      %104 = stablehlo.dynamic_update_slice %iterArg_4, %100, %c_51, %103 : (tensor<12x12xf32>, tensor<12x1xf32>, tensor<i32>, tensor<i32>) -> tensor<12x12xf32>
      %105 = stablehlo.slice %99 [0:12, 1:2] : (tensor<12x2xf32>) -> tensor<12x1xf32>
      %c_52 = stablehlo.constant dense<0> : tensor<i32>
      %106 = stablehlo.compare LT, %iterArg_3, %c_52, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_53 = stablehlo.constant dense<12> : tensor<i32>
      %107 = stablehlo.add %iterArg_3, %c_53 : tensor<i32>
      %108 = stablehlo.select %106, %107, %iterArg_3 : tensor<i1>, tensor<i32>
      %c_54 = stablehlo.constant dense<0> : tensor<i32>
      %109 = stablehlo.dynamic_update_slice %104, %105, %c_54, %108 : (tensor<12x12xf32>, tensor<12x1xf32>, tensor<i32>, tensor<i32>) -> tensor<12x12xf32>
      %c_55 = stablehlo.constant dense<11> : tensor<i32>
      %110 = stablehlo.compare EQ, %iterArg_3, %c_55, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_56 = stablehlo.constant dense<1> : tensor<i32>
      %111 = stablehlo.add %iterArg, %c_56 : tensor<i32>
      %112 = func.call @_where(%110, %111, %iterArg) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      %c_57 = stablehlo.constant dense<2> : tensor<i32>
      %113 = stablehlo.add %iterArg, %c_57 : tensor<i32>
      %c_58 = stablehlo.constant dense<1> : tensor<i32>
      %114 = stablehlo.add %iterArg_3, %c_58 : tensor<i32>
      %115 = func.call @_where(%110, %113, %114) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %112, %115, %109, %78 : tensor<i32>, tensor<i32>, tensor<12x12xf32>, tensor<12x12xf32>
    }
    return %15#2, %15#3 : tensor<12x12xf32>, tensor<12x12xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
