// FLAGS: --lower-vector-mask

func.func @transfers(%m: memref<?xf32>, %k: vector<8xi1>, %i: index, %v: vector<8xf32>, %t: tensor<?xf32>) -> (vector<8xf32>, tensor<?xf32>) {
  %c = arith.constant 0.0 : f32
  %0 = vector.mask %k { vector.transfer_read %m[%i], %c {in_bounds = [<<true|false>>]} : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  vector.mask %k { vector.transfer_write %v, %m[%i] {in_bounds = [true]} : vector<8xf32>, memref<?xf32> } : vector<8xi1>
  %1 = vector.mask %k { vector.transfer_write %v, %t[%i] {in_bounds = [<<true|false>>]} : vector<8xf32>, tensor<?xf32> } : vector<8xi1> -> tensor<?xf32>
  return %0, %1 : vector<8xf32>, tensor<?xf32>
}
// -----
func.func @others(%m: memref<?xf32>, %k: vector<8xi1>, %i: index, %v: vector<8xf32>, %p: vector<8xf32>, %at: vector<8xi32>) -> (f32, vector<8xf32>, vector<8xf32>) {
  %c = arith.constant 0.0 : f32
  %0 = vector.mask %k { vector.reduction <add>, %v : vector<8xf32> into f32 } : vector<8xi1> -> f32
  %1 = vector.mask %k { vector.gather %m[%i] [%at], %k, %p : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %3 = vector.mask %k, %p { vector.transfer_read %m[%i], %c {in_bounds = [true]} : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return %0, %1, %3 : f32, vector<8xf32>, vector<8xf32>
}
// -----
func.func @permuted(%m: memref<?x?xf32>, %k: vector<4x8xi1>, %i: index) -> vector<8x4xf32> {
  %c = arith.constant 0.0 : f32
  %0 = vector.mask %k { vector.transfer_read %m[%i, %i], %c {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<8x4xf32> } : vector<4x8xi1> -> vector<8x4xf32>
  return %0 : vector<8x4xf32>
}
