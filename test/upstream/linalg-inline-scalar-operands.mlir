// FLAGS: --linalg-inline-scalar-operands

#id = affine_map<(d0) -> (d0)>
#s = affine_map<(d0) -> ()>
#z = affine_map<(d0) -> (<<0|3>>)>
#f = affine_map<(d0) -> (<<0, 1|d0, 2>>)>
func.func @inputs(%x: tensor<4xf32>, %s: tensor<f32>, %v: f32, %o: tensor<4xf32>, %w: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.generic {indexing_maps = [#s, #id, #s, #z, #f, #id], iterator_types = ["parallel"]} ins(%s, %x, %v, %o, %w : tensor<f32>, tensor<4xf32>, f32, tensor<4xf32>, tensor<4x4xf32>) outs(%x : tensor<4xf32>) attrs = {foo} {
  ^bb0(%a: f32, %b: f32, %c: f32, %e: f32, %g: f32, %d: f32):
    %1 = arith.addf %a, %b : f32
    %2 = arith.mulf %1, <<%c|%d>> : f32
    %3 = arith.mulf %2, %e : f32
    %4 = arith.addf %3, %<<g|e>> : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  %1 = linalg.fill ins(%v : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
// -----
#id = affine_map<(d0) -> (d0)>
#s = affine_map<(d0) -> ()>
func.func @buffers(%x: memref<4xf32>, %s: memref<f32>) {
  linalg.generic {indexing_maps = [#s, #id], iterator_types = ["parallel"]} ins(%s : memref<f32>) outs(%x : memref<4xf32>) {
  ^bb0(%a: f32, %d: f32):
    linalg.yield %a : f32
  }
  return
}
