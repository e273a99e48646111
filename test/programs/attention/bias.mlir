// A bias of each score.
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x24x2x16xbf16>, %arg1: tensor<1x40x2x16xbf16>, %arg2: tensor<1x40x2x16xbf16>, %arg3: tensor<1x2x24x40xbf16>) -> (tensor<1x24x2x16xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<1x24x2x16xbf16>) -> tensor<1x24x2x1x16xbf16>
    %1 = stablehlo.reshape %arg3 : (tensor<1x2x24x40xbf16>) -> tensor<1x2x1x24x40xbf16>
    %2 = stablehlo.dot_general %0, %arg1, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<1x24x2x1x16xbf16>, tensor<1x40x2x16xbf16>) -> tensor<1x2x24x1x40xf32>
    %cst = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x2x24x1x40xf32>
    %4 = stablehlo.multiply %2, %3 : tensor<1x2x24x1x40xf32>
    %5 = stablehlo.convert %1 : (tensor<1x2x1x24x40xbf16>) -> tensor<1x2x1x24x40xf32>
    %6 = stablehlo.transpose %4, dims = [3, 0, 1, 2, 4] : (tensor<1x2x24x1x40xf32>) -> tensor<1x1x2x24x40xf32>
    %7 = stablehlo.transpose %5, dims = [2, 0, 1, 3, 4] : (tensor<1x2x1x24x40xf32>) -> tensor<1x1x2x24x40xf32>
    %8 = stablehlo.add %6, %7 : tensor<1x1x2x24x40xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %9 = stablehlo.reduce(%8 init: %cst_0) applies stablehlo.maximum across dimensions = [4] : (tensor<1x1x2x24x40xf32>, tensor<f32>) -> tensor<1x1x2x24xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1x1x2x24xf32>
    %11 = stablehlo.maximum %10, %9 : tensor<1x1x2x24xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2, 3] : (tensor<1x1x2x24xf32>) -> tensor<1x1x2x24x1xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2, 3, 4] : (tensor<1x1x2x24x1xf32>) -> tensor<1x1x2x24x40xf32>
    %14 = stablehlo.subtract %8, %13 : tensor<1x1x2x24x40xf32>
    %15 = stablehlo.exponential %14 : tensor<1x1x2x24x40xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%15 init: %cst_2) applies stablehlo.add across dimensions = [4] : (tensor<1x1x2x24x40xf32>, tensor<f32>) -> tensor<1x1x2x24xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2, 3] : (tensor<1x1x2x24xf32>) -> tensor<1x1x2x24x1xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2, 3, 4] : (tensor<1x1x2x24x1xf32>) -> tensor<1x1x2x24x40xf32>
    %19 = stablehlo.divide %15, %18 : tensor<1x1x2x24x40xf32>
    %20 = stablehlo.convert %19 : (tensor<1x1x2x24x40xf32>) -> tensor<1x1x2x24x40xbf16>
    %21 = stablehlo.dot_general %arg2, %20, batching_dims = [0, 2] x [1, 2], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<1x40x2x16xbf16>, tensor<1x1x2x24x40xbf16>) -> tensor<1x2x16x1x24xbf16>
    %22 = stablehlo.transpose %21, dims = [3, 0, 4, 1, 2] : (tensor<1x2x16x1x24xbf16>) -> tensor<1x1x24x2x16xbf16>
    %23 = stablehlo.transpose %22, dims = [1, 2, 3, 0, 4] : (tensor<1x1x24x2x16xbf16>) -> tensor<1x24x2x1x16xbf16>
    %24 = stablehlo.reshape %23 : (tensor<1x24x2x1x16xbf16>) -> tensor<1x24x2x16xbf16>
    return %24 : tensor<1x24x2x16xbf16>
  }
}
