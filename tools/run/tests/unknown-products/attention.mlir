// Attention over any number of positions in any number of batches: neither the columns nor the steps of its products are known.
func.func @main(%q: tensor<?x4x?x32xf32>, %k: tensor<?x4x?x32xf32>, %v: tensor<?x4x?x24xf32>) -> tensor<?x4x?x24xf32> {
  %s = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<?x4x?x32xf32>, tensor<?x4x?x32xf32>) -> tensor<?x4x?x?xf32>
  %t = stablehlo.tanh %s : tensor<?x4x?x?xf32>
  %o = stablehlo.dot_general %t, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<?x4x?x?xf32>, tensor<?x4x?x24xf32>) -> tensor<?x4x?x24xf32>
  return %o : tensor<?x4x?x24xf32>
}
