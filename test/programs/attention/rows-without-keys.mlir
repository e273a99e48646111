// Rows that see no key are not numbers.
module @jit_inf attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x1x72x32xbf16>, %arg1: tensor<1x1x136x32xbf16>, %arg2: tensor<1x1x136x32xbf16>) -> (tensor<1x1x72x32xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x1x72x32xbf16>, tensor<1x1x136x32xbf16>) -> tensor<1x1x72x136xf32>
    %1 = stablehlo.iota dim = 0 : tensor<72xi32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<72xi32>) -> tensor<72x1xi32>
    %3 = stablehlo.iota dim = 0 : tensor<136xi32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<136xi32>) -> tensor<1x136xi32>
    %c = stablehlo.constant dense<8> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1x136xi32>
    %6 = stablehlo.add %4, %5 : tensor<1x136xi32>
    %7 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<72x1xi32>) -> tensor<72x136xi32>
    %8 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x136xi32>) -> tensor<72x136xi32>
    %9 = stablehlo.compare GE, %7, %8, SIGNED : (tensor<72x136xi32>, tensor<72x136xi32>) -> tensor<72x136xi1>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %10 = call @_where(%9, %0, %cst) : (tensor<72x136xi1>, tensor<1x1x72x136xf32>, tensor<f32>) -> tensor<1x1x72x136xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_0) applies stablehlo.maximum across dimensions = [3] : (tensor<1x1x72x136xf32>, tensor<f32>) -> tensor<1x1x72xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1x1x72xf32>
    %13 = stablehlo.maximum %12, %11 : tensor<1x1x72xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<1x1x72xf32>) -> tensor<1x1x72x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2, 3] : (tensor<1x1x72x1xf32>) -> tensor<1x1x72x136xf32>
    %16 = stablehlo.subtract %10, %15 : tensor<1x1x72x136xf32>
    %17 = stablehlo.exponential %16 : tensor<1x1x72x136xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_2) applies stablehlo.add across dimensions = [3] : (tensor<1x1x72x136xf32>, tensor<f32>) -> tensor<1x1x72xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<1x1x72xf32>) -> tensor<1x1x72x1xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2, 3] : (tensor<1x1x72x1xf32>) -> tensor<1x1x72x136xf32>
    %21 = stablehlo.divide %17, %20 : tensor<1x1x72x136xf32>
    %22 = stablehlo.convert %21 : (tensor<1x1x72x136xf32>) -> tensor<1x1x72x136xbf16>
    %23 = stablehlo.dot_general %22, %arg2, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x1x72x136xbf16>, tensor<1x1x136x32xbf16>) -> tensor<1x1x72x32xbf16>
    return %23 : tensor<1x1x72x32xbf16>
  }
  func.func private @_where(%arg0: tensor<72x136xi1>, %arg1: tensor<1x1x72x136xf32>, %arg2: tensor<f32>) -> tensor<1x1x72x136xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<72x136xi1>) -> tensor<1x1x72x136xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x1x72x136xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<1x1x72x136xi1>, tensor<1x1x72x136xf32>
    return %3 : tensor<1x1x72x136xf32>
  }
}
