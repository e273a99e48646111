// The division is behind the second product.
module @jit_after attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x1x72x32xbf16>, %arg1: tensor<1x1x136x32xbf16>, %arg2: tensor<1x1x136x32xbf16>) -> (tensor<1x1x72x32xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x1x72x32xbf16>, tensor<1x1x136x32xbf16>) -> tensor<1x1x72x136xf32>
    %cst = stablehlo.constant dense<2.000000e-01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x1x72x136xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<1x1x72x136xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst_0) applies stablehlo.maximum across dimensions = [3] : (tensor<1x1x72x136xf32>, tensor<f32>) -> tensor<1x1x72xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<1x1x72xf32>) -> tensor<1x1x72x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2, 3] : (tensor<1x1x72x1xf32>) -> tensor<1x1x72x136xf32>
    %6 = stablehlo.subtract %2, %5 : tensor<1x1x72x136xf32>
    %7 = stablehlo.exponential %6 : tensor<1x1x72x136xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [3] : (tensor<1x1x72x136xf32>, tensor<f32>) -> tensor<1x1x72xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x72xf32>) -> tensor<1x1x72x1xf32>
    %10 = stablehlo.convert %7 : (tensor<1x1x72x136xf32>) -> tensor<1x1x72x136xbf16>
    %11 = stablehlo.dot_general %10, %arg2, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x1x72x136xbf16>, tensor<1x1x136x32xbf16>) -> tensor<1x1x72x32xf32>
    %12 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2, 3] : (tensor<1x1x72x1xf32>) -> tensor<1x1x72x32xf32>
    %13 = stablehlo.divide %11, %12 : tensor<1x1x72x32xf32>
    %14 = stablehlo.convert %13 : (tensor<1x1x72x32xf32>) -> tensor<1x1x72x32xbf16>
    return %14 : tensor<1x1x72x32xbf16>
  }
}
