// Whole tiles, with a bias behind them: tensor cores.
func.func @main(%x: tensor<128x64xbf16>, %w: tensor<64x256xbf16>, %b: tensor<256xf32>) -> tensor<128x256xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<128x64xbf16>, tensor<64x256xbf16>) -> tensor<128x256xf32>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<256xf32>) -> tensor<128x256xf32>
  %z = stablehlo.add %y, %bb : tensor<128x256xf32>
  return %z : tensor<128x256xf32>
}
