// FLAGS: --linalg-fold-unit-extent-dims
// FLAGS: --linalg-fold-unit-extent-dims=use-rank-reducing-slices

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#mid = affine_map<(d0, d1, d2) -> (d0, <<0|d1>>, d2)>
func.func @elementwise(%a: tensor<1x<<n:5|1>>x4xf32>, %b: tensor<1x<<n>>x4xf32>, %c: tensor<1x<<n>>x4xf32>) -> tensor<1x<<n>>x4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a, %b : tensor<1x<<n>>x4xf32>, tensor<1x<<n>>x4xf32>) outs(%c : tensor<1x<<n>>x4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %i = linalg.index <<0|1|2>> : index
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    %1 = arith.addf %x, %y : f32
    %2 = arith.addf %1, %k : f32
    linalg.yield %2 : f32
  } -> tensor<1x<<n>>x4xf32>
  return %0 : tensor<1x<<n>>x4xf32>
}
// -----
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#mid = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
func.func @dynamic(%a: tensor<1x?x4xf32>, %b: tensor<1x1x4xf32>, %c: tensor<1x?x4xf32>) -> tensor<1x?x4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #mid, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a, %b : tensor<1x?x4xf32>, tensor<1x1x4xf32>) outs(%c : tensor<1x?x4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %1 = arith.<<addf|subf>> %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<1x?x4xf32>
  return %0 : tensor<1x?x4xf32>
}
// -----
func.func @reductions(%a: tensor<<<m:1|4>>x<<n:5|1>>xf32>, %c: tensor<<<m>>xf32>) -> tensor<<<m>>xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<<<m>>x<<n>>xf32>) outs(%c : tensor<<<m>>xf32>) {
  ^bb0(%x: f32, %z: f32):
    %1 = arith.addf %x, %z : f32
    linalg.yield %1 : f32
  } -> tensor<<<m>>xf32>
  return %0 : tensor<<<m>>xf32>
}
// -----
func.func @buffers(%a: memref<1x5xf32>, %c: memref<1x5xf32>, %d: memref<1x5xf32, strided<[?, ?], offset: ?>>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a : memref<1x5xf32>) outs(%c : memref<1x5xf32>) {
  ^bb0(%x: f32, %z: f32):
    linalg.yield %x : f32
  }
  return
}
// -----
func.func @pads(%a: tensor<1x5xf32>, %v: f32, %b: tensor<1x?xf32>) -> (tensor<1x9xf32>, tensor<1x?xf32>) {
  %0 = tensor.pad %a low[0, 2] high[0, 2] {
  ^bb0(%k: index, %j: index):
    tensor.yield %v : f32
  } : tensor<1x5xf32> to tensor<1x9xf32>
  %1 = tensor.pad %b <<nofold |>>low[0, 2] high[0, 2] {
  ^bb0(%k: index, %j: index):
    tensor.yield %v : f32
  } : tensor<1x?xf32> to tensor<1x?xf32>
  return %0, %1 : tensor<1x9xf32>, tensor<1x?xf32>
}
// -----
func.func @slices(%s: tensor<3x1x4xf32>, %n: index, %d: tensor<3x1x4xf32>, %x: tensor<1x1x2xf32>) -> (tensor<1x1x?xf32>, tensor<3x1x4xf32>, tensor<1x1x1xf32>) {
  %0 = tensor.extract_slice %s[0, 0, 1] [1, 1, %n] [1, 1, 1] : tensor<3x1x4xf32> to tensor<1x1x?xf32>
  %1 = tensor.insert_slice %x into %d[1, 0, 1] [1, 1, 2] [1, 1, 1] : tensor<1x1x2xf32> into tensor<3x1x4xf32>
  %2 = tensor.extract_slice %s[0, 0, 1] [1, 1, 1] [1, 1, 1] : tensor<3x1x4xf32> to tensor<1x1x1xf32>
  return %0, %1, %2 : tensor<1x1x?xf32>, tensor<3x1x4xf32>, tensor<1x1x1xf32>
}
// -----
func.func @chain(%a: tensor<1x?x1xf32>, %v: f32, %n: index) -> tensor<1x?x1xf32> {
  %e = tensor.empty(%n) : tensor<1x?x1xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<1x?x1xf32>) -> tensor<1x?x1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a : tensor<1x?x1xf32>) outs(%<<f|e>> : tensor<1x?x1xf32>) {
  ^bb0(%x: f32, %z: f32):
    %1 = arith.addf %x, %<<z|x>> : f32
    linalg.yield %1 : f32
  } -> tensor<1x?x1xf32>
  return %0 : tensor<1x?x1xf32>
}
