// FLAGS: --convert-vector-to-amx

// Values: sizes that fit and that do not, and types.
func.func @values(%a: vector<<<m:4|16|17>>x<<k:16|8|17>>x2x<<t:bf16|f16|i16>>>, %b: vector<<<k>>x<<n:4|16|32>>x2x<<t>>>, %c: vector<<<m>>x<<n>>x<<s:f32|f64>>>) -> vector<<<m>>x<<n>>x<<s>>> {
  %0 = vector.contract {indexing_maps = [
    affine_map<(m, n, k, v) -> (m, k, v)>, affine_map<(m, n, k, v) -> (k, n, v)>, affine_map<(m, n, k, v) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<<<add|mul>>>} %a, %b, %c
      : vector<<<m>>x<<k>>x2x<<t>>>, vector<<<k>>x<<n>>x2x<<t>>> into vector<<<m>>x<<n>>x<<s>>>
  return %0 : vector<<<m>>x<<n>>x<<s>>>
}

// -----

// Maps that are others.
func.func @maps(%a: vector<4x4x4xi8>, %b: vector<4x4x4xi8>, %c: vector<4x4xi32>, %i: index) -> vector<4x4xi32> {
  %r = scf.for %j = %i to %i step %i iter_args(%x = %c) -> vector<4x4xi32> {
    %0 = vector.contract {indexing_maps = [
      affine_map<(<<d:m, n, k, v|v, m, n, k>>) -> (<<x:m, k, v|k, m, v>>)>, affine_map<(<<d>>) -> (<<y:k, n, v|n, k, v|v, n, k>>)>, affine_map<(<<d>>) -> (<<z:m, n|n, m>>)>
    ], iterator_types = [<<i:"parallel", "parallel", "reduction", "reduction"|"reduction", "parallel", "parallel", "reduction">>], kind = #vector.kind<add>} %a, %b, %x
        : vector<4x4x4xi8>, vector<4x4x4xi8> into vector<4x4xi32>
    scf.yield %0 : vector<4x4xi32>
  }
  return %r : vector<4x4xi32>
}

// -----

// Memory: with which layouts it is a tile.
func.func @factors(%a: memref<<<a:4x16x4xi8|?x16x4xi8|4x32x4xi8|4x?x4xi8|4x16x8xi8|4x16x4xi8, strided<[?, 4, 1]>|4x16x4xi8, strided<[128, 4, 1], offset: 3>|4x16x4xi8, strided<[?, ?, 1]>|4x8x4xi8>>>, %b: memref<3x?x16x4xi8>, %c: memref<4x16xi32>, %i: index, %z: i8, %s: i32) {
  %x = vector.transfer_read %a[%i, %i, %i], %z {in_bounds = [true, true, <<true|false>>]} : memref<<<a>>>, vector<4x16x4xi8>
  %y = vector.transfer_read %b[%i, %i, %i, %i], %z {in_bounds = [true, true, true]} : memref<3x?x16x4xi8>, vector<16x16x4xi8>
  %w = vector.load %c[%i, %i] : memref<4x16xi32>, vector<4x16xi32>
  %0 = vector.contract {indexing_maps = [
    affine_map<(m, n, k, v) -> (m, k, v)>, affine_map<(m, n, k, v) -> (k, n, v)>, affine_map<(m, n, k, v) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %x, %y, %w
      : vector<4x16x4xi8>, vector<16x16x4xi8> into vector<4x16xi32>
  vector.store %0, %c[%i, %i] : memref<4x16xi32>, vector<4x16xi32>
  return
}

// -----

// Sums in memory, which changes between.
func.func @sums(%x: vector<4x16x4xi8>, %y: vector<16x16x4xi8>, %c: memref<<<c:4x16xi32|?x32xi32|4x?xi32|4x16xi32, strided<[?, 1]>|4x16xi32, strided<[32, 2]>|4x8xi32>>>, %i: index, %s: i32) {
  %w = vector.transfer_read %c[%i, %i], %s {in_bounds = [true, true]} : memref<<<c>>>, vector<4x16xi32>
  memref.store %s, %c[%i, %i] : memref<<<c>>>
  %0 = vector.contract {indexing_maps = [
    affine_map<(m, n, k, v) -> (m, k, v)>, affine_map<(m, n, k, v) -> (k, n, v)>, affine_map<(m, n, k, v) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %x, %y, %w
      : vector<4x16x4xi8>, vector<16x16x4xi8> into vector<4x16xi32>
  vector.transfer_write %0, %c[%i, %i] {in_bounds = [true, <<true|false>>]} : vector<4x16xi32>, memref<<<c>>>
  <<u:|"foo.use"(%0) : (vector<4x16xi32>) -> ()|"foo.use"(%w) : (vector<4x16xi32>) -> ()>>
  return
}

// -----

// DIFFERS: mlir-opt drops the masks.
func.func @masked(%x: vector<4x16x4xi8>, %y: vector<16x16x4xi8>, %c: memref<4x16xi32>, %i: index, %s: i32, %k: vector<4x16xi1>) {
  %w = vector.transfer_read %c[%i, %i], %s, %k {in_bounds = [true, true]} : memref<4x16xi32>, vector<4x16xi32>
  %0 = vector.contract {indexing_maps = [
    affine_map<(m, n, k, v) -> (m, k, v)>, affine_map<(m, n, k, v) -> (k, n, v)>, affine_map<(m, n, k, v) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %x, %y, %w
      : vector<4x16x4xi8>, vector<16x16x4xi8> into vector<4x16xi32>
  vector.transfer_write %0, %c[%i, %i], %k {in_bounds = [true, true]} : vector<4x16xi32>, memref<4x16xi32>
  return
}
