// FLAGS: --normalize-memrefs --cse
// FLAGS: --normalize-memrefs --canonicalize

#map0 = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#tile = affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 8, d0 mod 4, d1 mod 8)>
func.func @arg(%A: memref<16xf64, #map0>, %i: index) -> (memref<8x8xf32, #tile>) {
  %x = affine.load %A[%i + 1] : memref<16xf64, #map0>
  "prevent.dce"(%x) : (f64) -> ()
  %B = memref.alloc() : memref<8x8xf32, #tile>
  return %B : memref<8x8xf32, #tile>
}
func.func @call(%A: memref<16xf64, #map0>, %i: index) {
  %r = call @arg(%A, %i) : (memref<16xf64, #map0>, index) -> (memref<8x8xf32, #tile>)
  %y = affine.load %r[%i, 3] : memref<8x8xf32, #tile>
  affine.store %y, %r[<<3|%i>>, %i] : memref<8x8xf32, #tile>
  call @ext(%A) : (memref<16xf64, #map0>) -> ()
  return
}
func.func private @ext(memref<16xf64, #map0>)
// -----
#layout = affine_map<(d0, d1) -> (<<d1, d0|d0 + 1, d1|d0 * 8 + d1|d0, d1 floordiv 2, d1 mod 2|d1 * 2, d0 + d1>>)>
func.func @loops(%n: index) {
  %A = memref.<<alloc|alloca>>() {alignment = 32 : i64} : memref<16x8xf32, #layout>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %A[%i, %j] : memref<16x8xf32, #layout>
      affine.store %0, %A[%i <<|mod 3>>, %j] : memref<16x8xf32, #layout>
      memref.store %0, %A[%i, <<%j|%i|%n>>] : memref<16x8xf32, #layout>
      %1 = memref.load %A[%j, %i] {nontemporal = true} : memref<16x8xf32, #layout>
      memref.store %1, %A[%n, %j] : memref<16x8xf32, #layout>
      affine.prefetch %A[%i, %j], read, locality<3>, data : memref<16x8xf32, #layout>
    }
  }
  return
}
// -----
#tile = affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 8, d0 mod 4, d1 mod 8)>
func.func @dynamic(%n: index, %x: f32) {
  %B = memref.alloc(%n) : memref<?x16xf32, #tile>
  %C = memref.alloc(%n, %n) : memref<?x?xf32, #tile>
  %D = memref.alloc(%n) : memref<16x?xf32, affine_map<(d0, d1) -> (d0, d1 floordiv 32, d1 mod 32)>>
  affine.for %i = 0 to 16 {
    affine.store %x, %B[%i, %i + <<1|0>>] : memref<?x16xf32, #tile>
    affine.store %x, %C[%i, %i] : memref<?x?xf32, #tile>
    memref.store %x, %D[%i, %n] : memref<16x?xf32, affine_map<(d0, d1) -> (d0, d1 floordiv 32, d1 mod 32)>>
  }
  memref.dealloc %C : memref<?x?xf32, #tile>
  return
}
// -----
func.func @not_known(%n: index, %x: f32) {
  %A = memref.alloc()[%n] : memref<16xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %B = memref.alloc(%n) : memref<?x4xf32, affine_map<(d0, d1) -> (d1, d0)>>
  affine.store %x, %A[3] : memref<16xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  affine.store %x, %B[3, 1] : memref<?x4xf32, affine_map<(d0, d1) -> (d1, d0)>>
  return
}
// -----
func.func @used(%x: f32, %i: index) {
  %A = memref.alloc() : memref<16xf32, affine_map<(d0) -> (d0 + 1)>>
  "use"(%A) : (memref<16xf32, affine_map<(d0) -> (d0 + 1)>>) -> ()
  return
}
// -----
#map0 = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
func.func @keeps(%A: memref<16xf32, #map0>) {
  "use"(%A) : (memref<16xf32, #map0>) -> ()
  return
}
func.func @caller() {
  %A = memref.alloc() : memref<16xf32, #map0>
  call @keeps(%A) : (memref<16xf32, #map0>) -> ()
  return
}
func.func @other(%x: f32) -> memref<16xf32, #map0> {
  %A = memref.alloc() : memref<16xf32, #map0>
  affine.store %x, %A[3] : memref<16xf32, #map0>
  return %A : memref<16xf32, #map0>
}
// -----
func.func @strided(%i: index, %d: memref<32xf32>, %x: f32) {
  %A = memref.alloc() : memref<16x8xf32, strided<[16, 1], offset: 4>>
  affine.store %x, %A[symbol(%i), 3] : memref<16x8xf32, strided<[16, 1], offset: 4>>
  %r = memref.reinterpret_cast %d to offset: [3], sizes: [8, 2], strides: [2, 1] : memref<32xf32> to memref<8x2xf32, strided<[2, 1], offset: 3>>
  memref.store %x, %r[%i, %i] : memref<8x2xf32, strided<[2, 1], offset: 3>>
  affine.store %x, %r[0, 1] : memref<8x2xf32, strided<[2, 1], offset: 3>>
  return
}
// -----
func.func @views(%i: index, %x: f32, %m: memref<8x8xf32>) {
  %A = memref.alloc() : memref<4xf32, affine_map<(d0) -> (d0 * 2)>>
  %s = memref.subview %m[0, 0] [2, 4] [1, 1] : memref<8x8xf32> to memref<2x4xf32, strided<[8, 1]>>
  memref.store %x, %s[%i, %i] : memref<2x4xf32, strided<[8, 1]>>
  memref.store %x, %A[%i] : memref<4xf32, affine_map<(d0) -> (d0 * 2)>>
  return
}
// -----
// DIFFERS: upstream makes the first size that of the second dimension.
func.func @sizes(%i: index) -> index {
  %A = memref.alloc() : memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
  %d = memref.dim %A, %i : memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
  return %d : index
}
// -----
// DIFFERS: elements of the vector are neighbours along the second dimension, which upstream makes the first one.
func.func @vectors(%i: index) -> vector<4xf32> {
  %A = memref.alloc() : memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
  %v = affine.vector_load %A[0, 0] : memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>, vector<4xf32>
  return %v : vector<4xf32>
}
// -----
// DIFFERS: upstream puts the first element before the buffer.
func.func @negative(%x: f32) {
  %A = memref.alloc() : memref<8xf32, affine_map<(d0) -> (d0 - 1)>>
  affine.store %x, %A[0] : memref<8xf32, affine_map<(d0) -> (d0 - 1)>>
  return
}
