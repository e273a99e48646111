// Halves between numbers of bf16, and the numbers of f32 next to them.
func.func @main() -> (tensor<3x65536xbf16>, tensor<3x65536xf16>) {
  %i = stablehlo.iota dim = 1 : tensor<3x65536xui32>
  %j = stablehlo.iota dim = 0 : tensor<3x65536xui32>
  %size = stablehlo.constant dense<65536> : tensor<3x65536xui32>
  %half = stablehlo.constant dense<32767> : tensor<3x65536xui32>
  %high = stablehlo.multiply %i, %size : tensor<3x65536xui32>
  %low = stablehlo.add %half, %j : tensor<3x65536xui32>
  %bits = stablehlo.add %high, %low : tensor<3x65536xui32>
  %x = stablehlo.bitcast_convert %bits : (tensor<3x65536xui32>) -> tensor<3x65536xf32>
  %b = stablehlo.convert %x : (tensor<3x65536xf32>) -> tensor<3x65536xbf16>
  %h = stablehlo.convert %x : (tensor<3x65536xf32>) -> tensor<3x65536xf16>
  return %b, %h : tensor<3x65536xbf16>, tensor<3x65536xf16>
}
