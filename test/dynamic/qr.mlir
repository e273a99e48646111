module @jit_from_qr attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x5x3xf32>) -> (tensor<?x5x3xf32> {jax.result_info = "result[0]"}, tensor<?x3x3xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x5x3xf32>) -> tensor<i32>
    %1 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%1, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, 5, 3). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %2:2 = call @_wrapped_jax_export_main(%0, %arg0) : (tensor<i32>, tensor<?x5x3xf32>) -> (tensor<?x5x3xf32>, tensor<?x3x3xf32>)
    return %2#0, %2#1 : tensor<?x5x3xf32>, tensor<?x3x3xf32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<?x5x3xf32>) -> (tensor<?x5x3xf32> {jax.result_info = "result[0]"}, tensor<?x3x3xf32> {jax.result_info = "result[1]"}) {
    %0:2 = call @qr(%arg0, %arg1) : (tensor<i32>, tensor<?x5x3xf32>) -> (tensor<?x5x3xf32>, tensor<?x3x3xf32>)
    %1 = stablehlo.dot_general %0#0, %0#1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x5x3xf32>, tensor<?x3x3xf32>) -> tensor<?x5x3xf32>
    %2 = stablehlo.abs %0#1 : tensor<?x3x3xf32>
    return %1, %2 : tensor<?x5x3xf32>, tensor<?x3x3xf32>
  }
  func.func private @qr(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<?x5x3xf32>) -> (tensor<?x5x3xf32>, tensor<?x3x3xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<3> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<5> : tensor<1xi32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.concatenate %0, %c_2, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %2 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.concatenate %2, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %4:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg1, %1, %3) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<?x5x3xf32>, tensor<3xi32>, tensor<2xi32>) -> (tensor<?x5x3xf32>, tensor<?x3xf32>)
    %5 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.concatenate %5, %c_2, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %7 = stablehlo.custom_call @lapack_sorgqr_ffi(%4#0, %4#1, %6) {indices_of_shape_operands = dense<2> : tensor<1xi64>, mhlo.backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>]} : (tensor<?x5x3xf32>, tensor<?x3xf32>, tensor<3xi32>) -> tensor<?x5x3xf32>
    %8 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %10 = stablehlo.concatenate %9, %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %11 = "stablehlo.dynamic_gather"(%4#0, %8, %10) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], start_index_map = [1]>, indices_are_sorted = true}> : (tensor<?x5x3xf32>, tensor<1xi32>, tensor<3xi32>) -> tensor<?x3x3xf32>
    %12 = stablehlo.iota dim = 0 : tensor<3x3xi32>
    %13 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x3xi32>
    %14 = stablehlo.add %12, %13 : tensor<3x3xi32>
    %15 = stablehlo.iota dim = 1 : tensor<3x3xi32>
    %16 = stablehlo.compare GE, %14, %15, SIGNED : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
    %17 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %18 = stablehlo.concatenate %17, %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %19 = stablehlo.dynamic_broadcast_in_dim %16, %18, dims = [1, 2] : (tensor<3x3xi1>, tensor<3xi32>) -> tensor<?x3x3xi1>
    %20 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %21 = stablehlo.concatenate %20, %c_1, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %22 = stablehlo.dynamic_broadcast_in_dim %cst, %21, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<?x3x3xf32>
    %23 = stablehlo.select %19, %22, %11 : tensor<?x3x3xi1>, tensor<?x3x3xf32>
    return %7, %23 : tensor<?x5x3xf32>, tensor<?x3x3xf32>
  }
}

