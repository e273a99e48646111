// Tensors that are rotated, padded or have other borders, read by elementwise ops: a heat equation on a torus, differences with a border
// of zeros, and a border that is overwritten; in rows that vectors do not divide.
func.func @main(%x: tensor<9x35xf32>, %v: tensor<130xf32>, %w: tensor<3x5x20xf32>)
    -> (tensor<9x35xf32>, tensor<130xf32>, tensor<9x35xf32>, tensor<3x5x20xf32>, tensor<9x35xf32>) {
  %u0 = stablehlo.slice %x [8:9, 0:35] : (tensor<9x35xf32>) -> tensor<1x35xf32>
  %u1 = stablehlo.slice %x [0:8, 0:35] : (tensor<9x35xf32>) -> tensor<8x35xf32>
  %up = stablehlo.concatenate %u0, %u1, dim = 0 : (tensor<1x35xf32>, tensor<8x35xf32>) -> tensor<9x35xf32>
  %d0 = stablehlo.slice %x [1:9, 0:35] : (tensor<9x35xf32>) -> tensor<8x35xf32>
  %d1 = stablehlo.slice %x [0:1, 0:35] : (tensor<9x35xf32>) -> tensor<1x35xf32>
  %down = stablehlo.concatenate %d0, %d1, dim = 0 : (tensor<8x35xf32>, tensor<1x35xf32>) -> tensor<9x35xf32>
  %l0 = stablehlo.slice %x [0:9, 33:35] : (tensor<9x35xf32>) -> tensor<9x2xf32>
  %l1 = stablehlo.slice %x [0:9, 0:33] : (tensor<9x35xf32>) -> tensor<9x33xf32>
  %left = stablehlo.concatenate %l0, %l1, dim = 1 : (tensor<9x2xf32>, tensor<9x33xf32>) -> tensor<9x35xf32>
  %s0 = stablehlo.add %up, %down : tensor<9x35xf32>
  %s1 = stablehlo.add %s0, %left : tensor<9x35xf32>
  %row = stablehlo.iota dim = 0 : tensor<9x35xf32>
  %s2 = stablehlo.multiply %s1, %row : tensor<9x35xf32>
  %heat = stablehlo.subtract %s2, %x : tensor<9x35xf32>

  %zero = stablehlo.constant dense<0.5> : tensor<f32>
  %inner = stablehlo.slice %v [2:130] : (tensor<130xf32>) -> tensor<128xf32>
  %outer = stablehlo.slice %v [0:128] : (tensor<130xf32>) -> tensor<128xf32>
  %difference = stablehlo.subtract %inner, %outer : tensor<128xf32>
  %padded = stablehlo.pad %difference, %zero, low = [1], high = [1], interior = [0] : (tensor<128xf32>, tensor<f32>) -> tensor<130xf32>
  %sum = stablehlo.add %padded, %v : tensor<130xf32>

  // A roll of what was computed from a roll.
  %h0 = stablehlo.slice %heat [0:9, 34:35] : (tensor<9x35xf32>) -> tensor<9x1xf32>
  %h1 = stablehlo.slice %heat [0:9, 0:34] : (tensor<9x35xf32>) -> tensor<9x34xf32>
  %h2 = stablehlo.concatenate %h0, %h1, dim = 1 : (tensor<9x1xf32>, tensor<9x34xf32>) -> tensor<9x35xf32>
  %h3 = stablehlo.slice %h2 [4:9, 0:35] : (tensor<9x35xf32>) -> tensor<5x35xf32>
  %h4 = stablehlo.slice %h2 [0:4, 0:35] : (tensor<9x35xf32>) -> tensor<4x35xf32>
  %h5 = stablehlo.concatenate %h3, %h4, dim = 0 : (tensor<5x35xf32>, tensor<4x35xf32>) -> tensor<9x35xf32>
  %twice = stablehlo.add %h5, %heat : tensor<9x35xf32>

  %part = stablehlo.slice %w [0:3, 1:4, 2:19] : (tensor<3x5x20xf32>) -> tensor<3x3x17xf32>
  %border = stablehlo.pad %part, %zero, low = [0, 1, 2], high = [0, 1, 1], interior = [0, 0, 0] : (tensor<3x3x17xf32>, tensor<f32>) -> tensor<3x5x20xf32>
  %bordered = stablehlo.multiply %border, %w : tensor<3x5x20xf32>

  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %wall = stablehlo.constant dense<0.0> : tensor<1x35xf32>
  %walled = stablehlo.dynamic_update_slice %x, %wall, %c0, %c0 : (tensor<9x35xf32>, tensor<1x35xf32>, tensor<i32>, tensor<i32>) -> tensor<9x35xf32>
  %last = stablehlo.add %walled, %x : tensor<9x35xf32>
  return %heat, %sum, %twice, %bordered, %last : tensor<9x35xf32>, tensor<130xf32>, tensor<9x35xf32>, tensor<3x5x20xf32>, tensor<9x35xf32>
}
