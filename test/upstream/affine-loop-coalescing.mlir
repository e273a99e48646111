// FLAGS: --affine-loop-coalescing
// FLAGS: --affine-loop-coalescing --canonicalize

func.func @nest(%a: memref<?x?x?xf32>, %x: f32, %n: index, %k: index) {
  affine.for %i = <<0|2>> to <<%n|8>> {
    affine.for %j = 0 to <<%k|min affine_map<(d0)[s0] -> (d0, s0)>(%n)[%k]|3>> step <<1|2>> {
      affine.for %l = 0 to <<4|affine_map<(d0) -> (d0 + 1)>(%j)|affine_map<(d0) -> (d0 + 1)>(%n)>> {
        affine.store %x, %a[%i, %j, %l] : memref<?x?x?xf32>
      }
    }
  }
  return
}
// -----
func.func @carried(%a: memref<8x8xf32>, %x: f32) -> f32 {
  %r = affine.for %i = 0 to 8 iter_args(%s = %x) -> f32 {
    %t = affine.for %j = 0 to 8 iter_args(%u = %s) -> f32 {
      %v = affine.load %a[%i, %j] : memref<8x8xf32>
      %w = arith.addf %u, %v : f32
      affine.yield %w : f32
    }
    affine.yield %t : f32
  }
  return %r : f32
}
// -----
func.func @two(%a: memref<?x?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%i, %j] : memref<?x?xf32>
    }
    affine.for %j = 0 to 4 {
      affine.for %l = 0 to <<%n|3>> {
        affine.store %x, %a[%l, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
