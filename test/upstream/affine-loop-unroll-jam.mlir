// FLAGS: --pass-pipeline='builtin.module(func.func(affine-loop-unroll-jam))'
// FLAGS: --pass-pipeline='builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))'
// FLAGS: --pass-pipeline='builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=1}))'

func.func @nest(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %n: index, %k: index) {
  affine.for %i = <<0|%k|3>> to <<%n|8|affine_map<(d0) -> (d0 * 4)>(%n)|3>> step <<1|2>> {
    %v = affine.load %b[%i, 0] : memref<?x?xf32>
    affine.for %j = 0 to <<%k|affine_map<(d0) -> (d0)>(%i)>> {
      %w = affine.load %a[%i, %j] : memref<?x?xf32>
      %x = arith.addf %v, %w : f32
      affine.store %x, %a[%i, %j] : memref<?x?xf32>
    }
    affine.store %v, %b[%i, 1] : memref<?x?xf32>
  }
  return
}
// -----
func.func @carried(%a: memref<16x16xf32>, %b: memref<16xf32>, %x: f32) -> f32 {
  %r = affine.for %i = 0 to <<16|15|8>> iter_args(%s = %x) -> f32 {
    %q = affine.for %j = 0 to 16 iter_args(%p = %x) -> f32 {
      %w = affine.load %a[%i, %j] : memref<16x16xf32>
      %y = arith.addf %p, %w : f32
      affine.yield %y : f32
    }
    %t = arith.<<addf|mulf|maximumf>> %s, %q : f32
    affine.yield %t : f32
  }
  return %r : f32
}
// -----
func.func @inner_carried(%a: memref<16x16xf32>, %b: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to <<16|15>> {
    %q = affine.for %j = 0 to 16 iter_args(%p = %x) -> f32 {
      %w = affine.load %a[%i, %j] : memref<16x16xf32>
      %y = arith.addf %p, %w : f32
      affine.yield %y : f32
    }
    affine.store %q, %b[%i] : memref<16xf32>
  }
  return
}
// -----
func.func @not_first(%a: memref<16xf32>, %x: f32) {
  %c = arith.constant 0 : index
  affine.for %i = 0 to 16 {
    affine.store %x, %a[%i] : memref<16xf32>
  }
  return
}
// -----
func.func @limits(%a: memref<16xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to min affine_map<(d0) -> (<<d0, 16|d0 * 8, 16|7, 8>>)>(%n) {
    affine.store %x, %a[%i] : memref<16xf32>
  }
  return
}
