// Factors that are converted before they are multiplied: the result has another kind of element.
func.func @main(%x: tensor<5x6xf32>, %y: tensor<6x7xf32>, %m: tensor<5x6xi32>, %n: tensor<6x7xi32>, %v: tensor<6xf32>) -> (tensor<5x7xi1>, tensor<5x7xi1>, tensor<5x7xi32>, tensor<5xi1>, tensor<5x7xcomplex<f32>>, tensor<5x7xf32>) {
  %a = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<5x6xf32>, tensor<6x7xf32>) -> tensor<5x7xi1>
  %b = stablehlo.dot_general %m, %n, contracting_dims = [1] x [0] : (tensor<5x6xi32>, tensor<6x7xi32>) -> tensor<5x7xi1>
  %c = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<5x6xf32>, tensor<6x7xf32>) -> tensor<5x7xi32>
  %d = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<5x6xf32>, tensor<6xf32>) -> tensor<5xi1>
  %e = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<5x6xf32>, tensor<6x7xf32>) -> tensor<5x7xcomplex<f32>>
  %f = stablehlo.dot_general %m, %n, contracting_dims = [1] x [0] : (tensor<5x6xi32>, tensor<6x7xi32>) -> tensor<5x7xf32>
  return %a, %b, %c, %d, %e, %f : tensor<5x7xi1>, tensor<5x7xi1>, tensor<5x7xi32>, tensor<5xi1>, tensor<5x7xcomplex<f32>>, tensor<5x7xf32>
}
