// Products for tensor cores: rows, columns and sums of unknown sizes, of words in three parts, of halves, of bytes and of doubles.
func.func @main(%x: tensor<?x64xbf16>, %w: tensor<64x96xbf16>, %y: tensor<40x?xbf16>, %v: tensor<?x?xbf16>, %i: tensor<?x48xi8>, %j: tensor<48x?xi8>, %f: tensor<?x?xf32>, %d: tensor<?x32xf64>) -> (tensor<?x96xf32>, tensor<40x?xf32>, tensor<?x?xf32>, tensor<?x?xi32>, tensor<?x?xf32>, tensor<?x?xf64>, tensor<32x32xf64>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x64xbf16>, tensor<64x96xbf16>) -> tensor<?x96xf32>
  %1 = stablehlo.dot_general %y, %v, contracting_dims = [1] x [1] : (tensor<40x?xbf16>, tensor<?x?xbf16>) -> tensor<40x?xf32>
  %2 = stablehlo.dot_general %v, %v, contracting_dims = [1] x [0] : (tensor<?x?xbf16>, tensor<?x?xbf16>) -> tensor<?x?xf32>
  %3 = stablehlo.dot_general %i, %j, contracting_dims = [1] x [0] : (tensor<?x48xi8>, tensor<48x?xi8>) -> tensor<?x?xi32>
  %4 = stablehlo.dot_general %f, %f, contracting_dims = [0] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %5 = stablehlo.dot_general %d, %d, contracting_dims = [1] x [1] : (tensor<?x32xf64>, tensor<?x32xf64>) -> tensor<?x?xf64>
  %6 = stablehlo.dot_general %d, %d, contracting_dims = [0] x [0] : (tensor<?x32xf64>, tensor<?x32xf64>) -> tensor<32x32xf64>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<?x96xf32>, tensor<40x?xf32>, tensor<?x?xf32>, tensor<?x?xi32>, tensor<?x?xf32>, tensor<?x?xf64>, tensor<32x32xf64>
}
