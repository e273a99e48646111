module @jit_process attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x2xf32>, %arg1: tensor<?xf32>, %arg2: tensor<?x2xf32>) -> (tensor<?xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %2 = stablehlo.get_dimension_size %arg2, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
    %3 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n, 2),args[1].shape = (n,),args[2].shape = (c, 2). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %4 = stablehlo.compare EQ, %1, %0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%4, %1, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[1].shape[0] (= {0}) and the specification 'n' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (n, 2),args[1].shape = (n,),args[2].shape = (c, 2). Obtained dimension variables: 'n' = {1} from specification 'n' for dimension args[0].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %5 = stablehlo.compare GE, %2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%5, %0, %2) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'c'. Using the following polymorphic shapes specifications: args[0].shape = (n, 2),args[1].shape = (n,),args[2].shape = (c, 2). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), 'c' = {1} from specification 'c' for dimension args[2].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %6:2 = call @_wrapped_jax_export_main(%2, %0, %arg0, %arg1, %arg2) : (tensor<i32>, tensor<i32>, tensor<?x2xf32>, tensor<?xf32>, tensor<?x2xf32>) -> (tensor<?xf32>, tensor<f32>)
    return %6#0, %6#1 : tensor<?xf32>, tensor<f32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "c"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x2xf32>, %arg3: tensor<?xf32>, %arg4: tensor<?x2xf32>) -> (tensor<?xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_1 = stablehlo.constant dense<2> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<1> : tensor<1xi32>
    %0 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.concatenate %0, %c_2, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %2 = stablehlo.dynamic_broadcast_in_dim %arg2, %1, dims = [0, 2] : (tensor<?x2xf32>, tensor<3xi32>) -> tensor<?x1x2xf32>
    %3 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.concatenate %c_2, %3, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %5 = stablehlo.dynamic_broadcast_in_dim %arg2, %4, dims = [1, 2] : (tensor<?x2xf32>, tensor<3xi32>) -> tensor<1x?x2xf32>
    %6 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.concatenate %6, %7, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %9 = stablehlo.dynamic_broadcast_in_dim %2, %8, dims = [0, 1, 2] : (tensor<?x1x2xf32>, tensor<3xi32>) -> tensor<?x?x2xf32>
    %10 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %11 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.concatenate %10, %11, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %13 = stablehlo.dynamic_broadcast_in_dim %5, %12, dims = [0, 1, 2] : (tensor<1x?x2xf32>, tensor<3xi32>) -> tensor<?x?x2xf32>
    %14 = stablehlo.subtract %9, %13 : tensor<?x?x2xf32>
    %15 = stablehlo.multiply %14, %14 : tensor<?x?x2xf32>
    %16 = stablehlo.reduce(%15 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<?x?x2xf32>, tensor<f32>) -> tensor<?x?xf32>
    %17 = stablehlo.negate %16 : tensor<?x?xf32>
    %18 = stablehlo.exponential %17 : tensor<?x?xf32>
    %19 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %20 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %21 = stablehlo.concatenate %19, %20, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %22 = stablehlo.dynamic_iota %21, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi32>
    %23 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %24 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %25 = stablehlo.concatenate %23, %24, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %26 = stablehlo.dynamic_iota %25, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
    %27 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %28 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %29 = stablehlo.concatenate %27, %28, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %30 = stablehlo.dynamic_broadcast_in_dim %c, %29, dims = [] : (tensor<i32>, tensor<2xi32>) -> tensor<?x?xi32>
    %31 = stablehlo.add %22, %30 : tensor<?x?xi32>
    %32 = stablehlo.compare EQ, %31, %26, SIGNED : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>
    %33 = stablehlo.convert %32 : (tensor<?x?xi1>) -> tensor<?x?xf32>
    %34 = stablehlo.add %18, %33 : tensor<?x?xf32>
    %35 = call @cholesky(%arg0, %arg1, %34) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %36 = call @_cho_solve(%arg0, %arg1, %35, %arg3) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %37 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %38 = stablehlo.concatenate %37, %c_2, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %39 = stablehlo.dynamic_broadcast_in_dim %arg4, %38, dims = [0, 2] : (tensor<?x2xf32>, tensor<3xi32>) -> tensor<?x1x2xf32>
    %40 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %41 = stablehlo.concatenate %c_2, %40, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %42 = stablehlo.dynamic_broadcast_in_dim %arg2, %41, dims = [1, 2] : (tensor<?x2xf32>, tensor<3xi32>) -> tensor<1x?x2xf32>
    %43 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %44 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %45 = stablehlo.concatenate %43, %44, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %46 = stablehlo.dynamic_broadcast_in_dim %39, %45, dims = [0, 1, 2] : (tensor<?x1x2xf32>, tensor<3xi32>) -> tensor<?x?x2xf32>
    %47 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %48 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %49 = stablehlo.concatenate %47, %48, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %50 = stablehlo.dynamic_broadcast_in_dim %42, %49, dims = [0, 1, 2] : (tensor<1x?x2xf32>, tensor<3xi32>) -> tensor<?x?x2xf32>
    %51 = stablehlo.subtract %46, %50 : tensor<?x?x2xf32>
    %52 = stablehlo.multiply %51, %51 : tensor<?x?x2xf32>
    %53 = stablehlo.reduce(%52 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<?x?x2xf32>, tensor<f32>) -> tensor<?x?xf32>
    %54 = stablehlo.negate %53 : tensor<?x?xf32>
    %55 = stablehlo.exponential %54 : tensor<?x?xf32>
    %56 = stablehlo.dot_general %55, %36, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %57 = stablehlo.dot_general %arg3, %36, contracting_dims = [0] x [0] : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>
    %58 = call @diagonal(%arg0, %arg1, %35) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> tensor<?xf32>
    %59 = stablehlo.log %58 : tensor<?xf32>
    %60 = stablehlo.reduce(%59 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
    %61 = stablehlo.multiply %cst, %60 : tensor<f32>
    %62 = stablehlo.add %57, %61 : tensor<f32>
    return %56, %62 : tensor<?xf32>, tensor<f32>
  }
  func.func private @cholesky(%arg0: tensor<i32> {jax.global_constant = "c"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<> : tensor<0xi32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %0 = stablehlo.transpose %arg2, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
    %1 = stablehlo.add %arg2, %0 : tensor<?x?xf32>
    %2 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.concatenate %2, %3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %5 = stablehlo.dynamic_broadcast_in_dim %cst_2, %4, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %6 = stablehlo.divide %1, %5 : tensor<?x?xf32>
    %7 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.concatenate %7, %8, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %10:2 = stablehlo.custom_call @lapack_spotrf_ffi(%6, %9, %c_1) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<?x?xf32>, tensor<2xi32>, tensor<0xi32>) -> (tensor<?x?xf32>, tensor<i32>)
    %11 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %12 = stablehlo.compare EQ, %10#1, %11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %14 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %15 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %16 = stablehlo.concatenate %14, %15, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %17 = stablehlo.dynamic_broadcast_in_dim %cst_0, %16, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %18 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %19 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %20 = stablehlo.concatenate %18, %19, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %21 = stablehlo.dynamic_broadcast_in_dim %13, %20, dims = [0, 1] : (tensor<1x1xi1>, tensor<2xi32>) -> tensor<?x?xi1>
    %22 = stablehlo.select %21, %10#0, %17 : tensor<?x?xi1>, tensor<?x?xf32>
    %23 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %24 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %25 = stablehlo.concatenate %23, %24, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %26 = stablehlo.dynamic_iota %25, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi32>
    %27 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %28 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %29 = stablehlo.concatenate %27, %28, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %30 = stablehlo.dynamic_broadcast_in_dim %c, %29, dims = [] : (tensor<i32>, tensor<2xi32>) -> tensor<?x?xi32>
    %31 = stablehlo.add %26, %30 : tensor<?x?xi32>
    %32 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %33 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %34 = stablehlo.concatenate %32, %33, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %35 = stablehlo.dynamic_iota %34, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
    %36 = stablehlo.compare GE, %31, %35, SIGNED : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>
    %37 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %38 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %39 = stablehlo.concatenate %37, %38, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %40 = stablehlo.dynamic_broadcast_in_dim %cst, %39, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %41 = stablehlo.select %36, %22, %40 : tensor<?x?xi1>, tensor<?x?xf32>
    return %41 : tensor<?x?xf32>
  }
  func.func private @_cho_solve(%arg0: tensor<i32> {jax.global_constant = "c"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x?xf32>, %arg3: tensor<?xf32>) -> tensor<?xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<1> : tensor<1xi32>
    %0 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.concatenate %0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %2 = stablehlo.dynamic_broadcast_in_dim %arg3, %1, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x1xf32>
    %3 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.concatenate %3, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %5 = stablehlo.custom_call @lapack_strsm_ffi(%arg2, %2, %4) {indices_of_shape_operands = dense<2> : tensor<1xi64>, mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<?x?xf32>, tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x1xf32>
    %6 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.concatenate %7, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %9 = "stablehlo.dynamic_gather"(%5, %6, %8) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, indices_are_sorted = true}> : (tensor<?x1xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?xf32>
    %10 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %11 = stablehlo.concatenate %10, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %12 = stablehlo.dynamic_broadcast_in_dim %9, %11, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x1xf32>
    %13 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %14 = stablehlo.concatenate %13, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %15 = stablehlo.custom_call @lapack_strsm_ffi(%arg2, %12, %14) {indices_of_shape_operands = dense<2> : tensor<1xi64>, mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<?x?xf32>, tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x1xf32>
    %16 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %17 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %18 = stablehlo.concatenate %17, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %19 = "stablehlo.dynamic_gather"(%15, %16, %18) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1]>, indices_are_sorted = true}> : (tensor<?x1xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?xf32>
    return %19 : tensor<?xf32>
  }
  func.func private @diagonal(%arg0: tensor<i32> {jax.global_constant = "c"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x?xf32>) -> tensor<?xf32> {
    %c = stablehlo.constant dense<1> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = "stablehlo.case"(%c_0) ({
      stablehlo.return %c_1 : tensor<i32>
    }, {
      stablehlo.return %c_1 : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      %2 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
      %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
      %4 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
      %5 = stablehlo.dynamic_broadcast_in_dim %c_0, %4, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %6 = stablehlo.multiply %5, %3 : tensor<?xi32>
      %7 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
      %8 = stablehlo.dynamic_broadcast_in_dim %c_1, %7, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %9 = stablehlo.add %8, %6 : tensor<?xi32>
      %10 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
      %11 = stablehlo.dynamic_iota %10, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
      %12 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
      %13 = stablehlo.dynamic_broadcast_in_dim %c_0, %12, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %14 = stablehlo.multiply %13, %11 : tensor<?xi32>
      %15 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
      %16 = stablehlo.dynamic_broadcast_in_dim %c_1, %15, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %17 = stablehlo.add %16, %14 : tensor<?xi32>
      %18 = stablehlo.convert %arg1 : tensor<i32>
      %19 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
      %20 = stablehlo.dynamic_broadcast_in_dim %c_1, %19, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %21 = stablehlo.compare LT, %9, %20, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
      %22 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
      %23 = stablehlo.dynamic_broadcast_in_dim %18, %22, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %24 = stablehlo.add %9, %23 : tensor<?xi32>
      %25 = stablehlo.select %21, %24, %9 : tensor<?xi1>, tensor<?xi32>
      %26 = stablehlo.convert %arg1 : tensor<i32>
      %27 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
      %28 = stablehlo.dynamic_broadcast_in_dim %c_1, %27, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %29 = stablehlo.compare LT, %17, %28, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
      %30 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
      %31 = stablehlo.dynamic_broadcast_in_dim %26, %30, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %32 = stablehlo.add %17, %31 : tensor<?xi32>
      %33 = stablehlo.select %29, %32, %17 : tensor<?xi1>, tensor<?xi32>
      %34 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
      %35 = stablehlo.concatenate %34, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %36 = stablehlo.dynamic_broadcast_in_dim %25, %35, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
      %37 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
      %38 = stablehlo.concatenate %37, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %39 = stablehlo.dynamic_broadcast_in_dim %33, %38, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
      %40 = stablehlo.concatenate %36, %39, dim = 1 : (tensor<?x1xi32>, tensor<?x1xi32>) -> tensor<?x2xi32>
      %41 = "stablehlo.gather"(%arg2, %40) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<?x?xf32>, tensor<?x2xi32>) -> tensor<?xf32>
      stablehlo.return %41 : tensor<?xf32>
    }) : (tensor<i32>) -> tensor<?xf32>
    return %1 : tensor<?xf32>
  }
}

