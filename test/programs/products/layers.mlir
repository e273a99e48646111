// Two layers: the first one's activation is part of its kernel, the sums of the second one are read twice.
func.func @main(%x: tensor<48x64xf32>, %w: tensor<64x96xf32>, %b: tensor<96xf32>, %v: tensor<96x32xf32>) -> (tensor<48x32xf32>, tensor<48x32xf32>) {
  %s = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<48x64xf32>, tensor<64x96xf32>) -> tensor<48x96xf32>
  %c = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<96xf32>) -> tensor<48x96xf32>
  %a = stablehlo.add %s, %c : tensor<48x96xf32>
  %t = stablehlo.tanh %a : tensor<48x96xf32>
  %y = stablehlo.dot_general %t, %v, contracting_dims = [1] x [0] : (tensor<48x96xf32>, tensor<96x32xf32>) -> tensor<48x32xf32>
  %z = stablehlo.abs %y : tensor<48x32xf32>
  return %y, %z : tensor<48x32xf32>, tensor<48x32xf32>
}
