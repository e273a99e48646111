// Queries, keys and values that are slices of one product.
module @jit_qkv attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x40x64xbf16>, %arg1: tensor<64x192xbf16>) -> (tensor<2x40x64xbf16> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<64x192xbf16>
    %1 = stablehlo.multiply %arg1, %0 : tensor<64x192xbf16>
    %2 = stablehlo.dot_general %arg0, %1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x40x64xbf16>, tensor<64x192xbf16>) -> tensor<2x40x192xbf16>
    %3 = stablehlo.slice %2 [0:2, 0:40, 0:64] : (tensor<2x40x192xbf16>) -> tensor<2x40x64xbf16>
    %4 = stablehlo.slice %2 [0:2, 0:40, 64:128] : (tensor<2x40x192xbf16>) -> tensor<2x40x64xbf16>
    %5 = stablehlo.slice %2 [0:2, 0:40, 128:192] : (tensor<2x40x192xbf16>) -> tensor<2x40x64xbf16>
    %6 = stablehlo.reshape %3 : (tensor<2x40x64xbf16>) -> tensor<2x40x2x32xbf16>
    %7 = stablehlo.transpose %6, dims = [0, 2, 1, 3] : (tensor<2x40x2x32xbf16>) -> tensor<2x2x40x32xbf16>
    %8 = stablehlo.reshape %4 : (tensor<2x40x64xbf16>) -> tensor<2x40x2x32xbf16>
    %9 = stablehlo.transpose %8, dims = [0, 2, 1, 3] : (tensor<2x40x2x32xbf16>) -> tensor<2x2x40x32xbf16>
    %10 = stablehlo.reshape %5 : (tensor<2x40x64xbf16>) -> tensor<2x40x2x32xbf16>
    %11 = stablehlo.transpose %10, dims = [0, 2, 1, 3] : (tensor<2x40x2x32xbf16>) -> tensor<2x2x40x32xbf16>
    %12 = stablehlo.dot_general %7, %9, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x2x40x32xbf16>, tensor<2x2x40x32xbf16>) -> tensor<2x2x40x40xbf16>
    %cst_0 = stablehlo.constant dense<1.250000e-01> : tensor<bf16>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<2x2x40x40xbf16>
    %14 = stablehlo.multiply %12, %13 : tensor<2x2x40x40xbf16>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %15 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<40x40xi1>
    %16 = call @tril(%15) : (tensor<40x40xi1>) -> tensor<40x40xi1>
    %cst_1 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %17 = call @_where(%16, %14, %cst_1) : (tensor<40x40xi1>, tensor<2x2x40x40xbf16>, tensor<f32>) -> tensor<2x2x40x40xbf16>
    %18 = stablehlo.convert %17 : (tensor<2x2x40x40xbf16>) -> tensor<2x2x40x40xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %19 = stablehlo.reduce(%18 init: %cst_2) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x40x40xf32>, tensor<f32>) -> tensor<2x2x40xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x2x40xf32>
    %21 = stablehlo.maximum %20, %19 : tensor<2x2x40xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<2x2x40xf32>) -> tensor<2x2x40x1xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2, 3] : (tensor<2x2x40x1xf32>) -> tensor<2x2x40x40xf32>
    %24 = stablehlo.subtract %18, %23 : tensor<2x2x40x40xf32>
    %25 = stablehlo.exponential %24 : tensor<2x2x40x40xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.reduce(%25 init: %cst_4) applies stablehlo.add across dimensions = [3] : (tensor<2x2x40x40xf32>, tensor<f32>) -> tensor<2x2x40xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2] : (tensor<2x2x40xf32>) -> tensor<2x2x40x1xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2, 3] : (tensor<2x2x40x1xf32>) -> tensor<2x2x40x40xf32>
    %29 = stablehlo.divide %25, %28 : tensor<2x2x40x40xf32>
    %30 = stablehlo.convert %29 : (tensor<2x2x40x40xf32>) -> tensor<2x2x40x40xbf16>
    %31 = stablehlo.dot_general %11, %30, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x2x40x32xbf16>, tensor<2x2x40x40xbf16>) -> tensor<2x2x32x40xbf16>
    %32 = stablehlo.transpose %31, dims = [0, 3, 1, 2] : (tensor<2x2x32x40xbf16>) -> tensor<2x40x2x32xbf16>
    %33 = stablehlo.reshape %32 : (tensor<2x40x2x32xbf16>) -> tensor<2x40x64xbf16>
    %34 = stablehlo.add %arg0, %33 : tensor<2x40x64xbf16>
    return %34 : tensor<2x40x64xbf16>
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
  func.func private @_where(%arg0: tensor<40x40xi1>, %arg1: tensor<2x2x40x40xbf16>, %arg2: tensor<f32>) -> tensor<2x2x40x40xbf16> {
    %0 = stablehlo.convert %arg2 : (tensor<f32>) -> tensor<bf16>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<40x40xi1>) -> tensor<2x2x40x40xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<bf16>) -> tensor<2x2x40x40xbf16>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<2x2x40x40xi1>, tensor<2x2x40x40xbf16>
    return %3 : tensor<2x2x40x40xbf16>
  }
}
