// A mask that is given, and rows of 40 numbers.
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x24x1x40xbf16>, %arg1: tensor<2x40x1x40xbf16>, %arg2: tensor<2x40x1x40xbf16>, %arg3: tensor<2x1x24x40xi1>) -> (tensor<2x24x1x40xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<2x24x1x40xbf16>) -> tensor<2x24x1x1x40xbf16>
    %1 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 3, 4] : (tensor<2x1x24x40xi1>) -> tensor<2x1x1x24x40xi1>
    %2 = stablehlo.dot_general %0, %arg1, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x24x1x1x40xbf16>, tensor<2x40x1x40xbf16>) -> tensor<2x1x24x1x40xf32>
    %cst = stablehlo.constant dense<0.158113882> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x1x24x1x40xf32>
    %4 = stablehlo.multiply %2, %3 : tensor<2x1x24x1x40xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<2x1x24x40xi1>
    %6 = stablehlo.broadcast_in_dim %5, dims = [1, 2, 3, 4] : (tensor<2x1x24x40xi1>) -> tensor<1x2x1x24x40xi1>
    %7 = stablehlo.transpose %1, dims = [2, 0, 1, 3, 4] : (tensor<2x1x1x24x40xi1>) -> tensor<1x2x1x24x40xi1>
    %8 = stablehlo.and %6, %7 : tensor<1x2x1x24x40xi1>
    %cst_0 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
    %9 = call @_where(%8, %4, %cst_0) : (tensor<1x2x1x24x40xi1>, tensor<2x1x24x1x40xf32>, tensor<f32>) -> tensor<1x2x1x24x40xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.maximum across dimensions = [4] : (tensor<1x2x1x24x40xf32>, tensor<f32>) -> tensor<1x2x1x24xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1x2x1x24xf32>
    %12 = stablehlo.maximum %11, %10 : tensor<1x2x1x24xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2, 3] : (tensor<1x2x1x24xf32>) -> tensor<1x2x1x24x1xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2, 3, 4] : (tensor<1x2x1x24x1xf32>) -> tensor<1x2x1x24x40xf32>
    %15 = stablehlo.subtract %9, %14 : tensor<1x2x1x24x40xf32>
    %16 = stablehlo.exponential %15 : tensor<1x2x1x24x40xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_3) applies stablehlo.add across dimensions = [4] : (tensor<1x2x1x24x40xf32>, tensor<f32>) -> tensor<1x2x1x24xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2, 3] : (tensor<1x2x1x24xf32>) -> tensor<1x2x1x24x1xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2, 3, 4] : (tensor<1x2x1x24x1xf32>) -> tensor<1x2x1x24x40xf32>
    %20 = stablehlo.divide %16, %19 : tensor<1x2x1x24x40xf32>
    %21 = stablehlo.convert %20 : (tensor<1x2x1x24x40xf32>) -> tensor<1x2x1x24x40xbf16>
    %22 = stablehlo.dot_general %arg2, %21, batching_dims = [0, 2] x [1, 2], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<2x40x1x40xbf16>, tensor<1x2x1x24x40xbf16>) -> tensor<2x1x40x1x24xbf16>
    %23 = stablehlo.transpose %22, dims = [3, 0, 4, 1, 2] : (tensor<2x1x40x1x24xbf16>) -> tensor<1x2x24x1x40xbf16>
    %24 = stablehlo.transpose %23, dims = [1, 2, 3, 0, 4] : (tensor<1x2x24x1x40xbf16>) -> tensor<2x24x1x1x40xbf16>
    %25 = stablehlo.reshape %24 : (tensor<2x24x1x1x40xbf16>) -> tensor<2x24x1x40xbf16>
    return %25 : tensor<2x24x1x40xbf16>
  }
  func.func private @_where(%arg0: tensor<1x2x1x24x40xi1>, %arg1: tensor<2x1x24x1x40xf32>, %arg2: tensor<f32>) -> tensor<1x2x1x24x40xf32> {
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<2x1x24x40xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2, 3, 4] : (tensor<2x1x24x40xf32>) -> tensor<1x2x1x24x40xf32>
    %2 = stablehlo.transpose %arg1, dims = [3, 0, 1, 2, 4] : (tensor<2x1x24x1x40xf32>) -> tensor<1x2x1x24x40xf32>
    %3 = stablehlo.select %arg0, %2, %1 : tensor<1x2x1x24x40xi1>, tensor<1x2x1x24x40xf32>
    return %3 : tensor<1x2x1x24x40xf32>
  }
}
