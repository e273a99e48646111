module @digits attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x128xf32>, %arg1: tensor<128xf32>, %arg2: tensor<128x64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<64x10xf32>, %arg5: tensor<10xf32>, %arg6: tensor<360x64xf32>) -> (tensor<360x10xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg6, %arg0, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<360x64xf32>, tensor<64x128xf32>) -> tensor<360x128xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<360x128xf32>
    %3 = stablehlo.add %0, %2 : tensor<360x128xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<360x128xf32>
    %5 = stablehlo.maximum %3, %4 : tensor<360x128xf32>
    %6 = stablehlo.dot_general %5, %arg2, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<360x128xf32>, tensor<128x64xf32>) -> tensor<360x64xf32>
    %7 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<360x64xf32>
    %9 = stablehlo.add %6, %8 : tensor<360x64xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<360x64xf32>
    %11 = stablehlo.maximum %9, %10 : tensor<360x64xf32>
    %12 = stablehlo.dot_general %11, %arg4, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<360x64xf32>, tensor<64x10xf32>) -> tensor<360x10xf32>
    %13 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<360x10xf32>
    %15 = stablehlo.add %12, %14 : tensor<360x10xf32>
    return %15 : tensor<360x10xf32>
  }
}
