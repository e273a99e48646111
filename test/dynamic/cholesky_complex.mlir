module @jit__lambda attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x?xcomplex<f32>>) -> (tensor<?x?xcomplex<f32>> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x?xcomplex<f32>>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xcomplex<f32>>) -> tensor<i32>
    %2 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n, n). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %3 = stablehlo.compare EQ, %1, %0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %1, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Found inconsistency between dimension size args[0].shape[1] (= {0}) and the specification 'n' (= {1}). Using the following polymorphic shapes specifications: args[0].shape = (n, n). Obtained dimension variables: 'n' = {1} from specification 'n' for dimension args[0].shape[0] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %4 = call @_wrapped_jax_export_main(%0, %arg0) : (tensor<i32>, tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
    return %4 : tensor<?x?xcomplex<f32>>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?x?xcomplex<f32>>) -> (tensor<?x?xcomplex<f32>> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.real %arg1 : (tensor<?x?xcomplex<f32>>) -> tensor<?x?xf32>
    %1 = stablehlo.imag %arg1 : (tensor<?x?xcomplex<f32>>) -> tensor<?x?xf32>
    %2 = stablehlo.negate %1 : tensor<?x?xf32>
    %3 = stablehlo.complex %0, %2 : tensor<?x?xcomplex<f32>>
    %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
    %5 = stablehlo.dot_general %arg1, %4, contracting_dims = [1] x [0] : (tensor<?x?xcomplex<f32>>, tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
    %6 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.concatenate %6, %7, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %9 = stablehlo.dynamic_iota %8, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi32>
    %10 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %11 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.concatenate %10, %11, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %13 = stablehlo.dynamic_iota %12, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
    %14 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %15 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %16 = stablehlo.concatenate %14, %15, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %17 = stablehlo.dynamic_broadcast_in_dim %c, %16, dims = [] : (tensor<i32>, tensor<2xi32>) -> tensor<?x?xi32>
    %18 = stablehlo.add %9, %17 : tensor<?x?xi32>
    %19 = stablehlo.compare EQ, %18, %13, SIGNED : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>
    %20 = stablehlo.convert %19 : (tensor<?x?xi1>) -> tensor<?x?xf32>
    %21 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %22 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %23 = stablehlo.concatenate %21, %22, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %24 = stablehlo.dynamic_broadcast_in_dim %cst, %23, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %25 = stablehlo.multiply %24, %20 : tensor<?x?xf32>
    %26 = stablehlo.convert %25 : (tensor<?x?xf32>) -> tensor<?x?xcomplex<f32>>
    %27 = stablehlo.add %5, %26 : tensor<?x?xcomplex<f32>>
    %28 = call @cholesky(%arg0, %27) : (tensor<i32>, tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
    return %28 : tensor<?x?xcomplex<f32>>
  }
  func.func private @cholesky(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>> {
    %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<> : tensor<0xi32>
    %cst_2 = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %0 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<?x?xcomplex<f32>>) -> tensor<?x?xcomplex<f32>>
    %1 = stablehlo.real %0 : (tensor<?x?xcomplex<f32>>) -> tensor<?x?xf32>
    %2 = stablehlo.imag %0 : (tensor<?x?xcomplex<f32>>) -> tensor<?x?xf32>
    %3 = stablehlo.negate %2 : tensor<?x?xf32>
    %4 = stablehlo.complex %1, %3 : tensor<?x?xcomplex<f32>>
    %5 = stablehlo.add %arg1, %4 : tensor<?x?xcomplex<f32>>
    %6 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.concatenate %6, %7, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %9 = stablehlo.dynamic_broadcast_in_dim %cst_2, %8, dims = [] : (tensor<complex<f32>>, tensor<2xi32>) -> tensor<?x?xcomplex<f32>>
    %10 = stablehlo.divide %5, %9 : tensor<?x?xcomplex<f32>>
    %11 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %13 = stablehlo.concatenate %11, %12, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %14:2 = stablehlo.custom_call @lapack_cpotrf_ffi(%10, %13, %c_1) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<?x?xcomplex<f32>>, tensor<2xi32>, tensor<0xi32>) -> (tensor<?x?xcomplex<f32>>, tensor<i32>)
    %15 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %16 = stablehlo.compare EQ, %14#1, %15, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %18 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %19 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %20 = stablehlo.concatenate %18, %19, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %21 = stablehlo.dynamic_broadcast_in_dim %cst_0, %20, dims = [] : (tensor<complex<f32>>, tensor<2xi32>) -> tensor<?x?xcomplex<f32>>
    %22 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %23 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %24 = stablehlo.concatenate %22, %23, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %25 = stablehlo.dynamic_broadcast_in_dim %17, %24, dims = [0, 1] : (tensor<1x1xi1>, tensor<2xi32>) -> tensor<?x?xi1>
    %26 = stablehlo.select %25, %14#0, %21 : tensor<?x?xi1>, tensor<?x?xcomplex<f32>>
    %27 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %28 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %29 = stablehlo.concatenate %27, %28, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %30 = stablehlo.dynamic_iota %29, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi32>
    %31 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %32 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %33 = stablehlo.concatenate %31, %32, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %34 = stablehlo.dynamic_broadcast_in_dim %c, %33, dims = [] : (tensor<i32>, tensor<2xi32>) -> tensor<?x?xi32>
    %35 = stablehlo.add %30, %34 : tensor<?x?xi32>
    %36 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %37 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %38 = stablehlo.concatenate %36, %37, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %39 = stablehlo.dynamic_iota %38, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
    %40 = stablehlo.compare GE, %35, %39, SIGNED : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>
    %41 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %42 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %43 = stablehlo.concatenate %41, %42, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %44 = stablehlo.dynamic_broadcast_in_dim %cst, %43, dims = [] : (tensor<complex<f32>>, tensor<2xi32>) -> tensor<?x?xcomplex<f32>>
    %45 = stablehlo.select %40, %26, %44 : tensor<?x?xi1>, tensor<?x?xcomplex<f32>>
    return %45 : tensor<?x?xcomplex<f32>>
  }
}

