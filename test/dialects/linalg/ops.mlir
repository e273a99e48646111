// RUN: strata-opt %s | FileCheck %s

#map = affine_map<(d0, d1) -> (d0, d1)>
// CHECK: func.func @f(%arg0: tensor<?x4xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<?x8xf32>, %arg3: f32) -> tensor<?x8xf32> {
// CHECK: %0 = linalg.fill ins(%arg3 : f32) outs(%arg2 : tensor<?x8xf32>) -> tensor<?x8xf32>
// CHECK: %1 = linalg.matmul ins(%arg0, %arg1 : tensor<?x4xf32>, tensor<4x8xf32>) outs(%0 : tensor<?x8xf32>) -> tensor<?x8xf32>
// CHECK: %2 = linalg.generic {doc = "x", indexing_maps = [#map, #map], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<?x8xf32>) outs(%arg2 : tensor<?x8xf32>) attrs =  {bar, foo = 1 : i32} {
// CHECK: ^bb0(%in: f32, %out: f32):
// CHECK: %3 = arith.addf %in, %out : f32
// CHECK: linalg.yield %3 : f32
// CHECK: } -> tensor<?x8xf32>
// CHECK: return %2 : tensor<?x8xf32>
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
// CHECK: func.func @g(%arg0: tensor<16x32x64xf32>, %arg1: tensor<16x64xf32>, %arg2: memref<4x8xf32>, %arg3: memref<8x4xf32>, %arg4: tensor<2x3xi8>, %arg5: tensor<3x2xi8>, %arg6: tensor<2x2xi32>) -> tensor<16x64xf32> {
// CHECK: %reduced = linalg.reduce { arith.addf } ins(%arg0 : tensor<16x32x64xf32>) outs(%arg1 : tensor<16x64xf32>) dimensions = [1]
// CHECK: %reduced_0 = linalg.reduce ins(%arg0 : tensor<16x32x64xf32>) outs(%arg1 : tensor<16x64xf32>) dimensions = [1]
// CHECK: (%in: f32, %init: f32) {
// CHECK: %3 = arith.addf %in, %init : f32
// CHECK: %4 = arith.addf %in, %3 : f32
// CHECK: linalg.yield %4 : f32
// CHECK: %mapped = linalg.map { arith.addf } ins(%arg1, %reduced : tensor<16x64xf32>, tensor<16x64xf32>) outs(%arg1 : tensor<16x64xf32>)
// CHECK: %mapped_1 = linalg.map ins(%arg1, %reduced : tensor<16x64xf32>, tensor<16x64xf32>) outs(%arg1 : tensor<16x64xf32>)
// CHECK: (%in: f32, %in_2: f32, %init: f32) {
// CHECK: %3 = arith.addf %in, %in_2 : f32
// CHECK: %4 = arith.addf %3, %3 : f32
// CHECK: linalg.yield %4 : f32
// CHECK: linalg.transpose ins(%arg2 : memref<4x8xf32>) outs(%arg3 : memref<8x4xf32>) permutation = [1, 0]
// CHECK: %0 = tensor.empty() : tensor<16x8x64xf32>
// CHECK: %broadcasted = linalg.broadcast ins(%arg1 : tensor<16x64xf32>) outs(%0 : tensor<16x8x64xf32>) dimensions = [1]
// CHECK: %1 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%arg4, %arg5 : tensor<2x3xi8>, tensor<3x2xi8>) outs(%arg6 : tensor<2x2xi32>) -> tensor<2x2xi32>
// CHECK: %2 = linalg.matmul indexing_maps = [#map1, #map2, #map3] ins(%arg5, %arg5 : tensor<3x2xi8>, tensor<3x2xi8>) outs(%arg6 : tensor<2x2xi32>) -> tensor<2x2xi32>
// CHECK: return %reduced : tensor<16x64xf32>
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
// CHECK: func.func @h(%arg0: memref<4x8xf32>, %arg1: memref<8x4xf32>, %arg2: memref<4x4xf32>, %arg3: f32, %arg4: tensor<2x4x8xf32>, %arg5: tensor<2x8x4xf32>, %arg6: tensor<2x4x4xf32>, %arg7: tensor<4xf32>, %arg8: tensor<f32>, %arg9: tensor<4xi32>) {
// CHECK: linalg.fill ins(%arg3 : f32) outs(%arg2 : memref<4x4xf32>)
// CHECK: linalg.matmul ins(%arg0, %arg1 : memref<4x8xf32>, memref<8x4xf32>) outs(%arg2 : memref<4x4xf32>)
// CHECK: linalg.matmul {foo = "a"} ins(%arg0, %arg1 : memref<4x8xf32>, memref<8x4xf32>) outs(%arg2 : memref<4x4xf32>)
// CHECK: %0 = linalg.batch_matmul ins(%arg4, %arg5 : tensor<2x4x8xf32>, tensor<2x8x4xf32>) outs(%arg6 : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
// CHECK: %1 = linalg.exp ins(%arg7 : tensor<4xf32>) outs(%arg7 : tensor<4xf32>) -> tensor<4xf32>
// CHECK: %2 = linalg.add ins(%arg7, %arg7 : tensor<4xf32>, tensor<4xf32>) outs(%arg7 : tensor<4xf32>) -> tensor<4xf32>
// CHECK: %3:2 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"], library_call = "foo"} outs(%arg7, %arg9 : tensor<4xf32>, tensor<4xi32>) {
// CHECK: ^bb0(%out: f32, %out_1: i32):
// CHECK: %5 = linalg.index 0 : index
// CHECK: linalg.yield %out, %out_1 : f32, i32
// CHECK: } -> (tensor<4xf32>, tensor<4xi32>)
// CHECK: %reduced:2 = linalg.reduce ins(%arg7, %arg9 : tensor<4xf32>, tensor<4xi32>) outs(%arg8, %arg8 : tensor<f32>, tensor<f32>) dimensions = [0]
// CHECK: (%in: f32, %in_1: i32, %init: f32, %init_2: f32) {
// CHECK: linalg.yield %init, %init_2 : f32, f32
// CHECK: %reduced_0 = linalg.reduce { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%arg4 : tensor<2x4x8xf32>) outs(%arg7 : tensor<4xf32>) dimensions = [0, 2]
// CHECK: linalg.map outs(%arg2 : memref<4x4xf32>)
// CHECK: (%init: f32) {
// CHECK: linalg.yield %arg3 : f32
// CHECK: %4 = linalg.copy ins(%arg7 : tensor<4xf32>) outs(%arg7 : tensor<4xf32>) -> tensor<4xf32>
// CHECK: return
func.func @h(%m: memref<4x8xf32>, %n: memref<8x4xf32>, %o: memref<4x4xf32>, %f: f32, %b: tensor<2x4x8xf32>, %c: tensor<2x8x4xf32>, %d: tensor<2x4x4xf32>, %v: tensor<4xf32>, %s: tensor<f32>, %q: tensor<4xi32>) {
  linalg.fill ins(%f : f32) outs(%o : memref<4x4xf32>)
  linalg.matmul ins(%m, %n: memref<4x8xf32>, memref<8x4xf32>) outs(%o: memref<4x4xf32>)
  linalg.matmul {foo = "a"} ins(%m, %n: memref<4x8xf32>, memref<8x4xf32>) outs(%o: memref<4x4xf32>)
  %0 = linalg.batch_matmul ins(%b, %c: tensor<2x4x8xf32>, tensor<2x8x4xf32>) outs(%d: tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %e = linalg.exp ins(%v : tensor<4xf32>) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %a = linalg.add ins(%v, %v : tensor<4xf32>, tensor<4xf32>) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %1:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"], library_call = "foo"} outs(%v, %q : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%x: f32, %y: i32):
    %i = linalg.index 0 : index
    linalg.yield %x, %y : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
  %2:2 = linalg.reduce ins(%v, %q: tensor<4xf32>, tensor<4xi32>) outs(%s, %s: tensor<f32>, tensor<f32>) dimensions = [0] (%p: f32, %t: i32, %u: f32, %w: f32) { linalg.yield %u, %w : f32, f32 }
  %rr = linalg.reduce {arith.addf {fastmath = #arith.fastmath<fast>}} ins(%b : tensor<2x4x8xf32>) outs(%v: tensor<4xf32>) dimensions = [0, 2]
  linalg.map outs(%o : memref<4x4xf32>) (%z: f32) { linalg.yield %f : f32 }
  %cp = linalg.copy ins(%v : tensor<4xf32>) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  return
}
