// Extractions, insertions, changes of shape, masks and transfers of vectors.
// FLAGS: --canonicalize

func.func @v1(%a: vector<4xf32>, %b: vector<2x4xf32>, %f: f32, %i: index) -> (f32, f32, f32, vector<4xf32>, f32) {
  %0 = vector.broadcast %f : f32 to vector<2x4xf32>
  %1 = vector.extract %0[1, 2] : f32 from vector<2x4xf32>
  %2 = vector.broadcast %a : vector<4xf32> to vector<2x4xf32>
  %3 = vector.extract %2[1, 2] : f32 from vector<2x4xf32>
  %4 = vector.extract %2[%i, 2] : f32 from vector<2x4xf32>
  %5 = vector.extract %2[%i] : vector<4xf32> from vector<2x4xf32>
  %6 = vector.extract %0[%i, 0] : f32 from vector<2x4xf32>
  return %1, %3, %4, %5, %6 : f32, f32, f32, vector<4xf32>, f32
}
// -----
func.func @v2(%b: vector<2x4xf32>) -> (f32, f32, vector<4xf32>, f32) {
  %0 = vector.shape_cast %b : vector<2x4xf32> to vector<8xf32>
  %1 = vector.extract %0[5] : f32 from vector<8xf32>
  %2 = vector.transpose %b, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %3 = vector.extract %2[3, 1] : f32 from vector<4x2xf32>
  %4 = vector.shape_cast %b : vector<2x4xf32> to vector<2x1x4xf32>
  %5 = vector.extract %4[1, 0] : vector<4xf32> from vector<2x1x4xf32>
  %6 = vector.extract_strided_slice %b {offsets = [1, 1], sizes = [1, 2], strides = [1, 1]} : vector<2x4xf32> to vector<1x2xf32>
  %7 = vector.extract %6[0, 1] : f32 from vector<1x2xf32>
  return %1, %3, %5, %7 : f32, f32, vector<4xf32>, f32
}
// -----
func.func @v3(%b: vector<2x4xf32>, %r: vector<4xf32>, %f: f32) -> (vector<4xf32>, vector<4xf32>, f32, f32, vector<4xf32>) {
  %0 = vector.insert %r, %b [0] : vector<4xf32> into vector<2x4xf32>
  %1 = vector.extract %0[0] : vector<4xf32> from vector<2x4xf32>
  %2 = vector.extract %0[1] : vector<4xf32> from vector<2x4xf32>
  %3 = vector.extract %0[0, 1] : f32 from vector<2x4xf32>
  %4 = vector.insert %f, %b [0, 2] : f32 into vector<2x4xf32>
  %5 = vector.extract %4[0, 2] : f32 from vector<2x4xf32>
  %6 = vector.extract %4[0] : vector<4xf32> from vector<2x4xf32>
  return %1, %2, %3, %5, %6 : vector<4xf32>, vector<4xf32>, f32, f32, vector<4xf32>
}
// -----
func.func @v4(%f: f32, %g: f32) -> (f32, vector<4xf32>, f32, vector<2xf32>) {
  %0 = vector.from_elements %f, %g, %f, %g : vector<4xf32>
  %1 = vector.extract %0[1] : f32 from vector<4xf32>
  %2 = vector.from_elements %f, %f, %f, %f : vector<4xf32>
  %3:4 = vector.to_elements %0 : vector<4xf32>
  %4 = vector.extract_strided_slice %0 {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return %1, %2, %3#2, %4 : f32, vector<4xf32>, f32, vector<2xf32>
}
// -----
func.func @v5(%a: vector<4xf32>, %b: vector<4xf32>) -> (vector<4xf32>, vector<2xf32>, vector<4xf32>, vector<4xf32>, vector<2xf32>) {
  %0 = vector.shuffle %a, %b [0, 1, 2, 3] : vector<4xf32>, vector<4xf32>
  %1 = vector.shuffle %a, %b [0, 1] : vector<4xf32>, vector<4xf32>
  %2 = vector.shuffle %a, %b [4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
  %3 = vector.shuffle %a, %a [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %d = arith.constant dense<[5.0, 6.0, 7.0, 8.0]> : vector<4xf32>
  %4 = vector.shuffle %c, %d [0, 6] : vector<4xf32>, vector<4xf32>
  return %0, %1, %2, %3, %4 : vector<4xf32>, vector<2xf32>, vector<4xf32>, vector<4xf32>, vector<2xf32>
}
// -----
func.func @v6(%f: f32, %a: vector<4xf32>) -> (vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<8xf32>) {
  %s = vector.broadcast %f : f32 to vector<4xf32>
  %0 = vector.shuffle %s, %s [0, 1, 2, 3] : vector<4xf32>, vector<4xf32>
  %1 = vector.broadcast %s : vector<4xf32> to vector<2x4xf32>
  %2 = vector.broadcast %a : vector<4xf32> to vector<4xf32>
  %3 = vector.interleave %s, %s : vector<4xf32> -> vector<8xf32>
  return %0, %1, %2, %3 : vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<8xf32>
}
// -----
func.func @v7(%a: vector<2x4xf32>, %f: f32, %k: vector<1x4xf32>) -> (vector<4x2xf32>, vector<2x4xf32>, vector<4x2xf32>, vector<4x1xf32>) {
  %s = vector.broadcast %f : f32 to vector<2x4xf32>
  %0 = vector.transpose %s, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %1 = vector.transpose %a, [0, 1] : vector<2x4xf32> to vector<2x4xf32>
  %c = arith.constant dense<2.0> : vector<2x4xf32>
  %2 = vector.transpose %c, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %3 = vector.transpose %k, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  return %0, %1, %2, %3 : vector<4x2xf32>, vector<2x4xf32>, vector<4x2xf32>, vector<4x1xf32>
}
// -----
func.func @v8(%a: vector<2x4xf32>, %b: vector<2xf32>) -> (vector<2x4xf32>, vector<2x4xf32>, vector<1x2xf32>, vector<4xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [0, 0], sizes = [2, 4], strides = [1, 1]} : vector<2x4xf32> to vector<2x4xf32>
  %1 = vector.insert_strided_slice %b, %a {offsets = [0, 1], strides = [1]} : vector<2xf32> into vector<2x4xf32>
  %c = arith.constant dense<2.0> : vector<2x4xf32>
  %2 = vector.extract_strided_slice %c {offsets = [1, 1], sizes = [1, 2], strides = [1, 1]} : vector<2x4xf32> to vector<1x2xf32>
  %3 = vector.insert_strided_slice %a, %a {offsets = [0, 0], strides = [1, 1]} : vector<2x4xf32> into vector<2x4xf32>
  %4 = vector.extract %1[1] : vector<4xf32> from vector<2x4xf32>
  return %0, %3, %2, %4 : vector<2x4xf32>, vector<2x4xf32>, vector<1x2xf32>, vector<4xf32>
}
// -----
func.func @v9(%m: memref<8x16xf32>, %i: index, %f: f32, %v: vector<4xf32>, %d: memref<?x?xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c14 = arith.constant 14 : index
  %0 = vector.transfer_read %m[%i, %c0], %f : memref<8x16xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %c14], %f : memref<8x16xf32>, vector<4xf32>
  %2 = vector.transfer_read %d[%i, %c0], %f : memref<?x?xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%i, %c0] : vector<4xf32>, memref<8x16xf32>
  vector.transfer_write %v, %m[%c0, %i] : vector<4xf32>, memref<8x16xf32>
  return %0, %1, %2 : vector<4xf32>, vector<4xf32>, vector<4xf32>
}
// -----
func.func @v10(%t: tensor<8x16xf32>, %i: index, %f: f32, %v: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%i, %c0] {in_bounds = [true]} : vector<4xf32>, tensor<8x16xf32>
  %1 = vector.transfer_read %0[%i, %c0], %f {in_bounds = [true]} : tensor<8x16xf32>, vector<4xf32>
  %2 = vector.transfer_write %v, %0[%i, %c0] {in_bounds = [true]} : vector<4xf32>, tensor<8x16xf32>
  %e = vector.transfer_read %t[%i, %c0], %f {in_bounds = [true]} : tensor<8x16xf32>, vector<4xf32>
  %3 = vector.transfer_write %e, %t[%i, %c0] {in_bounds = [true]} : vector<4xf32>, tensor<8x16xf32>
  return %1, %e, %2, %3 : vector<4xf32>, vector<4xf32>, tensor<8x16xf32>, tensor<8x16xf32>
}
// -----
func.func @v11(%m: memref<4xf32>, %c: memref<8xf32>, %i: index, %p: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %t = arith.constant dense<true> : vector<4xi1>
  %n = arith.constant dense<false> : vector<4xi1>
  %0 = vector.maskedload %c[%i], %t, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.maskedload %c[%i], %n, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %c[%i], %t, %p : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %c[%i], %n, %p : memref<8xf32>, vector<4xi1>, vector<4xf32>
  %2 = vector.expandload %c[%i], %t, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %c[%i], %t, %p : memref<8xf32>, vector<4xi1>, vector<4xf32>
  return %0, %1, %2 : vector<4xf32>, vector<4xf32>, vector<4xf32>
}
// -----
func.func @v12(%c: memref<8xf32>, %i: index, %x: vector<4xindex>, %p: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %t = arith.constant dense<true> : vector<4xi1>
  %n = arith.constant dense<false> : vector<4xi1>
  %k = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
  %0 = vector.gather %c[%i] [%k], %t, %p : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.gather %c[%i] [%x], %n, %p : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %c[%i] [%k], %t, %p : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  vector.scatter %c[%i] [%x], %n, %p : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}
// -----
func.func @v13(%a: vector<1xf32>, %b: vector<4xf32>, %f: f32) -> (f32, f32, vector<4xf32>, vector<1xf32>) {
  %0 = vector.reduction <add>, %a : vector<1xf32> into f32
  %1 = vector.reduction <add>, %a, %f : vector<1xf32> into f32
  %c0 = arith.constant dense<true> : vector<1x4xi1>
  %s = vector.shape_cast %b : vector<4xf32> to vector<1x4xf32>
  %2 = vector.multi_reduction <add>, %s, %b [0] : vector<1x4xf32> to vector<4xf32>
  %4 = vector.extract %a[0] : f32 from vector<1xf32>
  %5 = vector.broadcast %4 : f32 to vector<1xf32>
  return %0, %1, %2, %5 : f32, f32, vector<4xf32>, vector<1xf32>
}
// -----
func.func @v14(%n: index) -> (vector<4xi1>, vector<4xi1>, vector<2x4xi1>, vector<4xi1>, vector<4xi1>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %0 = vector.create_mask %c2 : vector<4xi1>
  %1 = vector.create_mask %c9 : vector<4xi1>
  %2 = vector.create_mask %c0, %n : vector<2x4xi1>
  %3 = vector.constant_mask [4] : vector<4xi1>
  %4 = vector.extract %2[1] : vector<4xi1> from vector<2x4xi1>
  return %0, %1, %2, %3, %4 : vector<4xi1>, vector<4xi1>, vector<2x4xi1>, vector<4xi1>, vector<4xi1>
}
// -----
func.func @v15(%n: index) -> (vector<4xi1>, vector<2x2xi1>, vector<4x1xi1>, i1) {
  %m = vector.constant_mask [1, 3] : vector<2x4xi1>
  %0 = vector.extract %m[0] : vector<4xi1> from vector<2x4xi1>
  %1 = vector.extract_strided_slice %m {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi1> to vector<2x2xi1>
  %k = vector.create_mask %n : vector<4xi1>
  %2 = vector.shape_cast %k : vector<4xi1> to vector<4x1xi1>
  %3 = vector.extract %m[1, 1] : i1 from vector<2x4xi1>
  return %0, %1, %2, %3 : vector<4xi1>, vector<2x2xi1>, vector<4x1xi1>, i1
}
// -----
func.func @v16(%a: vector<4xf32>, %f: f32, %g: vector<f32>, %h: vector<1x1xf32>) -> (vector<2x2xf32>, vector<1xf32>, f32, vector<1xf32>, vector<4xi32>, vector<4xf32>) {
  %0 = vector.shape_cast %a : vector<4xf32> to vector<1x4xf32>
  %1 = vector.shape_cast %0 : vector<1x4xf32> to vector<2x2xf32>
  %2 = vector.broadcast %f : f32 to vector<f32>
  %3 = vector.shape_cast %2 : vector<f32> to vector<1xf32>
  %4 = vector.extract %g[] : f32 from vector<f32>
  %5 = vector.shape_cast %h : vector<1x1xf32> to vector<1xf32>
  %6 = vector.bitcast %a : vector<4xf32> to vector<4xi32>
  %7 = vector.bitcast %6 : vector<4xi32> to vector<4xf32>
  return %1, %3, %4, %5, %6, %7 : vector<2x2xf32>, vector<1xf32>, f32, vector<1xf32>, vector<4xi32>, vector<4xf32>
}
// -----
// DIFFERS: a scalar that is inserted into a broadcast of it is the broadcast here.
func.func @v17(%f: f32, %g: f32, %v: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<2xf32>, vector<4xf32>) {
  %c = arith.constant dense<0.0> : vector<4xf32>
  %k = arith.constant 1.0 : f32
  %0 = vector.insert %k, %c [2] : f32 into vector<4xf32>
  %1 = vector.insert %f, %v [1] : f32 into vector<4xf32>
  %2 = vector.insert %g, %1 [1] : f32 into vector<4xf32>
  %p = ub.poison : vector<2xf32>
  %3 = vector.insert %f, %p [0] : f32 into vector<2xf32>
  %4 = vector.insert %g, %3 [1] : f32 into vector<2xf32>
  %s = vector.broadcast %f : f32 to vector<4xf32>
  %5 = vector.insert %f, %s [3] : f32 into vector<4xf32>
  return %0, %2, %4, %5 : vector<4xf32>, vector<4xf32>, vector<2xf32>, vector<4xf32>
}
// -----
func.func @v18(%a: vector<4xf32>, %b: vector<4x4xf32>, %i: index) -> (f32, vector<4x4xf32>, vector<4xf32>, vector<4xf32>) {
  %c1 = arith.constant 1 : index
  %0 = vector.extract %a[%c1] : f32 from vector<4xf32>
  %1 = vector.insert %a, %b [%c1] : vector<4xf32> into vector<4x4xf32>
  %p = ub.poison : vector<4x4xf32>
  %2 = vector.extract %p[%i] : vector<4xf32> from vector<4x4xf32>
  %3 = vector.extract %b[-1] : vector<4xf32> from vector<4x4xf32>
  return %0, %1, %2, %3 : f32, vector<4x4xf32>, vector<4xf32>, vector<4xf32>
}
// -----
// DIFFERS: a sum does not become the start of a contraction here, which would change the order of its additions.
func.func @v19(%a: vector<4x8xf32>, %b: vector<8x4xf32>, %c: vector<4x4xf32>) -> (vector<4x4xf32>, vector<4x4xf32>) {
  %z = arith.constant dense<0.0> : vector<4x4xf32>
  %0 = vector.contract {indexing_maps = [affine_map<(i,j,k)->(i,k)>, affine_map<(i,j,k)->(k,j)>, affine_map<(i,j,k)->(i,j)>], iterator_types = ["parallel","parallel","reduction"], kind = #vector.kind<add>} %a, %b, %z : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32>
  %1 = arith.addf %0, %c : vector<4x4xf32>
  return %1, %0 : vector<4x4xf32>, vector<4x4xf32>
}
// -----
func.func @v20(%a: vector<4xf32>, %m: memref<4xf32>, %mc: memref<?xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %k = memref.cast %m : memref<4xf32> to memref<?xf32>
  %0 = vector.load %k[%c0] : memref<?xf32>, vector<4xf32>
  vector.store %a, %k[%c0] : memref<?xf32>, vector<4xf32>
  %f = arith.constant 0.0 : f32
  %1 = vector.transfer_read %k[%c0], %f : memref<?xf32>, vector<4xf32>
  vector.transfer_write %a, %k[%c0] : vector<4xf32>, memref<?xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}
// -----
func.func @v21(%t: tensor<4xf32>, %a: vector<4xf32>, %u: tensor<?xf32>) -> (tensor<4xf32>, tensor<?xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  %0 = vector.transfer_write %a, %t[%c0] : vector<4xf32>, tensor<4xf32>
  %c = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %1 = vector.transfer_write %a, %c[%c0] : vector<4xf32>, tensor<?xf32>
  %s = tensor.extract_slice %u[2] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %2 = vector.transfer_read %s[%c0], %f {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<?xf32>, vector<4xf32>
}
// -----
func.func @v22(%a: vector<2x3xf32>) -> (vector<6xf32>, vector<3x2xf32>, vector<2x3xf32>, vector<1x2x3xf32>, vector<3xf32>) {
  %0 = vector.shape_cast %a : vector<2x3xf32> to vector<1x2x3xf32>
  %1 = vector.shape_cast %0 : vector<1x2x3xf32> to vector<6xf32>
  %2 = vector.transpose %0, [2, 1, 0] : vector<1x2x3xf32> to vector<3x2x1xf32>
  %3 = vector.shape_cast %2 : vector<3x2x1xf32> to vector<3x2xf32>
  %4 = vector.transpose %0, [1, 0, 2] : vector<1x2x3xf32> to vector<2x1x3xf32>
  %5 = vector.shape_cast %4 : vector<2x1x3xf32> to vector<2x3xf32>
  %6 = vector.broadcast %a : vector<2x3xf32> to vector<1x2x3xf32>
  %7 = vector.extract %6[0, 1] : vector<3xf32> from vector<1x2x3xf32>
  return %1, %3, %5, %6, %7 : vector<6xf32>, vector<3x2xf32>, vector<2x3xf32>, vector<1x2x3xf32>, vector<3xf32>
}
// -----
func.func @v23(%a: vector<[4]xf32>, %n: index) -> (vector<[4]xi1>, index, vector<[4]xf32>) {
  %c4 = arith.constant 4 : index
  %vs = vector.vscale
  %k = arith.muli %c4, %vs : index
  %0 = vector.create_mask %k : vector<[4]xi1>
  %f = arith.constant dense<1.0> : vector<[4]xf32>
  %1 = vector.scalable.insert %a, %f[0] : vector<[4]xf32> into vector<[4]xf32>
  return %0, %vs, %1 : vector<[4]xi1>, index, vector<[4]xf32>
}
// -----
func.func @v24(%a: vector<4xf32>, %m: vector<4xi1>, %i: index) -> (vector<4xf32>, vector<4xf32>, vector<8xf32>, vector<4xf32>) {
  %t = vector.constant_mask [4] : vector<4xi1>
  %0 = vector.mask %t { vector.reduction <add>, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
  %1 = vector.broadcast %0 : f32 to vector<4xf32>
  %2:2 = vector.deinterleave %a : vector<4xf32> -> vector<2xf32>
  %3 = vector.interleave %2#0, %2#1 : vector<2xf32> -> vector<4xf32>
  %4 = vector.interleave %a, %a : vector<4xf32> -> vector<8xf32>
  %5 = vector.step : vector<4xindex>
  return %1, %3, %4, %a : vector<4xf32>, vector<4xf32>, vector<8xf32>, vector<4xf32>
}
// -----
// DIFFERS: mlir-opt leaves the second operand out, which is the start of the reduction.
func.func @no_dimension_reduced(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.multi_reduction <add>, %a, %b [] : vector<4xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}
