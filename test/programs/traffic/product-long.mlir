// A product with few sums of many products, whose parts are written and read again.
// Moved: 5160960 bytes by 2 kernels, of which 2113536 are arguments and results.
func.func @main(%a: tensor<64x8192xbf16>, %b: tensor<8192x64xbf16>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x8192xbf16>, tensor<8192x64xbf16>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
