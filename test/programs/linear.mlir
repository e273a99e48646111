// Factors and triangular systems that the runtime computes in blocks, of matrices that are far from singular.
func.func @main(%x: tensor<2x70x70xf32>, %b: tensor<2x70x9xf32>, %z: tensor<40x40xf64>) -> (tensor<2x70x70xf32>, tensor<2x70x9xf32>, tensor<40x40xf64>) {
  %0 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x70x70xf32>, tensor<2x70x70xf32>) -> tensor<2x70x70xf32>
  %i = stablehlo.iota dim = 1 : tensor<2x70x70xi32>
  %j = stablehlo.iota dim = 2 : tensor<2x70x70xi32>
  %same = stablehlo.compare EQ, %i, %j : (tensor<2x70x70xi32>, tensor<2x70x70xi32>) -> tensor<2x70x70xi1>
  %large = stablehlo.constant dense<70.0> : tensor<2x70x70xf32>
  %none = stablehlo.constant dense<0.0> : tensor<2x70x70xf32>
  %diagonal = stablehlo.select %same, %large, %none : tensor<2x70x70xi1>, tensor<2x70x70xf32>
  %1 = stablehlo.add %0, %diagonal : tensor<2x70x70xf32>
  %2 = stablehlo.cholesky %1, lower = true : tensor<2x70x70xf32>
  %3 = stablehlo.select %same, %2, %none : tensor<2x70x70xi1>, tensor<2x70x70xf32>
  %lower = stablehlo.compare GE, %i, %j : (tensor<2x70x70xi32>, tensor<2x70x70xi32>) -> tensor<2x70x70xi1>
  %4 = stablehlo.select %lower, %2, %none : tensor<2x70x70xi1>, tensor<2x70x70xf32>
  %5 = "stablehlo.triangular_solve"(%1, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x70x70xf32>, tensor<2x70x9xf32>) -> tensor<2x70x9xf32>
  %6 = "stablehlo.triangular_solve"(%4, %5) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x70x70xf32>, tensor<2x70x9xf32>) -> tensor<2x70x9xf32>
  %7 = stablehlo.dot_general %z, %z, contracting_dims = [0] x [0] : (tensor<40x40xf64>, tensor<40x40xf64>) -> tensor<40x40xf64>
  %k = stablehlo.iota dim = 0 : tensor<40x40xi32>
  %l = stablehlo.iota dim = 1 : tensor<40x40xi32>
  %equal = stablehlo.compare EQ, %k, %l : (tensor<40x40xi32>, tensor<40x40xi32>) -> tensor<40x40xi1>
  %forty = stablehlo.constant dense<40.0> : tensor<40x40xf64>
  %nothing = stablehlo.constant dense<0.0> : tensor<40x40xf64>
  %8 = stablehlo.select %equal, %forty, %nothing : tensor<40x40xi1>, tensor<40x40xf64>
  %9 = stablehlo.add %7, %8 : tensor<40x40xf64>
  %10 = stablehlo.cholesky %9, lower = false : tensor<40x40xf64>
  %upper = stablehlo.compare LE, %k, %l : (tensor<40x40xi32>, tensor<40x40xi32>) -> tensor<40x40xi1>
  %11 = stablehlo.select %upper, %10, %nothing : tensor<40x40xi1>, tensor<40x40xf64>
  return %3, %6, %11 : tensor<2x70x70xf32>, tensor<2x70x9xf32>, tensor<40x40xf64>
}
