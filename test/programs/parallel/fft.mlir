// Fourier transforms by factors and as convolutions, of lines, of planes, there and back, between real and complex numbers.
func.func @main(%x: tensor<3x64xf32>, %y: tensor<2x45xf64>, %z: tensor<134xf64>, %w: tensor<4x6x5xf32>) -> (tensor<3x33xcomplex<f32>>, tensor<2x45xcomplex<f64>>, tensor<134xcomplex<f64>>, tensor<68xcomplex<f64>>, tensor<4x6x5xf32>, tensor<3x126xf32>, tensor<0x8xcomplex<f32>>, tensor<3x1xcomplex<f32>>) {
  %0 = stablehlo.fft %x, type = RFFT, length = [64] : (tensor<3x64xf32>) -> tensor<3x33xcomplex<f32>>
  %turned = stablehlo.negate %y : tensor<2x45xf64>
  %a = stablehlo.complex %y, %turned : tensor<2x45xcomplex<f64>>
  %1 = stablehlo.fft %a, type = IFFT, length = [45] : (tensor<2x45xcomplex<f64>>) -> tensor<2x45xcomplex<f64>>
  // 134 is twice 67, which is a large prime number.
  %b = stablehlo.complex %z, %z : tensor<134xcomplex<f64>>
  %2 = stablehlo.fft %b, type = FFT, length = [134] : (tensor<134xcomplex<f64>>) -> tensor<134xcomplex<f64>>
  %3 = stablehlo.fft %z, type = RFFT, length = [134] : (tensor<134xf64>) -> tensor<68xcomplex<f64>>
  %c = stablehlo.fft %w, type = RFFT, length = [6, 5] : (tensor<4x6x5xf32>) -> tensor<4x6x3xcomplex<f32>>
  %4 = stablehlo.fft %c, type = IRFFT, length = [6, 5] : (tensor<4x6x3xcomplex<f32>>) -> tensor<4x6x5xf32>
  %5 = stablehlo.slice %0 [0:3, 0:32] : (tensor<3x33xcomplex<f32>>) -> tensor<3x32xcomplex<f32>>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %nothing = stablehlo.complex %zero, %zero : tensor<complex<f32>>
  %6 = stablehlo.pad %5, %nothing, low = [0, 0], high = [0, 32], interior = [0, 0] : (tensor<3x32xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x64xcomplex<f32>>
  %7 = stablehlo.fft %6, type = IRFFT, length = [126] : (tensor<3x64xcomplex<f32>>) -> tensor<3x126xf32>
  %e = stablehlo.slice %6 [0:0, 0:8] : (tensor<3x64xcomplex<f32>>) -> tensor<0x8xcomplex<f32>>
  %8 = stablehlo.fft %e, type = FFT, length = [8] : (tensor<0x8xcomplex<f32>>) -> tensor<0x8xcomplex<f32>>
  %o = stablehlo.slice %6 [0:3, 0:1] : (tensor<3x64xcomplex<f32>>) -> tensor<3x1xcomplex<f32>>
  %9 = stablehlo.fft %o, type = IFFT, length = [1] : (tensor<3x1xcomplex<f32>>) -> tensor<3x1xcomplex<f32>>
  return %0, %1, %2, %3, %4, %7, %8, %9 : tensor<3x33xcomplex<f32>>, tensor<2x45xcomplex<f64>>, tensor<134xcomplex<f64>>, tensor<68xcomplex<f64>>, tensor<4x6x5xf32>, tensor<3x126xf32>, tensor<0x8xcomplex<f32>>, tensor<3x1xcomplex<f32>>
}
