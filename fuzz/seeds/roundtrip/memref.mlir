memref.global "private" constant @c : memref<2xf32> = dense<[1.0, 2.0]> {alignment = 64}
memref.global @u : memref<2xf32> = uninitialized
memref.global "private" @x : memref<2xf32>
func.func @f(%i: index, %m: memref<?x4xf32>, %f: f32, %u: memref<*xf32>, %b: memref<64xi8>, %s: memref<2xindex>) {
  %a = memref.alloc(%i) {alignment = 64 : i64} : memref<?x4xf32>
  %l = memref.alloca(%i)[%i] : memref<?x4xf32, affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>>
  %ld = memref.load %m[%i, %i] : memref<?x4xf32>
  %ld2 = memref.load %m[%i, %i] {nontemporal = true} : memref<?x4xf32>
  memref.store %f, %m[%i, %i] : memref<?x4xf32>
  %sv = memref.subview %m[%i, 0] [2, 2] [1, 1] : memref<?x4xf32> to memref<2x2xf32, strided<[4, 1], offset: ?>>
  %c = memref.cast %m : memref<?x4xf32> to memref<4x4xf32>
  %r = memref.reinterpret_cast %u to offset: [%i], sizes: [%i, 10], strides: [%i, 1] : memref<*xf32> to memref<?x10xf32, strided<[?, 1], offset: ?>>
  %d = memref.dim %m, %i : memref<?x4xf32>
  memref.copy %m, %a : memref<?x4xf32> to memref<?x4xf32>
  %g = memref.get_global @c : memref<2xf32>
  %e = memref.expand_shape %m [[0, 1], [2]] output_shape [1, %i, 4] : memref<?x4xf32> into memref<1x?x4xf32>
  %k = memref.collapse_shape %m [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<?x4xf32>
  %base, %off, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  %re = memref.reshape %m(%s) : (memref<?x4xf32>, memref<2xindex>) -> memref<?x?xf32>
  %v = memref.view %b[%i][%i] : memref<64xi8> to memref<?x4xf32>
  %rk = memref.rank %u : memref<*xf32>
  %as = memref.assume_alignment %m, 16 : memref<?x4xf32>
  %p = memref.extract_aligned_pointer_as_index %m : memref<?x4xf32> -> index
  %t = memref.transpose %m (i, j) -> (j, i) : memref<?x4xf32> to memref<4x?xf32, strided<[1, 4]>>
  %ms = memref.memory_space_cast %m : memref<?x4xf32> to memref<?x4xf32, 1>
  memref.dealloc %a : memref<?x4xf32>
  return
}
