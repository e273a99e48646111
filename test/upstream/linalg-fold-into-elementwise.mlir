// FLAGS: --linalg-fold-into-elementwise

#id = affine_map<(d0, d1) -> (d0, d1)>
#tr = affine_map<(d0, d1) -> (d1, d0)>
func.func @folds(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %e: tensor<4x4xf32>, %z: tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = linalg.transpose ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [#<<id|tr>>, #<<id|tr>>, #id] ins(%0, <<%y|%0|%x>> : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.broadcast ins(%z : tensor<4xf32>) outs(%e : tensor<4x4xf32>) dimensions = [1]
  %3 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%2, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = linalg.add ins(%0, %2 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1, %3, %4 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
// -----
func.func @rank3(%x: tensor<?x3x5xf32>, %e: tensor<3x5x?xf32>) -> (tensor<3x5x?xf32>) {
  %0 = linalg.transpose ins(%x : tensor<?x3x5xf32>) outs(%e : tensor<3x5x?xf32>) permutation = [1, 2, 0]
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%0 : tensor<3x5x?xf32>) outs(%e : tensor<3x5x?xf32>) -> tensor<3x5x?xf32>
  return %1 : tensor<3x5x?xf32>
}
