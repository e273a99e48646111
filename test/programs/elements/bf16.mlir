// Every number of bf16, and numbers of f32 between them: arithmetic, extrema, and rounding of normal and subnormal numbers, infinities
// and what is no number.
func.func @main() -> (tensor<65536xbf16>, tensor<65536xbf16>, tensor<65536xbf16>, tensor<65536xbf16>, tensor<65536xbf16>, tensor<65536xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<65536xui32>
  %h = stablehlo.convert %i : (tensor<65536xui32>) -> tensor<65536xui16>
  %x = stablehlo.bitcast_convert %h : (tensor<65536xui16>) -> tensor<65536xbf16>
  %r = stablehlo.reverse %x, dims = [0] : tensor<65536xbf16>
  %third = stablehlo.constant dense<0.333984> : tensor<65536xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<65536xbf16>
  // Halves, ties, and just beside them.
  %step = stablehlo.constant dense<1878982657> : tensor<65536xui32>
  %bits = stablehlo.multiply %i, %step : tensor<65536xui32>
  %w = stablehlo.bitcast_convert %bits : (tensor<65536xui32>) -> tensor<65536xf32>
  %rounded = stablehlo.convert %w : (tensor<65536xf32>) -> tensor<65536xbf16>
  %product = stablehlo.multiply %x, %third : tensor<65536xbf16>
  %sum = stablehlo.add %product, %r : tensor<65536xbf16>
  %difference = stablehlo.subtract %sum, %x : tensor<65536xbf16>
  %negative = stablehlo.negate %difference : tensor<65536xbf16>
  %larger = stablehlo.maximum %negative, %zero : tensor<65536xbf16>
  %smaller = stablehlo.minimum %x, %rounded : tensor<65536xbf16>
  %wide = stablehlo.convert %smaller : (tensor<65536xbf16>) -> tensor<65536xf32>
  %square = stablehlo.multiply %wide, %wide : tensor<65536xf32>
  return %rounded, %product, %sum, %larger, %smaller, %square : tensor<65536xbf16>, tensor<65536xbf16>, tensor<65536xbf16>, tensor<65536xbf16>, tensor<65536xbf16>, tensor<65536xf32>
}
