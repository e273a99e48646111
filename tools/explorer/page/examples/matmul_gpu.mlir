// A product of matrices with a bias, for a GPU. The view "Kernels" runs its kernel on the simulator at the last stages.
func.func @main(%a: tensor<64x96xf32>, %b: tensor<96x128xf32>, %bias: tensor<128xf32>) -> tensor<64x128xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
    : (tensor<64x96xf32>, tensor<96x128xf32>) -> tensor<64x128xf32>
  %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<128xf32>) -> tensor<64x128xf32>
  %2 = stablehlo.add %0, %1 : tensor<64x128xf32>
  return %2 : tensor<64x128xf32>
}
