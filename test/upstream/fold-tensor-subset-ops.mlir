// FLAGS: --fold-tensor-subset-ops

func.func @reads(%x: tensor<4x8xf32>, %p: f32, %i: index, %j: index) -> (vector<4xf32>, vector<2x4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = tensor.extract_slice %x[1, %i] [2, 4] [1, <<1|2>>] : tensor<4x8xf32> to tensor<2x4xf32>
  %1 = vector.transfer_read %0[%c0, %<<j|i|c0>>], %p {in_bounds = [<<true|false>>]} : tensor<2x4xf32>, vector<4xf32>
  %2 = vector.transfer_read %0[%c0, %c0], %p {in_bounds = [true, true]} : tensor<2x4xf32>, vector<2x4xf32>
  %3 = tensor.extract_slice %x[%i, %j] [1, 4] [1, 1] : tensor<4x8xf32> to tensor<4xf32>
  %4 = vector.transfer_read %3[%j], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  return %1, %2, %4 : vector<4xf32>, vector<2x4xf32>, vector<4xf32>
}
// -----
func.func @permuted(%x: tensor<4x8xf32>, %p: f32, %i: index, %k: vector<2x4xi1>) -> (vector<4x2xf32>, vector<4x2xf32>, vector<2x4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = tensor.extract_slice %x[%i, 2] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4xf32>
  %1 = vector.transfer_read %0[%c0, %c0], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : tensor<2x4xf32>, vector<4x2xf32>
  %2 = vector.transfer_read %0[%i, %i], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, 0)>} : tensor<2x4xf32>, vector<4x2xf32>
  %3 = vector.transfer_read %0[%c0, %c0], %p, %k {in_bounds = [true, true]} : tensor<2x4xf32>, vector<2x4xf32>
  return %1, %2, %3 : vector<4x2xf32>, vector<4x2xf32>, vector<2x4xf32>
}
// -----
func.func @writes(%v: vector<4xf32>, %x: tensor<4xf32>, %y: tensor<2x4xf32>, %d: tensor<16x8xf32>, %i: index) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %x[%<<c0|i>>] {in_bounds = [<<true|false>>]} : vector<4xf32>, tensor<4xf32>
  %1 = tensor.insert_slice %0 into %d[%i, 3] [1, 4] [1, 1] : tensor<4xf32> into tensor<16x8xf32>
  %2 = vector.transfer_write %v, %y[%c0, %c0] {in_bounds = [true]} : vector<4xf32>, tensor<2x4xf32>
  %3 = tensor.insert_slice %2 into %d[%i, 3] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<16x8xf32>
  return %1, %3 : tensor<16x8xf32>, tensor<16x8xf32>
}
// -----
func.func @inserts(%d: tensor<16x8xf32>, %i: index, %j: index, %z: tensor<2x2xf32>, %o: tensor<2x2xf32>, %p: tensor<4x4xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %0 = tensor.insert_slice %z into %o[0, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<2x2xf32>
  %1 = tensor.insert_slice %0 into %d[%j, 2] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<16x8xf32>
  %2 = tensor.insert_slice %z into %p[%i, 1] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<4x4xf32>
  %3 = tensor.insert_slice %2 into %d[%j, 2] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<16x8xf32>
  return %1, %3 : tensor<16x8xf32>, tensor<16x8xf32>
}
