// Rows in registers; scale and shift are read for each row.
// Moved: 12582912 bytes by 1 kernels, of which 4202496 are arguments and results.
func.func @main(%x: tensor<1024x1024xbf16>, %g: tensor<1024xf32>, %h: tensor<1024xf32>) -> tensor<1024x1024xbf16> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<9.765625e-4> : tensor<1024xf32>
  %small = stablehlo.constant dense<1.0e-5> : tensor<1024xf32>
  %f = stablehlo.convert %x : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
  %s = stablehlo.reduce(%f init: %z) applies stablehlo.add across dimensions = [1] : (tensor<1024x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  %mean = stablehlo.multiply %s, %n : tensor<1024xf32>
  %mb = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<1024xf32>) -> tensor<1024x1024xf32>
  %d = stablehlo.subtract %f, %mb : tensor<1024x1024xf32>
  %q = stablehlo.multiply %d, %d : tensor<1024x1024xf32>
  %t = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [1] : (tensor<1024x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  %v = stablehlo.multiply %t, %n : tensor<1024xf32>
  %w = stablehlo.add %v, %small : tensor<1024xf32>
  %k = stablehlo.rsqrt %w : tensor<1024xf32>
  %kb = stablehlo.broadcast_in_dim %k, dims = [0] : (tensor<1024xf32>) -> tensor<1024x1024xf32>
  %u = stablehlo.multiply %d, %kb : tensor<1024x1024xf32>
  %gb = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<1024xf32>) -> tensor<1024x1024xf32>
  %hb = stablehlo.broadcast_in_dim %h, dims = [1] : (tensor<1024xf32>) -> tensor<1024x1024xf32>
  %o = stablehlo.multiply %u, %gb : tensor<1024x1024xf32>
  %p = stablehlo.add %o, %hb : tensor<1024x1024xf32>
  %r = stablehlo.convert %p : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
  return %r : tensor<1024x1024xbf16>
}
