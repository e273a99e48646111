// Made by generate.py.
module @jit_lu attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x12xf32>) -> (tensor<12x12xf32> {jax.result_info = "result[0]"}, tensor<12xi32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.iota dim = 0 : tensor<12xi32>
    %1 = stablehlo.iota dim = 0 : tensor<12xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<12> : tensor<i32>
    %2:5 = stablehlo.while(%iterArg = %0, %iterArg_1 = %c, %iterArg_2 = %c_0, %iterArg_3 = %arg0, %iterArg_4 = %1) : tensor<12xi32>, tensor<i32>, tensor<i32>, tensor<12x12xf32>, tensor<12xi32>
    cond {
      %3 = stablehlo.compare LT, %iterArg_1, %iterArg_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %iterArg_1, %c_5 : tensor<i32>
      %4 = stablehlo.broadcast_in_dim %iterArg_1, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %5 = stablehlo.compare GE, %iterArg, %4, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
      %c_6 = stablehlo.constant dense<0> : tensor<i32>
      %c_7 = stablehlo.constant dense<0> : tensor<i32>
      %6 = stablehlo.compare LT, %c_6, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_8 = stablehlo.constant dense<0> : tensor<i32>
      %c_9 = stablehlo.constant dense<12> : tensor<i32>
      %7 = stablehlo.add %c_8, %c_9 : tensor<i32>
      %c_10 = stablehlo.constant dense<0> : tensor<i32>
      %8 = stablehlo.select %6, %7, %c_10 : tensor<i1>, tensor<i32>
      %c_11 = stablehlo.constant dense<0> : tensor<i32>
      %9 = stablehlo.compare LT, %iterArg_1, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_12 = stablehlo.constant dense<12> : tensor<i32>
      %10 = stablehlo.add %iterArg_1, %c_12 : tensor<i32>
      %11 = stablehlo.select %9, %10, %iterArg_1 : tensor<i1>, tensor<i32>
      %12 = stablehlo.dynamic_slice %iterArg_3, %8, %11, sizes = [12, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x1xf32>
      %13 = stablehlo.reshape %12 : (tensor<12x1xf32>) -> tensor<12xf32>
      %14 = stablehlo.abs %13 : tensor<12xf32>
      %cst = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
      %15 = func.call @_where(%5, %14, %cst) : (tensor<12xi1>, tensor<12xf32>, tensor<f32>) -> tensor<12xf32>
      %16 = func.call @argmax(%15) : (tensor<12xf32>) -> tensor<i32>
      %c_13 = stablehlo.constant dense<0> : tensor<i32>
      %17 = stablehlo.compare LT, %iterArg_1, %c_13, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_14 = stablehlo.constant dense<12> : tensor<i32>
      %18 = stablehlo.add %iterArg_1, %c_14 : tensor<i32>
      %19 = stablehlo.select %17, %18, %iterArg_1 : tensor<i1>, tensor<i32>
      %c_15 = stablehlo.constant dense<0> : tensor<i32>
      %20 = stablehlo.dynamic_slice %iterArg_3, %19, %c_15, sizes = [1, 12] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
      %c_16 = stablehlo.constant dense<0> : tensor<i32>
      %21 = stablehlo.compare LT, %16, %c_16, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_17 = stablehlo.constant dense<12> : tensor<i32>
      %22 = stablehlo.add %16, %c_17 : tensor<i32>
      %23 = stablehlo.select %21, %22, %16 : tensor<i1>, tensor<i32>
      %c_18 = stablehlo.constant dense<0> : tensor<i32>
      %24 = stablehlo.dynamic_slice %iterArg_3, %23, %c_18, sizes = [1, 12] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
      %c_19 = stablehlo.constant dense<0> : tensor<i32>
      %25 = stablehlo.compare LT, %iterArg_1, %c_19, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_20 = stablehlo.constant dense<12> : tensor<i32>
      %26 = stablehlo.add %iterArg_1, %c_20 : tensor<i32>
      %27 = stablehlo.select %25, %26, %iterArg_1 : tensor<i1>, tensor<i32>
      %c_21 = stablehlo.constant dense<0> : tensor<i32>
      %28 = stablehlo.dynamic_update_slice %iterArg_3, %24, %27, %c_21 : (tensor<12x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x12xf32>
      %c_22 = stablehlo.constant dense<0> : tensor<i32>
      %29 = stablehlo.compare LT, %16, %c_22, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_23 = stablehlo.constant dense<12> : tensor<i32>
      %30 = stablehlo.add %16, %c_23 : tensor<i32>
      %31 = stablehlo.select %29, %30, %16 : tensor<i1>, tensor<i32>
      %c_24 = stablehlo.constant dense<0> : tensor<i32>
      %32 = stablehlo.dynamic_update_slice %28, %20, %31, %c_24 : (tensor<12x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x12xf32>
      %c_25 = stablehlo.constant dense<0> : tensor<i32>
      %33 = stablehlo.compare LT, %iterArg_1, %c_25, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_26 = stablehlo.constant dense<12> : tensor<i32>
      %34 = stablehlo.add %iterArg_1, %c_26 : tensor<i32>
      %35 = stablehlo.select %33, %34, %iterArg_1 : tensor<i1>, tensor<i32>
      %36 = stablehlo.dynamic_slice %iterArg_4, %35, sizes = [1] : (tensor<12xi32>, tensor<i32>) -> tensor<1xi32>
      %37 = stablehlo.reshape %36 : (tensor<1xi32>) -> tensor<i32>
      %c_27 = stablehlo.constant dense<0> : tensor<i32>
      %38 = stablehlo.compare LT, %16, %c_27, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_28 = stablehlo.constant dense<12> : tensor<i32>
      %39 = stablehlo.add %16, %c_28 : tensor<i32>
      %40 = stablehlo.select %38, %39, %16 : tensor<i1>, tensor<i32>
      %41 = stablehlo.dynamic_slice %iterArg_4, %40, sizes = [1] : (tensor<12xi32>, tensor<i32>) -> tensor<1xi32>
      %42 = stablehlo.reshape %41 : (tensor<1xi32>) -> tensor<i32>
      %43 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<i32>) -> tensor<1xi32>
      %c_29 = stablehlo.constant dense<0> : tensor<i32>
      %44 = stablehlo.compare LT, %iterArg_1, %c_29, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_30 = stablehlo.constant dense<12> : tensor<i32>
      %45 = stablehlo.add %iterArg_1, %c_30 : tensor<i32>
      %46 = stablehlo.select %44, %45, %iterArg_1 : tensor<i1>, tensor<i32>
      %47 = stablehlo.dynamic_update_slice %iterArg_4, %43, %46 : (tensor<12xi32>, tensor<1xi32>, tensor<i32>) -> tensor<12xi32>
      %48 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<i32>) -> tensor<1xi32>
      %c_31 = stablehlo.constant dense<0> : tensor<i32>
      %49 = stablehlo.compare LT, %16, %c_31, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_32 = stablehlo.constant dense<12> : tensor<i32>
      %50 = stablehlo.add %16, %c_32 : tensor<i32>
      %51 = stablehlo.select %49, %50, %16 : tensor<i1>, tensor<i32>
      %52 = stablehlo.dynamic_update_slice %47, %48, %51 : (tensor<12xi32>, tensor<1xi32>, tensor<i32>) -> tensor<12xi32>
      %53 = stablehlo.broadcast_in_dim %iterArg_1, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %54 = stablehlo.compare GT, %iterArg, %53, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
      %c_33 = stablehlo.constant dense<0> : tensor<i32>
      %c_34 = stablehlo.constant dense<0> : tensor<i32>
      %55 = stablehlo.compare LT, %c_33, %c_34, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_35 = stablehlo.constant dense<0> : tensor<i32>
      %c_36 = stablehlo.constant dense<12> : tensor<i32>
      %56 = stablehlo.add %c_35, %c_36 : tensor<i32>
      %c_37 = stablehlo.constant dense<0> : tensor<i32>
      %57 = stablehlo.select %55, %56, %c_37 : tensor<i1>, tensor<i32>
      %c_38 = stablehlo.constant dense<0> : tensor<i32>
      %58 = stablehlo.compare LT, %iterArg_1, %c_38, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_39 = stablehlo.constant dense<12> : tensor<i32>
      %59 = stablehlo.add %iterArg_1, %c_39 : tensor<i32>
      %60 = stablehlo.select %58, %59, %iterArg_1 : tensor<i1>, tensor<i32>
      %61 = stablehlo.dynamic_slice %32, %57, %60, sizes = [12, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x1xf32>
      %62 = stablehlo.reshape %61 : (tensor<12x1xf32>) -> tensor<12xf32>
      %c_40 = stablehlo.constant dense<0> : tensor<i32>
      %63 = stablehlo.compare LT, %iterArg_1, %c_40, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_41 = stablehlo.constant dense<12> : tensor<i32>
      %64 = stablehlo.add %iterArg_1, %c_41 : tensor<i32>
      %65 = stablehlo.select %63, %64, %iterArg_1 : tensor<i1>, tensor<i32>
      %c_42 = stablehlo.constant dense<0> : tensor<i32>
      %66 = stablehlo.compare LT, %iterArg_1, %c_42, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_43 = stablehlo.constant dense<12> : tensor<i32>
      %67 = stablehlo.add %iterArg_1, %c_43 : tensor<i32>
      %68 = stablehlo.select %66, %67, %iterArg_1 : tensor<i1>, tensor<i32>
      %69 = stablehlo.dynamic_slice %32, %65, %68, sizes = [1, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
      %70 = stablehlo.reshape %69 : (tensor<1x1xf32>) -> tensor<f32>
      %71 = stablehlo.broadcast_in_dim %70, dims = [] : (tensor<f32>) -> tensor<12xf32>
      %72 = stablehlo.divide %62, %71 : tensor<12xf32>
      %c_44 = stablehlo.constant dense<0> : tensor<i32>
      %c_45 = stablehlo.constant dense<0> : tensor<i32>
      %73 = stablehlo.compare LT, %c_44, %c_45, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_46 = stablehlo.constant dense<0> : tensor<i32>
      %c_47 = stablehlo.constant dense<12> : tensor<i32>
      %74 = stablehlo.add %c_46, %c_47 : tensor<i32>
      %c_48 = stablehlo.constant dense<0> : tensor<i32>
      %75 = stablehlo.select %73, %74, %c_48 : tensor<i1>, tensor<i32>
      %c_49 = stablehlo.constant dense<0> : tensor<i32>
      %76 = stablehlo.compare LT, %iterArg_1, %c_49, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_50 = stablehlo.constant dense<12> : tensor<i32>
      %77 = stablehlo.add %iterArg_1, %c_50 : tensor<i32>
      %78 = stablehlo.select %76, %77, %iterArg_1 : tensor<i1>, tensor<i32>
      %79 = stablehlo.dynamic_slice %32, %75, %78, sizes = [12, 1] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<12x1xf32>
      %80 = stablehlo.reshape %79 : (tensor<12x1xf32>) -> tensor<12xf32>
      %81 = func.call @_where_0(%54, %72, %80) : (tensor<12xi1>, tensor<12xf32>, tensor<12xf32>) -> tensor<12xf32>
      %82 = stablehlo.broadcast_in_dim %81, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
      %c_51 = stablehlo.constant dense<0> : tensor<i32>
      %83 = stablehlo.compare LT, %iterArg_1, %c_51, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_52 = stablehlo.constant dense<12> : tensor<i32>
      %84 = stablehlo.add %iterArg_1, %c_52 : tensor<i32>
      %85 = stablehlo.select %83, %84, %iterArg_1 : tensor<i1>, tensor<i32>
      %c_53 = stablehlo.constant dense<0> : tensor<i32>
      %86 = stablehlo.dynamic_update_slice %32, %82, %c_53, %85 : (tensor<12x12xf32>, tensor<12x1xf32>, tensor<i32>, tensor<i32>) -> tensor<12x12xf32>
      %87 = stablehlo.broadcast_in_dim %iterArg_1, dims = [] : (tensor<i32>) -> tensor<12xi32>
      %88 = stablehlo.compare GT, %iterArg, %87, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
      %c_54 = stablehlo.constant dense<0> : tensor<i32>
      %89 = stablehlo.compare LT, %iterArg_1, %c_54, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_55 = stablehlo.constant dense<12> : tensor<i32>
      %90 = stablehlo.add %iterArg_1, %c_55 : tensor<i32>
      %91 = stablehlo.select %89, %90, %iterArg_1 : tensor<i1>, tensor<i32>
      %c_56 = stablehlo.constant dense<0> : tensor<i32>
      %c_57 = stablehlo.constant dense<0> : tensor<i32>
      %92 = stablehlo.compare LT, %c_56, %c_57, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_58 = stablehlo.constant dense<0> : tensor<i32>
      %c_59 = stablehlo.constant dense<12> : tensor<i32>
      %93 = stablehlo.add %c_58, %c_59 : tensor<i32>
      %c_60 = stablehlo.constant dense<0> : tensor<i32>
      %94 = stablehlo.select %92, %93, %c_60 : tensor<i1>, tensor<i32>
      %95 = stablehlo.dynamic_slice %86, %91, %94, sizes = [1, 12] : (tensor<12x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
      %96 = stablehlo.reshape %95 : (tensor<1x12xf32>) -> tensor<12xf32>
      %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %97 = func.call @_where(%88, %96, %cst_61) : (tensor<12xi1>, tensor<12xf32>, tensor<f32>) -> tensor<12xf32>
      %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %98 = func.call @_where(%54, %81, %cst_62) : (tensor<12xi1>, tensor<12xf32>, tensor<f32>) -> tensor<12xf32>
      %99 = stablehlo.broadcast_in_dim %98, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
      %100 = stablehlo.broadcast_in_dim %97, dims = [1] : (tensor<12xf32>) -> tensor<1x12xf32>
      %101 = stablehlo.broadcast_in_dim %99, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x12xf32>
      %102 = stablehlo.broadcast_in_dim %100, dims = [0, 1] : (tensor<1x12xf32>) -> tensor<12x12xf32>
      %103 = stablehlo.multiply %101, %102 : tensor<12x12xf32>
      %104 = stablehlo.subtract %86, %103 : tensor<12x12xf32>
      stablehlo.return %iterArg, %3, %iterArg_2, %104, %52 : tensor<12xi32>, tensor<i32>, tensor<i32>, tensor<12x12xf32>, tensor<12xi32>
    }
    return %2#3, %2#4 : tensor<12x12xf32>, tensor<12xi32>
  }
  func.func private @_where(%arg0: tensor<12xi1>, %arg1: tensor<12xf32>, %arg2: tensor<f32>) -> tensor<12xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<12xi1>, tensor<12xf32>
    return %2 : tensor<12xf32>
  }
  func.func private @argmax(%arg0: tensor<12xf32>) -> tensor<i32> {
    %0 = stablehlo.iota dim = 0 : tensor<12xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [0] : (tensor<12xf32>, tensor<12xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<i32>
  }
  func.func private @_where_0(%arg0: tensor<12xi1>, %arg1: tensor<12xf32>, %arg2: tensor<12xf32>) -> tensor<12xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<12xi1>, tensor<12xf32>
    return %0 : tensor<12xf32>
  }
}
