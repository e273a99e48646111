// FLAGS: --convert-linalg-to-loops
// FLAGS: --convert-linalg-to-parallel-loops
// FLAGS: --convert-linalg-to-affine-loops

func.func @matmul(%a: memref<?x8xf32>, %b: memref<8x<<n:6|?>>xf32>, %c: memref<?x<<n>>xf32>, %s: memref<f32>, %v: f32, %x: memref<2x4x4xf32>, %y: memref<4x4xf32>) {
  linalg.matmul ins(%a, %b : memref<?x8xf32>, memref<8x<<n>>xf32>) outs(%c : memref<?x<<n>>xf32>)
  linalg.fill ins(%v : f32) outs(%s : memref<f32>)
  linalg.batch_reduce_matmul ins(%x, %x : memref<2x4x4xf32>, memref<2x4x4xf32>) outs(%y : memref<4x4xf32>)
  return
}
// -----
func.func @convolution(%x: memref<1x9x9x3xf32>, %f: memref<3x3x3x8xf32>, %o: memref<1x4x4x8xf32>) {
  linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x, %f : memref<1x9x9x3xf32>, memref<3x3x3x8xf32>) outs(%o : memref<1x4x4x8xf32>)
  return
}
// -----
func.func @pooling(%x: memref<?x?xf32>, %f: memref<?x?xf32>, %o: memref<?x?xf32>) {
  linalg.conv_2d ins(%x, %f : memref<?x?xf32>, memref<?x?xf32>) outs(%o : memref<?x?xf32>)
  return
}
// -----
#id = affine_map<(d0, d1) -> (d0, d1)>
#tr = affine_map<(d0, d1) -> (d1, <<0|d0>>)>
#sum = affine_map<(d0, d1) -> (<<d0 + d1|d0 * 2 + d1 + 1|d0 floordiv 2|d1 mod 4>>)>
func.func @generic(%x: memref<?x?xf32>, %y: memref<?xf32>, %i: index, %k: f32) {
  linalg.generic {indexing_maps = [#tr, #sum, #id], iterator_types = ["<<parallel|reduction>>", "<<parallel|reduction>>"]} ins(%x, %y : memref<?x?xf32>, memref<?xf32>) outs(%x : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %j = linalg.index 1 : index
    %0 = arith.index_cast %j : index to i32
    %1 = arith.sitofp %0 : i32 to f32
    %2 = arith.mulf %1, %b : f32
    %3 = arith.addf %<<a|c>>, %2 : f32
    linalg.yield %3 : f32
  }
  return
}
// -----
func.func @moves(%x: memref<4x8xf32, strided<[?, 1], offset: ?>>, %y: memref<8x4xf32>, %v: memref<4xf32>) {
  linalg.transpose ins(%x : memref<4x8xf32, strided<[?, 1], offset: ?>>) outs(%y : memref<8x4xf32>) permutation = [1, 0]
  linalg.reduce { arith.addf } ins(%x : memref<4x8xf32, strided<[?, 1], offset: ?>>) outs(%v : memref<4xf32>) dimensions = [1]
  linalg.broadcast ins(%v : memref<4xf32>) outs(%x : memref<4x8xf32, strided<[?, 1], offset: ?>>) dimensions = [1]
  linalg.map { math.exp } ins(%y : memref<8x4xf32>) outs(%y : memref<8x4xf32>)
  return
}
