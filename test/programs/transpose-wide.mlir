// A transposed operand of two registers a row, where another operand has half as wide elements; sizes with a rest.
func.func @main(%x: tensor<19x21xf64>, %y: tensor<21x19xf32>) -> tensor<21x19xf64> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<19x21xf64>) -> tensor<21x19xf64>
  %1 = stablehlo.convert %y : (tensor<21x19xf32>) -> tensor<21x19xf64>
  %2 = stablehlo.add %0, %1 : tensor<21x19xf64>
  return %2 : tensor<21x19xf64>
}
