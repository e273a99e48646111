// Few sums of many products: parts of them in blocks, and a second kernel with what begins a sum and what follows it.
func.func @main(%a: tensor<24x8192xbf16>, %b: tensor<8192x40xbf16>, %bias: tensor<40xf32>, %x: tensor<2x33x6001xf32>, %y: tensor<2x6001x17xf32>, %p: tensor<16x4096xi32>, %q: tensor<4096x18xi32>) -> (tensor<24x40xf32>, tensor<2x33x17xf32>, tensor<16x18xi32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<24x8192xbf16>, tensor<8192x40xbf16>) -> tensor<24x40xf32>
  %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<40xf32>) -> tensor<24x40xf32>
  %2 = stablehlo.subtract %1, %0 : tensor<24x40xf32>
  %3 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x33x6001xf32>, tensor<2x6001x17xf32>) -> tensor<2x33x17xf32>
  %4 = stablehlo.dot_general %p, %q, contracting_dims = [1] x [0] : (tensor<16x4096xi32>, tensor<4096x18xi32>) -> tensor<16x18xi32>
  return %2, %3, %4 : tensor<24x40xf32>, tensor<2x33x17xf32>, tensor<16x18xi32>
}
