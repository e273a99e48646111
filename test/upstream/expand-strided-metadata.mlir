// FLAGS: --expand-strided-metadata
// FLAGS: --expand-strided-metadata --canonicalize

func.func @subview(%m: memref<<<n:8|?>>x<<k:16|?>>xf32, strided<[?, <<t:1|2|?>>], offset: ?>>, %i: index, %j: index) -> memref<4x?xf32, strided<[?, ?], offset: ?>> {
  %s = memref.subview %m[%i, <<2|%j>>] [4, %j] [%j, <<%i|%j>>] : memref<<<n>>x<<k>>xf32, strided<[?, <<t>>], offset: ?>> to memref<4x?xf32, strided<[?, ?], offset: ?>>
  return %s : memref<4x?xf32, strided<[?, ?], offset: ?>>
}
// -----
func.func @static(%m: memref<8x16xf32>, %i: index) -> memref<2x2xf32, strided<[32, 3], offset: ?>> {
  %s = memref.subview %m[%i, 1] [2, 2] [2, 3] : memref<8x16xf32> to memref<2x2xf32, strided<[32, 3], offset: ?>>
  return %s : memref<2x2xf32, strided<[32, 3], offset: ?>>
}
// -----
func.func @dropped(%m: memref<8x16x4xf32, 3>, %i: index, %n: index) -> memref<?xf32, strided<[4], offset: ?>, 3> {
  %s = memref.subview %m[%i, 2, 1] [1, %n, 1] [1, 1, 1] : memref<8x16x4xf32, 3> to memref<?xf32, strided<[4], offset: ?>, 3>
  return %s : memref<?xf32, strided<[4], offset: ?>, 3>
}
// -----
func.func @of_subview(%m: memref<8x?xf32>, %i: index, %n: index) -> (memref<f32>, index, index, index, index, index) {
  %s = memref.subview %m[%i, <<1|%n>>] [2, %n] [2, 3] : memref<8x?xf32> to memref<2x?xf32, strided<[?, 3], offset: ?>>
  %b, %o, %z:2, %t:2 = memref.extract_strided_metadata %s : memref<2x?xf32, strided<[?, 3], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %b, %o, %z#0, %z#1, %t#0, %t#1 : memref<f32>, index, index, index, index, index
}
// -----
func.func @expand_dynamic(%m: memref<?x8xf32, strided<[?, ?], offset: ?>>, %n: index) -> memref<2x?x3x8xf32, strided<[?, ?, ?, ?], offset: ?>> {
  %e = memref.expand_shape %m [[0, 1, 2], [3]] output_shape [2, %n, 3, 8] : memref<?x8xf32, strided<[?, ?], offset: ?>> into memref<2x?x3x8xf32, strided<[?, ?, ?, ?], offset: ?>>
  return %e : memref<2x?x3x8xf32, strided<[?, ?, ?, ?], offset: ?>>
}
// -----
func.func @expand_outer(%m: memref<?x8xf32>, %n: index) -> memref<?x4x3x8xf32> {
  %e = memref.expand_shape %m [[0, 1, 2], [3]] output_shape [%n, 4, 3, 8] : memref<?x8xf32> into memref<?x4x3x8xf32>
  return %e : memref<?x4x3x8xf32>
}
// -----
func.func @expand(%m: memref<12x8xf32, strided<[16, ?], offset: 3>>) -> memref<3x4x2x4xf32, strided<[64, 16, ?, ?], offset: 3>> {
  %e = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [3, 4, 2, 4] : memref<12x8xf32, strided<[16, ?], offset: 3>> into memref<3x4x2x4xf32, strided<[64, 16, ?, ?], offset: 3>>
  return %e : memref<3x4x2x4xf32, strided<[64, 16, ?, ?], offset: 3>>
}
// -----
func.func @expand_scalar(%m: memref<f32, strided<[], offset: ?>>) -> (memref<1x1xf32, strided<[1, 1], offset: ?>>, index) {
  %e = memref.expand_shape %m [] output_shape [1, 1] : memref<f32, strided<[], offset: ?>> into memref<1x1xf32, strided<[1, 1], offset: ?>>
  %b, %o, %z:2, %t:2 = memref.extract_strided_metadata %e : memref<1x1xf32, strided<[1, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %e, %o : memref<1x1xf32, strided<[1, 1], offset: ?>>, index
}
// -----
func.func @collapse(%m: memref<?x3x?x?xf32, strided<[?, ?, ?, ?], offset: ?>>) -> (memref<?x?xf32, strided<[?, ?], offset: ?>>, index, index) {
  %e = memref.collapse_shape %m [[0, 1], [2, 3]] : memref<?x3x?x?xf32, strided<[?, ?, ?, ?], offset: ?>> into memref<?x?xf32, strided<[?, ?], offset: ?>>
  %b, %o, %z:2, %t:2 = memref.extract_strided_metadata %e : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %e, %z#0, %t#1 : memref<?x?xf32, strided<[?, ?], offset: ?>>, index, index
}
// -----
func.func @collapse_ones(%m: memref<<<n:4|1>>x1x1x1xf32, strided<[?, ?, ?, ?], offset: ?>>) -> memref<<<n>>x1xf32, strided<[?, ?], offset: ?>> {
  %e = memref.collapse_shape %m [[0, 1], [2, 3]] : memref<<<n>>x1x1x1xf32, strided<[?, ?, ?, ?], offset: ?>> into memref<<<n>>x1xf32, strided<[?, ?], offset: ?>>
  return %e : memref<<<n>>x1xf32, strided<[?, ?], offset: ?>>
}
// -----
func.func @alloc(%n: index, %k: index) -> (index, index, index, index, index, memref<f32>) {
  %m = memref.<<alloc|alloca>>(%n, %k) : memref<?x4x?xf32>
  %b, %o, %s:3, %t:3 = memref.extract_strided_metadata %m : memref<?x4x?xf32> -> memref<f32>, index, index, index, index, index, index, index
  return %o, %s#0, %s#1, %t#0, %t#1, %b : index, index, index, index, index, memref<f32>
}
// -----
func.func @alloc_unused(%n: index) -> (index, index) {
  %m = memref.alloc(%n, %n) : memref<?x?x<<4|0>>xf32>
  return %n, %n : index, index
}
// -----
func.func @alloc_scalar() -> (index, memref<f32>) {
  %m = memref.alloc() : memref<f32>
  %b, %o = memref.extract_strided_metadata %m : memref<f32> -> memref<f32>, index
  return %o, %b : index, memref<f32>
}
// -----
memref.global "private" @g : memref<4x8xf32>
func.func @global() -> (memref<f32>, index, index) {
  %m = memref.get_global @g : memref<4x8xf32>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<4x8xf32> -> memref<f32>, index, index, index, index, index
  return %b, %s#1, %t#0 : memref<f32>, index, index
}
// -----
func.func @reinterpret_cast(%m: memref<8x?xf32>, %n: index, %k: index) -> (index, index, index, index, memref<f32>) {
  %r = memref.reinterpret_cast %m to offset: [%n], sizes: [4, %k], strides: [%k, 1] : memref<8x?xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %r : memref<4x?xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %o, %s#0, %s#1, %t#0, %b : index, index, index, index, memref<f32>
}
// -----
func.func @unranked(%m: memref<*xf32>, %k: index) -> (index, index, index) {
  %r = memref.reinterpret_cast %m to offset: [3], sizes: [4, %k], strides: [%k, 1] : memref<*xf32> to memref<4x?xf32, strided<[?, 1], offset: 3>>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %r : memref<4x?xf32, strided<[?, 1], offset: 3>> -> memref<f32>, index, index, index, index, index
  return %o, %s#0, %t#0 : index, index, index
}
// -----
func.func @space(%m: memref<8x?xf32, 1>) -> (memref<f32>, index, index, index, index) {
  %r = memref.memory_space_cast %m : memref<8x?xf32, 1> to memref<8x?xf32>
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %r : memref<8x?xf32> -> memref<f32>, index, index, index, index, index
  return %b, %o, %s#0, %s#1, %t#0 : memref<f32>, index, index, index, index
}
// -----
func.func @others(%m: memref<?x4xf32>) -> (memref<f32>, index, index, index, index, index) {
  %a = memref.assume_alignment %m, 16 : memref<?x4xf32>
  %c = memref.cast %a : memref<?x4xf32> to memref<?x?xf32>
  %t0 = memref.transpose %a (d0, d1) -> (d1, d0) : memref<?x4xf32> to memref<4x?xf32, strided<[1, 4]>>
  %p = memref.extract_aligned_pointer_as_index %t0 : memref<4x?xf32, strided<[1, 4]>> -> index
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %c : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  %b2, %o2 = memref.extract_strided_metadata %b : memref<f32> -> memref<f32>, index
  return %b2, %o, %o2, %s#0, %t#0, %p : memref<f32>, index, index, index, index, index
}
// -----
func.func @layout(%m: memref<8x4xf32, affine_map<(d0, d1) -> (d0 * 8 + d1 + 2)>>) -> (index, index, index) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<8x4xf32, affine_map<(d0, d1) -> (d0 * 8 + d1 + 2)>> -> memref<f32>, index, index, index, index, index
  return %o, %s#0, %t#0: index, index, index
}
// -----
func.func @pointers(%m: memref<8x8xf32>, %n: index, %i: index) -> (index, index, index, index, index, index, index) {
  %a = memref.subview %m[%i, 2] [2, 2] [1, 1] : memref<8x8xf32> to memref<2x2xf32, strided<[8, 1], offset: ?>>
  %ap = memref.extract_aligned_pointer_as_index %a : memref<2x2xf32, strided<[8, 1], offset: ?>> -> index
  %b = memref.reinterpret_cast %m to offset: [%n], sizes: [4], strides: [1] : memref<8x8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %bp = memref.extract_aligned_pointer_as_index %b : memref<4xf32, strided<[1], offset: ?>> -> index
  %c = memref.collapse_shape %m [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  %cp = memref.extract_aligned_pointer_as_index %c : memref<64xf32> -> index
  %d = memref.cast %m : memref<8x8xf32> to memref<?x8xf32>
  %dp = memref.extract_aligned_pointer_as_index %d : memref<?x8xf32> -> index
  %e = memref.memory_space_cast %m : memref<8x8xf32> to memref<8x8xf32, 1>
  %ep = memref.extract_aligned_pointer_as_index %e : memref<8x8xf32, 1> -> index
  %f = memref.assume_alignment %m, 16 : memref<8x8xf32>
  %fp = memref.extract_aligned_pointer_as_index %f : memref<8x8xf32> -> index
  %g = memref.expand_shape %m [[0], [1, 2]] output_shape [8, 2, 4] : memref<8x8xf32> into memref<8x2x4xf32>
  %gp = memref.extract_aligned_pointer_as_index %g : memref<8x2x4xf32> -> index
  return %ap, %bp, %cp, %dp, %ep, %fp, %gp : index, index, index, index, index, index, index
}
