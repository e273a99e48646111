// Reshapes that undo each other, whatever their groups are.
// FLAGS: --canonicalize

func.func @ce(%a: tensor<6xf32>) -> tensor<6xf32> {
  %0 = tensor.expand_shape %a [[0,1]] output_shape [2,3] : tensor<6xf32> into tensor<2x3xf32>
  %1 = tensor.collapse_shape %0 [[0,1]] : tensor<2x3xf32> into tensor<6xf32>
  return %1 : tensor<6xf32>
}
// -----
func.func @ce2(%a: tensor<6x1xf32>) -> tensor<6x1xf32> {
  %0 = tensor.expand_shape %a [[0,1],[2]] output_shape [6,1,1] : tensor<6x1xf32> into tensor<6x1x1xf32>
  %1 = tensor.collapse_shape %0 [[0],[1,2]] : tensor<6x1x1xf32> into tensor<6x1xf32>
  return %1 : tensor<6x1xf32>
}
// -----
func.func @ced(%a: tensor<?x1xf32>, %n: index) -> tensor<?x1xf32> {
  %0 = tensor.expand_shape %a [[0,1],[2]] output_shape [%n,1,1] : tensor<?x1xf32> into tensor<?x1x1xf32>
  %1 = tensor.collapse_shape %0 [[0],[1,2]] : tensor<?x1x1xf32> into tensor<?x1xf32>
  return %1 : tensor<?x1xf32>
}
// -----
func.func @cedyn(%a: tensor<?x?xf32>, %n: index, %k: index) -> tensor<?x?xf32> {
  %0 = tensor.expand_shape %a [[0,1],[2]] output_shape [%n,4,%k] : tensor<?x?xf32> into tensor<?x4x?xf32>
  %1 = tensor.collapse_shape %0 [[0],[1,2]] : tensor<?x4x?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// -----
func.func @ec(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = tensor.collapse_shape %a [[0,1]] : tensor<2x3xf32> into tensor<6xf32>
  %1 = tensor.expand_shape %0 [[0,1]] output_shape [2,3] : tensor<6xf32> into tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
// -----
func.func @ecd(%a: tensor<?x3xf32>, %n: index) -> tensor<?x3xf32> {
  %0 = tensor.collapse_shape %a [[0,1]] : tensor<?x3xf32> into tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0,1]] output_shape [%n,3] : tensor<?xf32> into tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}
// -----
func.func @ecd2(%a: tensor<?x?xf32>, %n: index, %k: index) -> tensor<?x?xf32> {
  %0 = tensor.collapse_shape %a [[0,1]] : tensor<?x?xf32> into tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0,1]] output_shape [%n,%k] : tensor<?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// -----
func.func @ecd3(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?x?xf32>
  %k = tensor.dim %a, %c1 : tensor<?x?xf32>
  %0 = tensor.collapse_shape %a [[0,1]] : tensor<?x?xf32> into tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0,1]] output_shape [%n,%k] : tensor<?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// -----
func.func @ec4(%a: tensor<2x3x2xf32>) -> tensor<2x3x2xf32> {
  %0 = tensor.collapse_shape %a [[0,1],[2]] : tensor<2x3x2xf32> into tensor<6x2xf32>
  %1 = tensor.expand_shape %0 [[0,1],[2]] output_shape [2,3,2] : tensor<6x2xf32> into tensor<2x3x2xf32>
  return %1 : tensor<2x3x2xf32>
}
// -----
func.func @ec5(%a: tensor<6x1x1xf32>) -> tensor<6x1x1xf32> {
  %0 = tensor.collapse_shape %a [[0,1],[2]] : tensor<6x1x1xf32> into tensor<6x1xf32>
  %1 = tensor.expand_shape %0 [[0],[1,2]] output_shape [6,1,1] : tensor<6x1xf32> into tensor<6x1x1xf32>
  return %1 : tensor<6x1x1xf32>
}
// -----
func.func @ec6(%a: tensor<?x1x1xf32>, %n: index) -> tensor<?x1x1xf32> {
  %0 = tensor.collapse_shape %a [[0,1],[2]] : tensor<?x1x1xf32> into tensor<?x1xf32>
  %1 = tensor.expand_shape %0 [[0],[1,2]] output_shape [%n,1,1] : tensor<?x1xf32> into tensor<?x1x1xf32>
  return %1 : tensor<?x1x1xf32>
}
// -----
func.func @ec7(%a: tensor<?x1x?xf32>, %n: index, %k: index) -> tensor<?x1x?xf32> {
  %0 = tensor.collapse_shape %a [[0,1],[2]] : tensor<?x1x?xf32> into tensor<?x?xf32>
  %1 = tensor.expand_shape %0 [[0],[1,2]] output_shape [%n,1,%k] : tensor<?x?xf32> into tensor<?x1x?xf32>
  return %1 : tensor<?x1x?xf32>
}
// -----
func.func @ec8(%a: tensor<?x4x?xf32>, %n: index, %k: index) -> tensor<?x4x?xf32> {
  %0 = tensor.collapse_shape %a [[0,1],[2]] : tensor<?x4x?xf32> into tensor<?x?xf32>
  %1 = tensor.expand_shape %0 [[0],[1,2]] output_shape [%n,4,%k] : tensor<?x?xf32> into tensor<?x4x?xf32>
  return %1 : tensor<?x4x?xf32>
}
// -----
func.func @mce(%a: memref<6xf32>) -> memref<6xf32> {
  %0 = memref.expand_shape %a [[0,1]] output_shape [2,3] : memref<6xf32> into memref<2x3xf32>
  %1 = memref.collapse_shape %0 [[0,1]] : memref<2x3xf32> into memref<6xf32>
  return %1 : memref<6xf32>
}
// -----
func.func @mce2(%a: memref<6x1xf32>) -> memref<6x1xf32> {
  %0 = memref.expand_shape %a [[0,1],[2]] output_shape [6,1,1] : memref<6x1xf32> into memref<6x1x1xf32>
  %1 = memref.collapse_shape %0 [[0],[1,2]] : memref<6x1x1xf32> into memref<6x1xf32>
  return %1 : memref<6x1xf32>
}
// -----
func.func @mced(%a: memref<?x?xf32>, %n: index, %k: index) -> memref<?x?xf32> {
  %0 = memref.expand_shape %a [[0,1],[2]] output_shape [%n,4,%k] : memref<?x?xf32> into memref<?x4x?xf32>
  %1 = memref.collapse_shape %0 [[0],[1,2]] : memref<?x4x?xf32> into memref<?x?xf32>
  return %1 : memref<?x?xf32>
}
// -----
func.func @mec(%a: memref<2x3xf32>) -> memref<2x3xf32> {
  %0 = memref.collapse_shape %a [[0,1]] : memref<2x3xf32> into memref<6xf32>
  %1 = memref.expand_shape %0 [[0,1]] output_shape [2,3] : memref<6xf32> into memref<2x3xf32>
  return %1 : memref<2x3xf32>
}
// -----
func.func @mecd(%a: memref<?x3xf32>, %n: index) -> memref<?x3xf32> {
  %0 = memref.collapse_shape %a [[0,1]] : memref<?x3xf32> into memref<?xf32>
  %1 = memref.expand_shape %0 [[0,1]] output_shape [%n,3] : memref<?xf32> into memref<?x3xf32>
  return %1 : memref<?x3xf32>
}
// -----
func.func @mec7(%a: memref<?x1x?xf32>, %n: index, %k: index) -> memref<?x1x?xf32> {
  %0 = memref.collapse_shape %a [[0,1],[2]] : memref<?x1x?xf32> into memref<?x?xf32>
  %1 = memref.expand_shape %0 [[0],[1,2]] output_shape [%n,1,%k] : memref<?x?xf32> into memref<?x1x?xf32>
  return %1 : memref<?x1x?xf32>
}
// -----
func.func @mec2(%a: memref<?x?xf32>, %n: index, %k: index) -> memref<?x?xf32> {
  %0 = memref.collapse_shape %a [[0,1]] : memref<?x?xf32> into memref<?xf32>
  %1 = memref.expand_shape %0 [[0,1]] output_shape [%n,%k] : memref<?xf32> into memref<?x?xf32>
  return %1 : memref<?x?xf32>
}
// -----
func.func @a(%a: memref<?x1xf32>, %n: index) -> memref<?x1xf32> {
  %0 = memref.expand_shape %a [[0,1],[2]] output_shape [%n,1,1] : memref<?x1xf32> into memref<?x1x1xf32>
  %1 = memref.collapse_shape %0 [[0],[1,2]] : memref<?x1x1xf32> into memref<?x1xf32>
  return %1 : memref<?x1xf32>
}
// -----
func.func @b(%a: memref<?x1x1xf32>, %n: index) -> memref<?x1x1xf32> {
  %0 = memref.collapse_shape %a [[0,1],[2]] : memref<?x1x1xf32> into memref<?x1xf32>
  %1 = memref.expand_shape %0 [[0],[1,2]] output_shape [%n,1,1] : memref<?x1xf32> into memref<?x1x1xf32>
  return %1 : memref<?x1x1xf32>
}
// -----
func.func @c(%a: memref<6x1x1xf32>) -> memref<6x1x1xf32> {
  %0 = memref.collapse_shape %a [[0,1],[2]] : memref<6x1x1xf32> into memref<6x1xf32>
  %1 = memref.expand_shape %0 [[0],[1,2]] output_shape [6,1,1] : memref<6x1xf32> into memref<6x1x1xf32>
  return %1 : memref<6x1x1xf32>
}
// -----
func.func @d(%a: memref<?x?xf32>, %n: index, %k: index) -> memref<?x?xf32> {
  %0 = memref.expand_shape %a [[0,1],[2]] output_shape [%n,4,%k] : memref<?x?xf32> into memref<?x4x?xf32>
  %1 = memref.collapse_shape %0 [[0,1],[2]] : memref<?x4x?xf32> into memref<?x?xf32>
  return %1 : memref<?x?xf32>
}
// -----
func.func @e(%a: memref<?x4x?xf32>, %n: index, %k: index) -> memref<?x4x?xf32> {
  %1 = memref.collapse_shape %a [[0,1],[2]] : memref<?x4x?xf32> into memref<?x?xf32>
  %0 = memref.expand_shape %1 [[0,1],[2]] output_shape [%n,4,%k] : memref<?x?xf32> into memref<?x4x?xf32>
  return %0 : memref<?x4x?xf32>
}
// -----
func.func @t(%a: tensor<?x4x?xf32>, %n: index, %k: index) -> tensor<?x4x?xf32> {
  %1 = tensor.collapse_shape %a [[0,1],[2]] : tensor<?x4x?xf32> into tensor<?x?xf32>
  %0 = tensor.expand_shape %1 [[0,1],[2]] output_shape [%n,4,%k] : tensor<?x?xf32> into tensor<?x4x?xf32>
  return %0 : tensor<?x4x?xf32>
}
// -----
func.func @t2(%a: tensor<?x?xf32>, %n: index, %k: index) -> tensor<?x?xf32> {
  %0 = tensor.expand_shape %a [[0,1],[2]] output_shape [%n,4,%k] : tensor<?x?xf32> into tensor<?x4x?xf32>
  %1 = tensor.collapse_shape %0 [[0,1],[2]] : tensor<?x4x?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// -----
func.func @t3(%a: tensor<?xf32>, %n: index, %k: index) -> tensor<?xf32> {
  %0 = tensor.expand_shape %a [[0,1]] output_shape [%n,%k] : tensor<?xf32> into tensor<?x?xf32>
  %1 = tensor.collapse_shape %0 [[0,1]] : tensor<?x?xf32> into tensor<?xf32>
  return %1 : tensor<?xf32>
}
// -----
func.func @t4(%a: tensor<1x?xf32>, %n: index) -> tensor<1x?xf32> {
  %0 = tensor.expand_shape %a [[0],[1,2]] output_shape [1,1,%n] : tensor<1x?xf32> into tensor<1x1x?xf32>
  %1 = tensor.collapse_shape %0 [[0,1],[2]] : tensor<1x1x?xf32> into tensor<1x?xf32>
  return %1 : tensor<1x?xf32>
}
// -----
func.func @t5(%a: tensor<4x?xf32>, %n: index) -> tensor<4x?xf32> {
  %0 = tensor.expand_shape %a [[0,1],[2]] output_shape [4,1,%n] : tensor<4x?xf32> into tensor<4x1x?xf32>
  %1 = tensor.collapse_shape %0 [[0],[1,2]] : tensor<4x1x?xf32> into tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}
// -----
func.func @t6(%a: tensor<?x?xf32>, %n: index, %k: index) -> tensor<?x?xf32> {
  %0 = tensor.expand_shape %a [[0,1],[2]] output_shape [%n,1,%k] : tensor<?x?xf32> into tensor<?x1x?xf32>
  %1 = tensor.collapse_shape %0 [[0],[1,2]] : tensor<?x1x?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// -----
func.func @m6(%a: memref<?x?xf32>, %n: index, %k: index) -> memref<?x?xf32> {
  %0 = memref.expand_shape %a [[0,1],[2]] output_shape [%n,1,%k] : memref<?x?xf32> into memref<?x1x?xf32>
  %1 = memref.collapse_shape %0 [[0],[1,2]] : memref<?x1x?xf32> into memref<?x?xf32>
  return %1 : memref<?x?xf32>
}
