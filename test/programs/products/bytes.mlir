// Integers of 8 bits: tiles that rows and columns cross, neighbours along the sum and across it, a bias behind it.
func.func @main(%x: tensor<72x104xi8>, %w: tensor<104x136xi8>, %b: tensor<136xi32>, %v: tensor<136x104xi8>, %t: tensor<104x72xi8>) -> (tensor<72x136xi32>, tensor<72x136xi32>, tensor<72x136xi32>) {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<72x104xi8>, tensor<104x136xi8>) -> tensor<72x136xi32>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<136xi32>) -> tensor<72x136xi32>
  %z = stablehlo.add %y, %bb : tensor<72x136xi32>
  %a = stablehlo.dot_general %x, %v, contracting_dims = [1] x [1] : (tensor<72x104xi8>, tensor<136x104xi8>) -> tensor<72x136xi32>
  %c = stablehlo.dot_general %t, %w, contracting_dims = [0] x [0] : (tensor<104x72xi8>, tensor<104x136xi8>) -> tensor<72x136xi32>
  return %z, %a, %c : tensor<72x136xi32>, tensor<72x136xi32>, tensor<72x136xi32>
}
