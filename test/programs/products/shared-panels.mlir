// Right sides that all tiles of rows read: two blocks of steps with a rest, columns that do not fill a panel, in either orientation, in a batch.
func.func @main(%a: tensor<128x301xf32>, %b: tensor<301x41xf32>, %c: tensor<128x70xf64>, %d: tensor<36x70xf64>, %x: tensor<2x128x24xf32>, %y: tensor<2x24x35xf32>) -> (tensor<128x41xf32>, tensor<128x36xf64>, tensor<2x128x35xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<128x301xf32>, tensor<301x41xf32>) -> tensor<128x41xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [1] : (tensor<128x70xf64>, tensor<36x70xf64>) -> tensor<128x36xf64>
  %2 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x128x24xf32>, tensor<2x24x35xf32>) -> tensor<2x128x35xf32>
  return %0, %1, %2 : tensor<128x41xf32>, tensor<128x36xf64>, tensor<2x128x35xf32>
}
