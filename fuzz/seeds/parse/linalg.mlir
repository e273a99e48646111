#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @f(%a: tensor<?x4xf32>, %b: tensor<4x8xf32>, %c: tensor<?x8xf32>, %f: f32) -> tensor<?x8xf32> {
  %z = linalg.fill ins(%f : f32) outs(%c : tensor<?x8xf32>) -> tensor<?x8xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<?x4xf32>, tensor<4x8xf32>) outs(%z : tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "reduction"], doc = "x", foo = 1 : i32} ins(%0 : tensor<?x8xf32>) outs(%c : tensor<?x8xf32>) attrs = {bar} {
  ^bb0(%x: f32, %y: f32):
    %2 = arith.addf %x, %y : f32
    linalg.yield %2 : f32
  } -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}
func.func @g(%a: tensor<16x32x64xf32>, %i: tensor<16x64xf32>, %m: memref<4x8xf32>, %n: memref<8x4xf32>, %i8: tensor<2x3xi8>, %j8: tensor<3x2xi8>, %o : tensor<2x2xi32>) -> tensor<16x64xf32> {
  %r = linalg.reduce { arith.addf } ins(%a: tensor<16x32x64xf32>) outs(%i : tensor<16x64xf32>) dimensions = [1]
  %r2 = linalg.reduce ins(%a: tensor<16x32x64xf32>) outs(%i : tensor<16x64xf32>) dimensions = [1] (%in: f32, %out: f32) {
     %2 = arith.addf %in, %out : f32
     %3 = arith.addf %in, %2 : f32
     linalg.yield %3 : f32 }
  %mm = linalg.map { arith.addf } ins(%i, %r : tensor<16x64xf32>, tensor<16x64xf32>) outs(%i : tensor<16x64xf32>)
  %m2 = linalg.map ins(%i, %r : tensor<16x64xf32>, tensor<16x64xf32>) outs(%i : tensor<16x64xf32>) (%p: f32, %q: f32, %s: f32) {
    %2 = arith.addf %p, %q : f32
    %3 = arith.addf %2, %2 : f32
    linalg.yield %3 : f32 }
  linalg.transpose ins(%m : memref<4x8xf32>) outs(%n : memref<8x4xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<16x8x64xf32>
  %b = linalg.broadcast ins(%i : tensor<16x64xf32>) outs(%e : tensor<16x8x64xf32>) dimensions = [1]
  %mi = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%i8, %j8 : tensor<2x3xi8>, tensor<3x2xi8>) outs(%o : tensor<2x2xi32>) -> tensor<2x2xi32>
  %mt = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%j8, %j8 : tensor<3x2xi8>, tensor<3x2xi8>) outs(%o : tensor<2x2xi32>) -> tensor<2x2xi32>
  return %r : tensor<16x64xf32>
}
