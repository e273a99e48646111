// A layer of a neural network: relu(x * w + b).
//
// The pipeline lowers it to machine code: the row of columns above shows how its ops become others.
// Click on a line of IR to see where its op comes from, and what each pass made of it.
func.func @main(%x: tensor<16x32xf32>, %w: tensor<32x64xf32>, %b: tensor<64xf32>) -> tensor<16x64xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<64xf32>) -> tensor<16x64xf32>
  %2 = stablehlo.add %0, %1 : tensor<16x64xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<16x64xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<16x64xf32>
  return %3 : tensor<16x64xf32>
}
