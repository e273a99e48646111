// FLAGS: --affine-fold-memref-alias-ops
// FLAGS: --affine-fold-memref-alias-ops --canonicalize

func.func @subview(%m: memref<32x<<r:32|48>>xf32>, %n: index) {
  %s = memref.subview %m[%n, 2] [16, 16] [1, 1] : memref<32x<<r>>xf32> to memref<16x16xf32, strided<[<<r>>, 1], offset: ?>>
  affine.for %i = 0 to 8 {
    %v = affine.load %s[%i, 2 * %i <<+ symbol(%n)|mod 3|+ 1>>] : memref<16x16xf32, strided<[<<r>>, 1], offset: ?>>
    affine.store %v, %s[%i, <<3|%i + 1|%i floordiv 2>>] : memref<16x16xf32, strided<[<<r>>, 1], offset: ?>>
  }
  return
}
// -----
func.func @dropped(%m: memref<32x32xf32>, %n: index) {
  affine.for %j = 0 to 4 {
    %s = memref.subview %m[%j, %n] [1, 16] [1, 2] : memref<32x32xf32> to memref<16xf32, strided<[2], offset: ?>>
    affine.for %i = 0 to 8 {
      %v = affine.load %s[%i + <<%j|3>>] : memref<16xf32, strided<[2], offset: ?>>
      affine.store %v, %s[%i] : memref<16xf32, strided<[2], offset: ?>>
    }
  }
  return
}
// -----
func.func @shapes(%m: memref<32x16xf32>, %d: memref<8x4xf32>) {
  %e = memref.expand_shape %m [[0, 1], [2]] output_shape [4, 8, 16] : memref<32x16xf32> into memref<4x8x16xf32>
  %c = memref.collapse_shape %d [[0, 1]] : memref<8x4xf32> into memref<32xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %v = affine.load %e[%i, %j, <<%i + %j|3>>] : memref<4x8x16xf32>
      affine.store %v, %c[<<%i|%i + 3>>] : memref<32xf32>
    }
  }
  return
}
// -----
func.func @chain(%m: memref<32x32xf32>, %n: index) {
  %s = memref.subview %m[%n, 2] [16, 16] [1, 1] : memref<32x32xf32> to memref<16x16xf32, strided<[32, 1], offset: ?>>
  %t = memref.subview %s[%n, 2] [4, 4] [1, 1] : memref<16x16xf32, strided<[32, 1], offset: ?>> to memref<4x4xf32, strided<[32, 1], offset: ?>>
  affine.for %i = 0 to 4 {
    %v = affine.load %t[%i, 3] : memref<4x4xf32, strided<[32, 1], offset: ?>>
    memref.store %v, %t[%i, %i] : memref<4x4xf32, strided<[32, 1], offset: ?>>
  }
  return
}
