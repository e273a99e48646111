// Recipes for `affine`: operands of maps must be valid there, so they stay arguments of the function.
// attr: affine_map<(d0, d1) -> (d0 + d1 * 2)>
// -----
// op: affine.load affine.store
// only
// fresh
func.func @f(%m: memref<8x8x$e>, %i: index, %j: index) -> $e {
  %0 = affine.load %m[%i + $c, %j floordiv 4 + symbol(%i)]$[| {note}] : memref<8x8x$e>
  affine.store %0, %m[%j, $c] : memref<8x8x$e>
  return %0 : $e
}
// -----
// op: affine.prefetch
// only
// fresh
func.func @f(%m: memref<?x8x$e>, %i: index) {
  affine.prefetch %m[%i, %i + $c], $[read|write], locality<$c>, $[data|instr] : memref<?x8x$e>
  return
}
// -----
// op: affine.vector_load affine.vector_store
// only
// fresh
func.func @f(%m: memref<?x16x$e>, %i: index) -> vector<$kx$e> {
  %0 = affine.vector_load %m[%i, %i mod 4] : memref<?x16x$e>, vector<$kx$e>
  affine.vector_store %0, %m[0, $c] : memref<?x16x$e>, vector<$kx$e>
  return %0 : vector<$kx$e>
}
// -----
// op: affine.for affine.yield
// fresh
func.func @f(%a: $e, %n: index) -> $e {
  %0 = affine.for %i = $c to $[$(c+3)|%n|min affine_map<(d0)[s0] -> (d0 + 10, s0)>(%n)[%n]]$[| step 2] iter_args(%x = %a) -> ($e) {
    affine.yield %x : $e
  }
  affine.for %i = 0 to 4 {
  }$[| {note}]
  return %0 : $e
}
// -----
// op: affine.if affine.yield
// fresh
func.func @f(%a: $e, %b: $e, %n: index) -> $e {
  %0 = affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 - $c == 0)>(%n)[%n] -> $e {
    affine.yield %a : $e
  } else {
    affine.yield %b : $e
  }
  return %0 : $e
}
// -----
// op: affine.parallel
// fresh
func.func @f(%a: $f, %n: index) -> $f {
  %0 = affine.parallel (%i) = (0) to ($(c+1)) reduce ("$[addf|mulf|maximumf]") -> ($f) {
    affine.yield %a : $f
  }
  affine.parallel (%i, %j) = (0, max(%n, 3)) to (10, min(%n, 5)) step ($[1|2], 3) {
  }
  return %0 : $f
}
// -----
// op: affine.apply affine.min affine.max
// only
// fresh
func.func @f(%n: index, %m: index) -> index {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 * $c + s0 ceildiv 3)>(%n)[%m]
  %1 = affine.min affine_map<(d0)[s0] -> (d0, s0, $c)>(%n)[%m]
  %2 = affine.max affine_map<(d0, d1) -> (d0 mod 5, d1)>(%n, %m)
  %3 = arith.addi %1, %2 : index
  %4 = arith.addi %0, %3 : index
  return %4 : index
}
// -----
// op: affine.delinearize_index affine.linearize_index
// only
func.func @f(%n: index) -> index {
  %0:3 = affine.delinearize_index %n into ($[|$(m+1), ]$n, $(k+1)) : index, index, index
  %1 = affine.linearize_index $[|disjoint ][%0#0, %0#1, %0#2] by ($[|$(m+1), ]$n, $(k+1)) : index
  return %1 : index
}
// -----
// op: affine.dma_start affine.dma_wait
// only
// fresh
func.func @f(%a: memref<64x$e>, %b: memref<64x$e, 1>, %t: memref<1xi32>, %i: index, %n: index) {
  affine.dma_start %a[%i + $c], %b[%i], %t[%i], %n$[|, %n, %n] : memref<64x$e>, memref<64x$e, 1>, memref<1xi32>
  affine.dma_wait %t[%i], %n : memref<1xi32>
  return
}
