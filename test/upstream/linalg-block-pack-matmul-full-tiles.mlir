// FLAGS: --linalg-block-pack-matmul="block-factors=32,16,60 allow-padding=false"
// FLAGS: --linalg-block-pack-matmul="block-factors=32,16,64 allow-padding=false"
// FLAGS: --linalg-block-pack-matmul="block-factors=32,16,64 mnk-order=2,0,1 allow-padding=false"
// FLAGS: --linalg-block-pack-matmul="block-factors=32,16,64 mnk-padded-multiples=0,20,50"

func.func @matmul(%a: tensor<<<m:64|33>>x128x<<t:f32|i32>>>, %b: tensor<128x<<n:96|90>>x<<t>>>, %c: tensor<<<m>>x<<n>>x<<t>>>) -> tensor<<<m>>x<<n>>x<<t>>> {
  %0 = linalg.matmul ins(%a, %b : tensor<<<m>>x128x<<t>>>, tensor<128x<<n>>x<<t>>>) outs(%c : tensor<<<m>>x<<n>>x<<t>>>) -> tensor<<<m>>x<<n>>x<<t>>>
  return %0 : tensor<<<m>>x<<n>>x<<t>>>
}
// -----
func.func @batch(%a: tensor<4x64x128xf32>, %b: tensor<4x128x96xf32>, %c: tensor<4x64x96xf32>) -> tensor<4x64x96xf32> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<4x64x128xf32>, tensor<4x128x96xf32>) outs(%c : tensor<4x64x96xf32>) -> tensor<4x64x96xf32>
  return %0 : tensor<4x64x96xf32>
}
