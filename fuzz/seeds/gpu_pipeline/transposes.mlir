// Tiles in shared memory, of sizes that are and are not multiples of a tile.
func.func @main(%x: tensor<70x100xbf16>, %y: tensor<8x64x7x9xf32>, %z: tensor<64x128x32xi8>, %w: tensor<40x96xf64>) -> (tensor<100x70xf32>, tensor<8x7x9x64xf32>, tensor<32x128x64xi8>, tensor<96x40xf64>) {
  %a = stablehlo.transpose %x, dims = [1, 0] : (tensor<70x100xbf16>) -> tensor<100x70xbf16>
  %b = stablehlo.convert %a : (tensor<100x70xbf16>) -> tensor<100x70xf32>
  %c = stablehlo.transpose %y, dims = [0, 2, 3, 1] : (tensor<8x64x7x9xf32>) -> tensor<8x7x9x64xf32>
  %d = stablehlo.transpose %z, dims = [2, 1, 0] : (tensor<64x128x32xi8>) -> tensor<32x128x64xi8>
  %e = stablehlo.transpose %w, dims = [1, 0] : (tensor<40x96xf64>) -> tensor<96x40xf64>
  %f = stablehlo.add %e, %e : tensor<96x40xf64>
  return %b, %c, %d, %f : tensor<100x70xf32>, tensor<8x7x9x64xf32>, tensor<32x128x64xi8>, tensor<96x40xf64>
}
