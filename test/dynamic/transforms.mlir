module @jit_transforms attributes {jax.uses_shape_polymorphism = true, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<?x8x?xf32>) -> (tensor<?x5x?xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<?x8x?xf32> {jax.result_info = "result[1]"}, tensor<?x8x?xcomplex<f32>> {jax.result_info = "result[2]"}, tensor<?x8x?xcomplex<f32>> {jax.result_info = "result[3]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x8x?xf32>) -> tensor<i32>
    %1 = stablehlo.get_dimension_size %arg0, dim = 2 : (tensor<?x8x?xf32>) -> tensor<i32>
    %2 = stablehlo.compare GE, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %0) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'b'. Using the following polymorphic shapes specifications: args[0].shape = (b, 8, n). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
    %3 = stablehlo.compare GE, %1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%3, %0, %1) {api_version = 2 : i32, error_message = "Input shapes do not match the polymorphic shapes specification. Expected value >= 1 for dimension variable 'n'. Using the following polymorphic shapes specifications: args[0].shape = (b, 8, n). Obtained dimension variables: 'b' = {0} from specification 'b' for dimension args[0].shape[0] (= {0}), 'n' = {1} from specification 'n' for dimension args[0].shape[2] (= {1}), . Please see https://docs.jax.dev/en/latest/export/shape_poly.html#shape-assertion-errors for more details.", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %4:4 = call @_wrapped_jax_export_main(%0, %1, %arg0) : (tensor<i32>, tensor<i32>, tensor<?x8x?xf32>) -> (tensor<?x5x?xcomplex<f32>>, tensor<?x8x?xf32>, tensor<?x8x?xcomplex<f32>>, tensor<?x8x?xcomplex<f32>>)
    return %4#0, %4#1, %4#2, %4#3 : tensor<?x5x?xcomplex<f32>>, tensor<?x8x?xf32>, tensor<?x8x?xcomplex<f32>>, tensor<?x8x?xcomplex<f32>>
  }
  func.func private @_wrapped_jax_export_main(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x8x?xf32>) -> (tensor<?x5x?xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<?x8x?xf32> {jax.result_info = "result[1]"}, tensor<?x8x?xcomplex<f32>> {jax.result_info = "result[2]"}, tensor<?x8x?xcomplex<f32>> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.transpose %arg2, dims = [0, 2, 1] : (tensor<?x8x?xf32>) -> tensor<?x?x8xf32>
    %1 = call @fft(%arg0, %arg1, %0) : (tensor<i32>, tensor<i32>, tensor<?x?x8xf32>) -> tensor<?x?x5xcomplex<f32>>
    %2 = stablehlo.transpose %1, dims = [0, 2, 1] : (tensor<?x?x5xcomplex<f32>>) -> tensor<?x5x?xcomplex<f32>>
    %3 = stablehlo.multiply %2, %2 : tensor<?x5x?xcomplex<f32>>
    %4 = stablehlo.transpose %3, dims = [0, 2, 1] : (tensor<?x5x?xcomplex<f32>>) -> tensor<?x?x5xcomplex<f32>>
    %5 = call @fft_0(%arg0, %arg1, %4) : (tensor<i32>, tensor<i32>, tensor<?x?x5xcomplex<f32>>) -> tensor<?x?x8xf32>
    %6 = stablehlo.transpose %5, dims = [0, 2, 1] : (tensor<?x?x8xf32>) -> tensor<?x8x?xf32>
    %7 = stablehlo.transpose %arg2, dims = [0, 2, 1] : (tensor<?x8x?xf32>) -> tensor<?x?x8xf32>
    %8 = call @fft_1(%arg0, %arg1, %7) : (tensor<i32>, tensor<i32>, tensor<?x?x8xf32>) -> tensor<?x?x8xcomplex<f32>>
    %9 = stablehlo.transpose %8, dims = [0, 2, 1] : (tensor<?x?x8xcomplex<f32>>) -> tensor<?x8x?xcomplex<f32>>
    %10 = stablehlo.transpose %arg2, dims = [0, 2, 1] : (tensor<?x8x?xf32>) -> tensor<?x?x8xf32>
    %11 = call @fft_2(%arg0, %arg1, %10) : (tensor<i32>, tensor<i32>, tensor<?x?x8xf32>) -> tensor<?x?x8xcomplex<f32>>
    %12 = stablehlo.transpose %11, dims = [0, 2, 1] : (tensor<?x?x8xcomplex<f32>>) -> tensor<?x8x?xcomplex<f32>>
    return %2, %6, %9, %12 : tensor<?x5x?xcomplex<f32>>, tensor<?x8x?xf32>, tensor<?x8x?xcomplex<f32>>, tensor<?x8x?xcomplex<f32>>
  }
  func.func private @fft(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x?x8xf32>) -> tensor<?x?x5xcomplex<f32>> {
    %0 = stablehlo.fft %arg2, type = RFFT, length = [8] : (tensor<?x?x8xf32>) -> tensor<?x?x5xcomplex<f32>>
    return %0 : tensor<?x?x5xcomplex<f32>>
  }
  func.func private @fft_0(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x?x5xcomplex<f32>>) -> tensor<?x?x8xf32> {
    %0 = stablehlo.fft %arg2, type = IRFFT, length = [8] : (tensor<?x?x5xcomplex<f32>>) -> tensor<?x?x8xf32>
    return %0 : tensor<?x?x8xf32>
  }
  func.func private @fft_1(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x?x8xf32>) -> tensor<?x?x8xcomplex<f32>> {
    %0 = stablehlo.convert %arg2 : (tensor<?x?x8xf32>) -> tensor<?x?x8xcomplex<f32>>
    %1 = stablehlo.fft %0, type = FFT, length = [8] : (tensor<?x?x8xcomplex<f32>>) -> tensor<?x?x8xcomplex<f32>>
    return %1 : tensor<?x?x8xcomplex<f32>>
  }
  func.func private @fft_2(%arg0: tensor<i32> {jax.global_constant = "b"}, %arg1: tensor<i32> {jax.global_constant = "n"}, %arg2: tensor<?x?x8xf32>) -> tensor<?x?x8xcomplex<f32>> {
    %0 = stablehlo.convert %arg2 : (tensor<?x?x8xf32>) -> tensor<?x?x8xcomplex<f32>>
    %1 = stablehlo.fft %0, type = IFFT, length = [8] : (tensor<?x?x8xcomplex<f32>>) -> tensor<?x?x8xcomplex<f32>>
    return %1 : tensor<?x?x8xcomplex<f32>>
  }
}

