// FLAGS: --one-shot-bufferize=bufferize-function-boundaries
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map"

func.func @even(%x: tensor<4xf32>, %c: i1, %i: index, %v: f32) -> tensor<4xf32> {
  %0 = func.call @odd(%x, %c, %i, %v) : (tensor<4xf32>, i1, index, f32) -> tensor<4xf32>
  %1 = tensor.insert %v into %<<0|x>>[%i] : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @odd(%x: tensor<4xf32>, %c: i1, %i: index, %v: f32) -> tensor<4xf32> {
  %0 = func.call @even(%x, %c, %i, %v) : (tensor<4xf32>, i1, index, f32) -> tensor<4xf32>
  return %<<0|x>> : tensor<4xf32>
}
// -----
func.func @identity(%x: tensor<4x4xf32> {bufferization.buffer_layout = affine_map<(i, j) -> (i, j)>}, %i: index, %v: f32) -> tensor<4x4xf32> {
  %0 = tensor.insert %v into %x[%i, %i] : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// -----
func.func @masked(%x: tensor<4xf32>, %v: vector<8xf32>, %m: vector<8xi1>, %p: f32) -> (tensor<4xf32>, vector<8xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.mask %m { vector.transfer_write %v, %x[%c0] : vector<8xf32>, tensor<4xf32> } : vector<8xi1> -> tensor<4xf32>
  %1 = vector.mask %m { vector.transfer_read %0[%c0], %p : tensor<4xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return %0, %1 : tensor<4xf32>, vector<8xf32>
}
