module @jit__lambda attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?xi32>) -> (tensor<4xi32> {jax.result_info = "result[0]"}, tensor<4xi32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?xi32>) -> tensor<i32>
    %1 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%1, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (n,). Obtained dimension variables: 'n' = {0} from specification 'n' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %2:2 = call @_wrapped_jax_export_main(%0, %arg0) : (tensor<i32>, tensor<?xi32>) -> (tensor<4xi32>, tensor<4xi32>)
    return %2#0, %2#1 : tensor<4xi32>, tensor<4xi32>
  }
  func.func @reduce_window_int32_reducer(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?xi32>) -> (tensor<4xi32> {jax.result_info = "result[0]"}, tensor<4xi32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<5> : tensor<i32>
    %c_0 = stablehlo.constant dense<-9> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<1> : tensor<i32>
    %c_3 = stablehlo.constant dense<4> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = call @_unique_sorted_mask(%arg0, %arg1) : (tensor<i32>, tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi1>, tensor<?xi32>)
    %1 = call @cumsum(%arg0, %0#1) : (tensor<i32>, tensor<?xi1>) -> tensor<?xi32>
    %2 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %3 = call @clip(%arg0, %1, %c_4) : (tensor<i32>, tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
    %4 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.dynamic_broadcast_in_dim %c_4, %4, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %6 = stablehlo.compare LT, %3, %5, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %7 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.dynamic_broadcast_in_dim %c_3, %7, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %9 = stablehlo.add %3, %8 : tensor<?xi32>
    %10 = stablehlo.select %6, %9, %3 : tensor<?xi1>, tensor<?xi32>
    %11 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.concatenate %11, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %13 = stablehlo.dynamic_broadcast_in_dim %10, %12, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %14 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %15 = stablehlo.dynamic_broadcast_in_dim %c_2, %14, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %16 = "stablehlo.scatter"(%2, %13, %15) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %59 = stablehlo.add %arg2, %arg3 : tensor<i32>
      stablehlo.return %59 : tensor<i32>
    }) : (tensor<4xi32>, tensor<?x1xi32>, tensor<?xi32>) -> tensor<4xi32>
    %17 = call @cumsum_1(%arg0, %16) : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>
    %18 = call @floor_divide(%arg0, %17, %c_2) : (tensor<i32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
    %19 = call @remainder(%arg0, %18, %arg0) : (tensor<i32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
    %20 = stablehlo.convert %arg0 : tensor<i32>
    %21 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %22 = stablehlo.compare LT, %19, %21, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %23 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %24 = stablehlo.add %19, %23 : tensor<4xi32>
    %25 = stablehlo.select %22, %24, %19 : tensor<4xi1>, tensor<4xi32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %27 = "stablehlo.gather"(%0#0, %26) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xi32>, tensor<4x1xi32>) -> tensor<4xi32>
    %28 = stablehlo.iota dim = 0 : tensor<4xi32>
    %29 = stablehlo.convert %0#1 : (tensor<?xi1>) -> tensor<?xi32>
    %30 = stablehlo.reduce(%29 init: %c_4) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %32 = stablehlo.compare LT, %28, %31, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %33 = call @_where_4(%arg0, %32, %27, %c_0) : (tensor<i32>, tensor<4xi1>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
    %34 = call @cumsum(%arg0, %0#1) : (tensor<i32>, tensor<?xi1>) -> tensor<?xi32>
    %35 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %36 = call @clip(%arg0, %34, %c_4) : (tensor<i32>, tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
    %37 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %38 = stablehlo.dynamic_broadcast_in_dim %c_4, %37, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %39 = stablehlo.compare LT, %36, %38, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %40 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %41 = stablehlo.dynamic_broadcast_in_dim %c, %40, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %42 = stablehlo.add %36, %41 : tensor<?xi32>
    %43 = stablehlo.select %39, %42, %36 : tensor<?xi1>, tensor<?xi32>
    %44 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %45 = stablehlo.concatenate %44, %c_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %46 = stablehlo.dynamic_broadcast_in_dim %43, %45, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %47 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %48 = stablehlo.dynamic_broadcast_in_dim %c_2, %47, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %49 = "stablehlo.scatter"(%35, %46, %48) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %59 = stablehlo.add %arg2, %arg3 : tensor<i32>
      stablehlo.return %59 : tensor<i32>
    }) : (tensor<5xi32>, tensor<?x1xi32>, tensor<?xi32>) -> tensor<5xi32>
    %50 = call @cumsum_5(%arg0, %49) : (tensor<i32>, tensor<5xi32>) -> tensor<5xi32>
    %51 = call @floor_divide_7(%arg0, %50, %c_2) : (tensor<i32>, tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
    %52 = call @remainder_9(%arg0, %51, %arg0) : (tensor<i32>, tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
    %53 = stablehlo.slice %52 [1:5] : (tensor<5xi32>) -> tensor<4xi32>
    %54 = stablehlo.slice %52 [1:5] : (tensor<5xi32>) -> tensor<4xi32>
    %55 = call @_where_10(%arg0, %53, %54, %arg0) : (tensor<i32>, tensor<4xi32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
    %56 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %57 = "stablehlo.scatter"(%52, %56, %55) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      stablehlo.return %arg3 : tensor<i32>
    }) : (tensor<5xi32>, tensor<1xi32>, tensor<4xi32>) -> tensor<5xi32>
    %58 = call @diff(%arg0, %57) : (tensor<i32>, tensor<5xi32>) -> tensor<4xi32>
    return %33, %58 : tensor<4xi32>, tensor<4xi32>
  }
  func.func private @_unique_sorted_mask(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi1>, tensor<?xi32>) {
    %c = stablehlo.constant dense<false> : tensor<i1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<-1> : tensor<i32>
    %c_3 = stablehlo.constant dense<1> : tensor<1xi32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.concatenate %0, %c_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %2 = stablehlo.dynamic_reshape %arg1, %1 : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<?x1xi32>) -> tensor<1x?xi32>
    %4 = stablehlo.iota dim = 0 : tensor<1xi32>
    %5 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.multiply %5, %4 : tensor<1xi32>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.add %7, %6 : tensor<1xi32>
    %9 = stablehlo.reverse %8, dims = [0] : tensor<1xi32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<1xi32>) -> tensor<1x1xi32>
    %11 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.concatenate %c_3, %11, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %13 = "stablehlo.dynamic_gather"(%3, %10, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true}> : (tensor<1x?xi32>, tensor<1x1xi32>, tensor<2xi32>) -> tensor<1x?xi32>
    %14 = stablehlo.reverse %13, dims = [0] : tensor<1x?xi32>
    %15 = call @lexsort(%arg0, %14) : (tensor<i32>, tensor<1x?xi32>) -> tensor<?xi32>
    %16 = stablehlo.convert %arg0 : tensor<i32>
    %17 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %18 = stablehlo.dynamic_broadcast_in_dim %c_1, %17, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %19 = stablehlo.compare LT, %15, %18, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %20 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %21 = stablehlo.dynamic_broadcast_in_dim %16, %20, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %22 = stablehlo.add %15, %21 : tensor<?xi32>
    %23 = stablehlo.select %19, %22, %15 : tensor<?xi1>, tensor<?xi32>
    %24 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %25 = stablehlo.concatenate %24, %c_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %26 = stablehlo.dynamic_broadcast_in_dim %23, %25, dims = [0] : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x1xi32>
    %27 = "stablehlo.gather"(%arg1, %26) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xi32>, tensor<?x1xi32>) -> tensor<?xi32>
    %28 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %29 = stablehlo.dynamic_broadcast_in_dim %c_0, %28, dims = [] : (tensor<i1>, tensor<1xi32>) -> tensor<?xi1>
    %30 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %31 = stablehlo.convert %arg0 : tensor<i32>
    %32 = stablehlo.add %31, %c_2 : tensor<i32>
    %33 = stablehlo.reshape %32 : (tensor<i32>) -> tensor<1xi32>
    %34 = "stablehlo.dynamic_gather"(%27, %30, %33) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
    %35 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %36 = stablehlo.convert %arg0 : tensor<i32>
    %37 = stablehlo.add %36, %c_2 : tensor<i32>
    %38 = stablehlo.reshape %37 : (tensor<i32>) -> tensor<1xi32>
    %39 = "stablehlo.dynamic_gather"(%27, %35, %38) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, indices_are_sorted = true}> : (tensor<?xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
    %40 = stablehlo.compare NE, %34, %39, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
    %41 = stablehlo.reduce(%40 init: %c) applies stablehlo.or across dimensions = [] : (tensor<?xi1>, tensor<i1>) -> tensor<?xi1>
    %42 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %43 = "stablehlo.scatter"(%29, %42, %41) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i1>, %arg3: tensor<i1>):
      stablehlo.return %arg3 : tensor<i1>
    }) : (tensor<?xi1>, tensor<1xi32>, tensor<?xi1>) -> tensor<?xi1>
    return %27, %43, %15 : tensor<?xi32>, tensor<?xi1>, tensor<?xi32>
  }
  func.func private @lexsort(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<1x?xi32>) -> tensor<?xi32> {
    %c = stablehlo.constant dense<1> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<1xi32>
    %0 = stablehlo.concatenate %c_0, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %c, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.concatenate %c, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %4 = stablehlo.real_dynamic_slice %arg1, %0, %2, %3 : (tensor<1x?xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x?xi32>
    %5 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.dynamic_reshape %4, %5 : (tensor<1x?xi32>, tensor<1xi32>) -> tensor<?xi32>
    %7 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.dynamic_iota %7, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    %9:2 = "stablehlo.sort"(%6, %8) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<i32>, %arg5: tensor<i32>):
      %10 = stablehlo.compare LT, %arg2, %arg3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    }) : (tensor<?xi32>, tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>)
    return %9#1 : tensor<?xi32>
  }
  func.func private @cumsum(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?xi1>) -> tensor<?xi32> {
    %0 = stablehlo.convert %arg1 : (tensor<?xi1>) -> tensor<?xi32>
    %1 = call @cumsum_0(%arg0, %0) : (tensor<i32>, tensor<?xi32>) -> tensor<?xi32>
    return %1 : tensor<?xi32>
  }
  func.func private @cumsum_0(%arg0: tensor<i32>, %arg1: tensor<?xi32>) -> tensor<?xi32> {
    %c = stablehlo.constant dense<1> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<1xi32>
    %c_1 = stablehlo.constant dense<-1> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<i32>
    %1 = stablehlo.convert %arg0 : tensor<i32>
    %2 = stablehlo.add %1, %c_1 : tensor<i32>
    %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.concatenate %3, %c_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %5 = stablehlo.reshape %4 : (tensor<2xi32>) -> tensor<1x2xi32>
    %6 = stablehlo.concatenate %5, dim = 0 : (tensor<1x2xi32>) -> tensor<1x2xi32>
    %7 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%arg1, %0, %7, %c, %c, %c, %6) {api_version = 2 : i32, called_computations = [@reduce_window_int32_reducer]} : (tensor<?xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xi32>
    return %8 : tensor<?xi32>
  }
  func.func private @clip(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<?xi32>, %arg2: tensor<i32>) -> tensor<?xi32> {
    %0 = stablehlo.convert %arg2 : tensor<i32>
    %1 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.dynamic_broadcast_in_dim %0, %1, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
    %3 = stablehlo.maximum %2, %arg1 : tensor<?xi32>
    return %3 : tensor<?xi32>
  }
  func.func private @cumsum_1(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<4xi32>) -> tensor<4xi32> {
    %0 = call @cumsum_2(%arg0, %arg1) : (tensor<i32>, tensor<4xi32>) -> tensor<4xi32>
    return %0 : tensor<4xi32>
  }
  func.func private @cumsum_2(%arg0: tensor<i32>, %arg1: tensor<4xi32>) -> tensor<4xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %1 = "stablehlo.reduce_window"(%arg1, %0) <{padding = dense<[[3, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 4>}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
    return %1 : tensor<4xi32>
  }
  func.func private @floor_divide(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<4xi32>, %arg2: tensor<i32>) -> tensor<4xi32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %1 = stablehlo.divide %arg1, %0 : tensor<4xi32>
    %2 = stablehlo.sign %arg1 : tensor<4xi32>
    %3 = stablehlo.sign %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %5 = stablehlo.compare NE, %2, %4, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %6 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %7 = stablehlo.remainder %arg1, %6 : tensor<4xi32>
    %8 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %9 = stablehlo.compare NE, %7, %8, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %10 = stablehlo.and %5, %9 : tensor<4xi1>
    %11 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %12 = stablehlo.subtract %1, %11 : tensor<4xi32>
    %13 = call @_where(%arg0, %10, %12, %1) : (tensor<i32>, tensor<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    return %13 : tensor<4xi32>
  }
  func.func private @_where(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<4xi1>, %arg2: tensor<4xi32>, %arg3: tensor<4xi32>) -> tensor<4xi32> {
    %0 = stablehlo.select %arg1, %arg2, %arg3 : tensor<4xi1>, tensor<4xi32>
    return %0 : tensor<4xi32>
  }
  func.func private @remainder(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<4xi32>, %arg2: tensor<i32>) -> tensor<4xi32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.convert %arg2 : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = call @_where_3(%arg0, %1, %c, %0) : (tensor<i32>, tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %4 = stablehlo.remainder %arg1, %3 : tensor<4xi32>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %9 = stablehlo.compare LT, %2, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<4xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    %12 = stablehlo.and %11, %6 : tensor<4xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %14 = stablehlo.add %4, %13 : tensor<4xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<4xi1>, tensor<4xi32>
    return %15 : tensor<4xi32>
  }
  func.func private @_where_3(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<i1>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg1, %arg2, %arg3 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @_where_4(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<4xi1>, %arg2: tensor<4xi32>, %arg3: tensor<i32>) -> tensor<4xi32> {
    %0 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %1 = stablehlo.select %arg1, %arg2, %0 : tensor<4xi1>, tensor<4xi32>
    return %1 : tensor<4xi32>
  }
  func.func private @cumsum_5(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<5xi32>) -> tensor<5xi32> {
    %0 = call @cumsum_6(%arg0, %arg1) : (tensor<i32>, tensor<5xi32>) -> tensor<5xi32>
    return %0 : tensor<5xi32>
  }
  func.func private @cumsum_6(%arg0: tensor<i32>, %arg1: tensor<5xi32>) -> tensor<5xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %1 = "stablehlo.reduce_window"(%arg1, %0) <{padding = dense<[[4, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 5>}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }) : (tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
    return %1 : tensor<5xi32>
  }
  func.func private @floor_divide_7(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<5xi32>, %arg2: tensor<i32>) -> tensor<5xi32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %1 = stablehlo.divide %arg1, %0 : tensor<5xi32>
    %2 = stablehlo.sign %arg1 : tensor<5xi32>
    %3 = stablehlo.sign %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %5 = stablehlo.compare NE, %2, %4, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %6 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %7 = stablehlo.remainder %arg1, %6 : tensor<5xi32>
    %8 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %9 = stablehlo.compare NE, %7, %8, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %10 = stablehlo.and %5, %9 : tensor<5xi1>
    %11 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %12 = stablehlo.subtract %1, %11 : tensor<5xi32>
    %13 = call @_where_8(%arg0, %10, %12, %1) : (tensor<i32>, tensor<5xi1>, tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    return %13 : tensor<5xi32>
  }
  func.func private @_where_8(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<5xi1>, %arg2: tensor<5xi32>, %arg3: tensor<5xi32>) -> tensor<5xi32> {
    %0 = stablehlo.select %arg1, %arg2, %arg3 : tensor<5xi1>, tensor<5xi32>
    return %0 : tensor<5xi32>
  }
  func.func private @remainder_9(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<5xi32>, %arg2: tensor<i32>) -> tensor<5xi32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.convert %arg2 : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = call @_where_3(%arg0, %1, %c, %0) : (tensor<i32>, tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %4 = stablehlo.remainder %arg1, %3 : tensor<5xi32>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %9 = stablehlo.compare LT, %2, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<5xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<5xi1>, tensor<5xi1>) -> tensor<5xi1>
    %12 = stablehlo.and %11, %6 : tensor<5xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %14 = stablehlo.add %4, %13 : tensor<5xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<5xi1>, tensor<5xi32>
    return %15 : tensor<5xi32>
  }
  func.func private @_where_10(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<4xi32>, %arg2: tensor<4xi32>, %arg3: tensor<i32>) -> tensor<4xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %1 = stablehlo.compare NE, %arg1, %0, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %2 = stablehlo.convert %arg3 : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %4 = stablehlo.select %1, %arg2, %3 : tensor<4xi1>, tensor<4xi32>
    return %4 : tensor<4xi32>
  }
  func.func private @diff(%arg0: tensor<i32> {jax.global_constant = "n"}, %arg1: tensor<5xi32>) -> tensor<4xi32> {
    %0 = stablehlo.slice %arg1 [1:5] : (tensor<5xi32>) -> tensor<4xi32>
    %1 = stablehlo.slice %arg1 [0:4] : (tensor<5xi32>) -> tensor<4xi32>
    %2 = stablehlo.subtract %0, %1 : tensor<4xi32>
    return %2 : tensor<4xi32>
  }
}

