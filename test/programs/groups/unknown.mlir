// Products for warp groups with an unknown number of rows, of batches and of both.
func.func @main(%x: tensor<?x64xbf16>, %w: tensor<64x256xbf16>, %y: tensor<?x3x128xbf16>, %v: tensor<128x136xbf16>, %q: tensor<?x2x?x64xbf16>, %k: tensor<?x2x72x64xbf16>) -> (tensor<?x256xbf16>, tensor<?x3x136xf32>, tensor<?x2x?x72xf32>, tensor<256x?xf32>) {
  %sums = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x64xbf16>, tensor<64x256xbf16>) -> tensor<?x256xf32>
  %0 = stablehlo.convert %sums : (tensor<?x256xf32>) -> tensor<?x256xbf16>
  %1 = stablehlo.dot_general %y, %v, contracting_dims = [2] x [0] : (tensor<?x3x128xbf16>, tensor<128x136xbf16>) -> tensor<?x3x136xf32>
  %2 = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<?x2x?x64xbf16>, tensor<?x2x72x64xbf16>) -> tensor<?x2x?x72xf32>
  %3 = stablehlo.dot_general %w, %x, contracting_dims = [0] x [1] : (tensor<64x256xbf16>, tensor<?x64xbf16>) -> tensor<256x?xf32>
  return %0, %1, %2, %3 : tensor<?x256xbf16>, tensor<?x3x136xf32>, tensor<?x2x?x72xf32>, tensor<256x?xf32>
}
