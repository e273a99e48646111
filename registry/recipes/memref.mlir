// Recipes for `memref`.
// -----
// op: memref.global memref.get_global
memref.global "private" $[|constant ]@c : memref<$mx$f> = dense<$[0.0|1.5]>$[| {alignment = 64 : i64}]
memref.global @u : memref<$nx$e> = uninitialized
memref.global "private" @x : memref<$nx$e>
func.func @f() -> memref<$mx$f> {
  %0 = memref.get_global @c : memref<$mx$f>
  return %0 : memref<$mx$f>
}
// -----
// op: memref.alloc memref.dealloc memref.load memref.store
func.func @f(%v: $e) -> $e {
  %i = arith.constant 0 : index
  %n = arith.constant $(c+1) : index
  %0 = memref.alloc(%n)$[| {alignment = 64 : i64}] : memref<?x$mx$e>
  memref.store %v, %0[%i, %i] : memref<?x$mx$e>
  %1 = memref.load %0[%i, %i]$[| {nontemporal = true}] : memref<?x$mx$e>
  memref.dealloc %0 : memref<?x$mx$e>
  return %1 : $e
}
// -----
// op: memref.expand_shape
func.func @f(%m: memref<?x$mx$e>, %n: index) -> memref<1x?x$mx$e> {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [1, %n, $m] : memref<?x$mx$e> into memref<1x?x$mx$e>
  return %0 : memref<1x?x$mx$e>
}
// -----
// op: memref.collapse_shape
func.func @f(%m: memref<$mx$nx$kx$e>) -> memref<$(m*n)x$kx$e> {
  %0 = memref.collapse_shape %m [[0, 1], [2]] : memref<$mx$nx$kx$e> into memref<$(m*n)x$kx$e>
  return %0 : memref<$(m*n)x$kx$e>
}
// -----
// op: memref.subview
func.func @f(%m: memref<8x8x$e>, %i: index) -> memref<$mx2x$e, strided<[8, 1], offset: ?>> {
  %0 = memref.subview %m[%i, $c] [$m, 2] [1, 1] : memref<8x8x$e> to memref<$mx2x$e, strided<[8, 1], offset: ?>>
  return %0 : memref<$mx2x$e, strided<[8, 1], offset: ?>>
}
// -----
// op: memref.reinterpret_cast
func.func @f(%m: memref<$[1:*|?|4x4]x$e>, %i: index) -> memref<?x$mx$e, strided<[?, 1], offset: ?>> {
  %0 = memref.reinterpret_cast %m to offset: [%i], sizes: [%i, $m], strides: [%i, 1] : memref<$1x$e> to memref<?x$mx$e, strided<[?, 1], offset: ?>>
  return %0 : memref<?x$mx$e, strided<[?, 1], offset: ?>>
}
// -----
// op: memref.transpose
func.func @f(%m: memref<?x$mx$e>) -> memref<$mx?x$e, strided<[1, $m]>> {
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<?x$mx$e> to memref<$mx?x$e, strided<[1, $m]>>
  return %0 : memref<$mx?x$e, strided<[1, $m]>>
}
// -----
// op: memref.view
func.func @f(%m: memref<2048xi8>, %i: index) -> memref<?x$mx$e> {
  %0 = memref.view %m[%i][%i] : memref<2048xi8> to memref<?x$mx$e>
  return %0 : memref<?x$mx$e>
}
// -----
// op: memref.reshape
func.func @f(%m: memref<?x$e>, %s: memref<2x$[1:index|i32]>) -> memref<?x?x$e> {
  %0 = memref.reshape %m(%s) : (memref<?x$e>, memref<2x$1>) -> memref<?x?x$e>
  return %0 : memref<?x?x$e>
}
// -----
// op: memref.extract_strided_metadata
func.func @f(%m: memref<?x$mx$e>) -> index {
  %0, %1, %2:2, %3:2 = memref.extract_strided_metadata %m : memref<?x$mx$e> -> memref<$e>, index, index, index, index, index
  return %1 : index
}
// -----
// op: memref.alloca_scope memref.alloca_scope.return
func.func @f(%a: $e) -> $e {
  %0 = memref.alloca_scope -> ($e) {
    memref.alloca_scope.return %a : $e
  }
  memref.alloca_scope {
  }
  return %0 : $e
}
// -----
// op: memref.generic_atomic_rmw memref.atomic_yield
func.func @f(%m: memref<4x$f>, %i: index) -> $f {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4x$f> {
  ^bb0(%x: $f):
    %1 = arith.addf %x, %x : $f
    memref.atomic_yield %1 : $f
  }
  return %0 : $f
}
// -----
// op: memref.dma_start memref.dma_wait
func.func @f(%a: memref<64x$e>, %b: memref<64x$e, 1>, %t: memref<1xi32>, %i: index, %n: index) {
  memref.dma_start %a[%i], %b[%i], %n, %t[%i]$[|, %n, %n] : memref<64x$e>, memref<64x$e, 1>, memref<1xi32>
  memref.dma_wait %t[%i], %n : memref<1xi32>
  return
}
