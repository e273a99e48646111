// Doubles: neighbours along the sum and across it in both factors, odd sizes, batches, and an end.
func.func @main(%x: tensor<72x44xf64>, %w: tensor<44x136xf64>, %b: tensor<136xf64>, %v: tensor<136x44xf64>, %t: tensor<44x72xf64>, %p: tensor<2x33x41xf64>, %q: tensor<2x41x37xf64>) -> (tensor<72x136xf64>, tensor<72x136xf64>, tensor<72x136xf64>, tensor<2x33x37xf64>) {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<72x44xf64>, tensor<44x136xf64>) -> tensor<72x136xf64>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<136xf64>) -> tensor<72x136xf64>
  %z = stablehlo.add %y, %bb : tensor<72x136xf64>
  %a = stablehlo.dot_general %x, %v, contracting_dims = [1] x [1] : (tensor<72x44xf64>, tensor<136x44xf64>) -> tensor<72x136xf64>
  %c = stablehlo.dot_general %t, %w, contracting_dims = [0] x [0] : (tensor<44x72xf64>, tensor<44x136xf64>) -> tensor<72x136xf64>
  %d = stablehlo.dot_general %p, %q, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x33x41xf64>, tensor<2x41x37xf64>) -> tensor<2x33x37xf64>
  return %z, %a, %c, %d : tensor<72x136xf64>, tensor<72x136xf64>, tensor<72x136xf64>, tensor<2x33x37xf64>
}
