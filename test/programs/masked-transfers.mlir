// Ops on vectors under masks.
func.func @main(%x: tensor<4x6xf32>, %n: tensor<2xi32>) -> (tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %pad = arith.constant -1.0 : f32
  %zero = arith.constant 0.0 : f32
  %k = tensor.extract %n[%c0] : tensor<2xi32>
  %bits = arith.constant 3 : i32
  %low = arith.andi %k, %bits : i32
  %count = arith.index_cast %low : i32 to index
  %m = memref.alloc() : memref<4x6xf32>
  %out = memref.alloc() : memref<4x6xf32>
  %row = memref.alloc() : memref<6xf32>
  %column = memref.alloc() : memref<6xf32>
  linalg.fill ins(%zero : f32) outs(%out : memref<4x6xf32>)
  linalg.fill ins(%zero : f32) outs(%row : memref<6xf32>)
  linalg.fill ins(%zero : f32) outs(%column : memref<6xf32>)
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c6 step %c1 {
      %v = tensor.extract %x[%i, %j] : tensor<4x6xf32>
      memref.store %v, %m[%i, %j] : memref<4x6xf32>
    }
  }
  %mask = vector.create_mask %c3, %count : vector<4x6xi1>
  %a = vector.mask %mask { vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<4x6xf32>, vector<4x6xf32> } : vector<4x6xi1> -> vector<4x6xf32>
  vector.transfer_write %a, %out[%c0, %c0] {in_bounds = [true, true]} : vector<4x6xf32>, memref<4x6xf32>
  %other = vector.create_mask %count, %c4 : vector<4x6xi1>
  vector.mask %other { vector.transfer_write %a, %out[%c1, %c2] : vector<4x6xf32>, memref<4x6xf32> } : vector<4x6xi1>
  %lanes = vector.create_mask %count : vector<6xi1>
  %passed = arith.constant dense<[0.5, 1.5, 2.5, 3.5, 4.5, 5.5]> : vector<6xf32>
  %b = vector.mask %lanes, %passed { vector.transfer_read %m[%c2, %c1], %pad : memref<4x6xf32>, vector<6xf32> } : vector<6xi1> -> vector<6xf32>
  %places = arith.constant dense<[5, 0, 3, 2, 4, 1]> : vector<6xi32>
  %all = arith.constant dense<[true, true, false, true, true, true]> : vector<6xi1>
  %c = vector.mask %lanes { vector.gather %m[%c1, %c0] [%places], %all, %b : memref<4x6xf32>, vector<6xi32>, vector<6xi1>, vector<6xf32> into vector<6xf32> } : vector<6xi1> -> vector<6xf32>
  vector.transfer_write %c, %row[%c0] {in_bounds = [true]} : vector<6xf32>, memref<6xf32>
  // Along a column.
  %down = vector.create_mask %count : vector<4xi1>
  %d = vector.mask %down { vector.transfer_read %m[%c0, %c2], %pad {in_bounds = [true], permutation_map = affine_map<(i, j) -> (i)>} : memref<4x6xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.transfer_write %d, %column[%c1] {in_bounds = [true]} : vector<4xf32>, memref<6xf32>
  %e0 = tensor.empty() : tensor<4x6xf32>
  %r0 = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %e0) -> (tensor<4x6xf32>) {
    %w = scf.for %j = %c0 to %c6 step %c1 iter_args(%u = %t) -> (tensor<4x6xf32>) {
      %v = memref.load %out[%i, %j] : memref<4x6xf32>
      %z = tensor.insert %v into %u[%i, %j] : tensor<4x6xf32>
      scf.yield %z : tensor<4x6xf32>
    }
    scf.yield %w : tensor<4x6xf32>
  }
  %e1 = tensor.empty() : tensor<6xf32>
  %r1 = scf.for %i = %c0 to %c6 step %c1 iter_args(%t = %e1) -> (tensor<6xf32>) {
    %v = memref.load %row[%i] : memref<6xf32>
    %u = tensor.insert %v into %t[%i] : tensor<6xf32>
    scf.yield %u : tensor<6xf32>
  }
  %e2 = tensor.empty() : tensor<6xf32>
  %r2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%t = %e2) -> (tensor<6xf32>) {
    %v = memref.load %column[%i] : memref<6xf32>
    %u = tensor.insert %v into %t[%i] : tensor<6xf32>
    scf.yield %u : tensor<6xf32>
  }
  return %r0, %r1, %r2 : tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>
}
