// Transforms of lines whose number is not known: by factors, as a convolution, of real numbers and back, and in two dimensions.
func.func @main(%re: tensor<?x?x12xf32>, %im: tensor<?x?x12xf32>, %x: tensor<?x134xf32>) -> (tensor<?x?x12xcomplex<f32>>, tensor<?x68xcomplex<f32>>, tensor<?x134xf32>, tensor<?x3x12xcomplex<f32>>) {
  %z = stablehlo.complex %re, %im : tensor<?x?x12xcomplex<f32>>
  %0 = stablehlo.fft %z, type = IFFT, length = [12] : (tensor<?x?x12xcomplex<f32>>) -> tensor<?x?x12xcomplex<f32>>
  %1 = stablehlo.fft %x, type = RFFT, length = [134] : (tensor<?x134xf32>) -> tensor<?x68xcomplex<f32>>
  %2 = stablehlo.fft %1, type = IRFFT, length = [134] : (tensor<?x68xcomplex<f32>>) -> tensor<?x134xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %re, dim = 0 : (tensor<?x?x12xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %rest = stablehlo.constant dense<[3, 12]> : tensor<2xi32>
  %shape = stablehlo.concatenate %n1, %rest, dim = 0 : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %i = stablehlo.dynamic_iota %shape, dim = 2 : (tensor<3xi32>) -> tensor<?x3x12xf32>
  %j = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<3xi32>) -> tensor<?x3x12xf32>
  %w = stablehlo.complex %i, %j : tensor<?x3x12xcomplex<f32>>
  %3 = stablehlo.fft %w, type = FFT, length = [3, 12] : (tensor<?x3x12xcomplex<f32>>) -> tensor<?x3x12xcomplex<f32>>
  return %0, %1, %2, %3 : tensor<?x?x12xcomplex<f32>>, tensor<?x68xcomplex<f32>>, tensor<?x134xf32>, tensor<?x3x12xcomplex<f32>>
}
