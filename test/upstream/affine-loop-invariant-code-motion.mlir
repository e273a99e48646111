// FLAGS: --affine-loop-invariant-code-motion
// FLAGS: --affine-loop-invariant-code-motion --canonicalize

func.func @accesses(%m: memref<8xf32>, %p: memref<8xf32>, %j: index, %x: f32) {
  affine.for %i = 0 to 8 {
    %v = affine.load %m[<<%j|%i|0>>] : memref<8xf32>
    %w = arith.addf %v, <<%x|%v>> : f32
    <<memref.store %x, %m[%j]|memref.store %x, %p[%j]|affine.store %w, %p[%j]|affine.store %x, %p[%i]|affine.store %x, %m[%i]|affine.store %w, %m[%j]>> : memref<8xf32>
  }
  return
}
// -----
func.func @nested(%m: memref<8x8xf32>, %p: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to <<8|4>> {
      affine.for %k = 0 to 8 {
        %v = affine.load %m[<<%i, %j|%j, %j|0, 1|%k, %i>>] : memref<8x8xf32>
        %w = arith.mulf %v, %x : f32
        affine.store %w, %p[<<%i|%j|3>>] : memref<8xf32>
      }
    }
  }
  return
}
// -----
func.func @conditions(%m: memref<8xf32>, %p: memref<8xf32>, %j: index, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(<<%i|%j>>) {
      affine.store %x, %m[<<%j|%i>>] : memref<8xf32>
    } else {
      %v = affine.load %p[%j] : memref<8xf32>
      affine.store %v, <<%m|%p>>[2] : memref<8xf32>
    }
  }
  return
}
// -----
func.func @carried(%m: memref<8xf32>, %j: index, %x: f32) -> f32 {
  %c = arith.constant 2.0 : f32
  %r = affine.for %i = 0 to 8 iter_args(%s = %x) -> f32 {
    %c3 = arith.constant 3.0 : f32
    %v = arith.mulf <<%s|%x|%c>>, %c3 : f32
    %w = arith.addf %v, %s : f32
    %k = affine.apply affine_map<(d0) -> (d0 + 1)>(<<%j|%i>>)
    %z = affine.load %m[%k] : memref<8xf32>
    %y = arith.addf %w, %z : f32
    affine.yield %y : f32
  }
  return %r : f32
}
// -----
// DIFFERS: upstream hoists a store out of a loop that may run never, and a load across a call that may write
func.func @unsound(%m: memref<8xf32>, %p: memref<8xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %p[1] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %v = affine.load %m[0] : memref<8xf32>
    func.call @write(%m, %v) : (memref<8xf32>, f32) -> ()
  }
  return
}
func.func private @write(memref<8xf32>, f32)
