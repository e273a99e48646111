// Rows that depend on sums of columns, values that several ops use, results in the middle of a chain, rows of one element.
func.func @main(%x: tensor<33x100xi32>, %w: tensor<100xi32>, %o: tensor<1x64xi32>) -> (tensor<33xi32>, tensor<33x100xi32>, tensor<33x100xi32>, tensor<100xi32>, tensor<1xi32>, tensor<1xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<33x100xi32>, tensor<i32>) -> tensor<33xi32>
  %b = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<33xi32>) -> tensor<33x100xi32>
  %c = stablehlo.multiply %x, %b : tensor<33x100xi32>
  %d = stablehlo.reduce(%c init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<33x100xi32>, tensor<i32>) -> tensor<33xi32>
  %e = stablehlo.reduce(%c init: %zero) applies stablehlo.xor across dimensions = [0] : (tensor<33x100xi32>, tensor<i32>) -> tensor<100xi32>
  %f = stablehlo.add %e, %w : tensor<100xi32>
  %g = stablehlo.broadcast_in_dim %f, dims = [1] : (tensor<100xi32>) -> tensor<33x100xi32>
  %h = stablehlo.subtract %c, %g : tensor<33x100xi32>
  %i = stablehlo.reduce(%h init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<33x100xi32>, tensor<i32>) -> tensor<33xi32>
  %j = stablehlo.add %i, %d : tensor<33xi32>
  %k = stablehlo.reduce(%o init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1x64xi32>, tensor<i32>) -> tensor<1xi32>
  %l = stablehlo.add %k, %k : tensor<1xi32>
  %m = stablehlo.reduce(%o init: %zero) applies stablehlo.minimum across dimensions = [1] : (tensor<1x64xi32>, tensor<i32>) -> tensor<1xi32>
  %n = stablehlo.and %m, %k : tensor<1xi32>
  return %j, %c, %h, %e, %l, %n : tensor<33xi32>, tensor<33x100xi32>, tensor<33x100xi32>, tensor<100xi32>, tensor<1xi32>, tensor<1xi32>
}
