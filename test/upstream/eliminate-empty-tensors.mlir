// FLAGS: --eliminate-empty-tensors

func.func @chain(%x: tensor<8x?xf32>, %i: index, %v: f32, %w: tensor<4x4xf32>) -> (tensor<8x?xf32>, tensor<8x?xf32>, tensor<4x4xf32>) {
  %0 = tensor.empty() : tensor<4x4xf32>
  %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.matmul ins(%w, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%1 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = tensor.insert_slice %<<2|1|w>> into %x[0, %i] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x?xf32>
  %4 = tensor.empty() : tensor<4x4xf32>
  %5 = arith.addi %i, %i : index
  %6 = linalg.fill ins(%v : f32) outs(%4 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = tensor.insert_slice %6 into %x[0, %5] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x?xf32>
  return %3, %7, %<<6|w>> : tensor<8x?xf32>, tensor<8x?xf32>, tensor<4x4xf32>
}
// -----
func.func @loop(%x: tensor<8x?xf32>, %v: f32, %n: index) -> tensor<8x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<8x?xf32> {
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
    %2 = tensor.insert_slice %1 into %a[0, %j] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x?xf32>
    scf.yield %2 : tensor<8x?xf32>
  }
  return %r : tensor<8x?xf32>
}
// -----
func.func @dynamic(%x: tensor<?x4xf32>, %i: index, %v: f32, %n: index) -> tensor<?x4xf32> {
  %0 = tensor.empty(%n) : tensor<?x4xf32>
  %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = tensor.insert_slice %1 into %x[%i, 0] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}
