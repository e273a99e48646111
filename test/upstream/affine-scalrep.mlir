// FLAGS: --affine-scalrep
// FLAGS: --affine-scalrep --canonicalize --cse

func.func @forward(%m: memref<64xf32>, %p: memref<64xf32>, %j: index, %x: f32) -> f32 {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 32 {
    affine.store %x, %m[<<%i|%i + 1|%j>>] : memref<64xf32>
    affine.store %z, <<%p|%m>>[<<%i|%i + 32|0>>] : memref<64xf32>
    %v = affine.load %m[<<%i|%j>>] : memref<64xf32>
    affine.store %v, %p[%i] : memref<64xf32>
  }
  %r = affine.load %m[3] : memref<64xf32>
  return %r : f32
}
// -----
func.func @local(%p: memref<64xf32>, %x: f32) {
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %y = arith.addf %x, %x : f32
    affine.store %y, %m[<<%i|0>>] : memref<64xf32>
    affine.for %k = 0 to 8 {
      %v = affine.load %m[<<%i|0|%k>>] : memref<64xf32>
      affine.store %v, %p[%k] : memref<64xf32>
    }
  }
  memref.dealloc %m : memref<64xf32>
  return
}
// -----
func.func @loads(%m: memref<64xf32>, %p: memref<64xf32>, %i: index, %x: f32) -> (f32, f32) {
  %a = affine.load %m[symbol(%i)] : memref<64xf32>
  affine.store %x, <<%p|%m>>[<<symbol(%i) + 1|symbol(%i)|3>>] : memref<64xf32>
  %b = affine.load %m[symbol(%i)] : memref<64xf32>
  %c = affine.load %m[symbol(%i)] : memref<64xf32>
  %d = arith.addf %a, %b : f32
  %e = arith.addf %c, %d : f32
  return %d, %e : f32, f32
}
// -----
func.func @stores(%m: memref<64xf32>, %p: memref<64xf32>, %i: index, %x: f32, %y: f32) {
  affine.store %x, %m[<<0|symbol(%i)>>] : memref<64xf32>
  %v = affine.load <<%m|%p>>[<<1|0>>] : memref<64xf32>
  affine.store %v, %p[2] : memref<64xf32>
  affine.store %y, %m[<<0|symbol(%i)>>] : memref<64xf32>
  return
}
// -----
func.func @conditions(%m: memref<64xf32>, %n: index, %x: f32, %y: f32) -> f32 {
  %p = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %p[%i] : memref<64xf32>
    affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%n] {
      <<affine.store %y, %p[%i]|%w = memref.load %p[%i]|affine.store %y, %p[0]>> : memref<64xf32>
    }
    %v = affine.load %p[%i] : memref<64xf32>
    affine.store %v, %m[%i] : memref<64xf32>
  }
  %r = affine.load %p[0] : memref<64xf32>
  return %r : f32
}
// -----
func.func @vectors(%m: memref<64xf32>, %p: memref<64xf32>, %x: vector<8xf32>) {
  affine.for %i = 0 to 56 {
    affine.vector_store %x, %m[%i] : memref<64xf32>, vector<8xf32>
    %v = affine.vector_load %m[<<%i|%i + 1|%i + 8>>] : memref<64xf32>, vector<8xf32>
    affine.vector_store %v, %p[%i] : memref<64xf32>, vector<8xf32>
  }
  return
}
