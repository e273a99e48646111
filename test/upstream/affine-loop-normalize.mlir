// FLAGS: --affine-loop-normalize
// FLAGS: --affine-loop-normalize=promote-single-iter
// FLAGS: --affine-loop-normalize --canonicalize

func.func @for(%a: memref<256xf32>, %n: index, %k: index) {
  affine.for %i = <<0|2|%k|affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%k)[%n]>> to <<%n|30|min affine_map<(d0)[s0] -> (d0 * 4, 7 + s0)>(%n)[%k]|3>> step <<1|3>> {
    %v = affine.load %a[%i] : memref<256xf32>
    affine.store %v, %a[%i + 1] : memref<256xf32>
  }
  return
}
// -----
func.func @nested(%a: memref<256x256xf32>, %x: f32, %n: index) {
  affine.for %i = <<2|0>> to %n step 2 {
    %r = affine.for %j = affine_map<(d0) -> (d0 + <<3|0>>)>(%i) to <<affine_map<(d0) -> (d0 + 4)>(%i)|%n>> step <<1|4>> iter_args(%s = %x) -> f32 {
      %v = affine.load %a[%i, %j] : memref<256x256xf32>
      %t = arith.addf %v, %s : f32
      affine.yield %t : f32
    }
    affine.store %r, %a[%i, %i] : memref<256x256xf32>
  }
  affine.for %i = max affine_map<(d0) -> (d0, 0)>(%n) to 7 {
    affine.store %x, %a[%i, %i] : memref<256x256xf32>
  }
  return
}
// -----
func.func @parallel(%a: memref<256x256xf32>, %x: f32, %n: index) {
  affine.parallel (%i, %j) = (<<0, 0|3, symbol(%n)|0, 10>>) to (<<100, 100|symbol(%n), 20|min(100, symbol(%n)), 7>>) step (<<1, 1|2, 3>>) {
    affine.store %x, %a[%i, %j] : memref<256x256xf32>
  }
  return
}
