module @jit_transformer attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x24xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<?x?x8xf32>) -> (tensor<?x?x8xf32> {jax.result_info = "result[0]"}, tensor<8x24xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg2, dim = 0 : (tensor<?x?x8xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg2, dim = 1 : (tensor<?x?x8xf32>) -> tensor<i32>
    %2 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[2].shape = (b, c, 8). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[2].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %3 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'c'. Using the following polymorphic shapes specifications: args[2].shape = (b, c, 8). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[2].shape[0] (= {0}), 'c' = {1} from specification 'c' for dimension args[2].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %4:2 = call @_wrapped_jax_export_main(%0, %1, %arg0, %arg1, %arg2) : (tensor<i32>, tensor<i32>, tensor<8x24xf32>, tensor<8x16xf32>, tensor<?x?x8xf32>) -> (tensor<?x?x8xf32>, tensor<8x24xf32>)
    return %4#0, %4#1 : tensor<?x?x8xf32>, tensor<8x24xf32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "c"}, %arg2: tensor<8x24xf32>, %arg3: tensor<8x16xf32>, %arg4: tensor<?x?x8xf32>) -> (tensor<?x?x8xf32> {jax.result_info = "result[0]"}, tensor<8x24xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %cst_3 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_5 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %c = stablehlo.constant dense<24> : tensor<1xi32>
    %c_6 = stablehlo.constant dense<16> : tensor<1xi32>
    %c_7 = stablehlo.constant dense<0> : tensor<1xi32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %c_10 = stablehlo.constant dense<8> : tensor<1xi32>
    %c_11 = stablehlo.constant dense<8> : tensor<i32>
    %cst_12 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %c_13 = stablehlo.constant dense<1> : tensor<1xi32>
    %c_14 = stablehlo.constant dense<1> : tensor<i32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg4 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?x?xf32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.concatenate %1, %2, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %4 = stablehlo.dynamic_broadcast_in_dim %0, %3, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %5 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.concatenate %5, %6, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %8 = stablehlo.dynamic_broadcast_in_dim %cst_12, %7, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %9 = stablehlo.divide %4, %8 : tensor<?x?x1xf32>
    %10 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %11 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.concatenate %10, %11, %c_10, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %13 = stablehlo.dynamic_broadcast_in_dim %9, %12, dims = [0, 1, 2] : (tensor<?x?x1xf32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %14 = stablehlo.subtract %arg4, %13 : tensor<?x?x8xf32>
    %15 = stablehlo.multiply %14, %14 : tensor<?x?x8xf32>
    %16 = stablehlo.reduce(%15 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?x?xf32>
    %17 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %18 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %19 = stablehlo.concatenate %17, %18, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %20 = stablehlo.dynamic_broadcast_in_dim %16, %19, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %21 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %22 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %23 = stablehlo.concatenate %21, %22, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %24 = stablehlo.dynamic_broadcast_in_dim %cst_12, %23, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %25 = stablehlo.divide %20, %24 : tensor<?x?x1xf32>
    %26 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %27 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %28 = stablehlo.concatenate %26, %27, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %29 = stablehlo.dynamic_broadcast_in_dim %cst_9, %28, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %30 = stablehlo.add %25, %29 : tensor<?x?x1xf32>
    %31 = stablehlo.rsqrt %30 : tensor<?x?x1xf32>
    %32 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %33 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %34 = stablehlo.concatenate %32, %33, %c_10, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %35 = stablehlo.dynamic_broadcast_in_dim %31, %34, dims = [0, 1, 2] : (tensor<?x?x1xf32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %36 = stablehlo.multiply %14, %35 : tensor<?x?x8xf32>
    %37 = stablehlo.dot_general %36, %arg2, contracting_dims = [2] x [0] : (tensor<?x?x8xf32>, tensor<8x24xf32>) -> tensor<?x?x24xf32>
    %38 = stablehlo.concatenate %c_7, %c_7, %c_7, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %39 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %40 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %41 = stablehlo.concatenate %39, %40, %c_10, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %42 = stablehlo.concatenate %c_13, %c_13, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %43 = stablehlo.real_dynamic_slice %37, %38, %41, %42 : (tensor<?x?x24xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %44 = stablehlo.concatenate %c_7, %c_7, %c_10, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %45 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %46 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %47 = stablehlo.concatenate %45, %46, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %48 = stablehlo.concatenate %c_13, %c_13, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %49 = stablehlo.real_dynamic_slice %37, %44, %47, %48 : (tensor<?x?x24xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %50 = stablehlo.concatenate %c_7, %c_7, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %51 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %52 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %53 = stablehlo.concatenate %51, %52, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %54 = stablehlo.concatenate %c_13, %c_13, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %55 = stablehlo.real_dynamic_slice %37, %50, %53, %54 : (tensor<?x?x24xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %56 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %57 = stablehlo.dynamic_iota %56, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %58 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %59 = stablehlo.dynamic_broadcast_in_dim %c_14, %58, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %60 = stablehlo.multiply %59, %57 : tensor<?xi32>
    %61 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %62 = stablehlo.dynamic_broadcast_in_dim %c_8, %61, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %63 = stablehlo.add %62, %60 : tensor<?xi32>
    %64 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %65 = stablehlo.concatenate %64, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %66 = stablehlo.dynamic_broadcast_in_dim %63, %65, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %67 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %68 = stablehlo.concatenate %c_13, %67, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %69 = stablehlo.dynamic_broadcast_in_dim %63, %68, dims = [1] : (tensor<?xi32>, tensor<2xi32>) -> tensor<1x?xi32>
    %70 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %71 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %72 = stablehlo.concatenate %70, %71, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %73 = stablehlo.dynamic_broadcast_in_dim %66, %72, dims = [0, 1] : (tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xi32>
    %74 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %75 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %76 = stablehlo.concatenate %74, %75, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %77 = stablehlo.dynamic_broadcast_in_dim %69, %76, dims = [0, 1] : (tensor<1x?xi32>, tensor<2xi32>) -> tensor<?x?xi32>
    %78 = stablehlo.compare GE, %73, %77, SIGNED : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>
    %79 = stablehlo.dot_general %43, %49, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<?x?x8xf32>, tensor<?x?x8xf32>) -> tensor<?x?x?xf32>
    %80 = call @_where(%arg0, %arg1, %78, %79, %cst_5) : (tensor<i32>, tensor<i32>, tensor<?x?xi1>, tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?x?xf32>
    %81 = stablehlo.reduce(%80 init: %cst_4) applies stablehlo.maximum across dimensions = [2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
    %82 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %83 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %84 = stablehlo.concatenate %82, %83, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %85 = stablehlo.dynamic_broadcast_in_dim %cst_4, %84, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %86 = stablehlo.maximum %85, %81 : tensor<?x?xf32>
    %87 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %88 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %89 = stablehlo.concatenate %87, %88, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %90 = stablehlo.dynamic_broadcast_in_dim %86, %89, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %91 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %92 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %93 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %94 = stablehlo.concatenate %91, %92, %93, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %95 = stablehlo.dynamic_broadcast_in_dim %90, %94, dims = [0, 1, 2] : (tensor<?x?x1xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
    %96 = stablehlo.subtract %80, %95 : tensor<?x?x?xf32>
    %97 = stablehlo.exponential %96 : tensor<?x?x?xf32>
    %98 = stablehlo.reduce(%97 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
    %99 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %100 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %101 = stablehlo.concatenate %99, %100, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %102 = stablehlo.dynamic_broadcast_in_dim %98, %101, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %103 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %104 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %105 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %106 = stablehlo.concatenate %103, %104, %105, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %107 = stablehlo.dynamic_broadcast_in_dim %102, %106, dims = [0, 1, 2] : (tensor<?x?x1xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
    %108 = stablehlo.divide %97, %107 : tensor<?x?x?xf32>
    %109 = stablehlo.dot_general %108, %55, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x?x?xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
    %110 = stablehlo.add %arg4, %109 : tensor<?x?x8xf32>
    %111 = stablehlo.dot_general %36, %arg3, contracting_dims = [2] x [0] : (tensor<?x?x8xf32>, tensor<8x16xf32>) -> tensor<?x?x16xf32>
    %112 = stablehlo.multiply %111, %111 : tensor<?x?x16xf32>
    %113 = stablehlo.multiply %112, %111 : tensor<?x?x16xf32>
    %114 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %115 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %116 = stablehlo.concatenate %114, %115, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %117 = stablehlo.dynamic_broadcast_in_dim %cst_3, %116, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x16xf32>
    %118 = stablehlo.multiply %117, %113 : tensor<?x?x16xf32>
    %119 = stablehlo.add %111, %118 : tensor<?x?x16xf32>
    %120 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %121 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %122 = stablehlo.concatenate %120, %121, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %123 = stablehlo.dynamic_broadcast_in_dim %cst_2, %122, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x16xf32>
    %124 = stablehlo.multiply %123, %119 : tensor<?x?x16xf32>
    %125 = stablehlo.tanh %124 : tensor<?x?x16xf32>
    %126 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %127 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %128 = stablehlo.concatenate %126, %127, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %129 = stablehlo.dynamic_broadcast_in_dim %cst_1, %128, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x16xf32>
    %130 = stablehlo.add %129, %125 : tensor<?x?x16xf32>
    %131 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %132 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %133 = stablehlo.concatenate %131, %132, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %134 = stablehlo.dynamic_broadcast_in_dim %cst_0, %133, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x16xf32>
    %135 = stablehlo.multiply %134, %130 : tensor<?x?x16xf32>
    %136 = stablehlo.multiply %111, %135 : tensor<?x?x16xf32>
    %137 = stablehlo.transpose %arg3, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %138 = stablehlo.dot_general %136, %137, contracting_dims = [2] x [0] : (tensor<?x?x16xf32>, tensor<16x8xf32>) -> tensor<?x?x8xf32>
    %139 = stablehlo.add %110, %138 : tensor<?x?x8xf32>
    %140 = stablehlo.reduce(%arg4 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?x?xf32>
    %141 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %142 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %143 = stablehlo.concatenate %141, %142, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %144 = stablehlo.dynamic_broadcast_in_dim %140, %143, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %145 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %146 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %147 = stablehlo.concatenate %145, %146, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %148 = stablehlo.dynamic_broadcast_in_dim %cst_12, %147, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %149 = stablehlo.divide %144, %148 : tensor<?x?x1xf32>
    %150 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %151 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %152 = stablehlo.concatenate %150, %151, %c_10, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %153 = stablehlo.dynamic_broadcast_in_dim %149, %152, dims = [0, 1, 2] : (tensor<?x?x1xf32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %154 = stablehlo.subtract %arg4, %153 : tensor<?x?x8xf32>
    %155 = stablehlo.multiply %154, %154 : tensor<?x?x8xf32>
    %156 = stablehlo.reduce(%155 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?x?xf32>
    %157 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %158 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %159 = stablehlo.concatenate %157, %158, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %160 = stablehlo.dynamic_broadcast_in_dim %156, %159, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %161 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %162 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %163 = stablehlo.concatenate %161, %162, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %164 = stablehlo.dynamic_broadcast_in_dim %cst_12, %163, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %165 = stablehlo.divide %160, %164 : tensor<?x?x1xf32>
    %166 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %167 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %168 = stablehlo.concatenate %166, %167, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %169 = stablehlo.dynamic_broadcast_in_dim %cst_9, %168, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %170 = stablehlo.add %165, %169 : tensor<?x?x1xf32>
    %171 = stablehlo.rsqrt %170 : tensor<?x?x1xf32>
    %172 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %173 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %174 = stablehlo.concatenate %172, %173, %c_10, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %175 = stablehlo.dynamic_broadcast_in_dim %171, %174, dims = [0, 1, 2] : (tensor<?x?x1xf32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %176 = stablehlo.multiply %154, %175 : tensor<?x?x8xf32>
    %177 = stablehlo.dot_general %176, %arg2, contracting_dims = [2] x [0] : (tensor<?x?x8xf32>, tensor<8x24xf32>) -> tensor<?x?x24xf32>
    %178 = stablehlo.concatenate %c_7, %c_7, %c_7, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %179 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %180 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %181 = stablehlo.concatenate %179, %180, %c_10, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %182 = stablehlo.concatenate %c_13, %c_13, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %183 = stablehlo.real_dynamic_slice %177, %178, %181, %182 : (tensor<?x?x24xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %184 = stablehlo.concatenate %c_7, %c_7, %c_10, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %185 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %186 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %187 = stablehlo.concatenate %185, %186, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %188 = stablehlo.concatenate %c_13, %c_13, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %189 = stablehlo.real_dynamic_slice %177, %184, %187, %188 : (tensor<?x?x24xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %190 = stablehlo.concatenate %c_7, %c_7, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %191 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %192 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %193 = stablehlo.concatenate %191, %192, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %194 = stablehlo.concatenate %c_13, %c_13, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %195 = stablehlo.real_dynamic_slice %177, %190, %193, %194 : (tensor<?x?x24xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %196 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %197 = stablehlo.dynamic_iota %196, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %198 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %199 = stablehlo.dynamic_broadcast_in_dim %c_14, %198, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %200 = stablehlo.multiply %199, %197 : tensor<?xi32>
    %201 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %202 = stablehlo.dynamic_broadcast_in_dim %c_8, %201, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %203 = stablehlo.add %202, %200 : tensor<?xi32>
    %204 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %205 = stablehlo.concatenate %204, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %206 = stablehlo.dynamic_broadcast_in_dim %203, %205, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %207 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %208 = stablehlo.concatenate %c_13, %207, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %209 = stablehlo.dynamic_broadcast_in_dim %203, %208, dims = [1] : (tensor<?xi32>, tensor<2xi32>) -> tensor<1x?xi32>
    %210 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %211 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %212 = stablehlo.concatenate %210, %211, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %213 = stablehlo.dynamic_broadcast_in_dim %206, %212, dims = [0, 1] : (tensor<?x1xi32>, tensor<2xi32>) -> tensor<?x?xi32>
    %214 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %215 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %216 = stablehlo.concatenate %214, %215, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %217 = stablehlo.dynamic_broadcast_in_dim %209, %216, dims = [0, 1] : (tensor<1x?xi32>, tensor<2xi32>) -> tensor<?x?xi32>
    %218 = stablehlo.compare GE, %213, %217, SIGNED : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>
    %219 = stablehlo.dot_general %183, %189, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<?x?x8xf32>, tensor<?x?x8xf32>) -> tensor<?x?x?xf32>
    %220:3 = call @_where_0(%arg0, %arg1, %218, %219, %cst_5) : (tensor<i32>, tensor<i32>, tensor<?x?xi1>, tensor<?x?x?xf32>, tensor<f32>) -> (tensor<?x?x?xf32>, tensor<?x?x?xi1>, tensor<?x?x?xf32>)
    %221 = stablehlo.reduce(%220#0 init: %cst_4) applies stablehlo.maximum across dimensions = [2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
    %222 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %223 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %224 = stablehlo.concatenate %222, %223, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %225 = stablehlo.dynamic_broadcast_in_dim %cst_4, %224, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %226 = stablehlo.maximum %225, %221 : tensor<?x?xf32>
    %227 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %228 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %229 = stablehlo.concatenate %227, %228, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %230 = stablehlo.dynamic_broadcast_in_dim %226, %229, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %231 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %232 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %233 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %234 = stablehlo.concatenate %231, %232, %233, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %235 = stablehlo.dynamic_broadcast_in_dim %230, %234, dims = [0, 1, 2] : (tensor<?x?x1xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
    %236 = stablehlo.subtract %220#0, %235 : tensor<?x?x?xf32>
    %237 = stablehlo.exponential %236 : tensor<?x?x?xf32>
    %238 = stablehlo.reduce(%237 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
    %239 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %240 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %241 = stablehlo.concatenate %239, %240, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %242 = stablehlo.dynamic_broadcast_in_dim %238, %241, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %243 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %244 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %245 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %246 = stablehlo.concatenate %243, %244, %245, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %247 = stablehlo.dynamic_broadcast_in_dim %242, %246, dims = [0, 1, 2] : (tensor<?x?x1xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
    %248 = stablehlo.divide %237, %247 : tensor<?x?x?xf32>
    %249 = stablehlo.multiply %242, %242 : tensor<?x?x1xf32>
    %250 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %251 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %252 = stablehlo.concatenate %250, %251, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %253 = stablehlo.dynamic_broadcast_in_dim %cst_1, %252, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %254 = stablehlo.divide %253, %249 : tensor<?x?x1xf32>
    %255 = stablehlo.dot_general %248, %195, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x?x?xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
    %256 = stablehlo.add %arg4, %255 : tensor<?x?x8xf32>
    %257 = stablehlo.dot_general %176, %arg3, contracting_dims = [2] x [0] : (tensor<?x?x8xf32>, tensor<8x16xf32>) -> tensor<?x?x16xf32>
    %258 = stablehlo.multiply %257, %257 : tensor<?x?x16xf32>
    %259 = stablehlo.multiply %258, %257 : tensor<?x?x16xf32>
    %260 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %261 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %262 = stablehlo.concatenate %260, %261, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %263 = stablehlo.dynamic_broadcast_in_dim %cst_3, %262, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x16xf32>
    %264 = stablehlo.multiply %263, %259 : tensor<?x?x16xf32>
    %265 = stablehlo.add %257, %264 : tensor<?x?x16xf32>
    %266 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %267 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %268 = stablehlo.concatenate %266, %267, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %269 = stablehlo.dynamic_broadcast_in_dim %cst_2, %268, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x16xf32>
    %270 = stablehlo.multiply %269, %265 : tensor<?x?x16xf32>
    %271 = stablehlo.tanh %270 : tensor<?x?x16xf32>
    %272 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %273 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %274 = stablehlo.concatenate %272, %273, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %275 = stablehlo.dynamic_broadcast_in_dim %cst_1, %274, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x16xf32>
    %276 = stablehlo.add %275, %271 : tensor<?x?x16xf32>
    %277 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %278 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %279 = stablehlo.concatenate %277, %278, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %280 = stablehlo.dynamic_broadcast_in_dim %cst_0, %279, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x16xf32>
    %281 = stablehlo.multiply %280, %276 : tensor<?x?x16xf32>
    %282 = stablehlo.multiply %257, %281 : tensor<?x?x16xf32>
    %283 = stablehlo.transpose %arg3, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %284 = stablehlo.dot_general %282, %283, contracting_dims = [2] x [0] : (tensor<?x?x16xf32>, tensor<16x8xf32>) -> tensor<?x?x8xf32>
    %285 = stablehlo.add %256, %284 : tensor<?x?x8xf32>
    %286 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %287 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %288 = stablehlo.concatenate %286, %287, %c_10, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %289 = stablehlo.dynamic_broadcast_in_dim %cst, %288, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %290 = stablehlo.multiply %289, %285 : tensor<?x?x8xf32>
    %291 = stablehlo.multiply %arg1, %arg0 : tensor<i32>
    %292 = stablehlo.convert %291 : tensor<i32>
    %293 = stablehlo.multiply %292, %c_11 : tensor<i32>
    %294 = stablehlo.convert %293 : (tensor<i32>) -> tensor<f32>
    %295 = stablehlo.divide %cst_1, %294 : tensor<f32>
    %296 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %297 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %298 = stablehlo.concatenate %296, %297, %c_10, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %299 = stablehlo.dynamic_broadcast_in_dim %295, %298, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x8xf32>
    %300 = stablehlo.multiply %299, %290 : tensor<?x?x8xf32>
    %301 = stablehlo.dot_general %300, %248, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<?x?x8xf32>, tensor<?x?x?xf32>) -> tensor<?x8x?xf32>
    %302 = stablehlo.transpose %301, dims = [0, 2, 1] : (tensor<?x8x?xf32>) -> tensor<?x?x8xf32>
    %303 = stablehlo.dot_general %300, %195, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<?x?x8xf32>, tensor<?x?x8xf32>) -> tensor<?x?x?xf32>
    %304 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %305 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %306 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %307 = stablehlo.concatenate %304, %305, %306, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %308 = stablehlo.dynamic_broadcast_in_dim %254, %307, dims = [0, 1, 2] : (tensor<?x?x1xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
    %309 = stablehlo.multiply %303, %308 : tensor<?x?x?xf32>
    %310 = stablehlo.multiply %309, %237 : tensor<?x?x?xf32>
    %311 = stablehlo.reduce(%310 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
    %312 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %313 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %314 = stablehlo.concatenate %312, %313, %c_13, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %315 = stablehlo.dynamic_reshape %311, %314 : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %316 = stablehlo.negate %315 : tensor<?x?x1xf32>
    %317 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %318 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %319 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %320 = stablehlo.concatenate %317, %318, %319, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %321 = stablehlo.dynamic_broadcast_in_dim %242, %320, dims = [0, 1, 2] : (tensor<?x?x1xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
    %322 = stablehlo.divide %303, %321 : tensor<?x?x?xf32>
    %323 = stablehlo.reduce(%316 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<?x?x1xf32>, tensor<f32>) -> tensor<?x?xf32>
    %324 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %325 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %326 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %327 = stablehlo.concatenate %324, %325, %326, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %328 = stablehlo.dynamic_broadcast_in_dim %323, %327, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
    %329 = stablehlo.add %322, %328 : tensor<?x?x?xf32>
    %330 = stablehlo.multiply %329, %237 : tensor<?x?x?xf32>
    %331 = call @_where_1(%arg0, %arg1, %220#1, %220#2, %330) : (tensor<i32>, tensor<i32>, tensor<?x?x?xi1>, tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %332 = stablehlo.dot_general %331, %183, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<?x?x?xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
    %333 = stablehlo.dot_general %331, %189, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x?x?xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
    %334 = stablehlo.concatenate %333, %332, %302, dim = 2 : (tensor<?x?x8xf32>, tensor<?x?x8xf32>, tensor<?x?x8xf32>) -> tensor<?x?x24xf32>
    %335 = stablehlo.dot_general %334, %176, contracting_dims = [0, 1] x [0, 1] : (tensor<?x?x24xf32>, tensor<?x?x8xf32>) -> tensor<24x8xf32>
    %336 = stablehlo.transpose %335, dims = [1, 0] : (tensor<24x8xf32>) -> tensor<8x24xf32>
    return %139, %336 : tensor<?x?x8xf32>, tensor<8x24xf32>
  }
  func.func private @_where(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "c"}, %arg2: tensor<?x?xi1>, %arg3: tensor<?x?x?xf32>, %arg4: tensor<f32>) -> tensor<?x?x?xf32> {
    %0 = stablehlo.convert %arg4 : tensor<f32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.concatenate %1, %2, %3, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %5 = stablehlo.dynamic_broadcast_in_dim %arg2, %4, dims = [1, 2] : (tensor<?x?xi1>, tensor<3xi32>) -> tensor<?x?x?xi1>
    %6 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.concatenate %6, %7, %8, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %10 = stablehlo.dynamic_broadcast_in_dim %0, %9, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x?xf32>
    %11 = stablehlo.select %5, %arg3, %10 : tensor<?x?x?xi1>, tensor<?x?x?xf32>
    return %11 : tensor<?x?x?xf32>
  }
  func.func private @_where_0(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "c"}, %arg2: tensor<?x?xi1>, %arg3: tensor<?x?x?xf32>, %arg4: tensor<f32>) -> (tensor<?x?x?xf32>, tensor<?x?x?xi1>, tensor<?x?x?xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.convert %arg4 : tensor<f32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.concatenate %1, %2, %3, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %5 = stablehlo.dynamic_broadcast_in_dim %arg2, %4, dims = [1, 2] : (tensor<?x?xi1>, tensor<3xi32>) -> tensor<?x?x?xi1>
    %6 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.concatenate %6, %7, %8, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %10 = stablehlo.dynamic_broadcast_in_dim %0, %9, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x?xf32>
    %11 = stablehlo.select %5, %arg3, %10 : tensor<?x?x?xi1>, tensor<?x?x?xf32>
    %12 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %13 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %14 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %15 = stablehlo.concatenate %12, %13, %14, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %16 = stablehlo.dynamic_broadcast_in_dim %cst, %15, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x?xf32>
    return %11, %5, %16 : tensor<?x?x?xf32>, tensor<?x?x?xi1>, tensor<?x?x?xf32>
  }
  func.func private @_where_1(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "c"}, %arg2: tensor<?x?x?xi1>, %arg3: tensor<?x?x?xf32>, %arg4: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.concatenate %0, %1, %2, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %4 = stablehlo.dynamic_broadcast_in_dim %cst, %3, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x?x?xf32>
    %5 = stablehlo.select %arg2, %arg4, %4 : tensor<?x?x?xi1>, tensor<?x?x?xf32>
    return %5 : tensor<?x?x?xf32>
  }
}

