// Rows of odd sizes, which asynchronous copies cannot take: both factors, one of them, in all orders, in batches.
func.func @main(%a: tensor<33x77xbf16>, %b: tensor<77x41xbf16>, %c: tensor<77x129xbf16>, %d: tensor<41x77xf16>, %e: tensor<33x77xf16>, %f: tensor<77x48xf16>, %x: tensor<3x17x23xbf16>, %y: tensor<3x23x19xbf16>, %bias: tensor<41xbf16>) -> (tensor<33x41xbf16>, tensor<41x129xf32>, tensor<33x41xf32>, tensor<48x41xf32>, tensor<33x48xf32>, tensor<3x17x19xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<33x41xbf16>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<33x77xbf16>, tensor<77x41xbf16>) -> tensor<33x41xbf16>
  %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<41xbf16>) -> tensor<33x41xbf16>
  %2 = stablehlo.add %0, %1 : tensor<33x41xbf16>
  %3 = stablehlo.maximum %2, %zero : tensor<33x41xbf16>
  %4 = stablehlo.dot_general %b, %c, contracting_dims = [0] x [0] : (tensor<77x41xbf16>, tensor<77x129xbf16>) -> tensor<41x129xf32>
  %5 = stablehlo.dot_general %e, %d, contracting_dims = [1] x [1] : (tensor<33x77xf16>, tensor<41x77xf16>) -> tensor<33x41xf32>
  %6 = stablehlo.dot_general %f, %d, contracting_dims = [0] x [1] : (tensor<77x48xf16>, tensor<41x77xf16>) -> tensor<48x41xf32>
  %7 = stablehlo.dot_general %e, %f, contracting_dims = [1] x [0] : (tensor<33x77xf16>, tensor<77x48xf16>) -> tensor<33x48xf32>
  %8 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x17x23xbf16>, tensor<3x23x19xbf16>) -> tensor<3x17x19xf32>
  return %3, %4, %5, %6, %7, %8 : tensor<33x41xbf16>, tensor<41x129xf32>, tensor<33x41xf32>, tensor<48x41xf32>, tensor<33x48xf32>, tensor<3x17x19xf32>
}
