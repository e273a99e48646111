// Gradients need the weights, which are then in memory.
module @jit_grad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x1x32x32xbf16>, %arg1: tensor<1x1x32x32xbf16>, %arg2: tensor<1x1x32x32xbf16>) -> (tensor<1x1x32x32xbf16> {jax.result_info = "result[0]"}, tensor<1x1x32x32xbf16> {jax.result_info = "result[1]"}, tensor<1x1x32x32xbf16> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x1x32x32xbf16>, tensor<1x1x32x32xbf16>) -> tensor<1x1x32x32xf32>
    %cst = stablehlo.constant dense<0.176776692> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x1x32x32xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<1x1x32x32xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<32x32xi1>
    %4 = call @tril(%3) : (tensor<32x32xi1>) -> tensor<32x32xi1>
    %cst_0 = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %5:2 = call @_where(%4, %2, %cst_0) : (tensor<32x32xi1>, tensor<1x1x32x32xf32>, tensor<f32>) -> (tensor<1x1x32x32xf32>, tensor<1x1x32x32xi1>)
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %6 = stablehlo.reduce(%5#0 init: %cst_1) applies stablehlo.maximum across dimensions = [3] : (tensor<1x1x32x32xf32>, tensor<f32>) -> tensor<1x1x32xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1x1x32xf32>
    %8 = stablehlo.maximum %7, %6 : tensor<1x1x32xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<1x1x32x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2, 3] : (tensor<1x1x32x1xf32>) -> tensor<1x1x32x32xf32>
    %11 = stablehlo.subtract %5#0, %10 : tensor<1x1x32x32xf32>
    %12 = stablehlo.exponential %11 : tensor<1x1x32x32xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%12 init: %cst_3) applies stablehlo.add across dimensions = [3] : (tensor<1x1x32x32xf32>, tensor<f32>) -> tensor<1x1x32xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<1x1x32x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2, 3] : (tensor<1x1x32x1xf32>) -> tensor<1x1x32x32xf32>
    %16 = stablehlo.divide %12, %15 : tensor<1x1x32x32xf32>
    %17 = stablehlo.multiply %14, %14 : tensor<1x1x32x1xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<1x1x32x1xf32>
    %19 = stablehlo.divide %18, %17 : tensor<1x1x32x1xf32>
    %20 = stablehlo.convert %16 : (tensor<1x1x32x32xf32>) -> tensor<1x1x32x32xbf16>
    %21 = stablehlo.dot_general %20, %arg2, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x1x32x32xbf16>, tensor<1x1x32x32xbf16>) -> tensor<1x1x32x32xbf16>
    %22 = stablehlo.dot_general %21, %20, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x1x32x32xbf16>, tensor<1x1x32x32xbf16>) -> tensor<1x1x32x32xbf16>
    %23 = stablehlo.transpose %22, dims = [0, 1, 3, 2] : (tensor<1x1x32x32xbf16>) -> tensor<1x1x32x32xbf16>
    %24 = stablehlo.dot_general %21, %arg2, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x1x32x32xbf16>, tensor<1x1x32x32xbf16>) -> tensor<1x1x32x32xbf16>
    %25 = stablehlo.convert %24 : (tensor<1x1x32x32xbf16>) -> tensor<1x1x32x32xf32>
    %26 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2, 3] : (tensor<1x1x32x1xf32>) -> tensor<1x1x32x32xf32>
    %27 = stablehlo.multiply %25, %26 : tensor<1x1x32x32xf32>
    %28 = stablehlo.multiply %27, %12 : tensor<1x1x32x32xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.reduce(%28 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<1x1x32x32xf32>, tensor<f32>) -> tensor<1x1x32xf32>
    %30 = stablehlo.reshape %29 : (tensor<1x1x32xf32>) -> tensor<1x1x32x1xf32>
    %31 = stablehlo.negate %30 : tensor<1x1x32x1xf32>
    %32 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2, 3] : (tensor<1x1x32x1xf32>) -> tensor<1x1x32x32xf32>
    %33 = stablehlo.divide %25, %32 : tensor<1x1x32x32xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%31 init: %cst_6) applies stablehlo.add across dimensions = [0, 1, 3] : (tensor<1x1x32x1xf32>, tensor<f32>) -> tensor<32xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<1x1x32x32xf32>
    %37 = stablehlo.add %33, %36 : tensor<1x1x32x32xf32>
    %38 = stablehlo.multiply %37, %12 : tensor<1x1x32x32xf32>
    %39 = call @_where_0(%5#1, %38) : (tensor<1x1x32x32xi1>, tensor<1x1x32x32xf32>) -> tensor<1x1x32x32xf32>
    %cst_7 = stablehlo.constant dense<0.176776692> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<1x1x32x32xf32>
    %41 = stablehlo.multiply %39, %40 : tensor<1x1x32x32xf32>
    %42 = stablehlo.convert %41 : tensor<1x1x32x32xf32>
    %43 = stablehlo.convert %arg0 : (tensor<1x1x32x32xbf16>) -> tensor<1x1x32x32xf32>
    %44 = stablehlo.dot_general %42, %43, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x1x32x32xf32>, tensor<1x1x32x32xf32>) -> tensor<1x1x32x32xf32>
    %45 = stablehlo.convert %44 : (tensor<1x1x32x32xf32>) -> tensor<1x1x32x32xbf16>
    %46 = stablehlo.convert %41 : tensor<1x1x32x32xf32>
    %47 = stablehlo.convert %arg1 : (tensor<1x1x32x32xbf16>) -> tensor<1x1x32x32xf32>
    %48 = stablehlo.dot_general %46, %47, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x1x32x32xf32>, tensor<1x1x32x32xf32>) -> tensor<1x1x32x32xf32>
    %49 = stablehlo.convert %48 : (tensor<1x1x32x32xf32>) -> tensor<1x1x32x32xbf16>
    return %49, %45, %23 : tensor<1x1x32x32xbf16>, tensor<1x1x32x32xbf16>, tensor<1x1x32x32xbf16>
  }
  func.func private @tril(%arg0: tensor<32x32xi1>) -> tensor<32x32xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<32x32xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<32x32xi32>
    %2 = stablehlo.add %0, %1 : tensor<32x32xi32>
    %3 = stablehlo.iota dim = 1 : tensor<32x32xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<32x32xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<32x32xi1>, tensor<32x32xi1>
    return %6 : tensor<32x32xi1>
  }
  func.func private @_where(%arg0: tensor<32x32xi1>, %arg1: tensor<1x1x32x32xf32>, %arg2: tensor<f32>) -> (tensor<1x1x32x32xf32>, tensor<1x1x32x32xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<32x32xi1>) -> tensor<1x1x32x32xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x1x32x32xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<1x1x32x32xi1>, tensor<1x1x32x32xf32>
    return %3, %1 : tensor<1x1x32x32xf32>, tensor<1x1x32x32xi1>
  }
  func.func private @_where_0(%arg0: tensor<1x1x32x32xi1>, %arg1: tensor<1x1x32x32xf32>) -> tensor<1x1x32x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x1x32x32xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<1x1x32x32xi1>, tensor<1x1x32x32xf32>
    return %1 : tensor<1x1x32x32xf32>
  }
}
