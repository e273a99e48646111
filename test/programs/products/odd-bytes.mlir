// Bytes in rows of odd sizes, and of pairs.
func.func @main(%a: tensor<33x77xi8>, %b: tensor<77x41xi8>, %c: tensor<42x77xi8>, %d: tensor<77x46xi8>) -> (tensor<33x41xi32>, tensor<33x42xi32>, tensor<33x46xi32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<33x77xi8>, tensor<77x41xi8>) -> tensor<33x41xi32>
  %1 = stablehlo.dot_general %a, %c, contracting_dims = [1] x [1] : (tensor<33x77xi8>, tensor<42x77xi8>) -> tensor<33x42xi32>
  %2 = stablehlo.dot_general %a, %d, contracting_dims = [1] x [0] : (tensor<33x77xi8>, tensor<77x46xi8>) -> tensor<33x46xi32>
  return %0, %1, %2 : tensor<33x41xi32>, tensor<33x42xi32>, tensor<33x46xi32>
}
