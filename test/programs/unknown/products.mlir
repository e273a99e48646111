// Products of words with an unknown number of rows, of columns, of products in each sum, and of all three.
func.func @main(%x: tensor<?x64xf32>, %w: tensor<64x96xf32>, %bias: tensor<96xf32>, %y: tensor<24x?xf32>, %z: tensor<?x32xf32>, %v: tensor<?x?xf32>) -> (tensor<?x96xf32>, tensor<24x32xf32>, tensor<24x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<96x?xf32>) {
  %sums = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<?x64xf32>, tensor<64x96xf32>) -> tensor<?x96xf32>
  %rows = stablehlo.get_dimension_size %sums, dim = 0 : (tensor<?x96xf32>) -> tensor<i32>
  %rows1 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %columns = stablehlo.constant dense<96> : tensor<1xi32>
  %shape = stablehlo.concatenate %rows1, %columns, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %all = stablehlo.dynamic_broadcast_in_dim %bias, %shape, dims = [1] : (tensor<96xf32>, tensor<2xi32>) -> tensor<?x96xf32>
  %biased = stablehlo.add %sums, %all : tensor<?x96xf32>
  %0 = stablehlo.tanh %biased : tensor<?x96xf32>
  %1 = stablehlo.dot_general %y, %z, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<24x?xf32>, tensor<?x32xf32>) -> tensor<24x32xf32>
  %2 = stablehlo.dot_general %y, %v, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<24x?xf32>, tensor<?x?xf32>) -> tensor<24x?xf32>
  %3 = stablehlo.dot_general %v, %v, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = stablehlo.dot_general %v, %v, contracting_dims = [0] x [1], precision = [HIGHEST, HIGHEST] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %5 = stablehlo.dot_general %w, %x, contracting_dims = [0] x [1] : (tensor<64x96xf32>, tensor<?x64xf32>) -> tensor<96x?xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x96xf32>, tensor<24x32xf32>, tensor<24x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<96x?xf32>
}
