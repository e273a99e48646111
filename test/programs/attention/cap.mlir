// Scores with a cap, and a bias of each query.
module @jit_cap attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x24x2x32xbf16>, %arg1: tensor<1x24x2x32xbf16>, %arg2: tensor<1x24x2x32xbf16>, %arg3: tensor<2x24xbf16>) -> (tensor<1x24x2x32xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x24x2x32xbf16>, tensor<1x24x2x32xbf16>) -> tensor<1x2x24x24xf32>
    %cst = stablehlo.constant dense<2.000000e-01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x2x24x24xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<1x2x24x24xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x2x24x24xf32>
    %4 = stablehlo.divide %2, %3 : tensor<1x2x24x24xf32>
    %5 = stablehlo.tanh %4 : tensor<1x2x24x24xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1x2x24x24xf32>
    %7 = stablehlo.multiply %6, %5 : tensor<1x2x24x24xf32>
    %8 = stablehlo.broadcast_in_dim %arg3, dims = [1, 2] : (tensor<2x24xbf16>) -> tensor<1x2x24x1xbf16>
    %9 = stablehlo.convert %8 : (tensor<1x2x24x1xbf16>) -> tensor<1x2x24x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2, 3] : (tensor<1x2x24x1xf32>) -> tensor<1x2x24x24xf32>
    %11 = stablehlo.add %7, %10 : tensor<1x2x24x24xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %12 = stablehlo.reduce(%11 init: %cst_2) applies stablehlo.maximum across dimensions = [3] : (tensor<1x2x24x24xf32>, tensor<f32>) -> tensor<1x2x24xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<1x2x24xf32>
    %14 = stablehlo.maximum %13, %12 : tensor<1x2x24xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<1x2x24xf32>) -> tensor<1x2x24x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2, 3] : (tensor<1x2x24x1xf32>) -> tensor<1x2x24x24xf32>
    %17 = stablehlo.subtract %11, %16 : tensor<1x2x24x24xf32>
    %18 = stablehlo.exponential %17 : tensor<1x2x24x24xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.reduce(%18 init: %cst_4) applies stablehlo.add across dimensions = [3] : (tensor<1x2x24x24xf32>, tensor<f32>) -> tensor<1x2x24xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<1x2x24xf32>) -> tensor<1x2x24x1xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2, 3] : (tensor<1x2x24x1xf32>) -> tensor<1x2x24x24xf32>
    %22 = stablehlo.divide %18, %21 : tensor<1x2x24x24xf32>
    %23 = stablehlo.convert %22 : (tensor<1x2x24x24xf32>) -> tensor<1x2x24x24xbf16>
    %24 = stablehlo.dot_general %arg2, %23, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x24x2x32xbf16>, tensor<1x2x24x24xbf16>) -> tensor<1x2x32x24xbf16>
    %25 = stablehlo.transpose %24, dims = [0, 3, 1, 2] : (tensor<1x2x32x24xbf16>) -> tensor<1x24x2x32xbf16>
    return %25 : tensor<1x24x2x32xbf16>
  }
}
