// FLAGS: --convert-vector-to-gpu=use-nvgpu=true

// Halves, in shared memory or not.
#shared = #gpu.address_space<workgroup>
func.func @halves(%a: memref<20x32xf16<<s:|, 3|, #shared>>>, %b: memref<32x32xf16<<s>>>, %c: memref<20x20xf16<<s>>>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f16
  %x = vector.transfer_read %a[%i, %c1], %z {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (<<p:d0, d1|d1, d0>>)>} : memref<20x32xf16<<s>>>, vector<16x16xf16>
  %y = vector.transfer_read %b[%c0, %i], %z {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (<<q:d0, d1|d1, d0>>)>} : memref<32x32xf16<<s>>>, vector<8x16xf16>
  %w = vector.transfer_read %c[%c0, %c0], %z {in_bounds = [true, true]} : memref<20x20xf16<<s>>>, vector<16x8xf16>
  %r = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %w
      : vector<16x16xf16>, vector<8x16xf16> into vector<16x8xf16>
  vector.transfer_write %r, %c[%c0, %i] {in_bounds = [true, true]} : vector<16x8xf16>, memref<20x20xf16<<s>>>
  return
}

// -----

// Maps of products.
func.func @maps(%a: memref<32x32xf16>, %b: memref<32x32xf16>, %c: memref<32x32xf16>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f16
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<32x32xf16>, vector<16x16xf16>
  %y = vector.transfer_read %b[%c0, %c0], %z {in_bounds = [true, true]} : memref<32x32xf16>, vector<16x16xf16>
  %w = vector.transfer_read %c[%c0, %c0], %z {in_bounds = [true, true]} : memref<32x32xf16>, vector<16x16xf16>
  %r = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (<<x:m, k|k, m>>)>, affine_map<(m, n, k) -> (<<y:k, n|n, k>>)>, affine_map<(m, n, k) -> (<<r:m, n|n, m>>)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %w
      : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf16>
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf16>, memref<32x32xf16>
  return
}

// -----

// Words.
#shared = #gpu.address_space<workgroup>
func.func @numbers(%a: memref<64x64xf32<<s:|, #shared>>>, %b: memref<64x64xf32<<s>>>, %c: memref<64x64xf32>, %i: index, %z: f32, %n: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = vector.transfer_read %a[%c8, %i], %z {in_bounds = [true, true]} : memref<64x64xf32<<s>>>, vector<16x<<k:4|8>>xf32>
  %y = vector.transfer_read %b[%c0, %c0], %z {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (<<q:d0, d1|d1, d0>>)>} : memref<64x64xf32<<s>>>, vector<8x<<k>>xf32>
  %w = arith.constant dense<0.0> : vector<16x8xf32>
  %r = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %w
      : vector<16x<<k>>xf32>, vector<8x<<k>>xf32> into vector<16x8xf32>
  vector.transfer_write %r, %c[%i, %c8] {in_bounds = [true, true]} : vector<16x8xf32>, memref<64x64xf32>
  return
}

// -----

// Doubles.
#shared = #gpu.address_space<workgroup>
func.func @numbers(%a: memref<64x64xf64<<s:|, #shared>>>, %b: memref<64x64xf64<<s>>>, %c: memref<64x64xf64>, %i: index, %z: f64, %n: f64) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = vector.transfer_read %a[%c8, %i], %z {in_bounds = [true, true]} : memref<64x64xf64<<s>>>, vector<8x4xf64>
  %y = vector.transfer_read %b[%c0, %c0], %z {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (<<q:d0, d1|d1, d0>>)>} : memref<64x64xf64<<s>>>, vector<8x4xf64>
  %w = arith.constant dense<0.0> : vector<8x8xf64>
  %r = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %w
      : vector<8x4xf64>, vector<8x4xf64> into vector<8x8xf64>
  vector.transfer_write %r, %c[%i, %c8] {in_bounds = [true, true]} : vector<8x8xf64>, memref<64x64xf64>
  return
}

// -----

// Bytes.
#shared = #gpu.address_space<workgroup>
func.func @numbers(%a: memref<64x64xi8<<s:|, #shared>>>, %b: memref<64x64xi8<<s>>>, %c: memref<64x64xi32>, %i: index, %z: i8, %n: i32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = vector.transfer_read %a[%c8, %i], %z {in_bounds = [true, true]} : memref<64x64xi8<<s>>>, vector<16x<<k:16|32>>xi8>
  %y = vector.transfer_read %b[%c0, %c0], %z {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (<<q:d0, d1|d1, d0>>)>} : memref<64x64xi8<<s>>>, vector<8x<<k>>xi8>
  %w = arith.constant dense<0> : vector<16x8xi32>
  %r = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %w
      : vector<16x<<k>>xi8>, vector<8x<<k>>xi8> into vector<16x8xi32>
  vector.transfer_write %r, %c[%i, %c8] {in_bounds = [true, true]} : vector<16x8xi32>, memref<64x64xi32>
  return
}

// -----

// Half bytes.
#shared = #gpu.address_space<workgroup>
func.func @numbers(%a: memref<64x64xi4<<s:|, #shared>>>, %b: memref<64x64xi4<<s>>>, %c: memref<64x64xi32>, %i: index, %z: i4, %n: i32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = vector.transfer_read %a[%c8, %i], %z {in_bounds = [true, true]} : memref<64x64xi4<<s>>>, vector<<<m:8|16>>x<<k:32|64>>xi4>
  %y = vector.transfer_read %b[%c0, %c0], %z {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (<<q:d0, d1|d1, d0>>)>} : memref<64x64xi4<<s>>>, vector<8x<<k>>xi4>
  %w = arith.constant dense<0> : vector<<<m>>x8xi32>
  %r = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %w
      : vector<<<m>>x<<k>>xi4>, vector<8x<<k>>xi4> into vector<<<m>>x8xi32>
  vector.transfer_write %r, %c[%i, %c8] {in_bounds = [true, true]} : vector<<<m>>x8xi32>, memref<64x64xi32>
  return
}

// -----

// A loop, and parts of what is read.
func.func @parts(%a: memref<128x128xf16, #gpu.address_space<workgroup>>, %b: memref<128x128xf16, #gpu.address_space<workgroup>>, %c: memref<128x128xf16>) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f16
  %w = vector.transfer_read %c[%c0, %c0], %z {in_bounds = [true, true]} : memref<128x128xf16>, vector<16x8xf16>
  %l = scf.for %i = %c0 to %c128 step %c16 iter_args(%e = %w) -> (vector<16x8xf16>) {
    %x = vector.transfer_read %a[%c0, %i], %z {in_bounds = [true, true]} : memref<128x128xf16, #gpu.address_space<workgroup>>, vector<16x16xf16>
    %y = vector.transfer_read %b[%i, %c0], %z {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<128x128xf16, #gpu.address_space<workgroup>>, vector<16x16xf16>
    %h = vector.extract_strided_slice %y {offsets = [<<o:0|8>>, 0], sizes = [8, 16], strides = [1, 1]} : vector<16x16xf16> to vector<8x16xf16>
    %r = vector.contract {indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
    ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %h, %e
        : vector<16x16xf16>, vector<8x16xf16> into vector<16x8xf16>
    scf.yield %r : vector<16x8xf16>
  }
  vector.transfer_write %l, %c[%c0, %c16] {in_bounds = [true, true]} : vector<16x8xf16>, memref<128x128xf16>
  return
}
