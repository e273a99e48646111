// Every second element of rows of different lengths and types, in windows, and as divisors.
func.func @main(%a0: tensor<3x1xf32>, %a1: tensor<3x2xf32>, %a2: tensor<3x3xf32>, %a3: tensor<3x9xf32>, %a4: tensor<3x15xf32>, %a5: tensor<3x16xf32>, %a6: tensor<3x17xf32>, %a7: tensor<3x31xf32>, %a8: tensor<3x33xf32>, %a9: tensor<3x64xf32>, %a10: tensor<3x67xf32>, %a11: tensor<3x35xbf16>, %a12: tensor<3x35xf64>, %a13: tensor<3x35xi8>, %a14: tensor<3x35xi1>, %a15: tensor<3x35xi64>, %x: tensor<19xi32>, %y: tensor<37xi32>, %p: tensor<1x5x14x21xf32>) -> (tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x2xf32>, tensor<3x5xf32>, tensor<3x8xf32>, tensor<3x8xf32>, tensor<3x9xf32>, tensor<3x16xf32>, tensor<3x17xf32>, tensor<3x32xf32>, tensor<3x34xf32>, tensor<3x18xbf16>, tensor<3x18xf64>, tensor<3x18xi8>, tensor<3x18xi1>, tensor<3x18xi64>, tensor<19xi32>, tensor<1x5x7x11xf32>) {
  %s0 = stablehlo.slice %a0 [0:3, 0:1:2] : (tensor<3x1xf32>) -> tensor<3x1xf32>
  %s1 = stablehlo.slice %a1 [0:3, 0:2:2] : (tensor<3x2xf32>) -> tensor<3x1xf32>
  %s2 = stablehlo.slice %a2 [0:3, 0:3:2] : (tensor<3x3xf32>) -> tensor<3x2xf32>
  %s3 = stablehlo.slice %a3 [0:3, 0:9:2] : (tensor<3x9xf32>) -> tensor<3x5xf32>
  %s4 = stablehlo.slice %a4 [0:3, 0:15:2] : (tensor<3x15xf32>) -> tensor<3x8xf32>
  %s5 = stablehlo.slice %a5 [0:3, 0:16:2] : (tensor<3x16xf32>) -> tensor<3x8xf32>
  %s6 = stablehlo.slice %a6 [0:3, 0:17:2] : (tensor<3x17xf32>) -> tensor<3x9xf32>
  %s7 = stablehlo.slice %a7 [0:3, 0:31:2] : (tensor<3x31xf32>) -> tensor<3x16xf32>
  %s8 = stablehlo.slice %a8 [0:3, 0:33:2] : (tensor<3x33xf32>) -> tensor<3x17xf32>
  %s9 = stablehlo.slice %a9 [0:3, 0:64:2] : (tensor<3x64xf32>) -> tensor<3x32xf32>
  %s10 = stablehlo.slice %a10 [0:3, 0:67:2] : (tensor<3x67xf32>) -> tensor<3x34xf32>
  %s11 = stablehlo.slice %a11 [0:3, 0:35:2] : (tensor<3x35xbf16>) -> tensor<3x18xbf16>
  %s12 = stablehlo.slice %a12 [0:3, 0:35:2] : (tensor<3x35xf64>) -> tensor<3x18xf64>
  %s13 = stablehlo.slice %a13 [0:3, 0:35:2] : (tensor<3x35xi8>) -> tensor<3x18xi8>
  %s14 = stablehlo.slice %a14 [0:3, 0:35:2] : (tensor<3x35xi1>) -> tensor<3x18xi1>
  %s15 = stablehlo.slice %a15 [0:3, 0:35:2] : (tensor<3x35xi64>) -> tensor<3x18xi64>
  %one = stablehlo.constant dense<1> : tensor<19xi32>
  %d0 = stablehlo.slice %y [0:37:2] : (tensor<37xi32>) -> tensor<19xi32>
  %d1 = stablehlo.or %d0, %one : tensor<19xi32>
  %q = stablehlo.divide %x, %d1 : tensor<19xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = "stablehlo.reduce_window"(%p, %low) <{padding = dense<[[0, 0], [0, 0], [1, 1], [1, 1]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 1, 3, 3>, window_strides = array<i64: 1, 1, 2, 2>}> ({
  ^bb0(%u: tensor<f32>, %v: tensor<f32>):
    %w = stablehlo.maximum %u, %v : tensor<f32>
    stablehlo.return %w : tensor<f32>
  }) : (tensor<1x5x14x21xf32>, tensor<f32>) -> tensor<1x5x7x11xf32>
  return %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %s12, %s13, %s14, %s15, %q, %m : tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x2xf32>, tensor<3x5xf32>, tensor<3x8xf32>, tensor<3x8xf32>, tensor<3x9xf32>, tensor<3x16xf32>, tensor<3x17xf32>, tensor<3x32xf32>, tensor<3x34xf32>, tensor<3x18xbf16>, tensor<3x18xf64>, tensor<3x18xi8>, tensor<3x18xi1>, tensor<3x18xi64>, tensor<19xi32>, tensor<1x5x7x11xf32>
}
