// FLAGS: --pass-pipeline='builtin.module(func.func(affine-loop-unroll))'
// FLAGS: --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=2}))'
// FLAGS: --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=1}))'
// FLAGS: --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=3 cleanup-unroll}))'
// FLAGS: --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=5 unroll-up-to-factor}))'
// FLAGS: --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=-1 unroll-full-threshold=2}))'
// FLAGS: --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=-1}))'
// FLAGS: --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=2 unroll-num-reps=3}))'

func.func @bounds(%m: memref<64xf32>, %n: index, %k: index) {
  affine.for %i = <<0|%k|2>> to <<%n|8|affine_map<(d0) -> (d0 * 4)>(%k)>> step <<1|2|3>> {
    %v = affine.load %m[%i] : memref<64xf32>
    affine.store %v, %m[<<%i + 1|0>>] : memref<64xf32>
  }
  return
}
// -----
func.func @multiple(%m: memref<64xf32>, %n: index, %k: index) {
  affine.for %i = <<0|max affine_map<(d0) -> (d0, 0)>(%k)>> to min affine_map<(d0)[s0] -> (<<d0 * 4, s0|d0 * 8, 16|4, 8|d0 * 12, s0 * 12>>)>(%n)[%k] {
    %v = affine.load %m[%i] : memref<64xf32>
    affine.store %v, %m[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @nested(%m: memref<64x64xf32>, %n: index) {
  affine.for %i = 0 to <<6|2>> {
    affine.for %j = <<affine_map<(d0) -> (d0)>(%i)|0>> to <<affine_map<(d0) -> (d0 + 6)>(%i)|8|5>> {
      %v = affine.load %m[%i, %j] : memref<64x64xf32>
      affine.store %v, %m[%j, %i] : memref<64x64xf32>
    }
    affine.for %j = 0 to 1 {
      %v = affine.load %m[%j, %i] : memref<64x64xf32>
      affine.store %v, %m[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
// -----
func.func @carried(%m: memref<64xf32>, %x: f32, %y: f32, %n: index) -> (f32, f32) {
  %r:2 = affine.for %i = 0 to <<8|7|1|%n>> step <<1|2>> iter_args(%a = %x, %b = %y) -> (f32, f32) {
    %v = affine.load %m[%i] : memref<64xf32>
    %s = arith.addf %a, %v : f32
    affine.yield <<%s, %a|%s, %b|%b, %s|%x, %s>> : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}
// -----
func.func @empty(%n: index) {
  affine.for %i = 0 to <<8|%n|0|1>> {
  }
  return
}
// -----
func.func @offset(%m: memref<64xf32>, %k: index) {
  affine.for %i = affine_map<(d0)[s0] -> (d0 + <<s0|3>>)>(%k)[%k] to affine_map<(d0)[s0] -> (d0 + <<s0|11>> + 7)>(%k)[%k] {
    %v = affine.load %m[%i] : memref<64xf32>
    %w = affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) -> f32 {
      affine.yield %v : f32
    } else {
      %z = affine.load %m[%i + 2] : memref<64xf32>
      affine.yield %z : f32
    }
    affine.store %w, %m[%i] : memref<64xf32>
  }
  return
}
