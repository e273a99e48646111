// FLAGS: --affine-loop-fusion
// FLAGS: --affine-loop-fusion=maximal
// FLAGS: --affine-loop-fusion=mode=producer
// FLAGS: --affine-loop-fusion=mode=sibling
// FLAGS: --affine-loop-fusion="compute-tolerance=0 fast-mem-space=2 local-buf-threshold=1"

func.func @pointwise(%p: memref<64xf32>, %x: f32) {
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to <<64|32>> {
    affine.store %x, %m[<<%i|%i + 1>>] : memref<64xf32>
  }
  affine.for %i = 0 to <<64|31>> {
    %v = affine.load %m[%i] : memref<64xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %p[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @argument(%m: memref<64xf32>, %p: memref<64xf32>, %x: f32) -> f32 {
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to <<64|32>> {
    affine.store %x, %m[%i] : memref<64xf32>
  }
  %r = <<affine.load|memref.load>> %m[%c3] : memref<64xf32>
  affine.for %i = 0 to 32 {
    %v = affine.load %m[<<%i|%i + 2>>] : memref<64xf32>
    affine.store %v, <<%p|%m>>[%i] : memref<64xf32>
  }
  %s = affine.load %m[0] : memref<64xf32>
  return %s : f32
}
// -----
func.func @stencil(%p: memref<62xf32>, %q: memref<64xf32>) {
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %a = affine.load %q[%i] : memref<64xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %m[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 62 {
    %u = affine.load %m[%i] : memref<64xf32>
    %v = affine.load %m[%i + <<1|2>>] : memref<64xf32>
    %w = arith.addf %u, %v : f32
    affine.store %w, %p[%i] : memref<62xf32>
  }
  return
}
// -----
func.func @products(%a: memref<<<n:8|16>>x16xf32>, %b: memref<16x32xf32>, %c: memref<32x4xf32>, %d: memref<<<n>>x4xf32>) {
  %z = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<<<n>>x32xf32>
  affine.for %i = 0 to <<n>> {
    affine.for %j = 0 to 32 {
      affine.store %z, %t[%i, %j] : memref<<<n>>x32xf32>
      affine.for %k = 0 to 16 {
        %x = affine.load %a[%i, %k] : memref<<<n>>x16xf32>
        %y = affine.load %b[%k, %j] : memref<16x32xf32>
        %s = affine.load %t[%i, %j] : memref<<<n>>x32xf32>
        %m = arith.mulf %x, %y : f32
        %n = arith.addf %s, %m : f32
        affine.store %n, %t[%i, %j] : memref<<<n>>x32xf32>
      }
    }
  }
  affine.for %i = 0 to <<n>> {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 32 {
        %x = affine.load %t[%i, %k] : memref<<<n>>x32xf32>
        %y = affine.load %c[%k, %j] : memref<32x4xf32>
        %s = affine.load %d[%i, %j] : memref<<<n>>x4xf32>
        %m = arith.mulf %x, %y : f32
        %n = arith.addf %s, %m : f32
        affine.store %n, %d[%i, %j] : memref<<<n>>x4xf32>
      }
    }
  }
  return
}
// -----
func.func @siblings(%m: memref<64x8xf32>, %p: memref<64xf32>, %q: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 8 {
      %v = affine.load %m[%i, %j] : memref<64x8xf32>
      %s = affine.load %p[%i] : memref<64xf32>
      %t = arith.addf %s, %v : f32
      affine.store %t, %p[%i] : memref<64xf32>
    }
  }
  affine.for %i = 0 to <<64|32>> {
    affine.for %j = 0 to <<8|4>> {
      %v = affine.load %m[%i, %j] : memref<64x8xf32>
      %s = affine.load %q[%i] : memref<64xf32>
      %t = arith.maximumf %s, %v : f32
      affine.store %t, %q[%i] : memref<64xf32>
    }
  }
  return
}
// -----
func.func @chain(%p: memref<32x32xf32>, %q: memref<32x32xf32>) {
  %m = memref.alloc() : memref<32x32xf32>
  %n = memref.alloc() : memref<32x32xf32>
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      %a = affine.load %q[%i, %j] : memref<32x32xf32>
      affine.store %a, %m[%i, %j] : memref<32x32xf32>
    }
  }
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      %a = affine.load %m[<<%i, %j|%j, %i>>] : memref<32x32xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %n[%i, %j] : memref<32x32xf32>
    }
  }
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to <<32|16>> {
      %a = affine.load %n[%i, %j] : memref<32x32xf32>
      %c = affine.load %q[%i, %j] : memref<32x32xf32>
      %b = arith.addf %a, %c : f32
      affine.store %b, %p[%i, %j] : memref<32x32xf32>
    }
  }
  return
}
// -----
func.func @used(%p: memref<64xf32>, %x: f32) -> memref<64xf32> {
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %m[%i] : memref<64xf32>
  }
  func.call @sink(%p) : (memref<64xf32>) -> ()
  affine.for %i = 0 to 64 {
    %v = affine.load %m[%i] : memref<64xf32>
    affine.store %v, %p[%i] : memref<64xf32>
  }
  return %m : memref<64xf32>
}
func.func private @sink(memref<64xf32>)
// -----
func.func @nested(%p: memref<8x64xf32>, %q: memref<8x64xf32>) {
  affine.for %o = 0 to 8 {
    %m = memref.alloc() : memref<64xf32>
    affine.for %i = 0 to 64 {
      %a = affine.load %q[%o, %i] : memref<8x64xf32>
      affine.store %a, %m[%i] : memref<64xf32>
    }
    affine.for %i = 0 to 64 {
      %a = affine.load %m[<<%i|63 - %i>>] : memref<64xf32>
      affine.store %a, %p[%o, %i] : memref<8x64xf32>
    }
  }
  return
}
// -----
func.func @outside(%p: memref<8x64xf32>, %q: memref<8x64xf32>) {
  %m = memref.alloc() : memref<8x64xf32>
  affine.for %o = 0 to 8 {
    affine.for %i = 0 to 64 {
      %a = affine.load %q[%o, %i] : memref<8x64xf32>
      affine.store %a, %m[%o, %i] : memref<8x64xf32>
    }
    affine.for %i = 0 to 64 {
      %a = affine.load %m[%o, %i] : memref<8x64xf32>
      affine.store %a, %p[%o, %i] : memref<8x64xf32>
    }
  }
  return
}
// -----
func.func @users(%p: memref<64xf32>, %q: memref<64xf32>, %r: memref<64xf32>, %s: memref<64xf32>) {
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %a = affine.load %q[%i] : memref<64xf32>
    affine.store %a, %m[<<%i|63 - %i>>] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %a = affine.load %m[%i] : memref<64xf32>
    affine.store %a, %p[%i] : memref<64xf32>
  }
  affine.for %i = 0 to <<64|32>> {
    %a = affine.load %m[%i] : memref<64xf32>
    affine.store %a, %r[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %a = affine.load %m[%i] : memref<64xf32>
    %b = affine.load %q[%i] : memref<64xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %s[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @sizes(%p: memref<?xf32>, %n: index, %x: f32) {
  %m = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = 0 to <<%n|64>> {
    %a = affine.load %m[%i] : memref<?xf32>
    affine.store %a, %p[%i] : memref<?xf32>
  }
  return
}
// -----
func.func @carried(%p: memref<64xf32>, %q: memref<64x16xf32>) {
  %z = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %s = affine.for %j = 0 to 16 iter_args(%acc = %z) -> f32 {
      %a = affine.load %q[%i, %j] : memref<64x16xf32>
      %b = arith.addf %acc, %a : f32
      affine.yield %b : f32
    }
    affine.store %s, %m[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 16 {
      %a = affine.load %q[%i, %j] : memref<64x16xf32>
      %s = affine.load %m[%i] : memref<64xf32>
      %b = arith.divf %a, %s : f32
      affine.store %b, %q[%i, %j] : memref<64x16xf32>
    }
  }
  affine.for %i = 0 to 64 {
    %a = affine.load %m[%i] : memref<64xf32>
    affine.store %a, %p[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @values(%p: memref<64xf32>, %q: memref<64xf32>, %x: f32) {
  %m = memref.alloc() : memref<64xf32>
  %c = memref.alloc() : memref<1xf32>
  affine.for %i = 0 to 64 {
    affine.store %x, %m[%i] : memref<64xf32>
    affine.store %x, %c[0] : memref<1xf32>
  }
  %v = affine.load %c[0] : memref<1xf32>
  affine.for %i = 0 to 64 {
    %a = affine.load %m[%i] : memref<64xf32>
    %b = arith.addf %a, %v : f32
    affine.store %b, %p[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @interchange(%p: memref<32x32xf32>, %q: memref<32x32xf32>) {
  %m = memref.alloc() : memref<32x32xf32>
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      %a = affine.load %q[%i, %j] : memref<32x32xf32>
      affine.store %a, %m[%i, %j] : memref<32x32xf32>
    }
  }
  affine.for %k = 0 to 31 {
    affine.for %j = 0 to 32 {
      %a = affine.load %m[%k, %j] : memref<32x32xf32>
      %b = affine.load %p[%k<<| + 1>>, %j] : memref<32x32xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %p[<<%k|%k + 1>>, %j] : memref<32x32xf32>
    }
  }
  return
}
// -----
func.func @conditional(%p: memref<32xf32>, %x: f32) {
  %m = memref.alloc() : memref<32xf32>
  affine.for %i = 0 to 32 {
    affine.store %x, %m[%i] : memref<32xf32>
  }
  affine.for %i = 0 to 32 {
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      %a = affine.load %m[%i] : memref<32xf32>
      affine.store %a, %p[%i] : memref<32xf32>
    }
  }
  return
}
// -----
func.func @vectors(%p: memref<64xf32>, %q: memref<64xf32>) {
  %m = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 step 4 {
    %a = affine.vector_load %q[%i] : memref<64xf32>, vector<4xf32>
    affine.vector_store %a, %m[%i] : memref<64xf32>, vector<4xf32>
  }
  affine.for %i = 0 to 64 step 4 {
    %a = affine.vector_load %m[%i] : memref<64xf32>, vector<4xf32>
    affine.vector_store %a, %p[%i] : memref<64xf32>, vector<4xf32>
  }
  return
}
