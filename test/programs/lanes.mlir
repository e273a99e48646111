func.func @main(%x: tensor<8xf32>, %o: tensor<8xf32>) -> (tensor<f32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %z {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  %zeros = arith.constant dense<0.0> : vector<8xf32>
  %mask = arith.cmpf ogt, %v, %zeros : vector<8xf32>
  %0 = vector.mask %mask { vector.reduction <add>, %v, %z : vector<8xf32> into f32 } : vector<8xi1> -> f32
  %m = memref.alloc() : memref<8xf32>
  %n = memref.alloc() : memref<8xf32>
  vector.store %zeros, %m[%c0] : memref<8xf32>, vector<8xf32>
  vector.store %zeros, %n[%c0] : memref<8xf32>, vector<8xf32>
  vector.compressstore %m[%c0], %mask, %v : memref<8xf32>, vector<8xi1>, vector<8xf32>
  %e = vector.expandload %m[%c0], %mask, %zeros : memref<8xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %i = arith.constant dense<[7, 6, 5, 4, 3, 2, 1, 0]> : vector<8xi32>
  vector.scatter %n[%c0] [%i], %mask, %v : memref<8xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  %packed = vector.load %m[%c0] : memref<8xf32>, vector<8xf32>
  %turned = vector.load %n[%c0] : memref<8xf32>, vector<8xf32>
  memref.dealloc %m : memref<8xf32>
  memref.dealloc %n : memref<8xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %e2 = tensor.empty() : tensor<8xf32>
  %r1 = vector.transfer_write %packed, %e1[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  %r2 = vector.transfer_write %e, %e2[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  %r3 = vector.transfer_write %turned, %o[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  %s = tensor.from_elements %0 : tensor<f32>
  return %s, %r1, %r2, %r3 : tensor<f32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
