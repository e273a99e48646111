// FLAGS: --affine-parallelize
// FLAGS: --affine-parallelize=parallel-reductions
// FLAGS: --affine-parallelize="max-nested=1 parallel-reductions"

func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>, %n: index, %k: index) {
  affine.for %i = 0 to <<%n|min affine_map<(d0)[s0] -> (d0, s0)>(%n)[%k]>> {
    affine.for %j = <<3|max affine_map<(d0)[s0] -> (d0, s0)>(%n)[%k]>> to 64 step <<1|2>> {
      affine.for %l = 0 to %k {
        %x = affine.load %a[%i, %l] : memref<?x?xf32>
        %y = affine.load %b[%l, %j] : memref<?x?xf32>
        %z = affine.load %c[%i, %j] : memref<?x?xf32>
        %w = math.fma %x, %y, %z : f32
        affine.store %w, %c[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
// -----
func.func @distances(%a: memref<128xf32>, %n: index) {
  affine.for %i = 0 to <<64|%n>> step <<1|2>> {
    %v = affine.load %a[<<%i|%i + 1|%i + 64|2 * %i + 1|2 * %i|%i mod 4|%i floordiv 2 + 64|0>>] : memref<128xf32>
    affine.store %v, %a[<<%i|2 * %i|0|%i + symbol(%n)>>] : memref<128xf32>
  }
  return
}
// -----
func.func @float_reduction(%a: memref<64xf32>, %x: f32) -> (f32, f32) {
  %r:2 = affine.for %i = 0 to 64 iter_args(%s = %x, %q = %x) -> (f32, f32) {
    %v = affine.load %a[%i] : memref<64xf32>
    %t = arith.<<addf|mulf|maximumf|minimumf|subf|divf>> <<%s, %v|%v, %s|%s, %s>> : f32
    %u = arith.addf %q, <<%v|%x|%t>> : f32
    affine.yield %t, %u : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}
// -----
func.func @int_reduction(%a: memref<64xi32>, %x: i32) -> i32 {
  %r = affine.for %i = 0 to 64 iter_args(%s = %x) -> (i32) {
    %v = affine.load %a[%i] : memref<64xi32>
    %t = arith.<<addi|muli|andi|ori|subi|shli>> %s, %v : i32
    affine.yield %t : i32
  }
  return %r : i32
}
// -----
func.func @effects(%a: memref<64xf32>, %x: f32) {
  affine.for %i = 0 to 64 {
    %m = memref.alloc() : memref<4xf32>
    affine.for %j = 0 to 4 {
      affine.store %x, %m[%j] : memref<4xf32>
    }
    %v = affine.load %m[0] : memref<4xf32>
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
      affine.store %v, %a[<<%i|0>>] : memref<64xf32>
    }
    <<memref.dealloc %m|%z = memref.load %m[%i]>> : memref<4xf32>
  }
  return
}
