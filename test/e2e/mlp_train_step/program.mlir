module @mlp_train_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<11x23xf32>, %arg1: tensor<23xf32>, %arg2: tensor<23x7xf32>, %arg3: tensor<7xf32>, %arg4: tensor<13x11xf32>, %arg5: tensor<13xi32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<11x23xf32> {jax.result_info = "result[1]"}, tensor<23xf32> {jax.result_info = "result[2]"}, tensor<23x7xf32> {jax.result_info = "result[3]"}, tensor<7xf32> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.dot_general %arg4, %arg0, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<13x11xf32>, tensor<11x23xf32>) -> tensor<13x23xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<23xf32>) -> tensor<1x23xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x23xf32>) -> tensor<13x23xf32>
    %3 = stablehlo.add %0, %2 : tensor<13x23xf32>
    %4 = stablehlo.tanh %3 : tensor<13x23xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<13x23xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<13x23xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<13x23xf32>
    %8 = stablehlo.maximum %4, %7 : tensor<13x23xf32>
    %9 = stablehlo.compare EQ, %4, %8, FLOAT : (tensor<13x23xf32>, tensor<13x23xf32>) -> tensor<13x23xi1>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<13x23xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<13x23xf32>
    %12 = stablehlo.select %9, %10, %11 : tensor<13x23xi1>, tensor<13x23xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<13x23xf32>
    %14 = stablehlo.compare EQ, %13, %8, FLOAT : (tensor<13x23xf32>, tensor<13x23xf32>) -> tensor<13x23xi1>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<13x23xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<13x23xf32>
    %17 = stablehlo.select %14, %15, %16 : tensor<13x23xi1>, tensor<13x23xf32>
    %18 = stablehlo.divide %12, %17 : tensor<13x23xf32>
    %19 = stablehlo.dot_general %8, %arg2, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<13x23xf32>, tensor<23x7xf32>) -> tensor<13x7xf32>
    %20 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<7xf32>) -> tensor<1x7xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<1x7xf32>) -> tensor<13x7xf32>
    %22 = stablehlo.add %19, %21 : tensor<13x7xf32>
    %23 = stablehlo.broadcast_in_dim %arg5, dims = [0] : (tensor<13xi32>) -> tensor<13x1xi32>
    %24 = stablehlo.iota dim = 0 : tensor<7xi32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [1] : (tensor<7xi32>) -> tensor<1x7xi32>
    %26 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<13x1xi32>) -> tensor<13x7xi32>
    %27 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<1x7xi32>) -> tensor<13x7xi32>
    %28 = stablehlo.compare EQ, %26, %27, SIGNED : (tensor<13x7xi32>, tensor<13x7xi32>) -> tensor<13x7xi1>
    %29 = stablehlo.convert %28 : (tensor<13x7xi1>) -> tensor<13x7xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %30 = stablehlo.reduce(%22 init: %cst_6) applies stablehlo.maximum across dimensions = [1] : (tensor<13x7xf32>, tensor<f32>) -> tensor<13xf32>
    %31 = stablehlo.reshape %30 : (tensor<13xf32>) -> tensor<13x1xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1] : (tensor<13x1xf32>) -> tensor<13x7xf32>
    %33 = stablehlo.compare EQ, %22, %32, FLOAT : (tensor<13x7xf32>, tensor<13x7xf32>) -> tensor<13x7xi1>
    %34 = stablehlo.convert %33 : (tensor<13x7xi1>) -> tensor<13x7xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_7) applies stablehlo.add across dimensions = [1] : (tensor<13x7xf32>, tensor<f32>) -> tensor<13xf32>
    %36 = stablehlo.broadcast_in_dim %30, dims = [0] : (tensor<13xf32>) -> tensor<13x1xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1] : (tensor<13x1xf32>) -> tensor<13x7xf32>
    %38 = stablehlo.subtract %22, %37 : tensor<13x7xf32>
    %39 = stablehlo.exponential %38 : tensor<13x7xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.reduce(%39 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<13x7xf32>, tensor<f32>) -> tensor<13xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0] : (tensor<13xf32>) -> tensor<13x1xf32>
    %42 = stablehlo.log %41 : tensor<13x1xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1] : (tensor<13x1xf32>) -> tensor<13x7xf32>
    %44 = stablehlo.subtract %38, %43 : tensor<13x7xf32>
    %45 = stablehlo.multiply %29, %44 : tensor<13x7xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_9) applies stablehlo.add across dimensions = [1] : (tensor<13x7xf32>, tensor<f32>) -> tensor<13xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.reduce(%46 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<13xf32>, tensor<f32>) -> tensor<f32>
    %cst_11 = stablehlo.constant dense<1.300000e+01> : tensor<f32>
    %48 = stablehlo.divide %47, %cst_11 : tensor<f32>
    %49 = stablehlo.negate %48 : tensor<f32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %50 = stablehlo.negate %cst_12 : tensor<f32>
    %cst_13 = stablehlo.constant dense<1.300000e+01> : tensor<f32>
    %51 = stablehlo.divide %50, %cst_13 : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<f32>) -> tensor<13xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0] : (tensor<13xf32>) -> tensor<13x7xf32>
    %54 = stablehlo.multiply %29, %53 : tensor<13x7xf32>
    %55 = stablehlo.negate %54 : tensor<13x7xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.reduce(%55 init: %cst_14) applies stablehlo.add across dimensions = [1] : (tensor<13x7xf32>, tensor<f32>) -> tensor<13xf32>
    %57 = stablehlo.reshape %56 : (tensor<13xf32>) -> tensor<13x1xf32>
    %58 = stablehlo.divide %57, %41 : tensor<13x1xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%58 init: %cst_15) applies stablehlo.add across dimensions = [1] : (tensor<13x1xf32>, tensor<f32>) -> tensor<13xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0] : (tensor<13xf32>) -> tensor<13x7xf32>
    %61 = stablehlo.multiply %60, %39 : tensor<13x7xf32>
    %62 = stablehlo.add %54, %61 : tensor<13x7xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_16) applies stablehlo.add across dimensions = [0] : (tensor<13x7xf32>, tensor<f32>) -> tensor<7xf32>
    %64 = stablehlo.reshape %63 : (tensor<7xf32>) -> tensor<1x7xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.reduce(%64 init: %cst_17) applies stablehlo.add across dimensions = [0] : (tensor<1x7xf32>, tensor<f32>) -> tensor<7xf32>
    %66 = stablehlo.dot_general %62, %8, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<13x7xf32>, tensor<13x23xf32>) -> tensor<7x23xf32>
    %67 = stablehlo.transpose %66, dims = [1, 0] : (tensor<7x23xf32>) -> tensor<23x7xf32>
    %68 = stablehlo.dot_general %62, %arg2, contracting_dims = [1] x [1], precision = [HIGHEST, HIGHEST] : (tensor<13x7xf32>, tensor<23x7xf32>) -> tensor<13x23xf32>
    %69 = stablehlo.multiply %68, %18 : tensor<13x23xf32>
    %70 = stablehlo.multiply %69, %6 : tensor<13x23xf32>
    %71 = stablehlo.multiply %70, %4 : tensor<13x23xf32>
    %72 = stablehlo.add %70, %71 : tensor<13x23xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_18) applies stablehlo.add across dimensions = [0] : (tensor<13x23xf32>, tensor<f32>) -> tensor<23xf32>
    %74 = stablehlo.reshape %73 : (tensor<23xf32>) -> tensor<1x23xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.reduce(%74 init: %cst_19) applies stablehlo.add across dimensions = [0] : (tensor<1x23xf32>, tensor<f32>) -> tensor<23xf32>
    %76 = stablehlo.dot_general %72, %arg4, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<13x23xf32>, tensor<13x11xf32>) -> tensor<23x11xf32>
    %77 = stablehlo.transpose %76, dims = [1, 0] : (tensor<23x11xf32>) -> tensor<11x23xf32>
    %cst_20 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<11x23xf32>
    %79 = stablehlo.multiply %78, %77 : tensor<11x23xf32>
    %80 = stablehlo.subtract %arg0, %79 : tensor<11x23xf32>
    %cst_21 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<23xf32>
    %82 = stablehlo.multiply %81, %75 : tensor<23xf32>
    %83 = stablehlo.subtract %arg1, %82 : tensor<23xf32>
    %cst_22 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<23x7xf32>
    %85 = stablehlo.multiply %84, %67 : tensor<23x7xf32>
    %86 = stablehlo.subtract %arg2, %85 : tensor<23x7xf32>
    %cst_23 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %88 = stablehlo.multiply %87, %65 : tensor<7xf32>
    %89 = stablehlo.subtract %arg3, %88 : tensor<7xf32>
    return %49, %80, %83, %86, %89 : tensor<f32>, tensor<11x23xf32>, tensor<23xf32>, tensor<23x7xf32>, tensor<7xf32>
  }
}
