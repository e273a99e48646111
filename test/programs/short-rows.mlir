// Rows that are shorter than a vector: the same row everywhere, one for each image, an element for each row, a number; of bytes, floats and
// truth values, in sizes that are no multiples of vectors.
func.func @main(%x: tensor<5x23x3xui8>, %c: tensor<3xf32>, %d: tensor<5x3xf32>, %r: tensor<5x23xf32>, %y: tensor<37x5xf64>, %z: tensor<100x7xf32>, %w: tensor<100xf32>) -> (tensor<5x23x3xf32>, tensor<37x5xi1>, tensor<100x7xf32>, tensor<100x7xbf16>) {
  %0 = stablehlo.convert %x : (tensor<5x23x3xui8>) -> tensor<5x23x3xf32>
  %cb = stablehlo.broadcast_in_dim %c, dims = [2] : (tensor<3xf32>) -> tensor<5x23x3xf32>
  %db = stablehlo.broadcast_in_dim %d, dims = [0, 2] : (tensor<5x3xf32>) -> tensor<5x23x3xf32>
  %rb = stablehlo.broadcast_in_dim %r, dims = [0, 1] : (tensor<5x23xf32>) -> tensor<5x23x3xf32>
  %1 = stablehlo.subtract %0, %cb : tensor<5x23x3xf32>
  %2 = stablehlo.divide %1, %db : tensor<5x23x3xf32>
  %3 = stablehlo.add %2, %rb : tensor<5x23x3xf32>
  %limit = stablehlo.constant dense<[0.1, 0.3, 0.5, 0.7, 0.9]> : tensor<5xf64>
  %lb = stablehlo.broadcast_in_dim %limit, dims = [1] : (tensor<5xf64>) -> tensor<37x5xf64>
  %4 = stablehlo.compare LT, %y, %lb : (tensor<37x5xf64>, tensor<37x5xf64>) -> tensor<37x5xi1>
  %wb = stablehlo.broadcast_in_dim %w, dims = [0] : (tensor<100xf32>) -> tensor<100x7xf32>
  %5 = stablehlo.exponential %z : tensor<100x7xf32>
  %6 = stablehlo.divide %5, %wb : tensor<100x7xf32>
  %7 = stablehlo.multiply %z, %wb : tensor<100x7xf32>
  %8 = stablehlo.convert %7 : (tensor<100x7xf32>) -> tensor<100x7xbf16>
  return %3, %4, %6, %8 : tensor<5x23x3xf32>, tensor<37x5xi1>, tensor<100x7xf32>, tensor<100x7xbf16>
}
