// Factorizations and triangular systems in blocks: from both sides, of both triangles, transposed, conjugated, with and without
// diagonals, and a batch of which one matrix is not positive definite.
func.func @main(%x: tensor<2x70x70xf64>, %b: tensor<2x70x9xf64>, %c: tensor<2x9x70xf64>, %re: tensor<40x40xf64>, %im: tensor<40x40xf64>, %wr: tensor<40x3xf64>, %vr: tensor<3x40xf64>) -> (tensor<2x70x9xf64>, tensor<2x70x9xf64>, tensor<40x3xcomplex<f64>>, tensor<2x70x9xf64>, tensor<2x70x9xf64>, tensor<40x3xcomplex<f64>>, tensor<2x9x70xf64>, tensor<2x9x70xf64>, tensor<3x40xcomplex<f64>>, tensor<2x9x70xf64>, tensor<2x9x70xf64>, tensor<3x40xcomplex<f64>>, tensor<2x70x70xf64>, tensor<2x70x70xf64>, tensor<40x40xcomplex<f64>>, tensor<40x40xcomplex<f64>>, tensor<2x70x70xf64>, tensor<2x70x70xf64>) {
  %i = stablehlo.iota dim = 1 : tensor<2x70x70xi32>
  %j = stablehlo.iota dim = 2 : tensor<2x70x70xi32>
  %d = stablehlo.compare EQ, %i, %j : (tensor<2x70x70xi32>, tensor<2x70x70xi32>) -> tensor<2x70x70xi1>
  %d1 = stablehlo.convert %d : (tensor<2x70x70xi1>) -> tensor<2x70x70xf64>
  %d2 = stablehlo.slice %d1 [0:1, 0:40, 0:40] : (tensor<2x70x70xf64>) -> tensor<1x40x40xf64>
  %d3 = stablehlo.reshape %d2 : (tensor<1x40x40xf64>) -> tensor<40x40xf64>
  %tenth = stablehlo.constant dense<0.03> : tensor<2x70x70xf64>
  %small = stablehlo.multiply %x, %tenth : tensor<2x70x70xf64>
  %m = stablehlo.add %small, %d1 : tensor<2x70x70xf64>
  %z0 = stablehlo.complex %re, %im : tensor<40x40xcomplex<f64>>
  %tenth2 = stablehlo.constant dense<0.05> : tensor<40x40xf64>
  %r1 = stablehlo.multiply %re, %tenth2 : tensor<40x40xf64>
  %i1 = stablehlo.multiply %im, %tenth2 : tensor<40x40xf64>
  %r2 = stablehlo.add %r1, %d3 : tensor<40x40xf64>
  %n = stablehlo.complex %r2, %i1 : tensor<40x40xcomplex<f64>>
  %w = stablehlo.complex %wr, %wr : tensor<40x3xcomplex<f64>>
  %v = stablehlo.complex %vr, %vr : tensor<3x40xcomplex<f64>>
  %xx = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x70x70xf64>, tensor<2x70x70xf64>) -> tensor<2x70x70xf64>
  %p = stablehlo.add %xx, %d1 : tensor<2x70x70xf64>
  %minus = stablehlo.negate %im : tensor<40x40xf64>
  %z1 = stablehlo.complex %re, %minus : tensor<40x40xcomplex<f64>>
  %zz = stablehlo.dot_general %z0, %z1, contracting_dims = [1] x [1] : (tensor<40x40xcomplex<f64>>, tensor<40x40xcomplex<f64>>) -> tensor<40x40xcomplex<f64>>
  %no = stablehlo.constant dense<0.0> : tensor<40x40xf64>
  %one = stablehlo.complex %d3, %no : tensor<40x40xcomplex<f64>>
  %q = stablehlo.add %zz, %one : tensor<40x40xcomplex<f64>>
  // The second matrix has a pivot that is negative.
  %h = stablehlo.iota dim = 0 : tensor<2x70x70xi32>
  %h1 = stablehlo.multiply %h, %i : tensor<2x70x70xi32>
  %fifty = stablehlo.constant dense<50> : tensor<2x70x70xi32>
  %h2 = stablehlo.compare EQ, %h1, %fifty : (tensor<2x70x70xi32>, tensor<2x70x70xi32>) -> tensor<2x70x70xi1>
  %h3 = stablehlo.and %h2, %d : tensor<2x70x70xi1>
  %neg = stablehlo.constant dense<-1.0> : tensor<2x70x70xf64>
  %bad = stablehlo.select %h3, %neg, %p : tensor<2x70x70xi1>, tensor<2x70x70xf64>
  %s0 = "stablehlo.triangular_solve"(%m, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x70x70xf64>, tensor<2x70x9xf64>) -> tensor<2x70x9xf64>
  %s1 = "stablehlo.triangular_solve"(%m, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x70x70xf64>, tensor<2x70x9xf64>) -> tensor<2x70x9xf64>
  %s2 = "stablehlo.triangular_solve"(%n, %w) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<40x40xcomplex<f64>>, tensor<40x3xcomplex<f64>>) -> tensor<40x3xcomplex<f64>>
  %s3 = "stablehlo.triangular_solve"(%m, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x70x70xf64>, tensor<2x70x9xf64>) -> tensor<2x70x9xf64>
  %s4 = "stablehlo.triangular_solve"(%m, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x70x70xf64>, tensor<2x70x9xf64>) -> tensor<2x70x9xf64>
  %s5 = "stablehlo.triangular_solve"(%n, %w) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<40x40xcomplex<f64>>, tensor<40x3xcomplex<f64>>) -> tensor<40x3xcomplex<f64>>
  %s6 = "stablehlo.triangular_solve"(%m, %c) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x70x70xf64>, tensor<2x9x70xf64>) -> tensor<2x9x70xf64>
  %s7 = "stablehlo.triangular_solve"(%m, %c) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x70x70xf64>, tensor<2x9x70xf64>) -> tensor<2x9x70xf64>
  %s8 = "stablehlo.triangular_solve"(%n, %v) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<40x40xcomplex<f64>>, tensor<3x40xcomplex<f64>>) -> tensor<3x40xcomplex<f64>>
  %s9 = "stablehlo.triangular_solve"(%m, %c) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x70x70xf64>, tensor<2x9x70xf64>) -> tensor<2x9x70xf64>
  %s10 = "stablehlo.triangular_solve"(%m, %c) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x70x70xf64>, tensor<2x9x70xf64>) -> tensor<2x9x70xf64>
  %s11 = "stablehlo.triangular_solve"(%n, %v) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<40x40xcomplex<f64>>, tensor<3x40xcomplex<f64>>) -> tensor<3x40xcomplex<f64>>
  %f0 = stablehlo.cholesky %p, lower = true : tensor<2x70x70xf64>
  %f1 = stablehlo.cholesky %p : tensor<2x70x70xf64>
  %f2 = stablehlo.cholesky %q, lower = true : tensor<40x40xcomplex<f64>>
  %f3 = stablehlo.cholesky %q : tensor<40x40xcomplex<f64>>
  %f4 = stablehlo.cholesky %bad, lower = true : tensor<2x70x70xf64>
  %f5 = stablehlo.cholesky %bad : tensor<2x70x70xf64>
  return %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7, %s8, %s9, %s10, %s11, %f0, %f1, %f2, %f3, %f4, %f5 : tensor<2x70x9xf64>, tensor<2x70x9xf64>, tensor<40x3xcomplex<f64>>, tensor<2x70x9xf64>, tensor<2x70x9xf64>, tensor<40x3xcomplex<f64>>, tensor<2x9x70xf64>, tensor<2x9x70xf64>, tensor<3x40xcomplex<f64>>, tensor<2x9x70xf64>, tensor<2x9x70xf64>, tensor<3x40xcomplex<f64>>, tensor<2x70x70xf64>, tensor<2x70x70xf64>, tensor<40x40xcomplex<f64>>, tensor<40x40xcomplex<f64>>, tensor<2x70x70xf64>, tensor<2x70x70xf64>
}
