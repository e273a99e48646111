module @jit_scatter_windows attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x4xf32>, %arg1: tensor<?x2xi32>, %arg2: tensor<?x2x2xf32>, %arg3: tensor<?x?xf32>, %arg4: tensor<?x1xi32>, %arg5: tensor<?x2xf32>) -> (tensor<?x4xf32> {jax.result_info = "result[0]"}, tensor<?x?xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<-1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x2xi32>) -> tensor<i32>
    %2 = stablehlo.get_dimension_size %arg2, dim = 0 : (tensor<?x2x2xf32>) -> tensor<i32>
    %3 = stablehlo.get_dimension_size %arg3, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %4 = stablehlo.get_dimension_size %arg3, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %5 = stablehlo.get_dimension_size %arg4, dim = 0 : (tensor<?x1xi32>) -> tensor<i32>
    %6 = stablehlo.get_dimension_size %arg5, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
    %7 = stablehlo.convert %0 : tensor<i32>
    %8 = stablehlo.add %7, %c_0 : tensor<i32>
    %9 = stablehlo.compare GE, %8, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.convert %0 : tensor<i32>
    %11 = stablehlo.add %10, %c_0 : tensor<i32>
    stablehlo.custom_call @shape_assertion(%9, %11, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'h'. Using the following polymorphic shapes specifications: args[0].shape = (h + 1, 4),args[1].shape = (n, 2),args[2].shape = (n, 2, 2),args[3].shape = (b, h + 1),args[4].shape = (b, 1),args[5].shape = (b, 2). Obtained dimension variables: 'h' = {0} from specification 'h + 1' for dimension args[0].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %12 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %13 = stablehlo.convert %0 : tensor<i32>
    %14 = stablehlo.add %13, %c_0 : tensor<i32>
    stablehlo.custom_call @shape_assertion(%12, %14, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (h + 1, 4),args[1].shape = (n, 2),args[2].shape = (n, 2, 2),args[3].shape = (b, h + 1),args[4].shape = (b, 1),args[5].shape = (b, 2). Obtained dimension variables: 'h' = {0} from specification 'h + 1' for dimension args[0].shape[0] (= {1}), 'n' = {2} from specification 'n' for dimension args[1].shape[0] (= {2}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %15 = stablehlo.compare EQ, %2, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %16 = stablehlo.convert %0 : tensor<i32>
    %17 = stablehlo.add %16, %c_0 : tensor<i32>
    stablehlo.custom_call @shape_assertion(%15, %2, %1, %17, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[2].shape[0] (= {0}) and the specification 'n' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (h + 1, 4),args[1].shape = (n, 2),args[2].shape = (n, 2, 2),args[3].shape = (b, h + 1),args[4].shape = (b, 1),args[5].shape = (b, 2). Obtained dimension variables: 'h' = {2} from specification 'h + 1' for dimension args[0].shape[0] (= {3}), 'n' = {1} from specification 'n' for dimension args[1].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %18 = stablehlo.compare GE, %3, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %19 = stablehlo.convert %0 : tensor<i32>
    %20 = stablehlo.add %19, %c_0 : tensor<i32>
    stablehlo.custom_call @shape_assertion(%18, %20, %0, %1, %3) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (h + 1, 4),args[1].shape = (n, 2),args[2].shape = (n, 2, 2),args[3].shape = (b, h + 1),args[4].shape = (b, 1),args[5].shape = (b, 2). Obtained dimension variables: 'h' = {0} from specification 'h + 1' for dimension args[0].shape[0] (= {1}), 'n' = {2} from specification 'n' for dimension args[1].shape[0] (= {2}), 'b' = {3} from specification 'b' for dimension args[3].shape[0] (= {3}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %21 = stablehlo.compare EQ, %4, %0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %22 = stablehlo.convert %0 : tensor<i32>
    %23 = stablehlo.add %22, %c_0 : tensor<i32>
    stablehlo.custom_call @shape_assertion(%21, %4, %0, %23, %1, %3) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[3].shape[1] (= {0}) and the specification 'h + 1' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (h + 1, 4),args[1].shape = (n, 2),args[2].shape = (n, 2, 2),args[3].shape = (b, h + 1),args[4].shape = (b, 1),args[5].shape = (b, 2). Obtained dimension variables: 'h' = {2} from specification 'h + 1' for dimension args[0].shape[0] (= {1}), 'n' = {3} from specification 'n' for dimension args[1].shape[0] (= {3}), 'b' = {4} from specification 'b' for dimension args[3].shape[0] (= {4}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %24 = stablehlo.compare EQ, %5, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %25 = stablehlo.convert %0 : tensor<i32>
    %26 = stablehlo.add %25, %c_0 : tensor<i32>
    stablehlo.custom_call @shape_assertion(%24, %5, %3, %26, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[4].shape[0] (= {0}) and the specification 'b' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (h + 1, 4),args[1].shape = (n, 2),args[2].shape = (n, 2, 2),args[3].shape = (b, h + 1),args[4].shape = (b, 1),args[5].shape = (b, 2). Obtained dimension variables: 'h' = {2} from specification 'h + 1' for dimension args[0].shape[0] (= {3}), 'n' = {4} from specification 'n' for dimension args[1].shape[0] (= {4}), 'b' = {1} from specification 'b' for dimension args[3].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %27 = stablehlo.compare EQ, %6, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %28 = stablehlo.convert %0 : tensor<i32>
    %29 = stablehlo.add %28, %c_0 : tensor<i32>
    stablehlo.custom_call @shape_assertion(%27, %6, %3, %29, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[5].shape[0] (= {0}) and the specification 'b' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (h + 1, 4),args[1].shape = (n, 2),args[2].shape = (n, 2, 2),args[3].shape = (b, h + 1),args[4].shape = (b, 1),args[5].shape = (b, 2). Obtained dimension variables: 'h' = {2} from specification 'h + 1' for dimension args[0].shape[0] (= {3}), 'n' = {4} from specification 'n' for dimension args[1].shape[0] (= {4}), 'b' = {1} from specification 'b' for dimension args[3].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> ()
    %30 = stablehlo.convert %0 : tensor<i32>
    %31 = stablehlo.add %30, %c_0 : tensor<i32>
    %32:2 = call @_wrapped_jax_export_main(%3, %31, %1, %arg0, %arg1, %arg2, %arg3, %arg4, %arg5) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x4xf32>, tensor<?x2xi32>, tensor<?x2x2xf32>, tensor<?x?xf32>, tensor<?x1xi32>, tensor<?x2xf32>) -> (tensor<?x4xf32>, tensor<?x?xf32>)
    return %32#0, %32#1 : tensor<?x4xf32>, tensor<?x?xf32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "h"}, %arg2: tensor<i32> {jax.global_constant = "n"}, %arg3: tensor<?x4xf32>, %arg4: tensor<?x2xi32>, %arg5: tensor<?x2x2xf32>, %arg6: tensor<?x?xf32>, %arg7: tensor<?x1xi32>, %arg8: tensor<?x2xf32>) -> (tensor<?x4xf32> {jax.result_info = "result[0]"}, tensor<?x?xf32> {jax.result_info = "result[1]"}) {
    %0 = "stablehlo.scatter"(%arg3, %arg4, %arg5) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %2 = stablehlo.add %arg9, %arg10 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<?x4xf32>, tensor<?x2xi32>, tensor<?x2x2xf32>) -> tensor<?x4xf32>
    %1 = "stablehlo.scatter"(%arg6, %arg7, %arg8) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      stablehlo.return %arg10 : tensor<f32>
    }) : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<?x2xf32>) -> tensor<?x?xf32>
    return %0, %1 : tensor<?x4xf32>, tensor<?x?xf32>
  }
}

