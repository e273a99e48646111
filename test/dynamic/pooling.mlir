module @jit_pooling attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x?x?x2xf32>) -> (tensor<?x?x?x2xf32> {jax.result_info = "result[0][0]"}, tensor<?x?x?x2xf32> {jax.result_info = "result[0][1]"}, tensor<?x?x?x2xf32> {jax.result_info = "result[1][0]"}, tensor<?x?x?x2xf32> {jax.result_info = "result[1][1]"}, tensor<?x?x?x2xf32> {jax.result_info = "result[2][0]"}, tensor<?x?x?x2xf32> {jax.result_info = "result[2][1]"}, tensor<?x?x?x2xf32> {jax.result_info = "result[3][0]"}, tensor<?x?x?x2xf32> {jax.result_info = "result[3][1]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?x?x2xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?x?x2xf32>) -> tensor<i32>
    %2 = stablehlo.get_dimension_size %arg0, dim = 2 : (tensor<?x?x?x2xf32>) -> tensor<i32>
    %3 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, h, 2). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %4 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%4, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'h'. Using the following polymorphic shapes specifications: args[0].shape = (b, h, h, 2). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %5 = stablehlo.compare EQ, %2, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%5, %2, %1, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[0].shape[2] (= {0}) and the specification 'h' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (b, h, h, 2). Obtained dimension variables: 'b' = {2} from specification 'b' for dimension args[0].shape[0] (= {2}), 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %6:8 = call @_wrapped_jax_export_main(%0, %1, %arg0) : (tensor<i32>, tensor<i32>, tensor<?x?x?x2xf32>) -> (tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>)
    return %6#0, %6#1, %6#2, %6#3, %6#4, %6#5, %6#6, %6#7 : tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>
  }
  func.func @reduce_window_float32_reducer_0(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @reduce_window_float32_reducer(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "h"}, %arg2: tensor<?x?x?x2xf32>) -> (tensor<?x?x?x2xf32> {jax.result_info = "result[0][0]"}, tensor<?x?x?x2xf32> {jax.result_info = "result[0][1]"}, tensor<?x?x?x2xf32> {jax.result_info = "result[1][0]"}, tensor<?x?x?x2xf32> {jax.result_info = "result[1][1]"}, tensor<?x?x?x2xf32> {jax.result_info = "result[2][0]"}, tensor<?x?x?x2xf32> {jax.result_info = "result[2][1]"}, tensor<?x?x?x2xf32> {jax.result_info = "result[3][0]"}, tensor<?x?x?x2xf32> {jax.result_info = "result[3][1]"}) {
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %c_0 = stablehlo.constant dense<1> : tensor<1xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_4 = stablehlo.constant dense<2> : tensor<1xi32>
    %c_5 = stablehlo.constant dense<1> : tensor<i32>
    %c_6 = stablehlo.constant dense<2> : tensor<i32>
    %c_7 = stablehlo.constant dense<-2> : tensor<i32>
    %cst_8 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg2, %0) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %597 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
      stablehlo.return %597 : tensor<f32>
    }) : (tensor<?x?x?x2xf32>, tensor<f32>) -> tensor<?x?x?x2xf32>
    %2 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<f32>
    %3 = "stablehlo.reduce_window"(%arg2, %2) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %597 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
      stablehlo.return %597 : tensor<f32>
    }) : (tensor<?x?x?x2xf32>, tensor<f32>) -> tensor<?x?x?x2xf32>
    %4 = stablehlo.convert %arg1 : tensor<i32>
    %5 = stablehlo.add %4, %c_7 : tensor<i32>
    %6:2 = call @divmod(%arg0, %arg1, %5, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %7 = stablehlo.add %6#0, %c_5 : tensor<i32>
    %8 = stablehlo.convert %arg1 : tensor<i32>
    %9 = stablehlo.add %8, %c_7 : tensor<i32>
    %10:2 = call @divmod(%arg0, %arg1, %9, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %11 = stablehlo.add %10#0, %c_5 : tensor<i32>
    %12 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %13 = stablehlo.reshape %7 : (tensor<i32>) -> tensor<1xi32>
    %14 = stablehlo.reshape %11 : (tensor<i32>) -> tensor<1xi32>
    %15 = stablehlo.concatenate %12, %13, %14, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %16 = stablehlo.dynamic_broadcast_in_dim %cst_8, %15, dims = [] : (tensor<f32>, tensor<4xi32>) -> tensor<?x?x?x2xf32>
    %17 = stablehlo.multiply %16, %3 : tensor<?x?x?x2xf32>
    %18 = stablehlo.convert %arg1 : tensor<i32>
    %19 = stablehlo.add %18, %c_7 : tensor<i32>
    %20:2 = call @divmod(%arg0, %arg1, %19, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %21 = stablehlo.add %20#0, %c_5 : tensor<i32>
    %22 = stablehlo.convert %arg1 : tensor<i32>
    %23 = stablehlo.add %22, %c_7 : tensor<i32>
    %24:2 = call @divmod(%arg0, %arg1, %23, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %25 = stablehlo.add %24#0, %c_5 : tensor<i32>
    %26 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %27 = stablehlo.reshape %21 : (tensor<i32>) -> tensor<1xi32>
    %28 = stablehlo.reshape %25 : (tensor<i32>) -> tensor<1xi32>
    %29 = stablehlo.concatenate %26, %27, %28, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %30 = stablehlo.dynamic_broadcast_in_dim %cst, %29, dims = [] : (tensor<f32>, tensor<4xi32>) -> tensor<?x?x?x2xf32>
    %31 = stablehlo.multiply %30, %17 : tensor<?x?x?x2xf32>
    %32 = stablehlo.pad %arg2, %cst_9, low = [0, 0, 0, 0], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<?x?x?x2xf32>, tensor<f32>) -> tensor<?x?x?x2xf32>
    %33 = "stablehlo.select_and_scatter"(%32, %31, %cst_3) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %597 = stablehlo.compare GE, %arg3, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %597 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %597 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %597 : tensor<f32>
    }) : (tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<f32>) -> tensor<?x?x?x2xf32>
    %34 = stablehlo.concatenate %c_1, %c_1, %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %35 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %36 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %37 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %38 = stablehlo.concatenate %35, %36, %37, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %39 = stablehlo.concatenate %c_0, %c_0, %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %40 = stablehlo.real_dynamic_slice %33, %34, %38, %39 : (tensor<?x?x?x2xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<?x?x?x2xf32>
    %41 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<f32>
    %42 = stablehlo.concatenate %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %43 = stablehlo.reshape %42 : (tensor<2xi32>) -> tensor<1x2xi32>
    %44 = stablehlo.convert %arg1 : tensor<i32>
    %45 = stablehlo.multiply %44, %c : tensor<i32>
    %46:2 = call @divmod(%arg0, %arg1, %45, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %47 = stablehlo.multiply %46#0, %c_7 : tensor<i32>
    %48 = stablehlo.convert %arg1 : tensor<i32>
    %49 = stablehlo.multiply %48, %c : tensor<i32>
    %50 = stablehlo.add %47, %49 : tensor<i32>
    %51:2 = call @divmod(%arg0, %arg1, %50, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %52 = stablehlo.convert %arg1 : tensor<i32>
    %53 = stablehlo.multiply %52, %c : tensor<i32>
    %54:2 = call @divmod(%arg0, %arg1, %53, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %55 = stablehlo.multiply %54#0, %c_7 : tensor<i32>
    %56 = stablehlo.convert %arg1 : tensor<i32>
    %57 = stablehlo.multiply %56, %c : tensor<i32>
    %58 = stablehlo.add %55, %57 : tensor<i32>
    %59:2 = call @divmod(%arg0, %arg1, %58, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %60 = stablehlo.multiply %59#0, %c : tensor<i32>
    %61 = stablehlo.convert %arg1 : tensor<i32>
    %62 = stablehlo.multiply %61, %c : tensor<i32>
    %63:2 = call @divmod(%arg0, %arg1, %62, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %64 = stablehlo.multiply %63#0, %c_7 : tensor<i32>
    %65 = stablehlo.convert %arg1 : tensor<i32>
    %66 = stablehlo.multiply %65, %c : tensor<i32>
    %67 = stablehlo.add %60, %64 : tensor<i32>
    %68 = stablehlo.add %67, %66 : tensor<i32>
    %69 = stablehlo.reshape %51#0 : (tensor<i32>) -> tensor<1xi32>
    %70 = stablehlo.reshape %68 : (tensor<i32>) -> tensor<1xi32>
    %71 = stablehlo.concatenate %69, %70, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %72 = stablehlo.reshape %71 : (tensor<2xi32>) -> tensor<1x2xi32>
    %73 = stablehlo.convert %arg1 : tensor<i32>
    %74 = stablehlo.multiply %73, %c : tensor<i32>
    %75:2 = call @divmod(%arg0, %arg1, %74, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %76 = stablehlo.multiply %75#0, %c_7 : tensor<i32>
    %77 = stablehlo.convert %arg1 : tensor<i32>
    %78 = stablehlo.multiply %77, %c : tensor<i32>
    %79 = stablehlo.add %76, %78 : tensor<i32>
    %80:2 = call @divmod(%arg0, %arg1, %79, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %81 = stablehlo.convert %arg1 : tensor<i32>
    %82 = stablehlo.multiply %81, %c : tensor<i32>
    %83:2 = call @divmod(%arg0, %arg1, %82, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %84 = stablehlo.multiply %83#0, %c_7 : tensor<i32>
    %85 = stablehlo.convert %arg1 : tensor<i32>
    %86 = stablehlo.multiply %85, %c : tensor<i32>
    %87 = stablehlo.add %84, %86 : tensor<i32>
    %88:2 = call @divmod(%arg0, %arg1, %87, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %89 = stablehlo.multiply %88#0, %c : tensor<i32>
    %90 = stablehlo.convert %arg1 : tensor<i32>
    %91 = stablehlo.multiply %90, %c : tensor<i32>
    %92:2 = call @divmod(%arg0, %arg1, %91, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %93 = stablehlo.multiply %92#0, %c_7 : tensor<i32>
    %94 = stablehlo.convert %arg1 : tensor<i32>
    %95 = stablehlo.multiply %94, %c : tensor<i32>
    %96 = stablehlo.add %89, %93 : tensor<i32>
    %97 = stablehlo.add %96, %95 : tensor<i32>
    %98 = stablehlo.reshape %80#0 : (tensor<i32>) -> tensor<1xi32>
    %99 = stablehlo.reshape %97 : (tensor<i32>) -> tensor<1xi32>
    %100 = stablehlo.concatenate %98, %99, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %101 = stablehlo.reshape %100 : (tensor<2xi32>) -> tensor<1x2xi32>
    %102 = stablehlo.concatenate %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %103 = stablehlo.reshape %102 : (tensor<2xi32>) -> tensor<1x2xi32>
    %104 = stablehlo.concatenate %43, %72, %101, %103, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<4x2xi32>
    %105 = stablehlo.concatenate %c_0, %c_4, %c_4, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %106 = stablehlo.concatenate %c_0, %c_4, %c_4, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %107 = stablehlo.concatenate %c_0, %c_0, %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %108 = stablehlo.concatenate %c_0, %c_0, %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %109 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%arg2, %41, %105, %106, %107, %108, %104) {api_version = 2 : i32, called_computations = [@reduce_window_float32_reducer]} : (tensor<?x?x?x2xf32>, tensor<f32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4x2xi32>) -> tensor<?x?x?x2xf32>
    %110 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<f32>
    %111 = stablehlo.concatenate %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %112 = stablehlo.reshape %111 : (tensor<2xi32>) -> tensor<1x2xi32>
    %113 = stablehlo.convert %arg1 : tensor<i32>
    %114 = stablehlo.multiply %113, %c : tensor<i32>
    %115:2 = call @divmod(%arg0, %arg1, %114, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %116 = stablehlo.multiply %115#0, %c_7 : tensor<i32>
    %117 = stablehlo.convert %arg1 : tensor<i32>
    %118 = stablehlo.multiply %117, %c : tensor<i32>
    %119 = stablehlo.add %116, %118 : tensor<i32>
    %120:2 = call @divmod(%arg0, %arg1, %119, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %121 = stablehlo.convert %arg1 : tensor<i32>
    %122 = stablehlo.multiply %121, %c : tensor<i32>
    %123:2 = call @divmod(%arg0, %arg1, %122, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %124 = stablehlo.multiply %123#0, %c_7 : tensor<i32>
    %125 = stablehlo.convert %arg1 : tensor<i32>
    %126 = stablehlo.multiply %125, %c : tensor<i32>
    %127 = stablehlo.add %124, %126 : tensor<i32>
    %128:2 = call @divmod(%arg0, %arg1, %127, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %129 = stablehlo.multiply %128#0, %c : tensor<i32>
    %130 = stablehlo.convert %arg1 : tensor<i32>
    %131 = stablehlo.multiply %130, %c : tensor<i32>
    %132:2 = call @divmod(%arg0, %arg1, %131, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %133 = stablehlo.multiply %132#0, %c_7 : tensor<i32>
    %134 = stablehlo.convert %arg1 : tensor<i32>
    %135 = stablehlo.multiply %134, %c : tensor<i32>
    %136 = stablehlo.add %129, %133 : tensor<i32>
    %137 = stablehlo.add %136, %135 : tensor<i32>
    %138 = stablehlo.reshape %120#0 : (tensor<i32>) -> tensor<1xi32>
    %139 = stablehlo.reshape %137 : (tensor<i32>) -> tensor<1xi32>
    %140 = stablehlo.concatenate %138, %139, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %141 = stablehlo.reshape %140 : (tensor<2xi32>) -> tensor<1x2xi32>
    %142 = stablehlo.convert %arg1 : tensor<i32>
    %143 = stablehlo.multiply %142, %c : tensor<i32>
    %144:2 = call @divmod(%arg0, %arg1, %143, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %145 = stablehlo.multiply %144#0, %c_7 : tensor<i32>
    %146 = stablehlo.convert %arg1 : tensor<i32>
    %147 = stablehlo.multiply %146, %c : tensor<i32>
    %148 = stablehlo.add %145, %147 : tensor<i32>
    %149:2 = call @divmod(%arg0, %arg1, %148, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %150 = stablehlo.convert %arg1 : tensor<i32>
    %151 = stablehlo.multiply %150, %c : tensor<i32>
    %152:2 = call @divmod(%arg0, %arg1, %151, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %153 = stablehlo.multiply %152#0, %c_7 : tensor<i32>
    %154 = stablehlo.convert %arg1 : tensor<i32>
    %155 = stablehlo.multiply %154, %c : tensor<i32>
    %156 = stablehlo.add %153, %155 : tensor<i32>
    %157:2 = call @divmod(%arg0, %arg1, %156, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %158 = stablehlo.multiply %157#0, %c : tensor<i32>
    %159 = stablehlo.convert %arg1 : tensor<i32>
    %160 = stablehlo.multiply %159, %c : tensor<i32>
    %161:2 = call @divmod(%arg0, %arg1, %160, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %162 = stablehlo.multiply %161#0, %c_7 : tensor<i32>
    %163 = stablehlo.convert %arg1 : tensor<i32>
    %164 = stablehlo.multiply %163, %c : tensor<i32>
    %165 = stablehlo.add %158, %162 : tensor<i32>
    %166 = stablehlo.add %165, %164 : tensor<i32>
    %167 = stablehlo.reshape %149#0 : (tensor<i32>) -> tensor<1xi32>
    %168 = stablehlo.reshape %166 : (tensor<i32>) -> tensor<1xi32>
    %169 = stablehlo.concatenate %167, %168, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %170 = stablehlo.reshape %169 : (tensor<2xi32>) -> tensor<1x2xi32>
    %171 = stablehlo.concatenate %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %172 = stablehlo.reshape %171 : (tensor<2xi32>) -> tensor<1x2xi32>
    %173 = stablehlo.concatenate %112, %141, %170, %172, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<4x2xi32>
    %174 = stablehlo.concatenate %c_0, %c_4, %c_4, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %175 = stablehlo.concatenate %c_0, %c_4, %c_4, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %176 = stablehlo.concatenate %c_0, %c_0, %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %177 = stablehlo.concatenate %c_0, %c_0, %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %178 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%arg2, %110, %174, %175, %176, %177, %173) {api_version = 2 : i32, called_computations = [@reduce_window_float32_reducer]} : (tensor<?x?x?x2xf32>, tensor<f32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4x2xi32>) -> tensor<?x?x?x2xf32>
    %179 = stablehlo.convert %arg1 : tensor<i32>
    %180 = stablehlo.multiply %179, %c : tensor<i32>
    %181:2 = call @divmod(%arg0, %arg1, %180, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %182 = stablehlo.multiply %181#0, %c : tensor<i32>
    %183 = stablehlo.convert %arg1 : tensor<i32>
    %184 = stablehlo.multiply %183, %c : tensor<i32>
    %185:2 = call @divmod(%arg0, %arg1, %184, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %186 = stablehlo.multiply %185#0, %c : tensor<i32>
    %187 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %188 = stablehlo.reshape %182 : (tensor<i32>) -> tensor<1xi32>
    %189 = stablehlo.reshape %186 : (tensor<i32>) -> tensor<1xi32>
    %190 = stablehlo.concatenate %187, %188, %189, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %191 = stablehlo.dynamic_broadcast_in_dim %cst_8, %190, dims = [] : (tensor<f32>, tensor<4xi32>) -> tensor<?x?x?x2xf32>
    %192 = stablehlo.multiply %191, %178 : tensor<?x?x?x2xf32>
    %193 = stablehlo.convert %arg1 : tensor<i32>
    %194 = stablehlo.multiply %193, %c : tensor<i32>
    %195:2 = call @divmod(%arg0, %arg1, %194, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %196 = stablehlo.multiply %195#0, %c : tensor<i32>
    %197 = stablehlo.convert %arg1 : tensor<i32>
    %198 = stablehlo.multiply %197, %c : tensor<i32>
    %199:2 = call @divmod(%arg0, %arg1, %198, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %200 = stablehlo.multiply %199#0, %c : tensor<i32>
    %201 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %202 = stablehlo.reshape %196 : (tensor<i32>) -> tensor<1xi32>
    %203 = stablehlo.reshape %200 : (tensor<i32>) -> tensor<1xi32>
    %204 = stablehlo.concatenate %201, %202, %203, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %205 = stablehlo.dynamic_broadcast_in_dim %cst, %204, dims = [] : (tensor<f32>, tensor<4xi32>) -> tensor<?x?x?x2xf32>
    %206 = stablehlo.multiply %205, %192 : tensor<?x?x?x2xf32>
    %207 = stablehlo.convert %arg1 : tensor<i32>
    %208 = stablehlo.multiply %207, %c : tensor<i32>
    %209:2 = call @divmod(%arg0, %arg1, %208, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %210 = stablehlo.multiply %209#0, %c_7 : tensor<i32>
    %211 = stablehlo.convert %arg1 : tensor<i32>
    %212 = stablehlo.multiply %211, %c : tensor<i32>
    %213 = stablehlo.add %210, %212 : tensor<i32>
    %214:2 = call @divmod(%arg0, %arg1, %213, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %215 = stablehlo.convert %arg1 : tensor<i32>
    %216 = stablehlo.multiply %215, %c : tensor<i32>
    %217:2 = call @divmod(%arg0, %arg1, %216, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %218 = stablehlo.multiply %217#0, %c_7 : tensor<i32>
    %219 = stablehlo.convert %arg1 : tensor<i32>
    %220 = stablehlo.multiply %219, %c : tensor<i32>
    %221 = stablehlo.add %218, %220 : tensor<i32>
    %222:2 = call @divmod(%arg0, %arg1, %221, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %223 = stablehlo.reshape %214#0 : (tensor<i32>) -> tensor<1xi32>
    %224 = stablehlo.reshape %222#0 : (tensor<i32>) -> tensor<1xi32>
    %225 = stablehlo.concatenate %c_1, %223, %224, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %226 = stablehlo.convert %arg1 : tensor<i32>
    %227 = stablehlo.multiply %226, %c : tensor<i32>
    %228:2 = call @divmod(%arg0, %arg1, %227, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %229 = stablehlo.multiply %228#0, %c_7 : tensor<i32>
    %230 = stablehlo.convert %arg1 : tensor<i32>
    %231 = stablehlo.multiply %230, %c : tensor<i32>
    %232 = stablehlo.add %229, %231 : tensor<i32>
    %233:2 = call @divmod(%arg0, %arg1, %232, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %234 = stablehlo.multiply %233#0, %c : tensor<i32>
    %235 = stablehlo.convert %arg1 : tensor<i32>
    %236 = stablehlo.multiply %235, %c : tensor<i32>
    %237:2 = call @divmod(%arg0, %arg1, %236, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %238 = stablehlo.multiply %237#0, %c_7 : tensor<i32>
    %239 = stablehlo.convert %arg1 : tensor<i32>
    %240 = stablehlo.multiply %239, %c : tensor<i32>
    %241 = stablehlo.add %234, %238 : tensor<i32>
    %242 = stablehlo.add %241, %240 : tensor<i32>
    %243 = stablehlo.convert %arg1 : tensor<i32>
    %244 = stablehlo.multiply %243, %c : tensor<i32>
    %245:2 = call @divmod(%arg0, %arg1, %244, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %246 = stablehlo.multiply %245#0, %c_7 : tensor<i32>
    %247 = stablehlo.convert %arg1 : tensor<i32>
    %248 = stablehlo.multiply %247, %c : tensor<i32>
    %249 = stablehlo.add %246, %248 : tensor<i32>
    %250:2 = call @divmod(%arg0, %arg1, %249, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %251 = stablehlo.multiply %250#0, %c : tensor<i32>
    %252 = stablehlo.convert %arg1 : tensor<i32>
    %253 = stablehlo.multiply %252, %c : tensor<i32>
    %254:2 = call @divmod(%arg0, %arg1, %253, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %255 = stablehlo.multiply %254#0, %c_7 : tensor<i32>
    %256 = stablehlo.convert %arg1 : tensor<i32>
    %257 = stablehlo.multiply %256, %c : tensor<i32>
    %258 = stablehlo.add %251, %255 : tensor<i32>
    %259 = stablehlo.add %258, %257 : tensor<i32>
    %260 = stablehlo.reshape %242 : (tensor<i32>) -> tensor<1xi32>
    %261 = stablehlo.reshape %259 : (tensor<i32>) -> tensor<1xi32>
    %262 = stablehlo.concatenate %c_1, %260, %261, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %263 = stablehlo.concatenate %c_1, %c_1, %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %264 = stablehlo.dynamic_pad %arg2, %cst_9, %225, %262, %263 : (tensor<?x?x?x2xf32>, tensor<f32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<?x?x?x2xf32>
    %265 = "stablehlo.select_and_scatter"(%264, %206, %cst_3) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %597 = stablehlo.compare GE, %arg3, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %597 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %597 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %597 : tensor<f32>
    }) : (tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<f32>) -> tensor<?x?x?x2xf32>
    %266 = stablehlo.convert %arg1 : tensor<i32>
    %267 = stablehlo.multiply %266, %c : tensor<i32>
    %268:2 = call @divmod(%arg0, %arg1, %267, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %269 = stablehlo.multiply %268#0, %c_7 : tensor<i32>
    %270 = stablehlo.convert %arg1 : tensor<i32>
    %271 = stablehlo.multiply %270, %c : tensor<i32>
    %272 = stablehlo.add %269, %271 : tensor<i32>
    %273:2 = call @divmod(%arg0, %arg1, %272, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %274 = stablehlo.convert %arg1 : tensor<i32>
    %275 = stablehlo.multiply %274, %c : tensor<i32>
    %276:2 = call @divmod(%arg0, %arg1, %275, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %277 = stablehlo.multiply %276#0, %c_7 : tensor<i32>
    %278 = stablehlo.convert %arg1 : tensor<i32>
    %279 = stablehlo.multiply %278, %c : tensor<i32>
    %280 = stablehlo.add %277, %279 : tensor<i32>
    %281:2 = call @divmod(%arg0, %arg1, %280, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %282 = stablehlo.reshape %273#0 : (tensor<i32>) -> tensor<1xi32>
    %283 = stablehlo.reshape %281#0 : (tensor<i32>) -> tensor<1xi32>
    %284 = stablehlo.concatenate %c_1, %282, %283, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %285 = stablehlo.convert %arg1 : tensor<i32>
    %286 = stablehlo.multiply %285, %c : tensor<i32>
    %287:2 = call @divmod(%arg0, %arg1, %286, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %288 = stablehlo.multiply %287#0, %c_7 : tensor<i32>
    %289 = stablehlo.convert %arg1 : tensor<i32>
    %290 = stablehlo.multiply %289, %c : tensor<i32>
    %291 = stablehlo.add %288, %290 : tensor<i32>
    %292:2 = call @divmod(%arg0, %arg1, %291, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %293 = stablehlo.convert %arg1 : tensor<i32>
    %294 = stablehlo.add %292#0, %293 : tensor<i32>
    %295 = stablehlo.convert %arg1 : tensor<i32>
    %296 = stablehlo.multiply %295, %c : tensor<i32>
    %297:2 = call @divmod(%arg0, %arg1, %296, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %298 = stablehlo.multiply %297#0, %c_7 : tensor<i32>
    %299 = stablehlo.convert %arg1 : tensor<i32>
    %300 = stablehlo.multiply %299, %c : tensor<i32>
    %301 = stablehlo.add %298, %300 : tensor<i32>
    %302:2 = call @divmod(%arg0, %arg1, %301, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %303 = stablehlo.convert %arg1 : tensor<i32>
    %304 = stablehlo.add %302#0, %303 : tensor<i32>
    %305 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %306 = stablehlo.reshape %294 : (tensor<i32>) -> tensor<1xi32>
    %307 = stablehlo.reshape %304 : (tensor<i32>) -> tensor<1xi32>
    %308 = stablehlo.concatenate %305, %306, %307, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %309 = stablehlo.concatenate %c_0, %c_0, %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %310 = stablehlo.real_dynamic_slice %265, %284, %308, %309 : (tensor<?x?x?x2xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<?x?x?x2xf32>
    %311 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<f32>
    %312 = "stablehlo.reduce_window"(%arg2, %311) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %597 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %597 : tensor<f32>
    }) : (tensor<?x?x?x2xf32>, tensor<f32>) -> tensor<?x?x?x2xf32>
    %313 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<f32>
    %314 = "stablehlo.reduce_window"(%arg2, %313) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %597 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %597 : tensor<f32>
    }) : (tensor<?x?x?x2xf32>, tensor<f32>) -> tensor<?x?x?x2xf32>
    %315 = stablehlo.convert %arg1 : tensor<i32>
    %316 = stablehlo.add %315, %c_7 : tensor<i32>
    %317:2 = call @divmod(%arg0, %arg1, %316, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %318 = stablehlo.add %317#0, %c_5 : tensor<i32>
    %319 = stablehlo.convert %arg1 : tensor<i32>
    %320 = stablehlo.add %319, %c_7 : tensor<i32>
    %321:2 = call @divmod(%arg0, %arg1, %320, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %322 = stablehlo.add %321#0, %c_5 : tensor<i32>
    %323 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %324 = stablehlo.reshape %318 : (tensor<i32>) -> tensor<1xi32>
    %325 = stablehlo.reshape %322 : (tensor<i32>) -> tensor<1xi32>
    %326 = stablehlo.concatenate %323, %324, %325, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %327 = stablehlo.dynamic_broadcast_in_dim %cst_8, %326, dims = [] : (tensor<f32>, tensor<4xi32>) -> tensor<?x?x?x2xf32>
    %328 = stablehlo.multiply %327, %314 : tensor<?x?x?x2xf32>
    %329 = stablehlo.convert %arg1 : tensor<i32>
    %330 = stablehlo.add %329, %c_7 : tensor<i32>
    %331:2 = call @divmod(%arg0, %arg1, %330, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %332 = stablehlo.add %331#0, %c_5 : tensor<i32>
    %333 = stablehlo.convert %arg1 : tensor<i32>
    %334 = stablehlo.add %333, %c_7 : tensor<i32>
    %335:2 = call @divmod(%arg0, %arg1, %334, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %336 = stablehlo.add %335#0, %c_5 : tensor<i32>
    %337 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %338 = stablehlo.reshape %332 : (tensor<i32>) -> tensor<1xi32>
    %339 = stablehlo.reshape %336 : (tensor<i32>) -> tensor<1xi32>
    %340 = stablehlo.concatenate %337, %338, %339, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %341 = stablehlo.dynamic_broadcast_in_dim %cst, %340, dims = [] : (tensor<f32>, tensor<4xi32>) -> tensor<?x?x?x2xf32>
    %342 = stablehlo.multiply %341, %328 : tensor<?x?x?x2xf32>
    %343 = stablehlo.concatenate %c_1, %c_0, %c_0, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %344 = stablehlo.convert %arg1 : tensor<i32>
    %345 = stablehlo.add %344, %c_7 : tensor<i32>
    %346:2 = call @divmod(%arg0, %arg1, %345, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %347 = stablehlo.multiply %346#0, %c_6 : tensor<i32>
    %348 = stablehlo.add %347, %c_5 : tensor<i32>
    %349 = stablehlo.maximum %348, %c_2 : tensor<i32>
    %350 = stablehlo.multiply %349, %c : tensor<i32>
    %351 = stablehlo.convert %arg1 : tensor<i32>
    %352 = stablehlo.add %350, %351 : tensor<i32>
    %353 = stablehlo.convert %arg1 : tensor<i32>
    %354 = stablehlo.add %353, %c_7 : tensor<i32>
    %355:2 = call @divmod(%arg0, %arg1, %354, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %356 = stablehlo.multiply %355#0, %c_6 : tensor<i32>
    %357 = stablehlo.add %356, %c_5 : tensor<i32>
    %358 = stablehlo.maximum %357, %c_2 : tensor<i32>
    %359 = stablehlo.multiply %358, %c : tensor<i32>
    %360 = stablehlo.convert %arg1 : tensor<i32>
    %361 = stablehlo.add %359, %360 : tensor<i32>
    %362 = stablehlo.reshape %352 : (tensor<i32>) -> tensor<1xi32>
    %363 = stablehlo.reshape %361 : (tensor<i32>) -> tensor<1xi32>
    %364 = stablehlo.concatenate %c_1, %362, %363, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %365 = stablehlo.concatenate %c_1, %c_0, %c_0, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %366 = stablehlo.dynamic_pad %342, %cst_3, %343, %364, %365 : (tensor<?x?x?x2xf32>, tensor<f32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<?x?x?x2xf32>
    %367 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<f32>
    %368 = "stablehlo.reduce_window"(%366, %367) <{window_dimensions = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %597 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %597 : tensor<f32>
    }) : (tensor<?x?x?x2xf32>, tensor<f32>) -> tensor<?x?x?x2xf32>
    %369 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<f32>
    %370 = stablehlo.concatenate %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %371 = stablehlo.reshape %370 : (tensor<2xi32>) -> tensor<1x2xi32>
    %372 = stablehlo.convert %arg1 : tensor<i32>
    %373 = stablehlo.multiply %372, %c : tensor<i32>
    %374:2 = call @divmod(%arg0, %arg1, %373, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %375 = stablehlo.multiply %374#0, %c_7 : tensor<i32>
    %376 = stablehlo.convert %arg1 : tensor<i32>
    %377 = stablehlo.multiply %376, %c : tensor<i32>
    %378 = stablehlo.add %375, %377 : tensor<i32>
    %379:2 = call @divmod(%arg0, %arg1, %378, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %380 = stablehlo.convert %arg1 : tensor<i32>
    %381 = stablehlo.multiply %380, %c : tensor<i32>
    %382:2 = call @divmod(%arg0, %arg1, %381, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %383 = stablehlo.multiply %382#0, %c_7 : tensor<i32>
    %384 = stablehlo.convert %arg1 : tensor<i32>
    %385 = stablehlo.multiply %384, %c : tensor<i32>
    %386 = stablehlo.add %383, %385 : tensor<i32>
    %387:2 = call @divmod(%arg0, %arg1, %386, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %388 = stablehlo.multiply %387#0, %c : tensor<i32>
    %389 = stablehlo.convert %arg1 : tensor<i32>
    %390 = stablehlo.multiply %389, %c : tensor<i32>
    %391:2 = call @divmod(%arg0, %arg1, %390, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %392 = stablehlo.multiply %391#0, %c_7 : tensor<i32>
    %393 = stablehlo.convert %arg1 : tensor<i32>
    %394 = stablehlo.multiply %393, %c : tensor<i32>
    %395 = stablehlo.add %388, %392 : tensor<i32>
    %396 = stablehlo.add %395, %394 : tensor<i32>
    %397 = stablehlo.reshape %379#0 : (tensor<i32>) -> tensor<1xi32>
    %398 = stablehlo.reshape %396 : (tensor<i32>) -> tensor<1xi32>
    %399 = stablehlo.concatenate %397, %398, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %400 = stablehlo.reshape %399 : (tensor<2xi32>) -> tensor<1x2xi32>
    %401 = stablehlo.convert %arg1 : tensor<i32>
    %402 = stablehlo.multiply %401, %c : tensor<i32>
    %403:2 = call @divmod(%arg0, %arg1, %402, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %404 = stablehlo.multiply %403#0, %c_7 : tensor<i32>
    %405 = stablehlo.convert %arg1 : tensor<i32>
    %406 = stablehlo.multiply %405, %c : tensor<i32>
    %407 = stablehlo.add %404, %406 : tensor<i32>
    %408:2 = call @divmod(%arg0, %arg1, %407, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %409 = stablehlo.convert %arg1 : tensor<i32>
    %410 = stablehlo.multiply %409, %c : tensor<i32>
    %411:2 = call @divmod(%arg0, %arg1, %410, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %412 = stablehlo.multiply %411#0, %c_7 : tensor<i32>
    %413 = stablehlo.convert %arg1 : tensor<i32>
    %414 = stablehlo.multiply %413, %c : tensor<i32>
    %415 = stablehlo.add %412, %414 : tensor<i32>
    %416:2 = call @divmod(%arg0, %arg1, %415, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %417 = stablehlo.multiply %416#0, %c : tensor<i32>
    %418 = stablehlo.convert %arg1 : tensor<i32>
    %419 = stablehlo.multiply %418, %c : tensor<i32>
    %420:2 = call @divmod(%arg0, %arg1, %419, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %421 = stablehlo.multiply %420#0, %c_7 : tensor<i32>
    %422 = stablehlo.convert %arg1 : tensor<i32>
    %423 = stablehlo.multiply %422, %c : tensor<i32>
    %424 = stablehlo.add %417, %421 : tensor<i32>
    %425 = stablehlo.add %424, %423 : tensor<i32>
    %426 = stablehlo.reshape %408#0 : (tensor<i32>) -> tensor<1xi32>
    %427 = stablehlo.reshape %425 : (tensor<i32>) -> tensor<1xi32>
    %428 = stablehlo.concatenate %426, %427, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %429 = stablehlo.reshape %428 : (tensor<2xi32>) -> tensor<1x2xi32>
    %430 = stablehlo.concatenate %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %431 = stablehlo.reshape %430 : (tensor<2xi32>) -> tensor<1x2xi32>
    %432 = stablehlo.concatenate %371, %400, %429, %431, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<4x2xi32>
    %433 = stablehlo.concatenate %c_0, %c_4, %c_4, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %434 = stablehlo.concatenate %c_0, %c_4, %c_4, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %435 = stablehlo.concatenate %c_0, %c_0, %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %436 = stablehlo.concatenate %c_0, %c_0, %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %437 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%arg2, %369, %433, %434, %435, %436, %432) {api_version = 2 : i32, called_computations = [@reduce_window_float32_reducer_0]} : (tensor<?x?x?x2xf32>, tensor<f32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4x2xi32>) -> tensor<?x?x?x2xf32>
    %438 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<f32>
    %439 = stablehlo.concatenate %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %440 = stablehlo.reshape %439 : (tensor<2xi32>) -> tensor<1x2xi32>
    %441 = stablehlo.convert %arg1 : tensor<i32>
    %442 = stablehlo.multiply %441, %c : tensor<i32>
    %443:2 = call @divmod(%arg0, %arg1, %442, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %444 = stablehlo.multiply %443#0, %c_7 : tensor<i32>
    %445 = stablehlo.convert %arg1 : tensor<i32>
    %446 = stablehlo.multiply %445, %c : tensor<i32>
    %447 = stablehlo.add %444, %446 : tensor<i32>
    %448:2 = call @divmod(%arg0, %arg1, %447, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %449 = stablehlo.convert %arg1 : tensor<i32>
    %450 = stablehlo.multiply %449, %c : tensor<i32>
    %451:2 = call @divmod(%arg0, %arg1, %450, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %452 = stablehlo.multiply %451#0, %c_7 : tensor<i32>
    %453 = stablehlo.convert %arg1 : tensor<i32>
    %454 = stablehlo.multiply %453, %c : tensor<i32>
    %455 = stablehlo.add %452, %454 : tensor<i32>
    %456:2 = call @divmod(%arg0, %arg1, %455, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %457 = stablehlo.multiply %456#0, %c : tensor<i32>
    %458 = stablehlo.convert %arg1 : tensor<i32>
    %459 = stablehlo.multiply %458, %c : tensor<i32>
    %460:2 = call @divmod(%arg0, %arg1, %459, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %461 = stablehlo.multiply %460#0, %c_7 : tensor<i32>
    %462 = stablehlo.convert %arg1 : tensor<i32>
    %463 = stablehlo.multiply %462, %c : tensor<i32>
    %464 = stablehlo.add %457, %461 : tensor<i32>
    %465 = stablehlo.add %464, %463 : tensor<i32>
    %466 = stablehlo.reshape %448#0 : (tensor<i32>) -> tensor<1xi32>
    %467 = stablehlo.reshape %465 : (tensor<i32>) -> tensor<1xi32>
    %468 = stablehlo.concatenate %466, %467, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %469 = stablehlo.reshape %468 : (tensor<2xi32>) -> tensor<1x2xi32>
    %470 = stablehlo.convert %arg1 : tensor<i32>
    %471 = stablehlo.multiply %470, %c : tensor<i32>
    %472:2 = call @divmod(%arg0, %arg1, %471, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %473 = stablehlo.multiply %472#0, %c_7 : tensor<i32>
    %474 = stablehlo.convert %arg1 : tensor<i32>
    %475 = stablehlo.multiply %474, %c : tensor<i32>
    %476 = stablehlo.add %473, %475 : tensor<i32>
    %477:2 = call @divmod(%arg0, %arg1, %476, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %478 = stablehlo.convert %arg1 : tensor<i32>
    %479 = stablehlo.multiply %478, %c : tensor<i32>
    %480:2 = call @divmod(%arg0, %arg1, %479, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %481 = stablehlo.multiply %480#0, %c_7 : tensor<i32>
    %482 = stablehlo.convert %arg1 : tensor<i32>
    %483 = stablehlo.multiply %482, %c : tensor<i32>
    %484 = stablehlo.add %481, %483 : tensor<i32>
    %485:2 = call @divmod(%arg0, %arg1, %484, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %486 = stablehlo.multiply %485#0, %c : tensor<i32>
    %487 = stablehlo.convert %arg1 : tensor<i32>
    %488 = stablehlo.multiply %487, %c : tensor<i32>
    %489:2 = call @divmod(%arg0, %arg1, %488, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %490 = stablehlo.multiply %489#0, %c_7 : tensor<i32>
    %491 = stablehlo.convert %arg1 : tensor<i32>
    %492 = stablehlo.multiply %491, %c : tensor<i32>
    %493 = stablehlo.add %486, %490 : tensor<i32>
    %494 = stablehlo.add %493, %492 : tensor<i32>
    %495 = stablehlo.reshape %477#0 : (tensor<i32>) -> tensor<1xi32>
    %496 = stablehlo.reshape %494 : (tensor<i32>) -> tensor<1xi32>
    %497 = stablehlo.concatenate %495, %496, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %498 = stablehlo.reshape %497 : (tensor<2xi32>) -> tensor<1x2xi32>
    %499 = stablehlo.concatenate %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %500 = stablehlo.reshape %499 : (tensor<2xi32>) -> tensor<1x2xi32>
    %501 = stablehlo.concatenate %440, %469, %498, %500, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<4x2xi32>
    %502 = stablehlo.concatenate %c_0, %c_4, %c_4, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %503 = stablehlo.concatenate %c_0, %c_4, %c_4, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %504 = stablehlo.concatenate %c_0, %c_0, %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %505 = stablehlo.concatenate %c_0, %c_0, %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %506 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%arg2, %438, %502, %503, %504, %505, %501) {api_version = 2 : i32, called_computations = [@reduce_window_float32_reducer_0]} : (tensor<?x?x?x2xf32>, tensor<f32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4x2xi32>) -> tensor<?x?x?x2xf32>
    %507 = stablehlo.convert %arg1 : tensor<i32>
    %508 = stablehlo.multiply %507, %c : tensor<i32>
    %509:2 = call @divmod(%arg0, %arg1, %508, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %510 = stablehlo.multiply %509#0, %c : tensor<i32>
    %511 = stablehlo.convert %arg1 : tensor<i32>
    %512 = stablehlo.multiply %511, %c : tensor<i32>
    %513:2 = call @divmod(%arg0, %arg1, %512, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %514 = stablehlo.multiply %513#0, %c : tensor<i32>
    %515 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %516 = stablehlo.reshape %510 : (tensor<i32>) -> tensor<1xi32>
    %517 = stablehlo.reshape %514 : (tensor<i32>) -> tensor<1xi32>
    %518 = stablehlo.concatenate %515, %516, %517, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %519 = stablehlo.dynamic_broadcast_in_dim %cst_8, %518, dims = [] : (tensor<f32>, tensor<4xi32>) -> tensor<?x?x?x2xf32>
    %520 = stablehlo.multiply %519, %506 : tensor<?x?x?x2xf32>
    %521 = stablehlo.convert %arg1 : tensor<i32>
    %522 = stablehlo.multiply %521, %c : tensor<i32>
    %523:2 = call @divmod(%arg0, %arg1, %522, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %524 = stablehlo.multiply %523#0, %c : tensor<i32>
    %525 = stablehlo.convert %arg1 : tensor<i32>
    %526 = stablehlo.multiply %525, %c : tensor<i32>
    %527:2 = call @divmod(%arg0, %arg1, %526, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %528 = stablehlo.multiply %527#0, %c : tensor<i32>
    %529 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %530 = stablehlo.reshape %524 : (tensor<i32>) -> tensor<1xi32>
    %531 = stablehlo.reshape %528 : (tensor<i32>) -> tensor<1xi32>
    %532 = stablehlo.concatenate %529, %530, %531, %c_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %533 = stablehlo.dynamic_broadcast_in_dim %cst, %532, dims = [] : (tensor<f32>, tensor<4xi32>) -> tensor<?x?x?x2xf32>
    %534 = stablehlo.multiply %533, %520 : tensor<?x?x?x2xf32>
    %535 = stablehlo.convert %arg1 : tensor<i32>
    %536 = stablehlo.multiply %535, %c : tensor<i32>
    %537:2 = call @divmod(%arg0, %arg1, %536, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %538 = stablehlo.multiply %537#0, %c_7 : tensor<i32>
    %539 = stablehlo.convert %arg1 : tensor<i32>
    %540 = stablehlo.multiply %539, %c : tensor<i32>
    %541 = stablehlo.add %538, %540 : tensor<i32>
    %542:2 = call @divmod(%arg0, %arg1, %541, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %543 = stablehlo.multiply %542#0, %c : tensor<i32>
    %544 = stablehlo.add %543, %c_5 : tensor<i32>
    %545 = stablehlo.convert %arg1 : tensor<i32>
    %546 = stablehlo.multiply %545, %c : tensor<i32>
    %547:2 = call @divmod(%arg0, %arg1, %546, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %548 = stablehlo.multiply %547#0, %c_7 : tensor<i32>
    %549 = stablehlo.convert %arg1 : tensor<i32>
    %550 = stablehlo.multiply %549, %c : tensor<i32>
    %551 = stablehlo.add %548, %550 : tensor<i32>
    %552:2 = call @divmod(%arg0, %arg1, %551, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %553 = stablehlo.multiply %552#0, %c : tensor<i32>
    %554 = stablehlo.add %553, %c_5 : tensor<i32>
    %555 = stablehlo.reshape %544 : (tensor<i32>) -> tensor<1xi32>
    %556 = stablehlo.reshape %554 : (tensor<i32>) -> tensor<1xi32>
    %557 = stablehlo.concatenate %c_1, %555, %556, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %558 = stablehlo.convert %arg1 : tensor<i32>
    %559 = stablehlo.multiply %558, %c : tensor<i32>
    %560:2 = call @divmod(%arg0, %arg1, %559, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %561 = stablehlo.multiply %560#0, %c_7 : tensor<i32>
    %562 = stablehlo.convert %arg1 : tensor<i32>
    %563 = stablehlo.multiply %562, %c : tensor<i32>
    %564 = stablehlo.add %561, %563 : tensor<i32>
    %565:2 = call @divmod(%arg0, %arg1, %564, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %566 = stablehlo.convert %arg1 : tensor<i32>
    %567 = stablehlo.multiply %566, %c : tensor<i32>
    %568:2 = call @divmod(%arg0, %arg1, %567, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %569 = stablehlo.multiply %568#0, %c_6 : tensor<i32>
    %570 = stablehlo.add %565#0, %569 : tensor<i32>
    %571 = stablehlo.convert %arg1 : tensor<i32>
    %572 = stablehlo.add %570, %571 : tensor<i32>
    %573 = stablehlo.add %572, %c_5 : tensor<i32>
    %574 = stablehlo.convert %arg1 : tensor<i32>
    %575 = stablehlo.multiply %574, %c : tensor<i32>
    %576:2 = call @divmod(%arg0, %arg1, %575, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %577 = stablehlo.multiply %576#0, %c_7 : tensor<i32>
    %578 = stablehlo.convert %arg1 : tensor<i32>
    %579 = stablehlo.multiply %578, %c : tensor<i32>
    %580 = stablehlo.add %577, %579 : tensor<i32>
    %581:2 = call @divmod(%arg0, %arg1, %580, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %582 = stablehlo.convert %arg1 : tensor<i32>
    %583 = stablehlo.multiply %582, %c : tensor<i32>
    %584:2 = call @divmod(%arg0, %arg1, %583, %c_6) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %585 = stablehlo.multiply %584#0, %c_6 : tensor<i32>
    %586 = stablehlo.add %581#0, %585 : tensor<i32>
    %587 = stablehlo.convert %arg1 : tensor<i32>
    %588 = stablehlo.add %586, %587 : tensor<i32>
    %589 = stablehlo.add %588, %c_5 : tensor<i32>
    %590 = stablehlo.reshape %573 : (tensor<i32>) -> tensor<1xi32>
    %591 = stablehlo.reshape %589 : (tensor<i32>) -> tensor<1xi32>
    %592 = stablehlo.concatenate %c_1, %590, %591, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %593 = stablehlo.concatenate %c_1, %c_0, %c_0, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %594 = stablehlo.dynamic_pad %534, %cst_3, %557, %592, %593 : (tensor<?x?x?x2xf32>, tensor<f32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<?x?x?x2xf32>
    %595 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<f32>
    %596 = "stablehlo.reduce_window"(%594, %595) <{window_dimensions = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %597 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %597 : tensor<f32>
    }) : (tensor<?x?x?x2xf32>, tensor<f32>) -> tensor<?x?x?x2xf32>
    return %1, %40, %109, %310, %312, %368, %437, %596 : tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>, tensor<?x?x?x2xf32>
  }
  func.func private @divmod(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "h"}, %arg2: tensor<i32>, %arg3: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
    %0 = call @floor_divide(%arg0, %arg1, %arg2, %arg3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %1 = call @remainder(%arg0, %arg1, %arg2, %arg3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    return %0, %1 : tensor<i32>, tensor<i32>
  }
  func.func private @floor_divide(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "h"}, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.divide %arg2, %arg3 : tensor<i32>
    %1 = stablehlo.sign %arg2 : tensor<i32>
    %2 = stablehlo.sign %arg3 : tensor<i32>
    %3 = stablehlo.compare NE, %1, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.remainder %arg2, %arg3 : tensor<i32>
    %5 = stablehlo.compare NE, %4, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.and %3, %5 : tensor<i1>
    %7 = stablehlo.subtract %0, %c : tensor<i32>
    %8 = call @_where(%arg0, %arg1, %6, %7, %0) : (tensor<i32>, tensor<i32>, tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    return %8 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "h"}, %arg2: tensor<i1>, %arg3: tensor<i32>, %arg4: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg2, %arg3, %arg4 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @remainder(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "h"}, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare EQ, %arg3, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = call @_where(%arg0, %arg1, %0, %c, %arg3) : (tensor<i32>, tensor<i32>, tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = stablehlo.remainder %arg2, %1 : tensor<i32>
    %3 = stablehlo.compare NE, %2, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %2, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.compare LT, %1, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.compare NE, %4, %5, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.and %6, %3 : tensor<i1>
    %8 = stablehlo.add %2, %1 : tensor<i32>
    %9 = stablehlo.select %7, %8, %2 : tensor<i1>, tensor<i32>
    return %9 : tensor<i32>
  }
}

