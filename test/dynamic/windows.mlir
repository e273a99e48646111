module @jit_windows attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x?xf32>) -> (tensor<?x?xf32> {jax.result_info = "result[0]"}, tensor<?x?xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %2 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, h). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %3 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'h'. Using the following polymorphic shapes specifications: args[0].shape = (b, h). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'h' = {1} from specification 'h' for dimension args[0].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %4:2 = call @_wrapped_jax_export_main(%0, %1, %arg0) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
    return %4#0, %4#1 : tensor<?x?xf32>, tensor<?x?xf32>
  }
  func.func @reduce_window_float32_reducer_1(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @reduce_window_float32_reducer(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "h"}, %arg2: tensor<?x?xf32>) -> (tensor<?x?xf32> {jax.result_info = "result[0]"}, tensor<?x?xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<2> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<1> : tensor<1xi32>
    %c_1 = stablehlo.constant dense<2> : tensor<i32>
    %c_2 = stablehlo.constant dense<-1> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<1xi32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = stablehlo.concatenate %c_3, %c_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %2 = stablehlo.reshape %1 : (tensor<2xi32>) -> tensor<1x2xi32>
    %3 = stablehlo.convert %arg1 : tensor<i32>
    %4 = stablehlo.multiply %3, %c_2 : tensor<i32>
    %5:2 = call @divmod(%arg0, %arg1, %4, %arg0) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %6 = stablehlo.convert %arg0 : tensor<i32>
    %7 = stablehlo.multiply %5#0, %6 : tensor<i32>
    %8 = stablehlo.multiply %7, %c_2 : tensor<i32>
    %9 = stablehlo.convert %arg1 : tensor<i32>
    %10 = stablehlo.multiply %9, %c_2 : tensor<i32>
    %11 = stablehlo.convert %arg0 : tensor<i32>
    %12 = stablehlo.multiply %11, %c_2 : tensor<i32>
    %13 = stablehlo.add %8, %10 : tensor<i32>
    %14 = stablehlo.add %13, %12 : tensor<i32>
    %15 = stablehlo.add %14, %c_1 : tensor<i32>
    %16 = stablehlo.maximum %15, %c_4 : tensor<i32>
    %17:2 = call @divmod_0(%arg0, %arg1, %16, %c_1) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %18 = stablehlo.convert %arg1 : tensor<i32>
    %19 = stablehlo.multiply %18, %c_2 : tensor<i32>
    %20:2 = call @divmod(%arg0, %arg1, %19, %arg0) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %21 = stablehlo.convert %arg0 : tensor<i32>
    %22 = stablehlo.multiply %20#0, %21 : tensor<i32>
    %23 = stablehlo.multiply %22, %c_2 : tensor<i32>
    %24 = stablehlo.convert %arg1 : tensor<i32>
    %25 = stablehlo.multiply %24, %c_2 : tensor<i32>
    %26 = stablehlo.convert %arg0 : tensor<i32>
    %27 = stablehlo.multiply %26, %c_2 : tensor<i32>
    %28 = stablehlo.add %23, %25 : tensor<i32>
    %29 = stablehlo.add %28, %27 : tensor<i32>
    %30 = stablehlo.add %29, %c_1 : tensor<i32>
    %31 = stablehlo.maximum %30, %c_4 : tensor<i32>
    %32:2 = call @divmod_0(%arg0, %arg1, %31, %c_1) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %33 = stablehlo.multiply %32#0, %c_2 : tensor<i32>
    %34 = stablehlo.convert %arg1 : tensor<i32>
    %35 = stablehlo.multiply %34, %c_2 : tensor<i32>
    %36:2 = call @divmod(%arg0, %arg1, %35, %arg0) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %37 = stablehlo.convert %arg0 : tensor<i32>
    %38 = stablehlo.multiply %36#0, %37 : tensor<i32>
    %39 = stablehlo.multiply %38, %c_2 : tensor<i32>
    %40 = stablehlo.convert %arg1 : tensor<i32>
    %41 = stablehlo.multiply %40, %c_2 : tensor<i32>
    %42 = stablehlo.convert %arg0 : tensor<i32>
    %43 = stablehlo.multiply %42, %c_2 : tensor<i32>
    %44 = stablehlo.add %39, %41 : tensor<i32>
    %45 = stablehlo.add %44, %43 : tensor<i32>
    %46 = stablehlo.add %45, %c_1 : tensor<i32>
    %47 = stablehlo.maximum %46, %c_4 : tensor<i32>
    %48 = stablehlo.add %33, %47 : tensor<i32>
    %49 = stablehlo.reshape %17#0 : (tensor<i32>) -> tensor<1xi32>
    %50 = stablehlo.reshape %48 : (tensor<i32>) -> tensor<1xi32>
    %51 = stablehlo.concatenate %49, %50, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %52 = stablehlo.reshape %51 : (tensor<2xi32>) -> tensor<1x2xi32>
    %53 = stablehlo.concatenate %2, %52, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
    %54 = stablehlo.concatenate %c_0, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %55 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %56 = stablehlo.concatenate %c_0, %55, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %57 = stablehlo.concatenate %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %58 = stablehlo.concatenate %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %59 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%arg2, %0, %54, %56, %57, %58, %53) {api_version = 2 : i32, called_computations = [@reduce_window_float32_reducer]} : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf32>
    %60 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %61 = stablehlo.convert %arg0 : tensor<i32>
    %62 = stablehlo.add %61, %c_2 : tensor<i32>
    %63:2 = call @divmod_0(%arg0, %arg1, %62, %c_1) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %64 = stablehlo.convert %arg0 : tensor<i32>
    %65 = stablehlo.add %64, %c_2 : tensor<i32>
    %66:2 = call @divmod_0(%arg0, %arg1, %65, %c_1) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %67 = stablehlo.multiply %66#0, %c_2 : tensor<i32>
    %68 = stablehlo.convert %arg0 : tensor<i32>
    %69 = stablehlo.add %67, %68 : tensor<i32>
    %70 = stablehlo.add %69, %c_2 : tensor<i32>
    %71 = stablehlo.reshape %63#0 : (tensor<i32>) -> tensor<1xi32>
    %72 = stablehlo.reshape %70 : (tensor<i32>) -> tensor<1xi32>
    %73 = stablehlo.concatenate %71, %72, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %74 = stablehlo.reshape %73 : (tensor<2xi32>) -> tensor<1x2xi32>
    %75 = stablehlo.concatenate %c_3, %c_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %76 = stablehlo.reshape %75 : (tensor<2xi32>) -> tensor<1x2xi32>
    %77 = stablehlo.concatenate %74, %76, dim = 0 : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
    %78 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %79 = stablehlo.concatenate %78, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %80 = stablehlo.concatenate %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %81 = stablehlo.concatenate %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %82 = stablehlo.concatenate %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %83 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%arg2, %60, %79, %80, %81, %82, %77) {api_version = 2 : i32, called_computations = [@reduce_window_float32_reducer_1]} : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x?xf32>
    return %83, %59 : tensor<?x?xf32>, tensor<?x?xf32>
  }
  func.func private @divmod(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "h"}, %arg2: tensor<i32>, %arg3: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
    %0 = stablehlo.convert %arg3 : tensor<i32>
    %1 = call @floor_divide(%arg0, %arg1, %arg2, %0) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = call @remainder(%arg0, %arg1, %arg2, %0) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    return %1, %2 : tensor<i32>, tensor<i32>
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
  func.func private @divmod_0(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "h"}, %arg2: tensor<i32>, %arg3: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
    %0 = call @floor_divide(%arg0, %arg1, %arg2, %arg3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %1 = call @remainder(%arg0, %arg1, %arg2, %arg3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    return %0, %1 : tensor<i32>, tensor<i32>
  }
}

