// Views, sizes, allocations and copies of buffers.
// FLAGS: --canonicalize

func.func @m1(%m: memref<8x8xf32>, %i: index, %n: index) -> (memref<?x?xf32, strided<[8, 1], offset: ?>>, memref<8x8xf32>) {
  %c2 = arith.constant 2 : index
  %0 = memref.subview %m[0, %i] [%c2, %n] [1, 1] : memref<8x8xf32> to memref<?x?xf32, strided<[8, 1], offset: ?>>
  %1 = memref.subview %m[0, 0] [8, 8] [1, 1] : memref<8x8xf32> to memref<8x8xf32, strided<[8, 1]>>
  %2 = memref.cast %1 : memref<8x8xf32, strided<[8, 1]>> to memref<8x8xf32>
  return %0, %2 : memref<?x?xf32, strided<[8, 1], offset: ?>>, memref<8x8xf32>
}
// -----
func.func @m2(%m: memref<4xf32>, %n: index) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = memref.cast %m : memref<4xf32> to memref<?xf32>
  %0 = memref.dim %c, %c0 : memref<?xf32>
  %a = memref.alloc(%n) : memref<?xf32>
  %1 = memref.dim %a, %c0 : memref<?xf32>
  %s = memref.subview %a[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %2 = memref.dim %s, %c0 : memref<?xf32, strided<[1]>>
  %b = memref.alloc() : memref<16xi8>
  %v = memref.view %b[%c0][%n] : memref<16xi8> to memref<?xf32>
  %3 = memref.dim %v, %c0 : memref<?xf32>
  %r = memref.rank %c : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return %0, %1, %2, %3, %r : index, index, index, index, index
}
// -----
func.func @m3(%n: index, %f: f32) -> memref<?xf32> {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%c4) : memref<?xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.store %f, %b[%c0] : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  memref.dealloc %c : memref<4xf32>
  %d = memref.alloca(%c4) : memref<?xf32>
  memref.store %f, %d[%c0] : memref<?xf32>
  return %a : memref<?xf32>
}
// -----
func.func @m4(%m: memref<4x?xf32, strided<[?, 1], offset: ?>>, %a: memref<4xf32>, %b: memref<4xf32>) -> (memref<4x4xf32>, index, index, index, memref<4xf32>) {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [4, 1] : memref<4x?xf32, strided<[?, 1], offset: ?>> to memref<4x4xf32>
  %base, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<4x?xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  memref.copy %a, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  %c = memref.cast %a : memref<4xf32> to memref<?xf32>
  memref.copy %c, %b : memref<?xf32> to memref<4xf32>
  %k = memref.cast %c : memref<?xf32> to memref<4xf32>
  return %0, %o, %s#0, %t#1, %k : memref<4x4xf32>, index, index, index, memref<4xf32>
}
// -----
func.func @m5(%m: memref<4xf32>, %i: index) -> (memref<f32>, memref<2x2xf32>, index, index) {
  %base, %o, %s, %t = memref.extract_strided_metadata %m : memref<4xf32> -> memref<f32>, index, index, index
  %r = memref.reinterpret_cast %base to offset: [%o], sizes: [2, 2], strides: [2, 1] : memref<f32> to memref<2x2xf32, strided<[2, 1], offset: ?>>
  %c = memref.cast %r : memref<2x2xf32, strided<[2, 1], offset: ?>> to memref<2x2xf32>
  %p = memref.extract_aligned_pointer_as_index %m : memref<4xf32> -> index
  return %base, %c, %s, %p : memref<f32>, memref<2x2xf32>, index, index
}
// -----
memref.global "private" constant @g : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @m6(%i: index) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @g : memref<4xf32>
  %0 = memref.load %g[%c1] : memref<4xf32>
  %1 = memref.load %g[%i] : memref<4xf32>
  return %0, %1 : f32, f32
}
// -----
func.func @m7(%m: memref<4x4xf32>, %n: index, %t: tensor<4xf32>, %b: memref<4xf32>) -> (memref<16xf32>, memref<4x4x1xf32>, memref<4x4xf32>, tensor<4xf32>, memref<4xf32>) {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x4xf32> into memref<16xf32>
  %1 = memref.expand_shape %m [[0], [1, 2]] output_shape [4, 4, 1] : memref<4x4xf32> into memref<4x4x1xf32>
  %2 = memref.transpose %m (i, j) -> (i, j) : memref<4x4xf32> to memref<4x4xf32>
  %3 = bufferization.to_tensor %b : memref<4xf32> to tensor<4xf32>
  %4 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  return %0, %1, %2, %3, %4 : memref<16xf32>, memref<4x4x1xf32>, memref<4x4xf32>, tensor<4xf32>, memref<4xf32>
}
// -----
func.func @m8(%m: memref<4xf32>, %s: memref<2xindex>, %f: f32, %i: index) -> (memref<?x?xf32>, f32, memref<4xf32, 1>) {
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<2xindex>) -> memref<?x?xf32>
  %1 = memref.atomic_rmw addf %f, %m[%i] : (f32, memref<4xf32>) -> f32
  %2 = memref.memory_space_cast %m : memref<4xf32> to memref<4xf32, 1>
  %3 = memref.memory_space_cast %2 : memref<4xf32, 1> to memref<4xf32, 2>
  %4 = memref.memory_space_cast %3 : memref<4xf32, 2> to memref<4xf32, 1>
  memref.assume_alignment %m, 16 : memref<4xf32>
  memref.alloca_scope { memref.alloca_scope.return }
  return %0, %1, %4 : memref<?x?xf32>, f32, memref<4xf32, 1>
}
// -----
func.func @m9(%m: memref<4x8xf32>) -> memref<8xf32, strided<[1], offset: 16>> {
  %c = memref.cast %m : memref<4x8xf32> to memref<?x?xf32>
  %0 = memref.subview %c[2, 0] [1, 8] [1, 1] : memref<?x?xf32> to memref<8xf32, strided<[1], offset: ?>>
  %1 = memref.cast %0 : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32, strided<[1], offset: 16>>
  return %1 : memref<8xf32, strided<[1], offset: 16>>
}
// -----
func.func @m10(%c: i1, %a: memref<4xf32>, %b: memref<4xf32>) -> memref<4xf32> {
  %0 = arith.select %c, %a, %a : memref<4xf32>
  %1 = bufferization.clone %0 : memref<4xf32> to memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return %1 : memref<4xf32>
}
// -----
func.func @m11(%t: tensor<?xf32>, %n: index) -> (tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %a = bufferization.alloc_tensor(%c4) : tensor<?xf32>
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %m = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %q = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  %e = memref.dim %m, %c0 : memref<?xf32>
  return %a, %e : tensor<?xf32>, index
}
// -----
func.func @transfer(%m: memref<4xf32>, %d: memref<8xf32, 1>, %t: memref<1xi32>, %i: index) {
  memref.dma_start %m[%i], %d[%i], %i, %t[%i] : memref<4xf32>, memref<8xf32, 1>, memref<1xi32>
  memref.dma_wait %t[%i], %i : memref<1xi32>
  return
}
