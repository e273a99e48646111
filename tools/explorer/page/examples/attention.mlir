// Attention of JAX, as jax.export writes it.
module @attention_small attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3x9x5xf32>, %arg1: tensor<2x3x9x5xf32>, %arg2: tensor<2x3x9x5xf32>) -> (tensor<2x3x9x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [HIGHEST, HIGHEST] : (tensor<2x3x9x5xf32>, tensor<2x3x9x5xf32>) -> tensor<2x3x9x9xf32>
    %cst = stablehlo.constant dense<2.23606801> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3x9x9xf32>
    %2 = stablehlo.divide %0, %1 : tensor<2x3x9x9xf32>
    %3 = stablehlo.iota dim = 0 : tensor<9x9xi32>
    %4 = stablehlo.iota dim = 1 : tensor<9x9xi32>
    %5 = stablehlo.compare LE, %4, %3, SIGNED : (tensor<9x9xi32>, tensor<9x9xi32>) -> tensor<9x9xi1>
    %6 = stablehlo.broadcast_in_dim %5, dims = [2, 3] : (tensor<9x9xi1>) -> tensor<2x3x9x9xi1>
    %cst_0 = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x3x9x9xf32>
    %8 = stablehlo.select %6, %2, %7 : tensor<2x3x9x9xi1>, tensor<2x3x9x9xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %9 = stablehlo.reduce(%8 init: %cst_1) applies stablehlo.maximum across dimensions = [3] : (tensor<2x3x9x9xf32>, tensor<f32>) -> tensor<2x3x9xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<2x3x9xf32>) -> tensor<2x3x9x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2, 3] : (tensor<2x3x9x1xf32>) -> tensor<2x3x9x9xf32>
    %12 = stablehlo.subtract %8, %11 : tensor<2x3x9x9xf32>
    %13 = stablehlo.exponential %12 : tensor<2x3x9x9xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%13 init: %cst_2) applies stablehlo.add across dimensions = [3] : (tensor<2x3x9x9xf32>, tensor<f32>) -> tensor<2x3x9xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<2x3x9xf32>) -> tensor<2x3x9x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2, 3] : (tensor<2x3x9x1xf32>) -> tensor<2x3x9x9xf32>
    %17 = stablehlo.divide %13, %16 : tensor<2x3x9x9xf32>
    %18 = stablehlo.dot_general %17, %arg2, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [HIGHEST, HIGHEST] : (tensor<2x3x9x9xf32>, tensor<2x3x9x5xf32>) -> tensor<2x3x9x5xf32>
    return %18 : tensor<2x3x9x5xf32>
  }
}
