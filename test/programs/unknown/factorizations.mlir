// Factorizations and triangular systems of unknown size: of both triangles, from both sides, of complex numbers, and of a batch.
func.func @main(%x: tensor<2x?x?xf64>, %b: tensor<2x?x3xf64>, %c: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> (tensor<2x?x?xf64>, tensor<2x?x?xf64>, tensor<2x?x3xf64>, tensor<2x?x3xf64>, tensor<?x?xf64>, tensor<?x?xcomplex<f64>>) {
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x?x?xf64>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %shape = stablehlo.concatenate %two, %n1, %n1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %square = stablehlo.concatenate %n1, %n1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %i = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<3xi32>) -> tensor<2x?x?xi32>
  %j = stablehlo.dynamic_iota %shape, dim = 2 : (tensor<3xi32>) -> tensor<2x?x?xi32>
  %d = stablehlo.compare EQ, %i, %j : (tensor<2x?x?xi32>, tensor<2x?x?xi32>) -> tensor<2x?x?xi1>
  %d1 = stablehlo.convert %d : (tensor<2x?x?xi1>) -> tensor<2x?x?xf64>
  %k = stablehlo.dynamic_iota %square, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi32>
  %l = stablehlo.dynamic_iota %square, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
  %e = stablehlo.compare EQ, %k, %l : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>
  %e1 = stablehlo.convert %e : (tensor<?x?xi1>) -> tensor<?x?xf64>
  %xx = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x?x?xf64>, tensor<2x?x?xf64>) -> tensor<2x?x?xf64>
  %p = stablehlo.add %xx, %d1 : tensor<2x?x?xf64>
  %0 = stablehlo.cholesky %p, lower = true : tensor<2x?x?xf64>
  %1 = stablehlo.cholesky %p, lower = false : tensor<2x?x?xf64>
  %2 = "stablehlo.triangular_solve"(%0, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x?x?xf64>, tensor<2x?x3xf64>) -> tensor<2x?x3xf64>
  %3 = "stablehlo.triangular_solve"(%1, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x?x?xf64>, tensor<2x?x3xf64>) -> tensor<2x?x3xf64>
  %small = stablehlo.multiply %c, %e1 : tensor<?x?xf64>
  %m = stablehlo.add %small, %e1 : tensor<?x?xf64>
  %4 = "stablehlo.triangular_solve"(%m, %y) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %yy = stablehlo.dot_general %y, %y, contracting_dims = [1] x [1] : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %q = stablehlo.add %yy, %e1 : tensor<?x?xf64>
  %zero = stablehlo.subtract %q, %q : tensor<?x?xf64>
  %z = stablehlo.complex %q, %zero : tensor<?x?xcomplex<f64>>
  %5 = stablehlo.cholesky %z, lower = true : tensor<?x?xcomplex<f64>>
  return %0, %1, %2, %3, %4, %5 : tensor<2x?x?xf64>, tensor<2x?x?xf64>, tensor<2x?x3xf64>, tensor<2x?x3xf64>, tensor<?x?xf64>, tensor<?x?xcomplex<f64>>
}
