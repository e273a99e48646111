// FLAGS: --affine-loop-fusion

// DIFFERS: the private buffer has all that a remainder reaches; upstream takes it as one value
func.func @shapes(%p: memref<16x64xf32>, %q: memref<1024xf32>) {
  %m = memref.alloc() : memref<16x64xf32>
  affine.for %i = 0 to 1024 {
    %a = affine.load %q[%i] : memref<1024xf32>
    affine.store %a, %m[%i floordiv 64, %i mod 64] : memref<16x64xf32>
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 64 {
      %a = affine.load %m[%i, %j] : memref<16x64xf32>
      affine.store %a, %p[%i, %j] : memref<16x64xf32>
    }
  }
  return
}
// -----
// DIFFERS: the private buffer has all that a remainder reaches; upstream takes it as one value
func.func @flat(%p: memref<1024xf32>, %q: memref<16x64xf32>) {
  %m = memref.alloc() : memref<16x64xf32>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 64 {
      %a = affine.load %q[%i, %j] : memref<16x64xf32>
      affine.store %a, %m[%i, %j] : memref<16x64xf32>
    }
  }
  affine.for %i = 0 to 1024 {
    %a = affine.load %m[%i floordiv 64, %i mod 64] : memref<16x64xf32>
    affine.store %a, %p[%i] : memref<1024xf32>
  }
  return
}
// -----
// DIFFERS: the private buffer has what the quotient reaches; upstream takes the whole memref
func.func @nested(%p: memref<8x64xf32>, %q: memref<8x64xf32>) {
  affine.for %o = 0 to 8 {
    %m = memref.alloc() : memref<64xf32>
    affine.for %i = 0 to 64 {
      %a = affine.load %q[%o, %i] : memref<8x64xf32>
      affine.store %a, %m[%i] : memref<64xf32>
    }
    affine.for %i = 0 to 64 {
      %a = affine.load %m[%i floordiv 2] : memref<64xf32>
      affine.store %a, %p[%o, %i] : memref<8x64xf32>
    }
  }
  return
}
// -----
// DIFFERS: the call may write the memref, so the loop that loads it comes after; upstream moves it before the call
func.func @used(%p: memref<64xf32>, %x: f32) -> memref<64xf32> {
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %m[%i] : memref<64xf32>
  }
  func.call @sink(%m) : (memref<64xf32>) -> ()
  affine.for %i = 0 to 64 {
    %v = affine.load %m[%i] : memref<64xf32>
    affine.store %v, %p[%i] : memref<64xf32>
  }
  return %m : memref<64xf32>
}
func.func private @sink(memref<64xf32>)
