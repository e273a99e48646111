// Arguments that nothing uses may have any type.
func.func @main(%t: !stablehlo.token, %x: tensor<4xf32>, %u: tensor<*xf32>, %n: none, %p: tuple<tensor<f32>>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
