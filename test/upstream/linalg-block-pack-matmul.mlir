// FLAGS: --linalg-block-pack-matmul=block-factors=32,16,64
// FLAGS: --linalg-block-pack-matmul="block-factors=32,16,60 mnk-order=1,2,0"
// FLAGS: --linalg-block-pack-matmul="block-factors=32,16,64 mnk-order=2,0,1"
// FLAGS: --linalg-block-pack-matmul="block-factors=32,16,64 lhs-transpose-outer-blocks=true lhs-transpose-inner-blocks=true"
// FLAGS: --linalg-block-pack-matmul="block-factors=32,16,64 rhs-transpose-outer-blocks=false rhs-transpose-inner-blocks=false"
// FLAGS: --linalg-block-pack-matmul="block-factors=32,16,64 lhs-transpose-inner-blocks=true rhs-transpose-outer-blocks=false"
// FLAGS: --linalg-block-pack-matmul=block-factors=32,16
// FLAGS: --linalg-block-pack-matmul

func.func @matmul(%a: tensor<<<m:64|?>>x128x<<t:f32|i32>>>, %b: tensor<128x<<n:96|?>>x<<t>>>, %c: tensor<<<m>>x<<n>>x<<t>>>) -> tensor<<<m>>x<<n>>x<<t>>> {
  %0 = linalg.matmul ins(%a, %b : tensor<<<m>>x128x<<t>>>, tensor<128x<<n>>x<<t>>>) outs(%c : tensor<<<m>>x<<n>>x<<t>>>) -> tensor<<<m>>x<<n>>x<<t>>>
  return %0 : tensor<<<m>>x<<n>>x<<t>>>
}
// -----
#a = affine_map<(m, n, k) -> (<<m, k|k, m>>)>
#b = affine_map<(m, n, k) -> (<<k, n|n, k>>)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @transposed(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
// -----
func.func @batch(%a: tensor<4x64x128xf32>, %b: tensor<4x128x96xf32>, %c: tensor<4x64x96xf32>) -> tensor<4x64x96xf32> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<4x64x128xf32>, tensor<4x128x96xf32>) outs(%c : tensor<4x64x96xf32>) -> tensor<4x64x96xf32>
  return %0 : tensor<4x64x96xf32>
}
// -----
#a = affine_map<(m, n, k) -> (<<m, k|k, m>>)>
#b = affine_map<(m, n, k) -> (<<k, n|n, k>>)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @generic(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %1 = arith.<<mulf|addf>> %x, %y : f32
    %2 = arith.addf %z, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
// -----
func.func @buffers(%a: memref<64x128xf32>, %b: memref<128x96xf32>, %c: memref<64x96xf32>) {
  linalg.matmul ins(%a, %b : memref<64x128xf32>, memref<128x96xf32>) outs(%c : memref<64x96xf32>)
  return
}
