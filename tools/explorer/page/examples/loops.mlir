// Loops: affine bounds become arithmetic, what does not change moves out, and loops become branches.
func.func @main(%a: memref<32x32xf32>, %b: memref<32xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 step 4 {
      %c2 = arith.constant 2.0 : f32
      %x = affine.load %b[%i] : memref<32xf32>
      %y = arith.mulf %x, %c2 : f32
      %z = affine.load %a[%i, %j + 1] : memref<32x32xf32>
      %s = arith.addf %y, %z : f32
      affine.store %s, %a[%i, %j] : memref<32x32xf32>
    }
  }
  return
}
