module @jit__lambda attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x4x6xcomplex<f32>>) -> (tensor<?x4x6xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<?x4x10xf32> {jax.result_info = "result[1]"}, tensor<?x4x6xcomplex<f32>> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x4x6xcomplex<f32>>) -> tensor<i32>
    %1 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%1, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, 4, 6). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %2:3 = call @_wrapped_jax_export_main(%0, %arg0) : (tensor<i32>, tensor<?x4x6xcomplex<f32>>) -> (tensor<?x4x6xcomplex<f32>>, tensor<?x4x10xf32>, tensor<?x4x6xcomplex<f32>>)
    return %2#0, %2#1, %2#2 : tensor<?x4x6xcomplex<f32>>, tensor<?x4x10xf32>, tensor<?x4x6xcomplex<f32>>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<?x4x6xcomplex<f32>>) -> (tensor<?x4x6xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<?x4x10xf32> {jax.result_info = "result[1]"}, tensor<?x4x6xcomplex<f32>> {jax.result_info = "result[2]"}) {
    %0 = call @fft(%arg0, %arg1) : (tensor<i32>, tensor<?x4x6xcomplex<f32>>) -> tensor<?x4x6xcomplex<f32>>
    %1 = call @fft_0(%arg0, %arg1) : (tensor<i32>, tensor<?x4x6xcomplex<f32>>) -> tensor<?x4x10xf32>
    %2 = call @fft_1(%arg0, %arg1) : (tensor<i32>, tensor<?x4x6xcomplex<f32>>) -> tensor<?x4x6xcomplex<f32>>
    return %0, %1, %2 : tensor<?x4x6xcomplex<f32>>, tensor<?x4x10xf32>, tensor<?x4x6xcomplex<f32>>
  }
  func.func private @fft(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<?x4x6xcomplex<f32>>) -> tensor<?x4x6xcomplex<f32>> {
    %0 = stablehlo.fft %arg1, type = FFT, length = [6] : (tensor<?x4x6xcomplex<f32>>) -> tensor<?x4x6xcomplex<f32>>
    return %0 : tensor<?x4x6xcomplex<f32>>
  }
  func.func private @fft_0(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<?x4x6xcomplex<f32>>) -> tensor<?x4x10xf32> {
    %0 = stablehlo.fft %arg1, type = IRFFT, length = [10] : (tensor<?x4x6xcomplex<f32>>) -> tensor<?x4x10xf32>
    return %0 : tensor<?x4x10xf32>
  }
  func.func private @fft_1(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<?x4x6xcomplex<f32>>) -> tensor<?x4x6xcomplex<f32>> {
    %0 = stablehlo.fft %arg1, type = IFFT, length = [4, 6] : (tensor<?x4x6xcomplex<f32>>) -> tensor<?x4x6xcomplex<f32>>
    return %0 : tensor<?x4x6xcomplex<f32>>
  }
}

