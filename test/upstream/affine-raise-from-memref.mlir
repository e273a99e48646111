// FLAGS: --affine-raise-from-memref
// FLAGS: --affine-raise-from-memref --canonicalize

func.func @loops(%m: memref<64x64xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to %n {
      %p = arith.<<muli|addi|subi>> %i, %c2 : index
      %q = arith.addi %p, <<%j|%n|%c2|%p>> : index
      %r = arith.muli %q, <<%c2|%n|%j>> : index
      %v = memref.load %m[<<%q, %r|%i, %j|%c0, %p|%n, %r>>] : memref<64x64xf32>
      memref.store %v, %m[<<%j, %i|%r, %n>>] : memref<64x64xf32>
    }
  }
  return
}
// -----
func.func @scf(%m: memref<64x64xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i, <<%c0|%n>>] : memref<64x64xf32>
    memref.store %x, %m[%n, %c1] : memref<64x64xf32>
  }
  return
}
