module @jit_random_numbers attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2xui32>, %arg1: tensor<?x?xf32>) -> (tensor<?x?xf32> {jax.result_info = "result[0]"}, tensor<?xf32> {jax.result_info = "result[1]"}, tensor<?x?xi32> {jax.result_info = "result[2]"}, tensor<?xi32> {jax.result_info = "result[3]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg1, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %2 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[1].shape = (b, n). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[1].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %3 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[1].shape = (b, n). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[1].shape[0] (= {0}), 'n' = {1} from specification 'n' for dimension args[1].shape[1] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %4:4 = call @_wrapped_jax_export_main(%0, %1, %arg0, %arg1) : (tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xi32>, tensor<?xi32>)
    return %4#0, %4#1, %4#2, %4#3 : tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xi32>, tensor<?xi32>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<2xui32>, %arg3: tensor<?x?xf32>) -> (tensor<?x?xf32> {jax.result_info = "result[0]"}, tensor<?xf32> {jax.result_info = "result[1]"}, tensor<?x?xi32> {jax.result_info = "result[2]"}, tensor<?xi32> {jax.result_info = "result[3]"}) {
    %c = stablehlo.constant dense<9> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = call @_normal(%arg0, %arg1, %arg2) : (tensor<i32>, tensor<i32>, tensor<2xui32>) -> tensor<?x?xf32>
    %1 = call @_uniform_0(%arg0, %arg1, %arg2, %cst_1, %cst) : (tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<?xf32>
    %2 = call @_randint(%arg0, %arg1, %arg2, %c_0, %c) : (tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<i32>, tensor<i32>) -> tensor<?x?xi32>
    %3 = call @_gumbel(%arg0, %arg1, %arg2) : (tensor<i32>, tensor<i32>, tensor<2xui32>) -> tensor<?x?xf32>
    %4 = stablehlo.add %3, %arg3 : tensor<?x?xf32>
    %5 = call @argmax(%arg0, %arg1, %4) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> tensor<?xi32>
    return %0, %1, %2, %5 : tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xi32>, tensor<?xi32>
  }
  func.func private @_normal(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<2xui32>) -> tensor<?x?xf32> {
    %0 = call @_normal_real(%arg0, %arg1, %arg2) : (tensor<i32>, tensor<i32>, tensor<2xui32>) -> tensor<?x?xf32>
    return %0 : tensor<?x?xf32>
  }
  func.func private @_normal_real(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<2xui32>) -> tensor<?x?xf32> {
    %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<2.83297682> : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.50140941> : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.00167406> : tensor<f32>
    %cst_3 = stablehlo.constant dense<0.246640727> : tensor<f32>
    %cst_4 = stablehlo.constant dense<0.00943887047> : tensor<f32>
    %cst_5 = stablehlo.constant dense<-0.00417768164> : tensor<f32>
    %cst_6 = stablehlo.constant dense<-0.0076224613> : tensor<f32>
    %cst_7 = stablehlo.constant dense<-0.00125372503> : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.00573950773> : tensor<f32>
    %cst_9 = stablehlo.constant dense<2.1858087E-4> : tensor<f32>
    %cst_10 = stablehlo.constant dense<-0.00367342844> : tensor<f32>
    %cst_11 = stablehlo.constant dense<-4.39150654E-6> : tensor<f32>
    %cst_12 = stablehlo.constant dense<0.00134934322> : tensor<f32>
    %cst_13 = stablehlo.constant dense<-3.5233877E-6> : tensor<f32>
    %cst_14 = stablehlo.constant dense<1.00950558E-4> : tensor<f32>
    %cst_15 = stablehlo.constant dense<3.43273939E-7> : tensor<f32>
    %cst_16 = stablehlo.constant dense<-2.00214257E-4> : tensor<f32>
    %cst_17 = stablehlo.constant dense<2.81022636E-8> : tensor<f32>
    %cst_18 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %cst_19 = stablehlo.constant dense<2.500000e+00> : tensor<f32>
    %cst_20 = stablehlo.constant dense<5.000000e+00> : tensor<f32>
    %cst_21 = stablehlo.constant dense<1.41421354> : tensor<f32>
    %cst_22 = stablehlo.constant dense<-0.99999994> : tensor<f32>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = call @_uniform(%arg0, %arg1, %arg2, %cst_22, %cst_23) : (tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<?x?xf32>
    %1 = stablehlo.negate %0 : tensor<?x?xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<?x?xf32>
    %3 = stablehlo.log_plus_one %2 : tensor<?x?xf32>
    %4 = stablehlo.negate %3 : tensor<?x?xf32>
    %5 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %6 = stablehlo.reshape %5 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %8 = stablehlo.reshape %7 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.concatenate %6, %8, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %10 = stablehlo.dynamic_broadcast_in_dim %cst_20, %9, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %11 = stablehlo.compare LT, %4, %10 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xi1>
    %12 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %13 = stablehlo.reshape %12 : (tensor<i32>) -> tensor<1xi32>
    %14 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %15 = stablehlo.reshape %14 : (tensor<i32>) -> tensor<1xi32>
    %16 = stablehlo.concatenate %13, %15, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %17 = stablehlo.dynamic_broadcast_in_dim %cst_19, %16, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %18 = stablehlo.subtract %4, %17 : tensor<?x?xf32>
    %19 = stablehlo.sqrt %4 : tensor<?x?xf32>
    %20 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %21 = stablehlo.reshape %20 : (tensor<i32>) -> tensor<1xi32>
    %22 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %23 = stablehlo.reshape %22 : (tensor<i32>) -> tensor<1xi32>
    %24 = stablehlo.concatenate %21, %23, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %25 = stablehlo.dynamic_broadcast_in_dim %cst_18, %24, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %26 = stablehlo.subtract %19, %25 : tensor<?x?xf32>
    %27 = stablehlo.select %11, %18, %26 : tensor<?x?xi1>, tensor<?x?xf32>
    %28 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %29 = stablehlo.reshape %28 : (tensor<i32>) -> tensor<1xi32>
    %30 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %31 = stablehlo.reshape %30 : (tensor<i32>) -> tensor<1xi32>
    %32 = stablehlo.concatenate %29, %31, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %33 = stablehlo.dynamic_broadcast_in_dim %cst_17, %32, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %34 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %35 = stablehlo.reshape %34 : (tensor<i32>) -> tensor<1xi32>
    %36 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %37 = stablehlo.reshape %36 : (tensor<i32>) -> tensor<1xi32>
    %38 = stablehlo.concatenate %35, %37, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %39 = stablehlo.dynamic_broadcast_in_dim %cst_16, %38, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %40 = stablehlo.select %11, %33, %39 : tensor<?x?xi1>, tensor<?x?xf32>
    %41 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %42 = stablehlo.reshape %41 : (tensor<i32>) -> tensor<1xi32>
    %43 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %44 = stablehlo.reshape %43 : (tensor<i32>) -> tensor<1xi32>
    %45 = stablehlo.concatenate %42, %44, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %46 = stablehlo.dynamic_broadcast_in_dim %cst_15, %45, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %47 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %48 = stablehlo.reshape %47 : (tensor<i32>) -> tensor<1xi32>
    %49 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %50 = stablehlo.reshape %49 : (tensor<i32>) -> tensor<1xi32>
    %51 = stablehlo.concatenate %48, %50, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %52 = stablehlo.dynamic_broadcast_in_dim %cst_14, %51, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %53 = stablehlo.select %11, %46, %52 : tensor<?x?xi1>, tensor<?x?xf32>
    %54 = stablehlo.multiply %40, %27 : tensor<?x?xf32>
    %55 = stablehlo.add %53, %54 : tensor<?x?xf32>
    %56 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %57 = stablehlo.reshape %56 : (tensor<i32>) -> tensor<1xi32>
    %58 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %59 = stablehlo.reshape %58 : (tensor<i32>) -> tensor<1xi32>
    %60 = stablehlo.concatenate %57, %59, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %61 = stablehlo.dynamic_broadcast_in_dim %cst_13, %60, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %62 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %63 = stablehlo.reshape %62 : (tensor<i32>) -> tensor<1xi32>
    %64 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %65 = stablehlo.reshape %64 : (tensor<i32>) -> tensor<1xi32>
    %66 = stablehlo.concatenate %63, %65, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %67 = stablehlo.dynamic_broadcast_in_dim %cst_12, %66, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %68 = stablehlo.select %11, %61, %67 : tensor<?x?xi1>, tensor<?x?xf32>
    %69 = stablehlo.multiply %55, %27 : tensor<?x?xf32>
    %70 = stablehlo.add %68, %69 : tensor<?x?xf32>
    %71 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %72 = stablehlo.reshape %71 : (tensor<i32>) -> tensor<1xi32>
    %73 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %74 = stablehlo.reshape %73 : (tensor<i32>) -> tensor<1xi32>
    %75 = stablehlo.concatenate %72, %74, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %76 = stablehlo.dynamic_broadcast_in_dim %cst_11, %75, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %77 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %78 = stablehlo.reshape %77 : (tensor<i32>) -> tensor<1xi32>
    %79 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %80 = stablehlo.reshape %79 : (tensor<i32>) -> tensor<1xi32>
    %81 = stablehlo.concatenate %78, %80, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %82 = stablehlo.dynamic_broadcast_in_dim %cst_10, %81, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %83 = stablehlo.select %11, %76, %82 : tensor<?x?xi1>, tensor<?x?xf32>
    %84 = stablehlo.multiply %70, %27 : tensor<?x?xf32>
    %85 = stablehlo.add %83, %84 : tensor<?x?xf32>
    %86 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %87 = stablehlo.reshape %86 : (tensor<i32>) -> tensor<1xi32>
    %88 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %89 = stablehlo.reshape %88 : (tensor<i32>) -> tensor<1xi32>
    %90 = stablehlo.concatenate %87, %89, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %91 = stablehlo.dynamic_broadcast_in_dim %cst_9, %90, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %92 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %93 = stablehlo.reshape %92 : (tensor<i32>) -> tensor<1xi32>
    %94 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %95 = stablehlo.reshape %94 : (tensor<i32>) -> tensor<1xi32>
    %96 = stablehlo.concatenate %93, %95, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %97 = stablehlo.dynamic_broadcast_in_dim %cst_8, %96, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %98 = stablehlo.select %11, %91, %97 : tensor<?x?xi1>, tensor<?x?xf32>
    %99 = stablehlo.multiply %85, %27 : tensor<?x?xf32>
    %100 = stablehlo.add %98, %99 : tensor<?x?xf32>
    %101 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %102 = stablehlo.reshape %101 : (tensor<i32>) -> tensor<1xi32>
    %103 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %104 = stablehlo.reshape %103 : (tensor<i32>) -> tensor<1xi32>
    %105 = stablehlo.concatenate %102, %104, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %106 = stablehlo.dynamic_broadcast_in_dim %cst_7, %105, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %107 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %108 = stablehlo.reshape %107 : (tensor<i32>) -> tensor<1xi32>
    %109 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %110 = stablehlo.reshape %109 : (tensor<i32>) -> tensor<1xi32>
    %111 = stablehlo.concatenate %108, %110, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %112 = stablehlo.dynamic_broadcast_in_dim %cst_6, %111, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %113 = stablehlo.select %11, %106, %112 : tensor<?x?xi1>, tensor<?x?xf32>
    %114 = stablehlo.multiply %100, %27 : tensor<?x?xf32>
    %115 = stablehlo.add %113, %114 : tensor<?x?xf32>
    %116 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %117 = stablehlo.reshape %116 : (tensor<i32>) -> tensor<1xi32>
    %118 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %119 = stablehlo.reshape %118 : (tensor<i32>) -> tensor<1xi32>
    %120 = stablehlo.concatenate %117, %119, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %121 = stablehlo.dynamic_broadcast_in_dim %cst_5, %120, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %122 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %123 = stablehlo.reshape %122 : (tensor<i32>) -> tensor<1xi32>
    %124 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %125 = stablehlo.reshape %124 : (tensor<i32>) -> tensor<1xi32>
    %126 = stablehlo.concatenate %123, %125, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %127 = stablehlo.dynamic_broadcast_in_dim %cst_4, %126, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %128 = stablehlo.select %11, %121, %127 : tensor<?x?xi1>, tensor<?x?xf32>
    %129 = stablehlo.multiply %115, %27 : tensor<?x?xf32>
    %130 = stablehlo.add %128, %129 : tensor<?x?xf32>
    %131 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %132 = stablehlo.reshape %131 : (tensor<i32>) -> tensor<1xi32>
    %133 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %134 = stablehlo.reshape %133 : (tensor<i32>) -> tensor<1xi32>
    %135 = stablehlo.concatenate %132, %134, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %136 = stablehlo.dynamic_broadcast_in_dim %cst_3, %135, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %137 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %138 = stablehlo.reshape %137 : (tensor<i32>) -> tensor<1xi32>
    %139 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %140 = stablehlo.reshape %139 : (tensor<i32>) -> tensor<1xi32>
    %141 = stablehlo.concatenate %138, %140, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %142 = stablehlo.dynamic_broadcast_in_dim %cst_2, %141, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %143 = stablehlo.select %11, %136, %142 : tensor<?x?xi1>, tensor<?x?xf32>
    %144 = stablehlo.multiply %130, %27 : tensor<?x?xf32>
    %145 = stablehlo.add %143, %144 : tensor<?x?xf32>
    %146 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %147 = stablehlo.reshape %146 : (tensor<i32>) -> tensor<1xi32>
    %148 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %149 = stablehlo.reshape %148 : (tensor<i32>) -> tensor<1xi32>
    %150 = stablehlo.concatenate %147, %149, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %151 = stablehlo.dynamic_broadcast_in_dim %cst_1, %150, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %152 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %153 = stablehlo.reshape %152 : (tensor<i32>) -> tensor<1xi32>
    %154 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %155 = stablehlo.reshape %154 : (tensor<i32>) -> tensor<1xi32>
    %156 = stablehlo.concatenate %153, %155, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %157 = stablehlo.dynamic_broadcast_in_dim %cst_0, %156, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %158 = stablehlo.select %11, %151, %157 : tensor<?x?xi1>, tensor<?x?xf32>
    %159 = stablehlo.multiply %145, %27 : tensor<?x?xf32>
    %160 = stablehlo.add %158, %159 : tensor<?x?xf32>
    %161 = stablehlo.multiply %160, %0 : tensor<?x?xf32>
    %162 = stablehlo.abs %0 : tensor<?x?xf32>
    %163 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %164 = stablehlo.reshape %163 : (tensor<i32>) -> tensor<1xi32>
    %165 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %166 = stablehlo.reshape %165 : (tensor<i32>) -> tensor<1xi32>
    %167 = stablehlo.concatenate %164, %166, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %168 = stablehlo.dynamic_broadcast_in_dim %cst_23, %167, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %169 = stablehlo.compare EQ, %162, %168 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xi1>
    %170 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
    %171 = stablehlo.reshape %170 : (tensor<i32>) -> tensor<1xi32>
    %172 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %173 = stablehlo.reshape %172 : (tensor<i32>) -> tensor<1xi32>
    %174 = stablehlo.concatenate %171, %173, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %175 = stablehlo.dynamic_broadcast_in_dim %cst, %174, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %176 = stablehlo.multiply %0, %175 : tensor<?x?xf32>
    %177 = stablehlo.select %169, %176, %161 : tensor<?x?xi1>, tensor<?x?xf32>
    %178 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %179 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %180 = stablehlo.concatenate %178, %179, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %181 = stablehlo.dynamic_broadcast_in_dim %cst_21, %180, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %182 = stablehlo.multiply %181, %177 : tensor<?x?xf32>
    return %182 : tensor<?x?xf32>
  }
  func.func private @_uniform(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<2xui32>, %arg3: tensor<f32>, %arg4: tensor<f32>) -> tensor<?x?xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<1065353216> : tensor<ui32>
    %c_0 = stablehlo.constant dense<9> : tensor<ui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui64>
    %c_2 = stablehlo.constant dense<1> : tensor<ui64>
    %0 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %1 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %2 = stablehlo.slice %arg2 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.slice %arg2 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %5 = stablehlo.reshape %4 : (tensor<1xui32>) -> tensor<ui32>
    %6 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.concatenate %6, %7, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %9 = stablehlo.dynamic_iota %8, dim = 0 : (tensor<2xi32>) -> tensor<?x?xui64>
    %10 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %11 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.concatenate %10, %11, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %13 = stablehlo.dynamic_iota %12, dim = 1 : (tensor<2xi32>) -> tensor<?x?xui64>
    %14 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<ui64>
    %15 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %16 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %17 = stablehlo.concatenate %15, %16, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %18 = stablehlo.dynamic_broadcast_in_dim %14, %17, dims = [] : (tensor<ui64>, tensor<2xi32>) -> tensor<?x?xui64>
    %19 = stablehlo.multiply %18, %9 : tensor<?x?xui64>
    %20 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %21 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %22 = stablehlo.concatenate %20, %21, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %23 = stablehlo.dynamic_broadcast_in_dim %c_2, %22, dims = [] : (tensor<ui64>, tensor<2xi32>) -> tensor<?x?xui64>
    %24 = stablehlo.multiply %23, %13 : tensor<?x?xui64>
    %25 = stablehlo.add %19, %24 : tensor<?x?xui64>
    %26 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %27 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %28 = stablehlo.concatenate %26, %27, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %29 = stablehlo.dynamic_broadcast_in_dim %c_1, %28, dims = [] : (tensor<ui64>, tensor<2xi32>) -> tensor<?x?xui64>
    %30 = stablehlo.shift_right_logical %25, %29 : tensor<?x?xui64>
    %31 = stablehlo.convert %25 : (tensor<?x?xui64>) -> tensor<?x?xui32>
    %32 = stablehlo.convert %30 : (tensor<?x?xui64>) -> tensor<?x?xui32>
    %33:2 = call @threefry2x32(%arg0, %arg1, %3, %5, %32, %31) : (tensor<i32>, tensor<i32>, tensor<ui32>, tensor<ui32>, tensor<?x?xui32>, tensor<?x?xui32>) -> (tensor<?x?xui32>, tensor<?x?xui32>)
    %34 = stablehlo.xor %33#0, %33#1 : tensor<?x?xui32>
    %35 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %36 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %37 = stablehlo.concatenate %35, %36, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %38 = stablehlo.dynamic_broadcast_in_dim %c_0, %37, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %39 = stablehlo.shift_right_logical %34, %38 : tensor<?x?xui32>
    %40 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %41 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %42 = stablehlo.concatenate %40, %41, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %43 = stablehlo.dynamic_broadcast_in_dim %c, %42, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %44 = stablehlo.or %39, %43 : tensor<?x?xui32>
    %45 = stablehlo.bitcast_convert %44 : (tensor<?x?xui32>) -> tensor<?x?xf32>
    %46 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %47 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %48 = stablehlo.concatenate %46, %47, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %49 = stablehlo.dynamic_broadcast_in_dim %cst, %48, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %50 = stablehlo.subtract %45, %49 : tensor<?x?xf32>
    %51 = stablehlo.subtract %1, %0 : tensor<1x1xf32>
    %52 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %53 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %54 = stablehlo.concatenate %52, %53, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %55 = stablehlo.dynamic_broadcast_in_dim %51, %54, dims = [0, 1] : (tensor<1x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %56 = stablehlo.multiply %50, %55 : tensor<?x?xf32>
    %57 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %58 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %59 = stablehlo.concatenate %57, %58, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %60 = stablehlo.dynamic_broadcast_in_dim %0, %59, dims = [0, 1] : (tensor<1x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %61 = stablehlo.add %56, %60 : tensor<?x?xf32>
    %62 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %63 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %64 = stablehlo.concatenate %62, %63, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %65 = stablehlo.dynamic_broadcast_in_dim %0, %64, dims = [0, 1] : (tensor<1x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %66 = stablehlo.maximum %65, %61 : tensor<?x?xf32>
    return %66 : tensor<?x?xf32>
  }
  func.func private @threefry2x32(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<ui32>, %arg3: tensor<ui32>, %arg4: tensor<?x?xui32>, %arg5: tensor<?x?xui32>) -> (tensor<?x?xui32>, tensor<?x?xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<466688986> : tensor<ui32>
    %c_3 = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_4 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg2, %arg3 : tensor<ui32>
    %1 = stablehlo.xor %0, %c_2 : tensor<ui32>
    %2 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.concatenate %2, %3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %5 = stablehlo.dynamic_broadcast_in_dim %arg2, %4, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %6 = stablehlo.add %arg4, %5 : tensor<?x?xui32>
    %7 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.concatenate %7, %8, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %10 = stablehlo.dynamic_broadcast_in_dim %arg3, %9, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %11 = stablehlo.add %arg5, %10 : tensor<?x?xui32>
    %12:9 = stablehlo.while(%iterArg = %c_1, %iterArg_5 = %c_1, %iterArg_6 = %6, %iterArg_7 = %11, %iterArg_8 = %arg3, %iterArg_9 = %1, %iterArg_10 = %arg2, %iterArg_11 = %c_3, %iterArg_12 = %c_4) : tensor<i32>, tensor<i32>, tensor<?x?xui32>, tensor<?x?xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %13 = stablehlo.compare LT, %iterArg, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %13 : tensor<i1>
    } do {
      %13:8 = func.call @closed_call(%arg0, %arg1, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %iterArg_12) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?x?xui32>, tensor<?x?xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<?x?xui32>, tensor<?x?xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %14 = stablehlo.add %iterArg, %c : tensor<i32>
      stablehlo.return %14, %13#0, %13#1, %13#2, %13#3, %13#4, %13#5, %13#6, %13#7 : tensor<i32>, tensor<i32>, tensor<?x?xui32>, tensor<?x?xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %12#2, %12#3 : tensor<?x?xui32>, tensor<?x?xui32>
  }
  func.func private @closed_call(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<i32>, %arg3: tensor<?x?xui32>, %arg4: tensor<?x?xui32>, %arg5: tensor<ui32>, %arg6: tensor<ui32>, %arg7: tensor<ui32>, %arg8: tensor<4xui32>, %arg9: tensor<4xui32>) -> (tensor<i32>, tensor<?x?xui32>, tensor<?x?xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<32> : tensor<ui32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg2, %c_0 : tensor<i32>
    %1 = stablehlo.slice %arg8 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg3, %arg4 : tensor<?x?xui32>
    %4 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.concatenate %4, %5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %7 = stablehlo.dynamic_broadcast_in_dim %2, %6, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %8 = stablehlo.shift_left %arg4, %7 : tensor<?x?xui32>
    %9 = stablehlo.subtract %c, %2 : tensor<ui32>
    %10 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %11 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.concatenate %10, %11, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %13 = stablehlo.dynamic_broadcast_in_dim %9, %12, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %14 = stablehlo.shift_right_logical %arg4, %13 : tensor<?x?xui32>
    %15 = stablehlo.or %8, %14 : tensor<?x?xui32>
    %16 = stablehlo.xor %3, %15 : tensor<?x?xui32>
    %17 = stablehlo.slice %arg8 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %18 = stablehlo.reshape %17 : (tensor<1xui32>) -> tensor<ui32>
    %19 = stablehlo.add %3, %16 : tensor<?x?xui32>
    %20 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %21 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %22 = stablehlo.concatenate %20, %21, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %23 = stablehlo.dynamic_broadcast_in_dim %18, %22, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %24 = stablehlo.shift_left %16, %23 : tensor<?x?xui32>
    %25 = stablehlo.subtract %c, %18 : tensor<ui32>
    %26 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %27 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %28 = stablehlo.concatenate %26, %27, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %29 = stablehlo.dynamic_broadcast_in_dim %25, %28, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %30 = stablehlo.shift_right_logical %16, %29 : tensor<?x?xui32>
    %31 = stablehlo.or %24, %30 : tensor<?x?xui32>
    %32 = stablehlo.xor %19, %31 : tensor<?x?xui32>
    %33 = stablehlo.slice %arg8 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %34 = stablehlo.reshape %33 : (tensor<1xui32>) -> tensor<ui32>
    %35 = stablehlo.add %19, %32 : tensor<?x?xui32>
    %36 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %37 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %38 = stablehlo.concatenate %36, %37, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %39 = stablehlo.dynamic_broadcast_in_dim %34, %38, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %40 = stablehlo.shift_left %32, %39 : tensor<?x?xui32>
    %41 = stablehlo.subtract %c, %34 : tensor<ui32>
    %42 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %43 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %44 = stablehlo.concatenate %42, %43, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %45 = stablehlo.dynamic_broadcast_in_dim %41, %44, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %46 = stablehlo.shift_right_logical %32, %45 : tensor<?x?xui32>
    %47 = stablehlo.or %40, %46 : tensor<?x?xui32>
    %48 = stablehlo.xor %35, %47 : tensor<?x?xui32>
    %49 = stablehlo.slice %arg8 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %50 = stablehlo.reshape %49 : (tensor<1xui32>) -> tensor<ui32>
    %51 = stablehlo.add %35, %48 : tensor<?x?xui32>
    %52 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %53 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %54 = stablehlo.concatenate %52, %53, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %55 = stablehlo.dynamic_broadcast_in_dim %50, %54, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %56 = stablehlo.shift_left %48, %55 : tensor<?x?xui32>
    %57 = stablehlo.subtract %c, %50 : tensor<ui32>
    %58 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %59 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %60 = stablehlo.concatenate %58, %59, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %61 = stablehlo.dynamic_broadcast_in_dim %57, %60, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %62 = stablehlo.shift_right_logical %48, %61 : tensor<?x?xui32>
    %63 = stablehlo.or %56, %62 : tensor<?x?xui32>
    %64 = stablehlo.xor %51, %63 : tensor<?x?xui32>
    %65 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %66 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %67 = stablehlo.concatenate %65, %66, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %68 = stablehlo.dynamic_broadcast_in_dim %arg5, %67, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %69 = stablehlo.add %51, %68 : tensor<?x?xui32>
    %70 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %71 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %72 = stablehlo.concatenate %70, %71, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %73 = stablehlo.dynamic_broadcast_in_dim %arg6, %72, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %74 = stablehlo.add %64, %73 : tensor<?x?xui32>
    %75 = stablehlo.add %arg2, %c_0 : tensor<i32>
    %76 = stablehlo.convert %75 : (tensor<i32>) -> tensor<ui32>
    %77 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %78 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %79 = stablehlo.concatenate %77, %78, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %80 = stablehlo.dynamic_broadcast_in_dim %76, %79, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %81 = stablehlo.add %74, %80 : tensor<?x?xui32>
    return %0, %69, %81, %arg6, %arg7, %arg5, %arg9, %arg8 : tensor<i32>, tensor<?x?xui32>, tensor<?x?xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @_uniform_0(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<2xui32>, %arg3: tensor<f32>, %arg4: tensor<f32>) -> tensor<?xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<1065353216> : tensor<ui32>
    %c_0 = stablehlo.constant dense<9> : tensor<ui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui64>
    %c_2 = stablehlo.constant dense<1> : tensor<ui64>
    %0 = stablehlo.convert %arg3 : tensor<f32>
    %1 = stablehlo.convert %arg4 : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %4 = stablehlo.slice %arg2 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %5 = stablehlo.reshape %4 : (tensor<1xui32>) -> tensor<ui32>
    %6 = stablehlo.slice %arg2 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %7 = stablehlo.reshape %6 : (tensor<1xui32>) -> tensor<ui32>
    %8 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.dynamic_iota %8, dim = 0 : (tensor<1xi32>) -> tensor<?xui64>
    %10 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %11 = stablehlo.dynamic_broadcast_in_dim %c_2, %10, dims = [] : (tensor<ui64>, tensor<1xi32>) -> tensor<?xui64>
    %12 = stablehlo.multiply %11, %9 : tensor<?xui64>
    %13 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %14 = stablehlo.dynamic_broadcast_in_dim %c_1, %13, dims = [] : (tensor<ui64>, tensor<1xi32>) -> tensor<?xui64>
    %15 = stablehlo.shift_right_logical %12, %14 : tensor<?xui64>
    %16 = stablehlo.convert %12 : (tensor<?xui64>) -> tensor<?xui32>
    %17 = stablehlo.convert %15 : (tensor<?xui64>) -> tensor<?xui32>
    %18:2 = call @threefry2x32_1(%arg0, %arg1, %5, %7, %17, %16) : (tensor<i32>, tensor<i32>, tensor<ui32>, tensor<ui32>, tensor<?xui32>, tensor<?xui32>) -> (tensor<?xui32>, tensor<?xui32>)
    %19 = stablehlo.xor %18#0, %18#1 : tensor<?xui32>
    %20 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %21 = stablehlo.dynamic_broadcast_in_dim %c_0, %20, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
    %22 = stablehlo.shift_right_logical %19, %21 : tensor<?xui32>
    %23 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %24 = stablehlo.dynamic_broadcast_in_dim %c, %23, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
    %25 = stablehlo.or %22, %24 : tensor<?xui32>
    %26 = stablehlo.bitcast_convert %25 : (tensor<?xui32>) -> tensor<?xf32>
    %27 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %28 = stablehlo.dynamic_broadcast_in_dim %cst, %27, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
    %29 = stablehlo.subtract %26, %28 : tensor<?xf32>
    %30 = stablehlo.subtract %3, %2 : tensor<1xf32>
    %31 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %32 = stablehlo.dynamic_broadcast_in_dim %30, %31, dims = [0] : (tensor<1xf32>, tensor<1xi32>) -> tensor<?xf32>
    %33 = stablehlo.multiply %29, %32 : tensor<?xf32>
    %34 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %35 = stablehlo.dynamic_broadcast_in_dim %2, %34, dims = [0] : (tensor<1xf32>, tensor<1xi32>) -> tensor<?xf32>
    %36 = stablehlo.add %33, %35 : tensor<?xf32>
    %37 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %38 = stablehlo.dynamic_broadcast_in_dim %2, %37, dims = [0] : (tensor<1xf32>, tensor<1xi32>) -> tensor<?xf32>
    %39 = stablehlo.maximum %38, %36 : tensor<?xf32>
    return %39 : tensor<?xf32>
  }
  func.func private @threefry2x32_1(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<ui32>, %arg3: tensor<ui32>, %arg4: tensor<?xui32>, %arg5: tensor<?xui32>) -> (tensor<?xui32>, tensor<?xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<466688986> : tensor<ui32>
    %c_3 = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_4 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg2, %arg3 : tensor<ui32>
    %1 = stablehlo.xor %0, %c_2 : tensor<ui32>
    %2 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.dynamic_broadcast_in_dim %arg2, %2, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
    %4 = stablehlo.add %arg4, %3 : tensor<?xui32>
    %5 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.dynamic_broadcast_in_dim %arg3, %5, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
    %7 = stablehlo.add %arg5, %6 : tensor<?xui32>
    %8:9 = stablehlo.while(%iterArg = %c_1, %iterArg_5 = %c_1, %iterArg_6 = %4, %iterArg_7 = %7, %iterArg_8 = %arg3, %iterArg_9 = %1, %iterArg_10 = %arg2, %iterArg_11 = %c_3, %iterArg_12 = %c_4) : tensor<i32>, tensor<i32>, tensor<?xui32>, tensor<?xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %9 = stablehlo.compare LT, %iterArg, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    } do {
      %9:8 = func.call @closed_call_2(%arg0, %arg1, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %iterArg_12) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<?xui32>, tensor<?xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<?xui32>, tensor<?xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %10 = stablehlo.add %iterArg, %c : tensor<i32>
      stablehlo.return %10, %9#0, %9#1, %9#2, %9#3, %9#4, %9#5, %9#6, %9#7 : tensor<i32>, tensor<i32>, tensor<?xui32>, tensor<?xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %8#2, %8#3 : tensor<?xui32>, tensor<?xui32>
  }
  func.func private @closed_call_2(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<i32>, %arg3: tensor<?xui32>, %arg4: tensor<?xui32>, %arg5: tensor<ui32>, %arg6: tensor<ui32>, %arg7: tensor<ui32>, %arg8: tensor<4xui32>, %arg9: tensor<4xui32>) -> (tensor<i32>, tensor<?xui32>, tensor<?xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<32> : tensor<ui32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg2, %c_0 : tensor<i32>
    %1 = stablehlo.slice %arg8 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg3, %arg4 : tensor<?xui32>
    %4 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.dynamic_broadcast_in_dim %2, %4, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
    %6 = stablehlo.shift_left %arg4, %5 : tensor<?xui32>
    %7 = stablehlo.subtract %c, %2 : tensor<ui32>
    %8 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.dynamic_broadcast_in_dim %7, %8, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
    %10 = stablehlo.shift_right_logical %arg4, %9 : tensor<?xui32>
    %11 = stablehlo.or %6, %10 : tensor<?xui32>
    %12 = stablehlo.xor %3, %11 : tensor<?xui32>
    %13 = stablehlo.slice %arg8 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %14 = stablehlo.reshape %13 : (tensor<1xui32>) -> tensor<ui32>
    %15 = stablehlo.add %3, %12 : tensor<?xui32>
    %16 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %17 = stablehlo.dynamic_broadcast_in_dim %14, %16, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
    %18 = stablehlo.shift_left %12, %17 : tensor<?xui32>
    %19 = stablehlo.subtract %c, %14 : tensor<ui32>
    %20 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %21 = stablehlo.dynamic_broadcast_in_dim %19, %20, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
    %22 = stablehlo.shift_right_logical %12, %21 : tensor<?xui32>
    %23 = stablehlo.or %18, %22 : tensor<?xui32>
    %24 = stablehlo.xor %15, %23 : tensor<?xui32>
    %25 = stablehlo.slice %arg8 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %26 = stablehlo.reshape %25 : (tensor<1xui32>) -> tensor<ui32>
    %27 = stablehlo.add %15, %24 : tensor<?xui32>
    %28 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %29 = stablehlo.dynamic_broadcast_in_dim %26, %28, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
    %30 = stablehlo.shift_left %24, %29 : tensor<?xui32>
    %31 = stablehlo.subtract %c, %26 : tensor<ui32>
    %32 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %33 = stablehlo.dynamic_broadcast_in_dim %31, %32, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
    %34 = stablehlo.shift_right_logical %24, %33 : tensor<?xui32>
    %35 = stablehlo.or %30, %34 : tensor<?xui32>
    %36 = stablehlo.xor %27, %35 : tensor<?xui32>
    %37 = stablehlo.slice %arg8 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %38 = stablehlo.reshape %37 : (tensor<1xui32>) -> tensor<ui32>
    %39 = stablehlo.add %27, %36 : tensor<?xui32>
    %40 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %41 = stablehlo.dynamic_broadcast_in_dim %38, %40, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
    %42 = stablehlo.shift_left %36, %41 : tensor<?xui32>
    %43 = stablehlo.subtract %c, %38 : tensor<ui32>
    %44 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %45 = stablehlo.dynamic_broadcast_in_dim %43, %44, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
    %46 = stablehlo.shift_right_logical %36, %45 : tensor<?xui32>
    %47 = stablehlo.or %42, %46 : tensor<?xui32>
    %48 = stablehlo.xor %39, %47 : tensor<?xui32>
    %49 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %50 = stablehlo.dynamic_broadcast_in_dim %arg5, %49, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
    %51 = stablehlo.add %39, %50 : tensor<?xui32>
    %52 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %53 = stablehlo.dynamic_broadcast_in_dim %arg6, %52, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
    %54 = stablehlo.add %48, %53 : tensor<?xui32>
    %55 = stablehlo.add %arg2, %c_0 : tensor<i32>
    %56 = stablehlo.convert %55 : (tensor<i32>) -> tensor<ui32>
    %57 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %58 = stablehlo.dynamic_broadcast_in_dim %56, %57, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
    %59 = stablehlo.add %54, %58 : tensor<?xui32>
    return %0, %51, %59, %arg6, %arg7, %arg5, %arg9, %arg8 : tensor<i32>, tensor<?xui32>, tensor<?xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @_randint(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<2xui32>, %arg3: tensor<i32>, %arg4: tensor<i32>) -> tensor<?x?xi32> {
    %c = stablehlo.constant dense<65536> : tensor<ui32>
    %c_0 = stablehlo.constant dense<1> : tensor<ui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui64>
    %c_2 = stablehlo.constant dense<1> : tensor<ui64>
    %c_3 = stablehlo.constant dense<2147483647> : tensor<i32>
    %c_4 = stablehlo.constant dense<-2147483648> : tensor<i32>
    %0 = call @clip(%arg0, %arg1, %c_3, %c_4, %c_3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %1 = stablehlo.compare GT, %arg4, %0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = call @clip_3(%arg0, %arg1, %arg3, %c_4, %c_3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.convert %2 : tensor<i32>
    %4 = call @clip_3(%arg0, %arg1, %arg4, %c_4, %c_3) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %5 = stablehlo.convert %4 : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<1x1xi32>
    %7 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<i32>) -> tensor<1x1xi32>
    %8 = call @_threefry_split(%arg0, %arg1, %arg2) : (tensor<i32>, tensor<i32>, tensor<2xui32>) -> tensor<2x2xui32>
    %9 = stablehlo.slice %8 [0:1, 0:2] : (tensor<2x2xui32>) -> tensor<1x2xui32>
    %10 = stablehlo.reshape %9 : (tensor<1x2xui32>) -> tensor<2xui32>
    %11 = stablehlo.slice %8 [1:2, 0:2] : (tensor<2x2xui32>) -> tensor<1x2xui32>
    %12 = stablehlo.reshape %11 : (tensor<1x2xui32>) -> tensor<2xui32>
    %13 = stablehlo.slice %10 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %14 = stablehlo.reshape %13 : (tensor<1xui32>) -> tensor<ui32>
    %15 = stablehlo.slice %10 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %16 = stablehlo.reshape %15 : (tensor<1xui32>) -> tensor<ui32>
    %17 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %18 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %19 = stablehlo.concatenate %17, %18, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %20 = stablehlo.dynamic_iota %19, dim = 0 : (tensor<2xi32>) -> tensor<?x?xui64>
    %21 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %22 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %23 = stablehlo.concatenate %21, %22, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %24 = stablehlo.dynamic_iota %23, dim = 1 : (tensor<2xi32>) -> tensor<?x?xui64>
    %25 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<ui64>
    %26 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %27 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %28 = stablehlo.concatenate %26, %27, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %29 = stablehlo.dynamic_broadcast_in_dim %25, %28, dims = [] : (tensor<ui64>, tensor<2xi32>) -> tensor<?x?xui64>
    %30 = stablehlo.multiply %29, %20 : tensor<?x?xui64>
    %31 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %32 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %33 = stablehlo.concatenate %31, %32, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %34 = stablehlo.dynamic_broadcast_in_dim %c_2, %33, dims = [] : (tensor<ui64>, tensor<2xi32>) -> tensor<?x?xui64>
    %35 = stablehlo.multiply %34, %24 : tensor<?x?xui64>
    %36 = stablehlo.add %30, %35 : tensor<?x?xui64>
    %37 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %38 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %39 = stablehlo.concatenate %37, %38, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %40 = stablehlo.dynamic_broadcast_in_dim %c_1, %39, dims = [] : (tensor<ui64>, tensor<2xi32>) -> tensor<?x?xui64>
    %41 = stablehlo.shift_right_logical %36, %40 : tensor<?x?xui64>
    %42 = stablehlo.convert %36 : (tensor<?x?xui64>) -> tensor<?x?xui32>
    %43 = stablehlo.convert %41 : (tensor<?x?xui64>) -> tensor<?x?xui32>
    %44:2 = call @threefry2x32(%arg0, %arg1, %14, %16, %43, %42) : (tensor<i32>, tensor<i32>, tensor<ui32>, tensor<ui32>, tensor<?x?xui32>, tensor<?x?xui32>) -> (tensor<?x?xui32>, tensor<?x?xui32>)
    %45 = stablehlo.xor %44#0, %44#1 : tensor<?x?xui32>
    %46 = stablehlo.slice %12 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %47 = stablehlo.reshape %46 : (tensor<1xui32>) -> tensor<ui32>
    %48 = stablehlo.slice %12 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %49 = stablehlo.reshape %48 : (tensor<1xui32>) -> tensor<ui32>
    %50 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %51 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %52 = stablehlo.concatenate %50, %51, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %53 = stablehlo.dynamic_iota %52, dim = 0 : (tensor<2xi32>) -> tensor<?x?xui64>
    %54 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %55 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %56 = stablehlo.concatenate %54, %55, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %57 = stablehlo.dynamic_iota %56, dim = 1 : (tensor<2xi32>) -> tensor<?x?xui64>
    %58 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<ui64>
    %59 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %60 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %61 = stablehlo.concatenate %59, %60, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %62 = stablehlo.dynamic_broadcast_in_dim %58, %61, dims = [] : (tensor<ui64>, tensor<2xi32>) -> tensor<?x?xui64>
    %63 = stablehlo.multiply %62, %53 : tensor<?x?xui64>
    %64 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %65 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %66 = stablehlo.concatenate %64, %65, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %67 = stablehlo.dynamic_broadcast_in_dim %c_2, %66, dims = [] : (tensor<ui64>, tensor<2xi32>) -> tensor<?x?xui64>
    %68 = stablehlo.multiply %67, %57 : tensor<?x?xui64>
    %69 = stablehlo.add %63, %68 : tensor<?x?xui64>
    %70 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %71 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %72 = stablehlo.concatenate %70, %71, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %73 = stablehlo.dynamic_broadcast_in_dim %c_1, %72, dims = [] : (tensor<ui64>, tensor<2xi32>) -> tensor<?x?xui64>
    %74 = stablehlo.shift_right_logical %69, %73 : tensor<?x?xui64>
    %75 = stablehlo.convert %69 : (tensor<?x?xui64>) -> tensor<?x?xui32>
    %76 = stablehlo.convert %74 : (tensor<?x?xui64>) -> tensor<?x?xui32>
    %77:2 = call @threefry2x32(%arg0, %arg1, %47, %49, %76, %75) : (tensor<i32>, tensor<i32>, tensor<ui32>, tensor<ui32>, tensor<?x?xui32>, tensor<?x?xui32>) -> (tensor<?x?xui32>, tensor<?x?xui32>)
    %78 = stablehlo.xor %77#0, %77#1 : tensor<?x?xui32>
    %79 = stablehlo.subtract %7, %6 : tensor<1x1xi32>
    %80 = stablehlo.convert %79 : (tensor<1x1xi32>) -> tensor<1x1xui32>
    %81 = stablehlo.compare LE, %7, %6, SIGNED : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x1xi1>
    %82 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<1x1xui32>
    %83 = stablehlo.select %81, %82, %80 : tensor<1x1xi1>, tensor<1x1xui32>
    %84 = stablehlo.compare GT, %7, %6, SIGNED : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x1xi1>
    %85 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %86 = stablehlo.and %85, %84 : tensor<1x1xi1>
    %87 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<1x1xui32>
    %88 = stablehlo.add %83, %87 : tensor<1x1xui32>
    %89 = stablehlo.select %86, %88, %83 : tensor<1x1xi1>, tensor<1x1xui32>
    %90 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<1x1xui32>
    %91 = stablehlo.remainder %90, %89 : tensor<1x1xui32>
    %92 = stablehlo.multiply %91, %91 : tensor<1x1xui32>
    %93 = stablehlo.remainder %92, %89 : tensor<1x1xui32>
    %94 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %95 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %96 = stablehlo.concatenate %94, %95, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %97 = stablehlo.dynamic_broadcast_in_dim %89, %96, dims = [0, 1] : (tensor<1x1xui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %98 = stablehlo.remainder %45, %97 : tensor<?x?xui32>
    %99 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %100 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %101 = stablehlo.concatenate %99, %100, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %102 = stablehlo.dynamic_broadcast_in_dim %93, %101, dims = [0, 1] : (tensor<1x1xui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %103 = stablehlo.multiply %98, %102 : tensor<?x?xui32>
    %104 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %105 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %106 = stablehlo.concatenate %104, %105, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %107 = stablehlo.dynamic_broadcast_in_dim %89, %106, dims = [0, 1] : (tensor<1x1xui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %108 = stablehlo.remainder %78, %107 : tensor<?x?xui32>
    %109 = stablehlo.add %103, %108 : tensor<?x?xui32>
    %110 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %111 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %112 = stablehlo.concatenate %110, %111, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %113 = stablehlo.dynamic_broadcast_in_dim %89, %112, dims = [0, 1] : (tensor<1x1xui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %114 = stablehlo.remainder %109, %113 : tensor<?x?xui32>
    %115 = stablehlo.convert %114 : (tensor<?x?xui32>) -> tensor<?x?xi32>
    %116 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %117 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %118 = stablehlo.concatenate %116, %117, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %119 = stablehlo.dynamic_broadcast_in_dim %6, %118, dims = [0, 1] : (tensor<1x1xi32>, tensor<2xi32>) -> tensor<?x?xi32>
    %120 = stablehlo.add %119, %115 : tensor<?x?xi32>
    return %120 : tensor<?x?xi32>
  }
  func.func private @clip(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.maximum %arg3, %arg2 : tensor<i32>
    %1 = stablehlo.minimum %arg4, %0 : tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @clip_3(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.maximum %arg3, %arg2 : tensor<i32>
    %1 = stablehlo.minimum %arg4, %0 : tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @_threefry_split(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<2xui32>) -> tensor<2x2xui32> {
    %c = stablehlo.constant dense<32> : tensor<ui64>
    %c_0 = stablehlo.constant dense<1> : tensor<ui64>
    %0 = stablehlo.slice %arg2 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %1 = stablehlo.reshape %0 : (tensor<1xui32>) -> tensor<ui32>
    %2 = stablehlo.slice %arg2 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %3 = stablehlo.reshape %2 : (tensor<1xui32>) -> tensor<ui32>
    %4 = stablehlo.iota dim = 0 : tensor<2xui64>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<2xui64>
    %6 = stablehlo.multiply %5, %4 : tensor<2xui64>
    %7 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<2xui64>
    %8 = stablehlo.shift_right_logical %6, %7 : tensor<2xui64>
    %9 = stablehlo.convert %6 : (tensor<2xui64>) -> tensor<2xui32>
    %10 = stablehlo.convert %8 : (tensor<2xui64>) -> tensor<2xui32>
    %11:2 = call @threefry2x32_4(%arg0, %arg1, %1, %3, %10, %9) : (tensor<i32>, tensor<i32>, tensor<ui32>, tensor<ui32>, tensor<2xui32>, tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>)
    %12 = stablehlo.broadcast_in_dim %11#0, dims = [0] : (tensor<2xui32>) -> tensor<2x1xui32>
    %13 = stablehlo.broadcast_in_dim %11#1, dims = [0] : (tensor<2xui32>) -> tensor<2x1xui32>
    %14 = stablehlo.concatenate %12, %13, dim = 1 : (tensor<2x1xui32>, tensor<2x1xui32>) -> tensor<2x2xui32>
    return %14 : tensor<2x2xui32>
  }
  func.func private @threefry2x32_4(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<ui32>, %arg3: tensor<ui32>, %arg4: tensor<2xui32>, %arg5: tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<466688986> : tensor<ui32>
    %c_3 = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_4 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %0 = stablehlo.xor %arg2, %arg3 : tensor<ui32>
    %1 = stablehlo.xor %0, %c_2 : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %3 = stablehlo.add %arg4, %2 : tensor<2xui32>
    %4 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %5 = stablehlo.add %arg5, %4 : tensor<2xui32>
    %6:9 = stablehlo.while(%iterArg = %c_1, %iterArg_5 = %c_1, %iterArg_6 = %3, %iterArg_7 = %5, %iterArg_8 = %arg3, %iterArg_9 = %1, %iterArg_10 = %arg2, %iterArg_11 = %c_3, %iterArg_12 = %c_4) : tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %7 = stablehlo.compare LT, %iterArg, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    } do {
      %7:8 = func.call @closed_call_5(%arg0, %arg1, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %iterArg_12) : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %8 = stablehlo.add %iterArg, %c : tensor<i32>
      stablehlo.return %8, %7#0, %7#1, %7#2, %7#3, %7#4, %7#5, %7#6, %7#7 : tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %6#2, %6#3 : tensor<2xui32>, tensor<2xui32>
  }
  func.func private @closed_call_5(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<i32>, %arg3: tensor<2xui32>, %arg4: tensor<2xui32>, %arg5: tensor<ui32>, %arg6: tensor<ui32>, %arg7: tensor<ui32>, %arg8: tensor<4xui32>, %arg9: tensor<4xui32>) -> (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<32> : tensor<ui32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg2, %c_0 : tensor<i32>
    %1 = stablehlo.slice %arg8 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg3, %arg4 : tensor<2xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %5 = stablehlo.shift_left %arg4, %4 : tensor<2xui32>
    %6 = stablehlo.subtract %c, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %8 = stablehlo.shift_right_logical %arg4, %7 : tensor<2xui32>
    %9 = stablehlo.or %5, %8 : tensor<2xui32>
    %10 = stablehlo.xor %3, %9 : tensor<2xui32>
    %11 = stablehlo.slice %arg8 [1:2] : (tensor<4xui32>) -> tensor<1xui32>
    %12 = stablehlo.reshape %11 : (tensor<1xui32>) -> tensor<ui32>
    %13 = stablehlo.add %3, %10 : tensor<2xui32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %15 = stablehlo.shift_left %10, %14 : tensor<2xui32>
    %16 = stablehlo.subtract %c, %12 : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %18 = stablehlo.shift_right_logical %10, %17 : tensor<2xui32>
    %19 = stablehlo.or %15, %18 : tensor<2xui32>
    %20 = stablehlo.xor %13, %19 : tensor<2xui32>
    %21 = stablehlo.slice %arg8 [2:3] : (tensor<4xui32>) -> tensor<1xui32>
    %22 = stablehlo.reshape %21 : (tensor<1xui32>) -> tensor<ui32>
    %23 = stablehlo.add %13, %20 : tensor<2xui32>
    %24 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %25 = stablehlo.shift_left %20, %24 : tensor<2xui32>
    %26 = stablehlo.subtract %c, %22 : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %28 = stablehlo.shift_right_logical %20, %27 : tensor<2xui32>
    %29 = stablehlo.or %25, %28 : tensor<2xui32>
    %30 = stablehlo.xor %23, %29 : tensor<2xui32>
    %31 = stablehlo.slice %arg8 [3:4] : (tensor<4xui32>) -> tensor<1xui32>
    %32 = stablehlo.reshape %31 : (tensor<1xui32>) -> tensor<ui32>
    %33 = stablehlo.add %23, %30 : tensor<2xui32>
    %34 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %35 = stablehlo.shift_left %30, %34 : tensor<2xui32>
    %36 = stablehlo.subtract %c, %32 : tensor<ui32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %38 = stablehlo.shift_right_logical %30, %37 : tensor<2xui32>
    %39 = stablehlo.or %35, %38 : tensor<2xui32>
    %40 = stablehlo.xor %33, %39 : tensor<2xui32>
    %41 = stablehlo.broadcast_in_dim %arg5, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %42 = stablehlo.add %33, %41 : tensor<2xui32>
    %43 = stablehlo.broadcast_in_dim %arg6, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %44 = stablehlo.add %40, %43 : tensor<2xui32>
    %45 = stablehlo.add %arg2, %c_0 : tensor<i32>
    %46 = stablehlo.convert %45 : (tensor<i32>) -> tensor<ui32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<ui32>) -> tensor<2xui32>
    %48 = stablehlo.add %44, %47 : tensor<2xui32>
    return %0, %42, %48, %arg6, %arg7, %arg5, %arg9, %arg8 : tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>
  }
  func.func private @_gumbel(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<2xui32>) -> tensor<?x?xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.17549435E-38> : tensor<f32>
    %0 = call @_uniform_6(%arg0, %arg1, %arg2, %cst, %cst_0) : (tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<?x?xf32>
    %1 = stablehlo.log %0 : tensor<?x?xf32>
    %2 = stablehlo.negate %1 : tensor<?x?xf32>
    %3 = stablehlo.log %2 : tensor<?x?xf32>
    %4 = stablehlo.negate %3 : tensor<?x?xf32>
    return %4 : tensor<?x?xf32>
  }
  func.func private @_uniform_6(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<2xui32>, %arg3: tensor<f32>, %arg4: tensor<f32>) -> tensor<?x?xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<1065353216> : tensor<ui32>
    %c_0 = stablehlo.constant dense<9> : tensor<ui32>
    %c_1 = stablehlo.constant dense<32> : tensor<ui64>
    %c_2 = stablehlo.constant dense<1> : tensor<ui64>
    %0 = stablehlo.convert %arg3 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %3 = stablehlo.slice %arg2 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %4 = stablehlo.reshape %3 : (tensor<1xui32>) -> tensor<ui32>
    %5 = stablehlo.slice %arg2 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %6 = stablehlo.reshape %5 : (tensor<1xui32>) -> tensor<ui32>
    %7 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.concatenate %7, %8, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %10 = stablehlo.dynamic_iota %9, dim = 0 : (tensor<2xi32>) -> tensor<?x?xui64>
    %11 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %12 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %13 = stablehlo.concatenate %11, %12, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %14 = stablehlo.dynamic_iota %13, dim = 1 : (tensor<2xi32>) -> tensor<?x?xui64>
    %15 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<ui64>
    %16 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %17 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %18 = stablehlo.concatenate %16, %17, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %19 = stablehlo.dynamic_broadcast_in_dim %15, %18, dims = [] : (tensor<ui64>, tensor<2xi32>) -> tensor<?x?xui64>
    %20 = stablehlo.multiply %19, %10 : tensor<?x?xui64>
    %21 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %22 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %23 = stablehlo.concatenate %21, %22, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %24 = stablehlo.dynamic_broadcast_in_dim %c_2, %23, dims = [] : (tensor<ui64>, tensor<2xi32>) -> tensor<?x?xui64>
    %25 = stablehlo.multiply %24, %14 : tensor<?x?xui64>
    %26 = stablehlo.add %20, %25 : tensor<?x?xui64>
    %27 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %28 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %29 = stablehlo.concatenate %27, %28, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %30 = stablehlo.dynamic_broadcast_in_dim %c_1, %29, dims = [] : (tensor<ui64>, tensor<2xi32>) -> tensor<?x?xui64>
    %31 = stablehlo.shift_right_logical %26, %30 : tensor<?x?xui64>
    %32 = stablehlo.convert %26 : (tensor<?x?xui64>) -> tensor<?x?xui32>
    %33 = stablehlo.convert %31 : (tensor<?x?xui64>) -> tensor<?x?xui32>
    %34:2 = call @threefry2x32(%arg0, %arg1, %4, %6, %33, %32) : (tensor<i32>, tensor<i32>, tensor<ui32>, tensor<ui32>, tensor<?x?xui32>, tensor<?x?xui32>) -> (tensor<?x?xui32>, tensor<?x?xui32>)
    %35 = stablehlo.xor %34#0, %34#1 : tensor<?x?xui32>
    %36 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %37 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %38 = stablehlo.concatenate %36, %37, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %39 = stablehlo.dynamic_broadcast_in_dim %c_0, %38, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %40 = stablehlo.shift_right_logical %35, %39 : tensor<?x?xui32>
    %41 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %42 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %43 = stablehlo.concatenate %41, %42, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %44 = stablehlo.dynamic_broadcast_in_dim %c, %43, dims = [] : (tensor<ui32>, tensor<2xi32>) -> tensor<?x?xui32>
    %45 = stablehlo.or %40, %44 : tensor<?x?xui32>
    %46 = stablehlo.bitcast_convert %45 : (tensor<?x?xui32>) -> tensor<?x?xf32>
    %47 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %48 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %49 = stablehlo.concatenate %47, %48, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %50 = stablehlo.dynamic_broadcast_in_dim %cst, %49, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
    %51 = stablehlo.subtract %46, %50 : tensor<?x?xf32>
    %52 = stablehlo.subtract %2, %1 : tensor<1x1xf32>
    %53 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %54 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %55 = stablehlo.concatenate %53, %54, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %56 = stablehlo.dynamic_broadcast_in_dim %52, %55, dims = [0, 1] : (tensor<1x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %57 = stablehlo.multiply %51, %56 : tensor<?x?xf32>
    %58 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %59 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %60 = stablehlo.concatenate %58, %59, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %61 = stablehlo.dynamic_broadcast_in_dim %1, %60, dims = [0, 1] : (tensor<1x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %62 = stablehlo.add %57, %61 : tensor<?x?xf32>
    %63 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %64 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %65 = stablehlo.concatenate %63, %64, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %66 = stablehlo.dynamic_broadcast_in_dim %1, %65, dims = [0, 1] : (tensor<1x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
    %67 = stablehlo.maximum %66, %62 : tensor<?x?xf32>
    return %67 : tensor<?x?xf32>
  }
  func.func private @argmax(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<?x?xf32>) -> tensor<?xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reshape %arg0 : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %arg1 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.dynamic_iota %2, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
    %4:2 = stablehlo.reduce(%arg2 init: %cst), (%3 init: %c) across dimensions = [1] : (tensor<?x?xf32>, tensor<?x?xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
     reducer(%arg3: tensor<f32>, %arg5: tensor<f32>) (%arg4: tensor<i32>, %arg6: tensor<i32>)  {
      %5 = stablehlo.compare GT, %arg3, %arg5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %7 = stablehlo.or %5, %6 : tensor<i1>
      %8 = stablehlo.compare EQ, %arg3, %arg5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %9 = stablehlo.compare LT, %arg4, %arg6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %10 = stablehlo.and %8, %9 : tensor<i1>
      %11 = stablehlo.or %7, %10 : tensor<i1>
      %12 = stablehlo.select %7, %arg3, %arg5 : tensor<i1>, tensor<f32>
      %13 = stablehlo.select %11, %arg4, %arg6 : tensor<i1>, tensor<i32>
      stablehlo.return %12, %13 : tensor<f32>, tensor<i32>
    }
    return %4#1 : tensor<?xi32>
  }
}

