// FLAGS: --pass-pipeline='builtin.module(func.func(convert-affine-for-to-gpu))'
// FLAGS: --pass-pipeline='builtin.module(func.func(convert-affine-for-to-gpu{gpu-block-dims=2 gpu-thread-dims=1}))'
// FLAGS: --pass-pipeline='builtin.module(func.func(convert-affine-for-to-gpu{gpu-block-dims=0}))'

func.func @nest(%m: memref<?x?x?xf32>, %n: index, %k: index, %x: f32) {
  affine.for %i = <<0|%k|max affine_map<(d0)[s0] -> (d0, s0 + 3)>(%n)[%k]>> to <<%n|min affine_map<(d0)[s0] -> (d0 floordiv 4, s0)>(%n)[%k]|64>> step <<1|3>> {
    affine.for %j = <<2|%n>> to <<32|%k>> {
      affine.for %l = 0 to 8 step <<2|1>> {
        affine.store %x, %m[%i, %j, %l] : memref<?x?x?xf32>
      }
    }
  }
  return
}
