#m0 = affine_map<(d0, d1, d2) -> (d0, d2)>
#m1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#m2 = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @f(%i: index, %m: memref<?x?xf32>, %f: f32, %v4: vector<4xf32>, %v48: vector<4x8xf32>, %v84: vector<8x4xf32>, %v44: vector<4x4xf32>, %mask: vector<4xi1>, %t: tensor<?x?xf32>, %idx: vector<4xi32>, %m1: memref<?xf32>, %k: i1) -> vector<4xf32> {
  %x0 = vector.broadcast %f : f32 to vector<4xf32>
  %x1 = vector.load %m[%i, %i] : memref<?x?xf32>, vector<4xf32>
  vector.store %x1, %m[%i, %i] : memref<?x?xf32>, vector<4xf32>
  %x2 = vector.transfer_read %m[%i, %i], %f : memref<?x?xf32>, vector<4xf32>
  %x3 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<4x8xf32>
  %x4 = vector.transfer_read %t[%i, %i], %f, %mask {in_bounds = [true]} : tensor<?x?xf32>, vector<4xf32>
  vector.transfer_write %x2, %m[%i, %i] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  %x5 = vector.transfer_write %x2, %t[%i, %i], %mask : vector<4xf32>, tensor<?x?xf32>
  %x6 = vector.maskedload %m[%i, %i], %mask, %v4 : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %x7 = vector.fma %v4, %v4, %v4 : vector<4xf32>
  %x8 = vector.contract {indexing_maps = [#m0, #m1, #m2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %v48, %v84, %v44 : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32>
  %x9 = vector.outerproduct %v4, %v4, %v44 {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<4xf32>
  %x91 = vector.outerproduct %v4, %v4 : vector<4xf32>, vector<4xf32>
  %x92 = vector.outerproduct %v4, %f : vector<4xf32>, f32
  %x10 = vector.reduction <add>, %v4, %f : vector<4xf32> into f32
  %x101 = vector.reduction <minnumf>, %v4 fastmath<fast> : vector<4xf32> into f32
  %x11 = vector.multi_reduction <add>, %v48, %v4 [1] : vector<4x8xf32> to vector<4xf32>
  %x111 = vector.multi_reduction <add>, %v4, %f [0] : vector<4xf32> to f32
  %x12 = vector.extract %v48[1, 2] : f32 from vector<4x8xf32>
  %x13 = vector.extract %v48[%i] : vector<8xf32> from vector<4x8xf32>
  %x14 = vector.insert %f, %v48[%i, 2] : f32 into vector<4x8xf32>
  %x15 = vector.extract_strided_slice %v48 {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
  %x16 = vector.insert_strided_slice %x15, %v48 {offsets = [0, 2], strides = [1, 1]} : vector<2x4xf32> into vector<4x8xf32>
  %x17 = vector.shape_cast %v48 : vector<4x8xf32> to vector<32xf32>
  %x18 = vector.shuffle %v4, %v4 [0, 1, 4, 5] : vector<4xf32>, vector<4xf32>
  %x19 = vector.transpose %v48, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %x20 = vector.create_mask %i, %i : vector<4x8xi1>
  %x21 = vector.constant_mask [3] : vector<4xi1>
  %x23 = vector.step : vector<4xindex>
  %x24 = vector.bitcast %v4 : vector<4xf32> to vector<4xi32>
  %x25 = vector.from_elements %f, %f : vector<2xf32>
  %x26:4 = vector.to_elements %v4 : vector<4xf32>
  vector.print %v4 : vector<4xf32>
  vector.print str "hello"
  vector.print punctuation <newline>
  vector.print %f : f32 punctuation <comma>
  %x27 = vector.gather %m[%i, %i] [%idx], %mask, %v4 : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i, %i] [%idx], %mask, %v4 : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %br = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<?x?xf32>, vector<4x8xf32>
  return %x0 : vector<4xf32>
}
