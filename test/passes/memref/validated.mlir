// RUN: strata-opt %s --fold-memref-alias-ops --validate-passes=3
// RUN: strata-opt %s --expand-strided-metadata --validate-passes=3
// RUN: strata-opt %s --flatten-memref --validate-passes=3
// RUN: strata-opt %s --fold-memref-alias-ops --affine-expand-index-ops --flatten-memref --validate-passes=3

// Accesses to views read the same elements after each pass.
func.func @main(%x: memref<16x8xf32>) -> memref<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %p = arith.constant 0.0 : f32
  %r = memref.alloc() : memref<4x4xf32>
  %s = memref.subview %x[1, 2] [4, 4] [3, 1] : memref<16x8xf32> to memref<4x4xf32, strided<[24, 1], offset: 10>>
  %e = memref.expand_shape %x [[0, 1], [2]] output_shape [4, 4, 8] : memref<16x8xf32> into memref<4x4x8xf32>
  %c = memref.collapse_shape %x [[0, 1]] : memref<16x8xf32> into memref<128xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %a = memref.load %s[%i, %j] : memref<4x4xf32, strided<[24, 1], offset: 10>>
      %b = memref.load %e[%i, %j, %c2] : memref<4x4x8xf32>
      %q = arith.muli %i, %c4 : index
      %w = arith.addi %q, %j : index
      %d = memref.load %c[%w] : memref<128xf32>
      %f = arith.addf %a, %b : f32
      %g = arith.addf %f, %d : f32
      memref.store %g, %r[%i, %j] : memref<4x4xf32>
    }
  }
  return %r : memref<4x4xf32>
}
