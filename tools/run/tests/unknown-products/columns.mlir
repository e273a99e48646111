// Any number of rows, columns and steps, in each orientation, and of columns alone; more steps and columns than a tile has.
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %z: tensor<40x300xf32>, %w: tensor<300x?xf32>, %i: tensor<?x?xi8>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<40x?xf32>, tensor<?x?xi32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = stablehlo.dot_general %z, %w, contracting_dims = [1] x [0] : (tensor<40x300xf32>, tensor<300x?xf32>) -> tensor<40x?xf32>
  %4 = stablehlo.dot_general %i, %i, contracting_dims = [1] x [0] : (tensor<?x?xi8>, tensor<?x?xi8>) -> tensor<?x?xi32>
  return %0, %1, %2, %3, %4 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<40x?xf32>, tensor<?x?xi32>
}
