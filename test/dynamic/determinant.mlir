module @jit__lambda attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x?xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<?x?xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %2 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n, n). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %3 = stablehlo.compare EQ, %1, %0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %1, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[0].shape[1] (= {0}) and the specification 'n' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (n, n). Obtained dimension variables: 'n' = {1} from specification 'n' for dimension args[0].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %4:2 = call @_wrapped_jax_export_main(%0, %arg0) : (tensor<i32>, tensor<?x?xf32>) -> (tensor<f32>, tensor<?x?xf32>)
    return %4#0, %4#1 : tensor<f32>, tensor<?x?xf32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?x?xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<?x?xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi32>
    %4 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.concatenate %4, %5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %7 = stablehlo.dynamic_iota %6, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
    %8 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %10 = stablehlo.concatenate %8, %9, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %11 = stablehlo.dynamic_broadcast_in_dim %c, %10, dims = [] : (tensor<i32>, tensor<2xi32>) -> tensor<?x?xi32>
    %12 = stablehlo.add %3, %11 : tensor<?x?xi32>
    %13 = stablehlo.compare EQ, %12, %7, SIGNED : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>
    %14 = stablehlo.convert %13 : (tensor<?x?xi1>) -> tensor<?x?xf32>
    %15 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %16 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %17 = stablehlo.concatenate %15, %16, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %18 = stablehlo.dynamic_broadcast_in_dim %cst_0, %17, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %19 = stablehlo.multiply %18, %14 : tensor<?x?xf32>
    %20 = stablehlo.add %arg1, %19 : tensor<?x?xf32>
    %21:6 = call @slogdet(%arg0, %20) : (tensor<i32>, tensor<?x?xf32>) -> (tensor<f32>, tensor<f32>, tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xi1>, tensor<?x?xf32>)
    %22 = call @slogdet_2(%arg0, %20, %21#2, %21#3, %21#4, %21#5, %cst) : (tensor<i32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xi1>, tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
    return %21#1, %22 : tensor<f32>, tensor<?x?xf32>
  }
  func.func private @slogdet(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?x?xf32>) -> (tensor<f32>, tensor<f32>, tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xi1>, tensor<?x?xf32>) {
    %0:2 = call @slogdet_0(%arg0, %arg1) : (tensor<i32>, tensor<?x?xf32>) -> (tensor<f32>, tensor<f32>)
    %1:2 = call @solve(%arg0, %arg1) : (tensor<i32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xi32>)
    %2:2 = call @trace(%arg0) : (tensor<i32>) -> (tensor<?x?xi1>, tensor<?x?xf32>)
    return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1 : tensor<f32>, tensor<f32>, tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xi1>, tensor<?x?xf32>
  }
  func.func private @slogdet_0(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?x?xf32>) -> (tensor<f32>, tensor<f32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<-2> : tensor<i32>
    %c_1 = stablehlo.constant dense<2> : tensor<i32>
    %c_2 = stablehlo.constant dense<false> : tensor<i1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %c_6 = stablehlo.constant dense<1> : tensor<i32>
    %c_7 = stablehlo.constant dense<> : tensor<0xi32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %4:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg1, %2, %3, %c_7) {indices_of_shape_operands = dense<[1, 2, 3]> : tensor<3xi64>, mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<?x?xf32>, tensor<2xi32>, tensor<1xi32>, tensor<0xi32>) -> (tensor<?x?xf32>, tensor<?xi32>, tensor<i32>)
    %5 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.dynamic_broadcast_in_dim %c_6, %5, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %7 = stablehlo.subtract %4#1, %6 : tensor<?xi32>
    %8 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<i32>
    %9 = stablehlo.compare GE, %4#2, %8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %11 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %13 = stablehlo.concatenate %11, %12, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %14 = stablehlo.dynamic_broadcast_in_dim %cst_4, %13, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %15 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %16 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %17 = stablehlo.concatenate %15, %16, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %18 = stablehlo.dynamic_broadcast_in_dim %10, %17, dims = [0, 1] : (tensor<1x1xi1>, tensor<2xi32>) -> tensor<?x?xi1>
    %19 = stablehlo.select %18, %4#0, %14 : tensor<?x?xi1>, tensor<?x?xf32>
    %20 = call @diagonal(%arg0, %19) : (tensor<i32>, tensor<?x?xf32>) -> tensor<?xf32>
    %21 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %22 = stablehlo.dynamic_broadcast_in_dim %cst_3, %21, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %23 = stablehlo.compare EQ, %20, %22, FLOAT : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
    %24 = stablehlo.reduce(%23 init: %c_2) applies stablehlo.or across dimensions = [0] : (tensor<?xi1>, tensor<i1>) -> tensor<i1>
    %25 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %26 = stablehlo.dynamic_iota %25, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %27 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %28 = stablehlo.dynamic_broadcast_in_dim %c_6, %27, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %29 = stablehlo.multiply %28, %26 : tensor<?xi32>
    %30 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %31 = stablehlo.dynamic_broadcast_in_dim %c_5, %30, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %32 = stablehlo.add %31, %29 : tensor<?xi32>
    %33 = stablehlo.compare NE, %7, %32, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %34 = call @count_nonzero(%arg0, %33) : (tensor<i32>, tensor<?xi1>) -> tensor<i32>
    %35 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %36 = stablehlo.dynamic_broadcast_in_dim %cst_3, %35, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %37 = stablehlo.compare LT, %20, %36, FLOAT : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
    %38 = call @count_nonzero(%arg0, %37) : (tensor<i32>, tensor<?xi1>) -> tensor<i32>
    %39 = stablehlo.add %34, %38 : tensor<i32>
    %40 = call @remainder(%arg0, %39, %c_1) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %41 = stablehlo.multiply %c, %40 : tensor<i32>
    %42 = stablehlo.add %41, %c_6 : tensor<i32>
    %43 = stablehlo.convert %42 : (tensor<i32>) -> tensor<f32>
    %44 = stablehlo.multiply %cst_0, %43 : tensor<f32>
    %45 = call @_where_1(%arg0, %24, %cst_3, %44) : (tensor<i32>, tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %46 = stablehlo.abs %20 : tensor<?xf32>
    %47 = stablehlo.log %46 : tensor<?xf32>
    %48 = stablehlo.reduce(%47 init: %cst_3) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
    %49 = call @_where_1(%arg0, %24, %cst, %48) : (tensor<i32>, tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    return %45, %49 : tensor<f32>, tensor<f32>
  }
  func.func private @diagonal(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?x?xf32>) -> tensor<?xf32> {
    %c = stablehlo.constant dense<1> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = "stablehlo.case"(%c_0) ({
      stablehlo.return %c_1 : tensor<i32>
    }, {
      stablehlo.return %c_1 : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      %2 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
      %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
      %4 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
      %5 = stablehlo.dynamic_broadcast_in_dim %c_0, %4, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %6 = stablehlo.multiply %5, %3 : tensor<?xi32>
      %7 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
      %8 = stablehlo.dynamic_broadcast_in_dim %c_1, %7, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %9 = stablehlo.add %8, %6 : tensor<?xi32>
      %10 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
      %11 = stablehlo.dynamic_iota %10, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
      %12 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
      %13 = stablehlo.dynamic_broadcast_in_dim %c_0, %12, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %14 = stablehlo.multiply %13, %11 : tensor<?xi32>
      %15 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
      %16 = stablehlo.dynamic_broadcast_in_dim %c_1, %15, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %17 = stablehlo.add %16, %14 : tensor<?xi32>
      %18 = stablehlo.convert %arg0 : tensor<i32>
      %19 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
      %20 = stablehlo.dynamic_broadcast_in_dim %c_1, %19, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %21 = stablehlo.compare LT, %9, %20, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
      %22 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
      %23 = stablehlo.dynamic_broadcast_in_dim %18, %22, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %24 = stablehlo.add %9, %23 : tensor<?xi32>
      %25 = stablehlo.select %21, %24, %9 : tensor<?xi1>, tensor<?xi32>
      %26 = stablehlo.convert %arg0 : tensor<i32>
      %27 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
      %28 = stablehlo.dynamic_broadcast_in_dim %c_1, %27, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %29 = stablehlo.compare LT, %17, %28, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
      %30 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
      %31 = stablehlo.dynamic_broadcast_in_dim %26, %30, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %32 = stablehlo.add %17, %31 : tensor<?xi32>
      %33 = stablehlo.select %29, %32, %17 : tensor<?xi1>, tensor<?xi32>
      %34 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
      %35 = stablehlo.concatenate %34, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %36 = stablehlo.dynamic_broadcast_in_dim %25, %35, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
      %37 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
      %38 = stablehlo.concatenate %37, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %39 = stablehlo.dynamic_broadcast_in_dim %33, %38, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
      %40 = stablehlo.concatenate %36, %39, dim = 1 : (tensor<?x1xi32>, tensor<?x1xi32>) -> tensor<?x2xi32>
      %41 = "stablehlo.gather"(%arg1, %40) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<?x?xf32>, tensor<?x2xi32>) -> tensor<?xf32>
      stablehlo.return %41 : tensor<?xf32>
    }) : (tensor<i32>) -> tensor<?xf32>
    return %1 : tensor<?xf32>
  }
  func.func private @count_nonzero(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?xi1>) -> tensor<i32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.dynamic_broadcast_in_dim %c_0, %0, dims = [] : (tensor<i1>, tensor<1xi32>) -> tensor<?xi1>
    %2 = stablehlo.compare NE, %arg1, %1, UNSIGNED : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
    %3 = stablehlo.convert %2 : (tensor<?xi1>) -> tensor<?xi32>
    %4 = stablehlo.reduce(%3 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
    return %4 : tensor<i32>
  }
  func.func private @remainder(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.convert %arg2 : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = call @_where(%arg0, %1, %c, %0) : (tensor<i32>, tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.remainder %arg1, %2 : tensor<i32>
    %4 = stablehlo.compare NE, %3, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.compare LT, %3, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.compare LT, %2, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %8 = stablehlo.and %7, %4 : tensor<i1>
    %9 = stablehlo.add %3, %2 : tensor<i32>
    %10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<i32>
    return %10 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<i1>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg1, %arg2, %arg3 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @_where_1(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<i1>, %arg2: tensor<f32>, %arg3: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.select %arg1, %arg2, %arg3 : tensor<i1>, tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @solve(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xi32>) {
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %c_1 = stablehlo.constant dense<> : tensor<0xi32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %4:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg1, %2, %3, %c_1) {indices_of_shape_operands = dense<[1, 2, 3]> : tensor<3xi64>, mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<?x?xf32>, tensor<2xi32>, tensor<1xi32>, tensor<0xi32>) -> (tensor<?x?xf32>, tensor<?xi32>, tensor<i32>)
    %5 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.dynamic_broadcast_in_dim %c_0, %5, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %7 = stablehlo.subtract %4#1, %6 : tensor<?xi32>
    %8 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %9 = stablehlo.compare GE, %4#2, %8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %11 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %13 = stablehlo.concatenate %11, %12, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %14 = stablehlo.dynamic_broadcast_in_dim %cst, %13, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %15 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %16 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %17 = stablehlo.concatenate %15, %16, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %18 = stablehlo.dynamic_broadcast_in_dim %10, %17, dims = [0, 1] : (tensor<1x1xi1>, tensor<2xi32>) -> tensor<?x?xi1>
    %19 = stablehlo.select %18, %4#0, %14 : tensor<?x?xi1>, tensor<?x?xf32>
    %20 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %21 = stablehlo.dynamic_iota %20, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %22:4 = stablehlo.while(%iterArg = %7, %iterArg_2 = %c, %iterArg_3 = %arg0, %iterArg_4 = %21) : tensor<?xi32>, tensor<i32>, tensor<i32>, tensor<?xi32>
    cond {
      %23 = stablehlo.compare LT, %iterArg_2, %iterArg_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %23 : tensor<i1>
    } do {
      %23 = stablehlo.add %iterArg_2, %c_0 : tensor<i32>
      %24 = stablehlo.convert %arg0 : tensor<i32>
      %25 = stablehlo.compare LT, %iterArg_2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %26 = stablehlo.add %iterArg_2, %24 : tensor<i32>
      %27 = stablehlo.select %25, %26, %iterArg_2 : tensor<i1>, tensor<i32>
      %28 = stablehlo.dynamic_slice %iterArg, %27, sizes = [1] : (tensor<?xi32>, tensor<i32>) -> tensor<1xi32>
      %29 = stablehlo.reshape %28 : (tensor<1xi32>) -> tensor<i32>
      %30 = stablehlo.convert %arg0 : tensor<i32>
      %31 = stablehlo.compare LT, %iterArg_2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %32 = stablehlo.add %iterArg_2, %30 : tensor<i32>
      %33 = stablehlo.select %31, %32, %iterArg_2 : tensor<i1>, tensor<i32>
      %34 = stablehlo.dynamic_slice %iterArg_4, %33, sizes = [1] : (tensor<?xi32>, tensor<i32>) -> tensor<1xi32>
      %35 = stablehlo.reshape %34 : (tensor<1xi32>) -> tensor<i32>
      %36 = stablehlo.convert %arg0 : tensor<i32>
      %37 = stablehlo.compare LT, %29, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %38 = stablehlo.add %29, %36 : tensor<i32>
      %39 = stablehlo.select %37, %38, %29 : tensor<i1>, tensor<i32>
      %40 = stablehlo.dynamic_slice %iterArg_4, %39, sizes = [1] : (tensor<?xi32>, tensor<i32>) -> tensor<1xi32>
      %41 = stablehlo.reshape %40 : (tensor<1xi32>) -> tensor<i32>
      %42 = stablehlo.convert %arg0 : tensor<i32>
      %43 = stablehlo.compare LT, %iterArg_2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %44 = stablehlo.add %iterArg_2, %42 : tensor<i32>
      %45 = stablehlo.select %43, %44, %iterArg_2 : tensor<i1>, tensor<i32>
      %46 = stablehlo.broadcast_in_dim %45, dims = [] : (tensor<i32>) -> tensor<1xi32>
      %47 = "stablehlo.scatter"(%iterArg_4, %46, %41) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
      ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
        stablehlo.return %arg3 : tensor<i32>
      }) : (tensor<?xi32>, tensor<1xi32>, tensor<i32>) -> tensor<?xi32>
      %48 = stablehlo.convert %arg0 : tensor<i32>
      %49 = stablehlo.compare LT, %29, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %50 = stablehlo.add %29, %48 : tensor<i32>
      %51 = stablehlo.select %49, %50, %29 : tensor<i1>, tensor<i32>
      %52 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<i32>) -> tensor<1xi32>
      %53 = "stablehlo.scatter"(%47, %52, %35) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
      ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
        stablehlo.return %arg3 : tensor<i32>
      }) : (tensor<?xi32>, tensor<1xi32>, tensor<i32>) -> tensor<?xi32>
      stablehlo.return %iterArg, %23, %iterArg_3, %53 : tensor<?xi32>, tensor<i32>, tensor<i32>, tensor<?xi32>
    }
    return %19, %22#3 : tensor<?x?xf32>, tensor<?xi32>
  }
  func.func private @trace(%arg0: tensor<i32> {jax.global_constant = "n"}) -> (tensor<?x?xi1>, tensor<?x?xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi32>
    %4 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.concatenate %4, %5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %7 = stablehlo.dynamic_iota %6, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
    %8 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %10 = stablehlo.concatenate %8, %9, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %11 = stablehlo.dynamic_broadcast_in_dim %c, %10, dims = [] : (tensor<i32>, tensor<2xi32>) -> tensor<?x?xi32>
    %12 = stablehlo.add %3, %11 : tensor<?x?xi32>
    %13 = stablehlo.compare EQ, %12, %7, SIGNED : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>
    %14 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %15 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %16 = stablehlo.concatenate %14, %15, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %17 = stablehlo.dynamic_broadcast_in_dim %cst, %16, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    return %13, %17 : tensor<?x?xi1>, tensor<?x?xf32>
  }
  func.func private @slogdet_2(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>, %arg3: tensor<?xi32>, %arg4: tensor<?x?xi1>, %arg5: tensor<?x?xf32>, %arg6: tensor<f32>) -> tensor<?x?xf32> {
    %0 = call @trace_3(%arg0, %arg4, %arg5, %arg6) : (tensor<i32>, tensor<?x?xi1>, tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
    %1 = call @solve_5(%arg0, %arg1, %arg2, %arg3, %0) : (tensor<i32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    return %1 : tensor<?x?xf32>
  }
  func.func private @trace_3(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?x?xi1>, %arg2: tensor<?x?xf32>, %arg3: tensor<f32>) -> tensor<?x?xf32> {
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.dynamic_broadcast_in_dim %arg3, %2, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %4 = call @_where_4(%arg0, %arg1, %arg2, %3) : (tensor<i32>, tensor<?x?xi1>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
    return %5 : tensor<?x?xf32>
  }
  func.func private @_where_4(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?x?xi1>, %arg2: tensor<?x?xf32>, %arg3: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.dynamic_broadcast_in_dim %cst, %2, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %4 = stablehlo.select %arg1, %arg3, %3 : tensor<?x?xi1>, tensor<?x?xf32>
    return %4 : tensor<?x?xf32>
  }
  func.func private @solve_5(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>, %arg3: tensor<?xi32>, %arg4: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %0 = stablehlo.transpose %arg4, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
    %1 = call @_lu_solve(%arg0, %arg2, %arg3, %0) : (tensor<i32>, tensor<?x?xf32>, tensor<?xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
    return %2 : tensor<?x?xf32>
  }
  func.func private @_lu_solve(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?x?xf32>, %arg2: tensor<?xi32>, %arg3: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<1> : tensor<1xi32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %0, %1, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %3 = stablehlo.dynamic_broadcast_in_dim %arg3, %2, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %4 = stablehlo.transpose %3, dims = [1, 2, 0] : (tensor<?x?x1xf32>) -> tensor<?x1x?xf32>
    %5 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.concatenate %5, %6, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %8 = stablehlo.dynamic_reshape %4, %7 : (tensor<?x1x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %9 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %10 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %11 = stablehlo.concatenate %9, %10, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %12 = stablehlo.custom_call @lapack_strsm_ffi(%arg1, %8, %11) {indices_of_shape_operands = dense<2> : tensor<1xi64>, mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 85 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %13 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %14 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %15 = stablehlo.concatenate %13, %c_0, %14, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %16 = stablehlo.dynamic_reshape %12, %15 : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x1x?xf32>
    %17 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %18 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %19 = stablehlo.concatenate %17, %18, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %20 = stablehlo.dynamic_reshape %16, %19 : (tensor<?x1x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %21 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %22 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %23 = stablehlo.concatenate %21, %22, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %24 = stablehlo.custom_call @lapack_strsm_ffi(%arg1, %20, %23) {indices_of_shape_operands = dense<2> : tensor<1xi64>, mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %25 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %26 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %27 = stablehlo.concatenate %25, %c_0, %26, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %28 = stablehlo.dynamic_reshape %24, %27 : (tensor<?x?xf32>, tensor<3xi32>) -> tensor<?x1x?xf32>
    %29 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %30 = stablehlo.dynamic_iota %29, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %31:2 = "stablehlo.sort"(%arg2, %30) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg4: tensor<i32>, %arg5: tensor<i32>, %arg6: tensor<i32>, %arg7: tensor<i32>):
      %52 = stablehlo.compare LT, %arg4, %arg5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %52 : tensor<i1>
    }) : (tensor<?xi32>, tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)
    %32 = stablehlo.convert %arg0 : tensor<i32>
    %33 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %34 = stablehlo.dynamic_broadcast_in_dim %c, %33, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %35 = stablehlo.compare LT, %31#1, %34, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %36 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %37 = stablehlo.dynamic_broadcast_in_dim %32, %36, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %38 = stablehlo.add %31#1, %37 : tensor<?xi32>
    %39 = stablehlo.select %35, %38, %31#1 : tensor<?xi1>, tensor<?xi32>
    %40 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %41 = stablehlo.concatenate %40, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %42 = stablehlo.dynamic_broadcast_in_dim %39, %41, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %43 = stablehlo.transpose %28, dims = [2, 0, 1] : (tensor<?x1x?xf32>) -> tensor<?x?x1xf32>
    %44 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %45 = stablehlo.concatenate %44, %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %46 = "stablehlo.dynamic_gather"(%43, %42, %45) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>}> : (tensor<?x?x1xf32>, tensor<?x1xi32>, tensor<3xi32>) -> tensor<?x?x1xf32>
    %47 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %48 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %49 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %50 = stablehlo.concatenate %48, %49, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %51 = "stablehlo.dynamic_gather"(%46, %47, %50) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [2], start_index_map = [2]>, indices_are_sorted = true}> : (tensor<?x?x1xf32>, tensor<1xi32>, tensor<3xi32>) -> tensor<?x?xf32>
    return %51 : tensor<?x?xf32>
  }
}

