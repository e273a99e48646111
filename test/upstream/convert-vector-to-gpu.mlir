// FLAGS: --convert-vector-to-gpu

// Maps of products.
func.func @maps(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf16>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f16
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %y = vector.transfer_read %b[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %w = vector.transfer_read %c[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %r = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (<<x:m, k|k, m>>)>, affine_map<(m, n, k) -> (<<y:k, n|n, k>>)>, affine_map<(m, n, k) -> (<<r:m, n|n, m>>)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %w
      : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf16>
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf16>, memref<16x16xf16>
  return
}

// -----

// What the memory is like.
func.func @memory(%a: memref<<<t:16x24xf16|?x24xf16|16x?xf16|16x24xf16, strided<[32, 1], offset: ?>|16x24xf16, strided<[32, 2]>|16x24xf16, 3>>>, %b: memref<16x16xf16>, %c: memref<16x16xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f16
  %s = arith.constant 0.0 : f32
  %b0 = vector.transfer_read %b[%c0, %i], %z {in_bounds = [<<i:true|false>>, true]} : memref<16x16xf16>, vector<16x16xf16>
  %x = vector.transfer_read %a[%i, %i], %z {in_bounds = [true, true]} : memref<<<t>>>, vector<16x16xf16>
  %w = vector.transfer_read %c[%c0, %i], %s {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32>
  %r = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %b0, %w
      : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
  vector.transfer_write %r, %c[%c0, %i] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  return
}

// -----

// Maps of transfers.
func.func @transfers(%a: memref<4x16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf16>, %i: index) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f16
  %x = vector.transfer_read %a[%c0, %i, %c0], %z {in_bounds = [true, true], permutation_map = affine_map<(d0, d1, d2) -> (<<p:d1, d2|d2, d1|0, d2|d0, d2|d1, 0>>)>} : memref<4x16x16xf16>, vector<4x16xf16>
  %y = vector.transfer_read %b[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %w = vector.transfer_read %c[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xf16>, vector<4x16xf16>
  %r = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %w
      : vector<4x16xf16>, vector<16x16xf16> into vector<4x16xf16>
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (<<q:d0, d1|d1, d0>>)>} : vector<4x16xf16>, memref<16x16xf16>
  return
}

// -----

// Loops, constants and broadcasts.
func.func @loops(%a: memref<128x128xf16>, %b: memref<128x128xf16>, %c: memref<128x128xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c32 = arith.constant 32 : index
  %z = arith.constant 0.0 : f16
  %init = <<v:arith.constant dense<1.0> :|vector.broadcast %s : f32 to>> vector<16x16xf32>
  %l:2 = scf.for %i = %c0 to %c128 step %c32 iter_args(%e = %init, %j = %c0) -> (vector<16x16xf32>, index) {
    %x = vector.transfer_read %a[%c0, %i], %z {in_bounds = [true, true]} : memref<128x128xf16>, vector<16x16xf16>
    %y = vector.transfer_read %b[%j, %i], %z {in_bounds = [true, true]} : memref<128x128xf16>, vector<16x16xf16>
    %r = vector.contract {indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
    ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %e
        : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
    scf.yield %r, %i : vector<16x16xf32>, index
  }
  %d = arith.<<o:addf|mulf|subf|divf|maximumf|minimumf|maxnumf>> %l#0, %init : vector<16x16xf32>
  vector.transfer_write %d, %c[%c0, %l#1] {in_bounds = [true, true]} : vector<16x16xf32>, memref<128x128xf32>
  return
}

// -----

// Bytes that are extended.
func.func @extended(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %c: memref<16x16xi32>, %z: i8, %s: i32) {
  %c0 = arith.constant 0 : index
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
  %y = vector.transfer_read %b[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xi8>, vector<16x16xi8>
  %w = vector.transfer_read %c[%c0, %c0], %s {in_bounds = [true, true]} : memref<16x16xi32>, vector<16x16xi32>
  %p = arith.<<e:extsi|extui>> %x : vector<16x16xi8> to vector<16x16xi32>
  %q = arith.<<h:extsi|extui>> %y : vector<16x16xi8> to vector<16x16xi32>
  %r = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (<<m:n, k|k, n>>)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p, %q, %w
      : vector<16x16xi32>, vector<16x16xi32> into vector<16x16xi32>
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xi32>, memref<16x16xi32>
  return
}

// -----

// Floats that are extended.
func.func @extended(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf32>, %z: f16, %s: f32) {
  %c0 = arith.constant 0 : index
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %y = vector.transfer_read %b[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %w = vector.transfer_read %c[%c0, %c0], %s {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32>
  %p = arith.extf %x : vector<16x16xf16> to vector<16x16xf32>
  %q = arith.extf %y : vector<16x16xf16> to vector<16x16xf32>
  %r = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (<<m:n, k|k, n>>)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p, %q, %w
      : vector<16x16xf32>, vector<16x16xf32> into vector<16x16xf32>
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  return
}

// -----

// Other users.
func.func @users(%a: memref<16x16xf16>, %c: memref<16x16xf16>, %v: vector<16x16xf16>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f16
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %y = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %w = vector.transfer_read %c[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
  %r = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, <<y:%y|%v>>, %w
      : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf16>
  <<u:|"foo.use"(%x) : (vector<16x16xf16>) -> ()|"foo.use"(%r) : (vector<16x16xf16>) -> ()>>
  %n = arith.negf %r : vector<16x16xf16>
  vector.transfer_write %n, %c[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf16>, memref<16x16xf16>
  return
}
