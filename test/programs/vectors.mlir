#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @main(%x: tensor<4x6xf32>, %y: tensor<6x5xf32>, %o: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<6x4xf32>, tensor<4xf32>, tensor<4x6xf32>, tensor<4x6xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %vx = vector.transfer_read %x[%c0, %c0], %z {in_bounds = [true, true]} : tensor<4x6xf32>, vector<4x6xf32>
  %vy = vector.transfer_read %y[%c0, %c0], %z {in_bounds = [true, true]} : tensor<6x5xf32>, vector<6x5xf32>
  %acc = arith.constant dense<1.0> : vector<4x5xf32>
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %vx, %vy, %acc : vector<4x6xf32>, vector<6x5xf32> into vector<4x5xf32>
  %r0 = vector.transfer_write %0, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x5xf32>, tensor<4x5xf32>
  %1 = vector.transpose %vx, [1, 0] : vector<4x6xf32> to vector<6x4xf32>
  %e1 = tensor.empty() : tensor<6x4xf32>
  %r1 = vector.transfer_write %1, %e1[%c0, %c0] {in_bounds = [true, true]} : vector<6x4xf32>, tensor<6x4xf32>
  %i2 = arith.constant dense<0.0> : vector<4xf32>
  %2 = vector.multi_reduction <maxnumf>, %vx, %i2 [1] : vector<4x6xf32> to vector<4xf32>
  %e2 = tensor.empty() : tensor<4xf32>
  %r2 = vector.transfer_write %2, %e2[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %row = vector.extract %vx[1] : vector<6xf32> from vector<4x6xf32>
  %3 = vector.outerproduct %2, %row, %vx : vector<4xf32>, vector<6xf32>
  %e3 = tensor.empty() : tensor<4x6xf32>
  %r3 = vector.transfer_write %3, %e3[%c0, %c0] {in_bounds = [true, true]} : vector<4x6xf32>, tensor<4x6xf32>
  %4:2 = vector.scan <add>, %vx, %i2 {inclusive = true, reduction_dim = 1 : i64} : vector<4x6xf32>, vector<4xf32>
  %e4 = tensor.empty() : tensor<4x6xf32>
  %r4 = vector.transfer_write %4#0, %e4[%c0, %c0] {in_bounds = [true, true]} : vector<4x6xf32>, tensor<4x6xf32>
  return %r0, %r1, %r2, %r3, %r4 : tensor<4x5xf32>, tensor<6x4xf32>, tensor<4xf32>, tensor<4x6xf32>, tensor<4x6xf32>
}
