// FLAGS: --fold-memref-alias-ops
// FLAGS: --fold-memref-alias-ops --canonicalize

func.func @elements(%m: memref<<<n:8|?>>x16xf32>, %i: index, %j: index, %k: index, %x: f32) -> f32 {
  %s = memref.subview %m[<<%i|%k>>, 2] [4, 4] [%k, 3] : memref<<<n>>x16xf32> to memref<4x4xf32, strided<[?, 3], offset: ?>>
  %v = memref.load %s[%i, <<%j|%i>>] : memref<4x4xf32, strided<[?, 3], offset: ?>>
  memref.store %x, %s[%j, %i] {nontemporal = <<true|false>>} : memref<4x4xf32, strided<[?, 3], offset: ?>>
  return %v : f32
}
// -----
func.func @static(%m: memref<8x16xf32>, %i: index, %j: index, %x: f32) -> f32 {
  %c2 = arith.constant 2 : index
  %s = memref.subview %m[1, 2] [4, 4] [2, 3] : memref<8x16xf32> to memref<4x4xf32, strided<[32, 3], offset: 18>>
  %v = memref.load %s[<<%i|%c2>>, <<%j|%c2>>] : memref<4x4xf32, strided<[32, 3], offset: 18>>
  return %v : f32
}
// -----
func.func @dropped(%m: memref<8x16x4xf32>, %i: index, %j: index, %x: f32) -> f32 {
  %s = memref.subview %m[%i, 2, 1] [1, 4, 1] [1, 1, 1] : memref<8x16x4xf32> to memref<4xf32, strided<[4], offset: ?>>
  %c1 = arith.constant 1 : index
  %a = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%j)
  %v = memref.load %s[<<%i|%c1|%a>>] : memref<4xf32, strided<[4], offset: ?>>
  memref.store %x, %s[<<%i|%c1|%a>>] : memref<4xf32, strided<[4], offset: ?>>
  return %v : f32
}
// -----
func.func @chain(%m: memref<32x<<r:32|48>>xf32>, %i: index, %j: index, %x: f32) -> f32 {
  %s = memref.subview %m[%i, 2] [16, 16] [1, 1] : memref<32x<<r>>xf32> to memref<16x16xf32, strided<[<<r>>, 1], offset: ?>>
  %t = memref.subview %s[%j, %i] [4, 4] [1, 1] : memref<16x16xf32, strided<[<<r>>, 1], offset: ?>> to memref<4x4xf32, strided<[<<r>>, 1], offset: ?>>
  %u = memref.subview %t[1, <<1|0>>] [1, 2] [1, 2] : memref<4x4xf32, strided<[<<r>>, 1], offset: ?>> to memref<2xf32, strided<[2], offset: ?>>
  %v = memref.load %u[%i] : memref<2xf32, strided<[2], offset: ?>>
  return %v : f32
}
// -----
func.func @views_only(%m: memref<32x32xf32>, %i: index, %j: index, %n: index) -> memref<?x4xf32, strided<[32, 1], offset: ?>> {
  %s = memref.subview %m[%i, 2] [16, %n] [1, 1] : memref<32x32xf32> to memref<16x?xf32, strided<[32, 1], offset: ?>>
  %t = memref.subview %s[%j, <<%i|3>>] [%n, 4] [1, 1] : memref<16x?xf32, strided<[32, 1], offset: ?>> to memref<?x4xf32, strided<[32, 1], offset: ?>>
  return %t : memref<?x4xf32, strided<[32, 1], offset: ?>>
}
// -----
func.func @dropped_views(%m: memref<32x32x8xf32>, %i: index, %j: index, %n: index) -> memref<?xf32, strided<[8], offset: ?>> {
  %s = memref.subview %m[%i, 2, %j] [1, %n, 1] [1, 1, 1] : memref<32x32x8xf32> to memref<?x1xf32, strided<[8, 1], offset: ?>>
  %t = memref.subview %s[%j, 0] [%n, 1] [1, 1] : memref<?x1xf32, strided<[8, 1], offset: ?>> to memref<?xf32, strided<[8], offset: ?>>
  return %t : memref<?xf32, strided<[8], offset: ?>>
}
// -----
func.func @affine(%m: memref<32x32xf32>, %n: index, %x: f32) {
  %s = memref.subview %m[%n, 2] [16, 16] [1, 1] : memref<32x32xf32> to memref<16x16xf32, strided<[32, 1], offset: ?>>
  affine.for %i = 0 to 16 {
    %v = affine.load %s[%i, 2 * %i + symbol(%n)] : memref<16x16xf32, strided<[32, 1], offset: ?>>
    affine.store %v, %s[%i, <<3|%i + 1|%i floordiv 2>>] : memref<16x16xf32, strided<[32, 1], offset: ?>>
  }
  return
}
// -----
func.func @expand(%m: memref<32x16xf32>, %i: index, %j: index, %k: index, %x: f32) -> f32 {
  %e = memref.expand_shape %m [[0, 1], [2]] output_shape [4, 8, 16] : memref<32x16xf32> into memref<4x8x16xf32>
  %v = memref.load %e[%i, %j, %k] : memref<4x8x16xf32>
  memref.store %x, %e[%i, %j, %k] : memref<4x8x16xf32>
  return %v : f32
}
// -----
func.func @expand_dynamic(%m: memref<?x?xf32, strided<[?, 1], offset: ?>>, %i: index, %j: index, %k: index, %x: f32) -> f32 {
  %e = memref.expand_shape %m [[0, 1, 2], [3]] output_shape [2, %i, 3, %k] : memref<?x?xf32, strided<[?, 1], offset: ?>> into memref<2x?x3x?xf32, strided<[?, ?, ?, 1], offset: ?>>
  %v = memref.load %e[%i, %j, <<%k|%i>>, %j] : memref<2x?x3x?xf32, strided<[?, ?, ?, 1], offset: ?>>
  return %v : f32
}
// -----
func.func @expand_scalar(%m: memref<f32>, %i: index, %x: f32) -> f32 {
  %e = memref.expand_shape %m [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  %v = memref.load %e[%i, %i] : memref<1x1xf32>
  memref.store %x, %e[%i, %i] : memref<1x1xf32>
  return %v : f32
}
// -----
func.func @collapse(%m: memref<4x8x<<k:16|?>>xf32>, %i: index, %j: index, %x: f32) -> f32 {
  %e = memref.collapse_shape %m [[0, 1], [2]] : memref<4x8x<<k>>xf32> into memref<32x<<k>>xf32>
  %v = memref.load %e[%i, %j] : memref<32x<<k>>xf32>
  memref.store %x, %e[%j, %i] : memref<32x<<k>>xf32>
  return %v : f32
}
// -----
func.func @collapse_dynamic(%m: memref<?x8x?xf32>, %i: index, %j: index, %x: f32) -> f32 {
  %e = memref.collapse_shape %m [[0, 1], [2]] : memref<?x8x?xf32> into memref<?x?xf32>
  %v = memref.load %e[%i, <<%j|%i>>] : memref<?x?xf32>
  memref.store %x, %e[%j, %i] : memref<?x?xf32>
  return %v : f32
}
// -----
func.func @collapse_scalar(%m: memref<1x1xf32>, %x: f32) -> f32 {
  %e = memref.collapse_shape %m [] : memref<1x1xf32> into memref<f32>
  %v = memref.load %e[] : memref<f32>
  memref.store %x, %e[] : memref<f32>
  return %v : f32
}
// -----
func.func @vectors(%m: memref<8x<<r:16|32>>xf32>, %i: index, %j: index, %p: f32, %mask: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>) {
  %s = memref.subview %m[%i, 2] [4, 4] [1, 1] : memref<8x<<r>>xf32> to memref<4x4xf32, strided<[<<r>>, 1], offset: ?>>
  %v = vector.load %s[%i, %j] : memref<4x4xf32, strided<[<<r>>, 1], offset: ?>>, vector<4xf32>
  vector.store %v, %s[%j, %i] : memref<4x4xf32, strided<[<<r>>, 1], offset: ?>>, vector<4xf32>
  %w = vector.maskedload %s[%i, %j], %mask, %v : memref<4x4xf32, strided<[<<r>>, 1], offset: ?>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %s[%i, %j], %mask, %w : memref<4x4xf32, strided<[<<r>>, 1], offset: ?>>, vector<4xi1>, vector<4xf32>
  return %v, %w : vector<4xf32>, vector<4xf32>
}
// -----
// DIFFERS: upstream forgets the alignment, which is that of the same address.
func.func @alignment(%m: memref<8x16xf32>, %i: index, %j: index, %x: f32) -> f32 {
  %s = memref.subview %m[1, 2] [4, 4] [2, 3] : memref<8x16xf32> to memref<4x4xf32, strided<[32, 3], offset: 18>>
  %v = memref.load %s[%i, %j] {alignment = 16 : i64} : memref<4x4xf32, strided<[32, 3], offset: 18>>
  return %v : f32
}
// -----
// DIFFERS: upstream forgets that the memory is not used again soon.
func.func @nontemporal(%m: memref<8x16xf32>, %i: index, %j: index, %v: vector<4xf32>) {
  %s = memref.subview %m[%i, 2] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
  vector.store %v, %s[%j, %i] {nontemporal = true} : memref<4x4xf32, strided<[16, 1], offset: ?>>, vector<4xf32>
  return
}
// -----
// DIFFERS: the last dimension ends after four elements, where upstream goes on with the next row.
func.func @beyond_the_row(%m: memref<32x16xf32>, %i: index, %j: index, %k: index, %p: f32) -> vector<4xf32> {
  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [32, 4, 4] : memref<32x16xf32> into memref<32x4x4xf32>
  %v = vector.transfer_read %e[%i, %j, %k], %p : memref<32x4x4xf32>, vector<4xf32>
  return %v : vector<4xf32>
}
// -----
// DIFFERS: rows of the expanded buffer are four elements apart, those that upstream reads sixteen.
func.func @other_rows(%m: memref<32x16xf32>, %i: index, %j: index, %k: index, %p: f32) -> vector<2x4xf32> {
  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [32, 4, 4] : memref<32x16xf32> into memref<32x4x4xf32>
  %v = vector.<<transfer_read %e[%i, %j, %k], %p {in_bounds = [true, true]}|load %e[%i, %j, %k]>> : memref<32x4x4xf32>, vector<2x4xf32>
  return %v : vector<2x4xf32>
}
// -----
// DIFFERS: rows of the collapsed buffer are 64 elements apart, those that upstream reads sixteen.
func.func @other_rows_collapsed(%m: memref<8x4x16xf32>, %i: index, %j: index) -> vector<2x4xf32> {
  %e = memref.collapse_shape %m [[0], [1, 2]] : memref<8x4x16xf32> into memref<8x64xf32>
  %v = vector.load %e[%i, %j] : memref<8x64xf32>, vector<2x4xf32>
  return %v : vector<2x4xf32>
}
// -----
func.func @transfers(%m: memref<8x16x4xf32>, %i: index, %j: index, %p: f32) -> vector<4xf32> {
  %s = memref.subview %m[%i, 2, 0] [4, 1, 4] [1, 1, 1] : memref<8x16x4xf32> to memref<4x4xf32, strided<[64, 1], offset: ?>>
  %v = vector.transfer_read %s[%i, %j], %p {permutation_map = affine_map<(d0, d1) -> (<<d0|d1|0>>)>, in_bounds = [<<true|false>>]} : memref<4x4xf32, strided<[64, 1], offset: ?>>, vector<4xf32>
  vector.transfer_write %v, %s[%j, %i] {permutation_map = affine_map<(d0, d1) -> (<<d0|d1>>)>, in_bounds = [<<true|false>>]} : vector<4xf32>, memref<4x4xf32, strided<[64, 1], offset: ?>>
  return %v : vector<4xf32>
}
// -----
func.func @transfers_with_strides(%m: memref<8x16xf32>, %i: index, %j: index, %p: f32) -> vector<4xf32> {
  %s = memref.subview %m[%i, 2] [4, 4] [2, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[32, 1], offset: ?>>
  %v = vector.transfer_read %s[%i, %j], %p {in_bounds = [true]} : memref<4x4xf32, strided<[32, 1], offset: ?>>, vector<4xf32>
  vector.transfer_write %v, %s[%j, %i] {in_bounds = [true]} : vector<4xf32>, memref<4x4xf32, strided<[32, 1], offset: ?>>
  return %v : vector<4xf32>
}
// -----
func.func @masked_transfers(%m: memref<8x16xf32>, %i: index, %j: index, %p: f32, %mask: vector<4xi1>) -> vector<4xf32> {
  %s = memref.subview %m[%i, 2] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
  %v = vector.transfer_read %s[%i, %j], %p, %mask {in_bounds = [<<true|false>>]} : memref<4x4xf32, strided<[16, 1], offset: ?>>, vector<4xf32>
  vector.transfer_write %v, %s[%j, %i], %mask {in_bounds = [true]} : vector<4xf32>, memref<4x4xf32, strided<[16, 1], offset: ?>>
  return %v : vector<4xf32>
}
// -----
func.func @vectors_outer(%m: memref<32x16xf32>, %i: index, %j: index, %k: index, %p: f32, %mask: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>) {
  %e = memref.expand_shape %m [[0, 1], [2]] output_shape [4, 8, 16] : memref<32x16xf32> into memref<4x8x16xf32>
  %v = vector.load %e[%i, %j, %k] : memref<4x8x16xf32>, vector<4xf32>
  vector.store %v, %e[%i, %j, %k] : memref<4x8x16xf32>, vector<4xf32>
  %w = vector.maskedload %e[%i, %j, %k], %mask, %v : memref<4x8x16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %e[%i, %j, %k], %mask, %w : memref<4x8x16xf32>, vector<4xi1>, vector<4xf32>
  %r = vector.transfer_read %e[%i, %j, %k], %p {in_bounds = [<<true|false>>]} : memref<4x8x16xf32>, vector<4xf32>
  vector.transfer_write %r, %e[%i, %j, %k] {in_bounds = [<<true|false>>]} : vector<4xf32>, memref<4x8x16xf32>
  %q = vector.transfer_read %e[%i, %j, %k], %p, %mask {in_bounds = [true]} : memref<4x8x16xf32>, vector<4xf32>
  vector.transfer_write %q, %e[%i, %j, %k], %mask {in_bounds = [true]} : vector<4xf32>, memref<4x8x16xf32>
  return %v, %w : vector<4xf32>, vector<4xf32>
}
// -----
func.func @vectors_inner(%m: memref<32x16xf32>, %i: index, %j: index, %k: index, %p: f32, %mask: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>) {
  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [32, 4, 4] : memref<32x16xf32> into memref<32x4x4xf32>
  %v = vector.load %e[%i, %j, %k] : memref<32x4x4xf32>, vector<4xf32>
  vector.store %v, %e[%i, %j, %k] : memref<32x4x4xf32>, vector<4xf32>
  %w = vector.maskedload %e[%i, %j, %k], %mask, %v : memref<32x4x4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %e[%i, %j, %k], %mask, %w : memref<32x4x4xf32>, vector<4xi1>, vector<4xf32>
  %r = vector.transfer_read %e[%i, %j, %k], %p {in_bounds = [true]} : memref<32x4x4xf32>, vector<4xf32>
  vector.transfer_write %r, %e[%i, %j, %k] {in_bounds = [<<true|false>>]} : vector<4xf32>, memref<32x4x4xf32>
  %q = vector.transfer_read %e[%i, %j, %k], %p, %mask {in_bounds = [true]} : memref<32x4x4xf32>, vector<4xf32>
  vector.transfer_write %q, %e[%i, %j, %k], %mask {in_bounds = [true]} : vector<4xf32>, memref<32x4x4xf32>
  return %v, %w : vector<4xf32>, vector<4xf32>
}
// -----
func.func @vectors_one(%m: memref<32x16xf32>, %i: index, %j: index, %k: index, %p: f32, %mask: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>) {
  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [32, 1, 16] : memref<32x16xf32> into memref<32x1x16xf32>
  %v = vector.load %e[%i, %j, %k] : memref<32x1x16xf32>, vector<4xf32>
  vector.store %v, %e[%i, %j, %k] : memref<32x1x16xf32>, vector<4xf32>
  %w = vector.maskedload %e[%i, %j, %k], %mask, %v : memref<32x1x16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %e[%i, %j, %k], %mask, %w : memref<32x1x16xf32>, vector<4xi1>, vector<4xf32>
  %r = vector.transfer_read %e[%i, %j, %k], %p {in_bounds = [<<true|false>>]} : memref<32x1x16xf32>, vector<4xf32>
  vector.transfer_write %r, %e[%i, %j, %k] {in_bounds = [<<true|false>>]} : vector<4xf32>, memref<32x1x16xf32>
  %q = vector.transfer_read %e[%i, %j, %k], %p, %mask {in_bounds = [true]} : memref<32x1x16xf32>, vector<4xf32>
  vector.transfer_write %q, %e[%i, %j, %k], %mask {in_bounds = [true]} : vector<4xf32>, memref<32x1x16xf32>
  return %v, %w : vector<4xf32>, vector<4xf32>
}
// -----
func.func @vectors_last_one(%m: memref<32x16xf32>, %i: index, %j: index, %k: index, %p: f32, %mask: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>) {
  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [32, 16, 1] : memref<32x16xf32> into memref<32x16x1xf32>
  %v = vector.load %e[%i, %j, %k] : memref<32x16x1xf32>, vector<4xf32>
  vector.store %v, %e[%i, %j, %k] : memref<32x16x1xf32>, vector<4xf32>
  %w = vector.maskedload %e[%i, %j, %k], %mask, %v : memref<32x16x1xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %e[%i, %j, %k], %mask, %w : memref<32x16x1xf32>, vector<4xi1>, vector<4xf32>
  %r = vector.transfer_read %e[%i, %j, %k], %p {in_bounds = [true]} : memref<32x16x1xf32>, vector<4xf32>
  vector.transfer_write %r, %e[%i, %j, %k] {in_bounds = [<<true|false>>]} : vector<4xf32>, memref<32x16x1xf32>
  %q = vector.transfer_read %e[%i, %j, %k], %p, %mask {in_bounds = [true]} : memref<32x16x1xf32>, vector<4xf32>
  vector.transfer_write %q, %e[%i, %j, %k], %mask {in_bounds = [true]} : vector<4xf32>, memref<32x16x1xf32>
  return %v, %w : vector<4xf32>, vector<4xf32>
}
// -----
func.func @vectors_collapse_outer(%m: memref<8x4x16xf32>, %i: index, %j: index, %k: index, %p: f32, %mask: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>) {
  %e = memref.collapse_shape %m [[0, 1], [2]] : memref<8x4x16xf32> into memref<32x16xf32>
  %v = vector.load %e[%i, %j] : memref<32x16xf32>, vector<4xf32>
  vector.store %v, %e[%i, %j] : memref<32x16xf32>, vector<4xf32>
  %w = vector.maskedload %e[%i, %j], %mask, %v : memref<32x16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %e[%i, %j], %mask, %w : memref<32x16xf32>, vector<4xi1>, vector<4xf32>
  %r = vector.transfer_read %e[%i, %j], %p {in_bounds = [<<true|false>>]} : memref<32x16xf32>, vector<4xf32>
  vector.transfer_write %r, %e[%i, %j] {in_bounds = [<<true|false>>]} : vector<4xf32>, memref<32x16xf32>
  %q = vector.transfer_read %e[%i, %j], %p, %mask {in_bounds = [true]} : memref<32x16xf32>, vector<4xf32>
  vector.transfer_write %q, %e[%i, %j], %mask {in_bounds = [true]} : vector<4xf32>, memref<32x16xf32>
  return %v, %w : vector<4xf32>, vector<4xf32>
}
// -----
func.func @vectors_collapse_inner(%m: memref<8x4x16xf32>, %i: index, %j: index, %k: index, %p: f32, %mask: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>) {
  %e = memref.collapse_shape %m [[0], [1, 2]] : memref<8x4x16xf32> into memref<8x64xf32>
  %v = vector.load %e[%i, %j] : memref<8x64xf32>, vector<4xf32>
  vector.store %v, %e[%i, %j] : memref<8x64xf32>, vector<4xf32>
  %w = vector.maskedload %e[%i, %j], %mask, %v : memref<8x64xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %e[%i, %j], %mask, %w : memref<8x64xf32>, vector<4xi1>, vector<4xf32>
  %r = vector.transfer_read %e[%i, %j], %p {in_bounds = [<<true|false>>]} : memref<8x64xf32>, vector<4xf32>
  vector.transfer_write %r, %e[%i, %j] {in_bounds = [<<true|false>>]} : vector<4xf32>, memref<8x64xf32>
  %q = vector.transfer_read %e[%i, %j], %p, %mask {in_bounds = [true]} : memref<8x64xf32>, vector<4xf32>
  vector.transfer_write %q, %e[%i, %j], %mask {in_bounds = [true]} : vector<4xf32>, memref<8x64xf32>
  return %v, %w : vector<4xf32>, vector<4xf32>
}
// -----
func.func @vectors_collapse_one(%m: memref<8x1x16xf32>, %i: index, %j: index, %k: index, %p: f32, %mask: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>) {
  %e = memref.collapse_shape %m [[0], [1, 2]] : memref<8x1x16xf32> into memref<8x16xf32>
  %v = vector.load %e[%i, %j] : memref<8x16xf32>, vector<4xf32>
  vector.store %v, %e[%i, %j] : memref<8x16xf32>, vector<4xf32>
  %w = vector.maskedload %e[%i, %j], %mask, %v : memref<8x16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %e[%i, %j], %mask, %w : memref<8x16xf32>, vector<4xi1>, vector<4xf32>
  %r = vector.transfer_read %e[%i, %j], %p {in_bounds = [<<true|false>>]} : memref<8x16xf32>, vector<4xf32>
  vector.transfer_write %r, %e[%i, %j] {in_bounds = [<<true|false>>]} : vector<4xf32>, memref<8x16xf32>
  %q = vector.transfer_read %e[%i, %j], %p, %mask {in_bounds = [true]} : memref<8x16xf32>, vector<4xf32>
  vector.transfer_write %q, %e[%i, %j], %mask {in_bounds = [true]} : vector<4xf32>, memref<8x16xf32>
  return %v, %w : vector<4xf32>, vector<4xf32>
}
// -----
func.func @planes(%m: memref<32x16xf32>, %i: index, %j: index, %k: index, %p: f32) -> vector<2x4xf32> {
  %e = memref.expand_shape %m [[0, 1], [2]] output_shape [4, 8, 16] : memref<32x16xf32> into memref<4x8x16xf32>
  %r = vector.transfer_read %e[%i, %j, %k], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1, d2) -> (<<d1, d2|d2, d1|d0, d2>>)>} : memref<4x8x16xf32>, vector<2x4xf32>
  vector.transfer_write %r, %e[%j, %i, %k] {in_bounds = [true, true]} : vector<2x4xf32>, memref<4x8x16xf32>
  return %r : vector<2x4xf32>
}
// -----
func.func @prefetch(%m: memref<8x16xf32>, %i: index, %j: index) {
  %s = memref.subview %m[%i, 2] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
  memref.prefetch %s[%i, %j], read, locality<3>, data : memref<4x4xf32, strided<[16, 1], offset: ?>>
  return
}
// -----
func.func @atomic(%m: memref<8x16xf32>, %i: index, %j: index, %x: f32) -> f32 {
  %s = memref.subview %m[%i, 2] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
  %v = memref.atomic_rmw addf %x, %s[%i, %j] : (f32, memref<4x4xf32, strided<[16, 1], offset: ?>>) -> f32
  return %v : f32
}
// -----
func.func @matrix(%m: memref<8x64xf16, 3>, %g: memref<8x64xf16>, %i: index, %j: index) -> vector<4x2xf16> {
  %s = memref.subview %m[%i, 2] [8, 8] [1, 1] : memref<8x64xf16, 3> to memref<8x8xf16, strided<[64, 1], offset: ?>, 3>
  %t = memref.subview %g[%i, 4] [8, 8] [1, 1] : memref<8x64xf16> to memref<8x8xf16, strided<[64, 1], offset: ?>>
  %v = nvgpu.ldmatrix %s[%i, %j] {numTiles = 4 : i32, transpose = false} : memref<8x8xf16, strided<[64, 1], offset: ?>, 3> -> vector<4x2xf16>
  %tok = nvgpu.device_async_copy %t[%i, %j], %s[%j, %i], 4 : memref<8x8xf16, strided<[64, 1], offset: ?>> to memref<8x8xf16, strided<[64, 1], offset: ?>, 3>
  nvgpu.device_async_wait %tok
  return %v : vector<4x2xf16>
}
