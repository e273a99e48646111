// Two layers with a mask that both have, and queries, keys and values that are products.
module @jit_l2 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x40x64xbf16>, %arg1: tensor<4x64x64xbf16>, %arg2: tensor<4x64x64xbf16>) -> (tensor<2x40x64xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg1 [0:1, 0:64, 0:64] : (tensor<4x64x64xbf16>) -> tensor<1x64x64xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x64x64xbf16>) -> tensor<64x64xbf16>
    %2 = stablehlo.slice %arg1 [1:2, 0:64, 0:64] : (tensor<4x64x64xbf16>) -> tensor<1x64x64xbf16>
    %3 = stablehlo.reshape %2 : (tensor<1x64x64xbf16>) -> tensor<64x64xbf16>
    %4 = stablehlo.slice %arg1 [2:3, 0:64, 0:64] : (tensor<4x64x64xbf16>) -> tensor<1x64x64xbf16>
    %5 = stablehlo.reshape %4 : (tensor<1x64x64xbf16>) -> tensor<64x64xbf16>
    %6 = stablehlo.slice %arg1 [3:4, 0:64, 0:64] : (tensor<4x64x64xbf16>) -> tensor<1x64x64xbf16>
    %7 = stablehlo.reshape %6 : (tensor<1x64x64xbf16>) -> tensor<64x64xbf16>
    %8 = stablehlo.slice %arg2 [0:1, 0:64, 0:64] : (tensor<4x64x64xbf16>) -> tensor<1x64x64xbf16>
    %9 = stablehlo.reshape %8 : (tensor<1x64x64xbf16>) -> tensor<64x64xbf16>
    %10 = stablehlo.slice %arg2 [1:2, 0:64, 0:64] : (tensor<4x64x64xbf16>) -> tensor<1x64x64xbf16>
    %11 = stablehlo.reshape %10 : (tensor<1x64x64xbf16>) -> tensor<64x64xbf16>
    %12 = stablehlo.slice %arg2 [2:3, 0:64, 0:64] : (tensor<4x64x64xbf16>) -> tensor<1x64x64xbf16>
    %13 = stablehlo.reshape %12 : (tensor<1x64x64xbf16>) -> tensor<64x64xbf16>
    %14 = stablehlo.slice %arg2 [3:4, 0:64, 0:64] : (tensor<4x64x64xbf16>) -> tensor<1x64x64xbf16>
    %15 = stablehlo.reshape %14 : (tensor<1x64x64xbf16>) -> tensor<64x64xbf16>
    %cst = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %16 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<64x64xbf16>
    %17 = stablehlo.multiply %1, %16 : tensor<64x64xbf16>
    %18 = stablehlo.dot_general %arg0, %17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x40x64xbf16>, tensor<64x64xbf16>) -> tensor<2x40x64xbf16>
    %19 = stablehlo.reshape %18 : (tensor<2x40x64xbf16>) -> tensor<2x40x2x32xbf16>
    %cst_0 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %20 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<64x64xbf16>
    %21 = stablehlo.multiply %3, %20 : tensor<64x64xbf16>
    %22 = stablehlo.dot_general %arg0, %21, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x40x64xbf16>, tensor<64x64xbf16>) -> tensor<2x40x64xbf16>
    %23 = stablehlo.reshape %22 : (tensor<2x40x64xbf16>) -> tensor<2x40x2x32xbf16>
    %cst_1 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %24 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<64x64xbf16>
    %25 = stablehlo.multiply %5, %24 : tensor<64x64xbf16>
    %26 = stablehlo.dot_general %arg0, %25, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x40x64xbf16>, tensor<64x64xbf16>) -> tensor<2x40x64xbf16>
    %27 = stablehlo.reshape %26 : (tensor<2x40x64xbf16>) -> tensor<2x40x2x32xbf16>
    %28 = stablehlo.reshape %19 : (tensor<2x40x2x32xbf16>) -> tensor<2x40x2x1x32xbf16>
    %29 = stablehlo.dot_general %28, %23, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x40x2x1x32xbf16>, tensor<2x40x2x32xbf16>) -> tensor<2x2x40x1x40xf32>
    %cst_2 = stablehlo.constant dense<0.176776692> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x2x40x1x40xf32>
    %31 = stablehlo.multiply %29, %30 : tensor<2x2x40x1x40xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %32 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<2x2x40x40xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %33 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i1>) -> tensor<40x40xi1>
    %34 = call @tril(%33) : (tensor<40x40xi1>) -> tensor<40x40xi1>
    %35 = stablehlo.broadcast_in_dim %34, dims = [2, 3] : (tensor<40x40xi1>) -> tensor<1x1x40x40xi1>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<1x1x40x40xi1>) -> tensor<2x2x40x40xi1>
    %37 = stablehlo.and %32, %36 : tensor<2x2x40x40xi1>
    %cst_4 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
    %38 = call @_where(%37, %31, %cst_4) : (tensor<2x2x40x40xi1>, tensor<2x2x40x1x40xf32>, tensor<f32>) -> tensor<1x2x2x40x40xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_5) applies stablehlo.maximum across dimensions = [4] : (tensor<1x2x2x40x40xf32>, tensor<f32>) -> tensor<1x2x2x40xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<1x2x2x40xf32>
    %41 = stablehlo.maximum %40, %39 : tensor<1x2x2x40xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<1x2x2x40xf32>) -> tensor<1x2x2x40x1xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3, 4] : (tensor<1x2x2x40x1xf32>) -> tensor<1x2x2x40x40xf32>
    %44 = stablehlo.subtract %38, %43 : tensor<1x2x2x40x40xf32>
    %45 = stablehlo.exponential %44 : tensor<1x2x2x40x40xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_7) applies stablehlo.add across dimensions = [4] : (tensor<1x2x2x40x40xf32>, tensor<f32>) -> tensor<1x2x2x40xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<1x2x2x40xf32>) -> tensor<1x2x2x40x1xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3, 4] : (tensor<1x2x2x40x1xf32>) -> tensor<1x2x2x40x40xf32>
    %49 = stablehlo.divide %45, %48 : tensor<1x2x2x40x40xf32>
    %50 = stablehlo.convert %49 : (tensor<1x2x2x40x40xf32>) -> tensor<1x2x2x40x40xbf16>
    %51 = stablehlo.dot_general %27, %50, batching_dims = [0, 2] x [1, 2], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<2x40x2x32xbf16>, tensor<1x2x2x40x40xbf16>) -> tensor<2x2x32x1x40xbf16>
    %52 = stablehlo.transpose %51, dims = [3, 0, 4, 1, 2] : (tensor<2x2x32x1x40xbf16>) -> tensor<1x2x40x2x32xbf16>
    %53 = stablehlo.transpose %52, dims = [1, 2, 3, 0, 4] : (tensor<1x2x40x2x32xbf16>) -> tensor<2x40x2x1x32xbf16>
    %54 = stablehlo.reshape %53 : (tensor<2x40x2x1x32xbf16>) -> tensor<2x40x2x32xbf16>
    %55 = stablehlo.reshape %54 : (tensor<2x40x2x32xbf16>) -> tensor<2x40x64xbf16>
    %cst_8 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %56 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<bf16>) -> tensor<64x64xbf16>
    %57 = stablehlo.multiply %7, %56 : tensor<64x64xbf16>
    %58 = stablehlo.dot_general %55, %57, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x40x64xbf16>, tensor<64x64xbf16>) -> tensor<2x40x64xbf16>
    %59 = stablehlo.add %arg0, %58 : tensor<2x40x64xbf16>
    %cst_9 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %60 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<bf16>) -> tensor<64x64xbf16>
    %61 = stablehlo.multiply %9, %60 : tensor<64x64xbf16>
    %62 = stablehlo.dot_general %59, %61, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x40x64xbf16>, tensor<64x64xbf16>) -> tensor<2x40x64xbf16>
    %63 = stablehlo.reshape %62 : (tensor<2x40x64xbf16>) -> tensor<2x40x2x32xbf16>
    %cst_10 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %64 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<bf16>) -> tensor<64x64xbf16>
    %65 = stablehlo.multiply %11, %64 : tensor<64x64xbf16>
    %66 = stablehlo.dot_general %59, %65, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x40x64xbf16>, tensor<64x64xbf16>) -> tensor<2x40x64xbf16>
    %67 = stablehlo.reshape %66 : (tensor<2x40x64xbf16>) -> tensor<2x40x2x32xbf16>
    %cst_11 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %68 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<bf16>) -> tensor<64x64xbf16>
    %69 = stablehlo.multiply %13, %68 : tensor<64x64xbf16>
    %70 = stablehlo.dot_general %59, %69, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x40x64xbf16>, tensor<64x64xbf16>) -> tensor<2x40x64xbf16>
    %71 = stablehlo.reshape %70 : (tensor<2x40x64xbf16>) -> tensor<2x40x2x32xbf16>
    %72 = stablehlo.reshape %63 : (tensor<2x40x2x32xbf16>) -> tensor<2x40x2x1x32xbf16>
    %73 = stablehlo.dot_general %72, %67, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x40x2x1x32xbf16>, tensor<2x40x2x32xbf16>) -> tensor<2x2x40x1x40xf32>
    %cst_12 = stablehlo.constant dense<0.176776692> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x2x40x1x40xf32>
    %75 = stablehlo.multiply %73, %74 : tensor<2x2x40x1x40xf32>
    %c_13 = stablehlo.constant dense<true> : tensor<i1>
    %76 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i1>) -> tensor<2x2x40x40xi1>
    %c_14 = stablehlo.constant dense<true> : tensor<i1>
    %77 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i1>) -> tensor<40x40xi1>
    %78 = call @tril(%77) : (tensor<40x40xi1>) -> tensor<40x40xi1>
    %79 = stablehlo.broadcast_in_dim %78, dims = [2, 3] : (tensor<40x40xi1>) -> tensor<1x1x40x40xi1>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2, 3] : (tensor<1x1x40x40xi1>) -> tensor<2x2x40x40xi1>
    %81 = stablehlo.and %76, %80 : tensor<2x2x40x40xi1>
    %cst_15 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
    %82 = call @_where(%81, %75, %cst_15) : (tensor<2x2x40x40xi1>, tensor<2x2x40x1x40xf32>, tensor<f32>) -> tensor<1x2x2x40x40xf32>
    %cst_16 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %83 = stablehlo.reduce(%82 init: %cst_16) applies stablehlo.maximum across dimensions = [4] : (tensor<1x2x2x40x40xf32>, tensor<f32>) -> tensor<1x2x2x40xf32>
    %cst_17 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<1x2x2x40xf32>
    %85 = stablehlo.maximum %84, %83 : tensor<1x2x2x40xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2, 3] : (tensor<1x2x2x40xf32>) -> tensor<1x2x2x40x1xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1, 2, 3, 4] : (tensor<1x2x2x40x1xf32>) -> tensor<1x2x2x40x40xf32>
    %88 = stablehlo.subtract %82, %87 : tensor<1x2x2x40x40xf32>
    %89 = stablehlo.exponential %88 : tensor<1x2x2x40x40xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.reduce(%89 init: %cst_18) applies stablehlo.add across dimensions = [4] : (tensor<1x2x2x40x40xf32>, tensor<f32>) -> tensor<1x2x2x40xf32>
    %91 = stablehlo.broadcast_in_dim %90, dims = [0, 1, 2, 3] : (tensor<1x2x2x40xf32>) -> tensor<1x2x2x40x1xf32>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2, 3, 4] : (tensor<1x2x2x40x1xf32>) -> tensor<1x2x2x40x40xf32>
    %93 = stablehlo.divide %89, %92 : tensor<1x2x2x40x40xf32>
    %94 = stablehlo.convert %93 : (tensor<1x2x2x40x40xf32>) -> tensor<1x2x2x40x40xbf16>
    %95 = stablehlo.dot_general %71, %94, batching_dims = [0, 2] x [1, 2], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<2x40x2x32xbf16>, tensor<1x2x2x40x40xbf16>) -> tensor<2x2x32x1x40xbf16>
    %96 = stablehlo.transpose %95, dims = [3, 0, 4, 1, 2] : (tensor<2x2x32x1x40xbf16>) -> tensor<1x2x40x2x32xbf16>
    %97 = stablehlo.transpose %96, dims = [1, 2, 3, 0, 4] : (tensor<1x2x40x2x32xbf16>) -> tensor<2x40x2x1x32xbf16>
    %98 = stablehlo.reshape %97 : (tensor<2x40x2x1x32xbf16>) -> tensor<2x40x2x32xbf16>
    %99 = stablehlo.reshape %98 : (tensor<2x40x2x32xbf16>) -> tensor<2x40x64xbf16>
    %cst_19 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %100 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<bf16>) -> tensor<64x64xbf16>
    %101 = stablehlo.multiply %15, %100 : tensor<64x64xbf16>
    %102 = stablehlo.dot_general %99, %101, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x40x64xbf16>, tensor<64x64xbf16>) -> tensor<2x40x64xbf16>
    %103 = stablehlo.add %59, %102 : tensor<2x40x64xbf16>
    return %103 : tensor<2x40x64xbf16>
  }
  func.func private @tril(%arg0: tensor<40x40xi1>) -> tensor<40x40xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<40x40xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<40x40xi32>
    %2 = stablehlo.add %0, %1 : tensor<40x40xi32>
    %3 = stablehlo.iota dim = 1 : tensor<40x40xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<40x40xi32>, tensor<40x40xi32>) -> tensor<40x40xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<40x40xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<40x40xi1>, tensor<40x40xi1>
    return %6 : tensor<40x40xi1>
  }
  func.func private @_where(%arg0: tensor<2x2x40x40xi1>, %arg1: tensor<2x2x40x1x40xf32>, %arg2: tensor<f32>) -> tensor<1x2x2x40x40xf32> {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<2x2x40x40xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2, 3, 4] : (tensor<2x2x40x40xi1>) -> tensor<1x2x2x40x40xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [1, 2, 3, 4] : (tensor<2x2x40x40xf32>) -> tensor<1x2x2x40x40xf32>
    %3 = stablehlo.transpose %arg1, dims = [3, 0, 1, 2, 4] : (tensor<2x2x40x1x40xf32>) -> tensor<1x2x2x40x40xf32>
    %4 = stablehlo.select %1, %3, %2 : tensor<1x2x2x40x40xi1>, tensor<1x2x2x40x40xf32>
    return %4 : tensor<1x2x2x40x40xf32>
  }
}
