// FLAGS: --flatten-memref
// FLAGS: --flatten-memref --canonicalize

func.func @accesses(%m: memref<4x8x<<k:3|1>>xf32>, %i: index, %j: index) -> f32 {
  %c2 = arith.constant 2 : index
  %0 = memref.load %m[%i, <<%j|%c2>>, %i] {nontemporal = <<true|false>>} : memref<4x8x<<k>>xf32>
  memref.store %0, %m[%j, %i, <<%j|%c2>>] {alignment = 16 : i64, nontemporal = true} : memref<4x8x<<k>>xf32>
  return %0 : f32
}
// -----
func.func @vectors(%m: memref<4x8xf32, strided<[<<s:16|8>>, 1]>>, %i: index, %j: index, %v: vector<4xf32>, %mask: vector<4xi1>) {
  %w = vector.load %m[%i, %j] {nontemporal = true} : memref<4x8xf32, strided<[<<s>>, 1]>>, vector<4xf32>
  vector.store %w, %m[%i, %j] {alignment = 16 : i64, nontemporal = true} : memref<4x8xf32, strided<[<<s>>, 1]>>, vector<4xf32>
  %y = vector.maskedload %m[%i, %j], %mask, %v : memref<4x8xf32, strided<[<<s>>, 1]>>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %j], %mask, %y : memref<4x8xf32, strided<[<<s>>, 1]>>, vector<4xi1>, vector<4xf32>
  return
}
// -----
func.func @beyond(%m: memref<4x8xf32>, %i: index, %j: index, %x: f32) {
  %q = vector.transfer_read %m[%i, %j], %x : memref<4x8xf32>, vector<4xf32>
  vector.transfer_write %q, %m[%i, %j] : vector<4xf32>, memref<4x8xf32>
  %p = vector.transfer_read %m[%i, %j], %x {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<4x8xf32>, vector<4xf32>
  vector.transfer_write %p, %m[%i, %j] : vector<4xf32>, memref<4x8xf32>
  return
}
// -----
// DIFFERS: upstream forgets that the transfers are within the bounds.
func.func @transfers(%m: memref<4x8xf32>, %i: index, %j: index, %x: f32) {
  %z = vector.transfer_read %m[%i, %j], %x {in_bounds = [true]} : memref<4x8xf32>, vector<4xf32>
  vector.transfer_write %z, %m[%i, %j] {in_bounds = [true]}: vector<4xf32>, memref<4x8xf32>
  return
}
// -----
// DIFFERS: upstream forgets the mask.
func.func @masked(%m: memref<4x8xf32>, %i: index, %j: index, %x: f32, %mask: vector<4xi1>) {
  %z = vector.transfer_read %m[%i, %j], %x, %mask {in_bounds = [true]} : memref<4x8xf32>, vector<4xf32>
  vector.transfer_write %z, %m[%i, %j], %mask {in_bounds = [true]}: vector<4xf32>, memref<4x8xf32>
  return
}
// -----
// DIFFERS: elements of the vector are two apart, those that upstream reads are neighbours.
func.func @apart(%m: memref<4x8xf32, strided<[16, 2]>>, %i: index, %j: index, %x: f32) -> vector<4xf32> {
  %z = vector.transfer_read %m[%i, %j], %x {in_bounds = [true]} : memref<4x8xf32, strided<[16, 2]>>, vector<4xf32>
  return %z : vector<4xf32>
}
// -----
func.func @dynamic(%m: memref<?x?x3x<<t:f32|i1>>, strided<[?, ?, 1], offset: ?>>, %i: index, %j: index, %k: index) -> <<t>> {
  %0 = memref.load %m[%i, %j, %k] : memref<?x?x3x<<t>>, strided<[?, ?, 1], offset: ?>>
  memref.store %0, %m[%j, %k, %i] : memref<?x?x3x<<t>>, strided<[?, ?, 1], offset: ?>>
  return %0 : <<t>>
}
// -----
func.func @twice(%m: memref<?x?x3xf32, strided<[?, ?, 1], offset: ?>>, %i: index, %j: index) -> f32 {
  %0 = memref.load %m[%i, %j, %i] : memref<?x?x3xf32, strided<[?, ?, 1], offset: ?>>
  memref.store %0, %m[%j, %i, <<%j|%i>>] : memref<?x?x3xf32, strided<[?, ?, 1], offset: ?>>
  return %0 : f32
}
// -----
func.func @half_dynamic(%m: memref<?x<<n:4|?>>xf32>, %i: index, %j: index) -> f32 {
  %0 = memref.load %m[%i, %j] : memref<?x<<n>>xf32>
  memref.store %0, %m[%j, %i] : memref<?x<<n>>xf32>
  return %0 : f32
}
// -----
func.func @composed(%m: memref<8x4xf32>, %i: index, %j: index) -> f32 {
  %a = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%j]
  %0 = memref.load %m[%a, <<%j|%a>>] : memref<8x4xf32>
  affine.for %k = 0 to 4 {
    memref.store %0, %m[%k, <<%a|%k>>] : memref<8x4xf32>
  }
  return %0 : f32
}
// -----
func.func @allocations(%n: index, %i: index) -> f32 {
  %m = memref.alloc() {alignment = 64 : i64} : memref<<<4x8|4x0|2x3x4>>xf32>
  %k = memref.alloc() : memref<4x8xf32>
  %a = memref.alloca() : memref<4x8xf32, strided<[16, 1]>>
  %0 = memref.load %k[%i, %i] : memref<4x8xf32>
  memref.store %0, %a[%i, %i] : memref<4x8xf32, strided<[16, 1]>>
  memref.dealloc %k : memref<4x8xf32>
  return %0 : f32
}
// -----
func.func @few_dimensions(%m: memref<?xf32>, %c: memref<f32>, %i: index) -> f32 {
  %0 = memref.load %m[%i] : memref<?xf32>
  memref.store %0, %c[] : memref<f32>
  %a = memref.alloc() : memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
  memref.store %0, %a[%i, %i] : memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
  return %0 : f32
}
