// RUN: strata-opt %s --canonicalize | FileCheck %s

// CHECK: func.func @cast(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK: return %arg0 : tensor<4xf32>
func.func @cast(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}
// CHECK: func.func @dim(%arg0: tensor<4x?xf32>, %arg1: index) -> (index, index, index) {
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c4 = arith.constant 4 : index
// CHECK: %dim = tensor.dim %arg0, %c1 : tensor<4x?xf32>
// CHECK: return %c4, %arg1, %dim : index, index, index
func.func @dim(%t: tensor<4x?xf32>, %n: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %t, %c0 : tensor<4x?xf32>
  %e = tensor.empty(%n) : tensor<3x?xf32>
  %1 = tensor.dim %e, %c1 : tensor<3x?xf32>
  %2 = tensor.dim %t, %c1 : tensor<4x?xf32>
  return %0, %1, %2 : index, index, index
}
// CHECK: func.func @slice(%arg0: tensor<4x8xf32>, %arg1: tensor<2x8xf32>) -> (tensor<4x8xf32>, tensor<2x8xf32>, tensor<4x8xf32>) {
// CHECK: return %arg0, %arg1, %arg0 : tensor<4x8xf32>, tensor<2x8xf32>, tensor<4x8xf32>
func.func @slice(%t: tensor<4x8xf32>, %s: tensor<2x8xf32>) -> (tensor<4x8xf32>, tensor<2x8xf32>, tensor<4x8xf32>) {
  %0 = tensor.extract_slice %t[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> to tensor<4x8xf32>
  %1 = tensor.insert_slice %s into %t[0, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<4x8xf32>
  %2 = tensor.extract_slice %1[0, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
  %3 = tensor.extract_slice %t[1, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
  %4 = tensor.insert_slice %3 into %t[1, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<4x8xf32>
  return %0, %2, %4 : tensor<4x8xf32>, tensor<2x8xf32>, tensor<4x8xf32>
}
// CHECK: func.func @constants(%arg0: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK: %extracted_slice = tensor.extract_slice %arg0[2, 0] [2, 4] [1, 1] : tensor<?x?xf32> to tensor<2x4xf32>
// CHECK: %cast = tensor.cast %extracted_slice : tensor<2x4xf32> to tensor<?x?xf32>
// CHECK: return %cast : tensor<?x?xf32>
func.func @constants(%t: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c2 = arith.constant 2 : index
  %0 = tensor.extract_slice %t[%c2, 0] [%c2, 4] [1, 1] : tensor<?x?xf32> to tensor<?x4xf32>
  %1 = tensor.cast %0 : tensor<?x4xf32> to tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// CHECK: func.func @reshape(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3x4xf32>) -> (tensor<2x3xf32>, tensor<24xf32>) {
// CHECK: return %arg0, %collapsed : tensor<2x3xf32>, tensor<24xf32>
func.func @reshape(%t: tensor<2x3xf32>, %d: tensor<2x3x4xf32>) -> (tensor<2x3xf32>, tensor<24xf32>) {
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  %2 = tensor.collapse_shape %d [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %3 = tensor.collapse_shape %2 [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  return %1, %3 : tensor<2x3xf32>, tensor<24xf32>
}
// CHECK: func.func @elements(%arg0: f32, %arg1: index) -> (f32, f32, f32) {
// CHECK: %cst = arith.constant 2.000000e+00 : f32
// CHECK: return %cst, %arg0, %arg0 : f32, f32, f32
func.func @elements(%f: f32, %i: index) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = tensor.extract %t[%c1] : tensor<2xf32>
  %e = tensor.from_elements %f, %0 : tensor<2xf32>
  %1 = tensor.extract %e[%c0] : tensor<2xf32>
  %s = tensor.splat %f : tensor<4xf32>
  %2 = tensor.extract %s[%i] : tensor<4xf32>
  return %0, %1, %2 : f32, f32, f32
}
// CHECK: func.func @empty() -> tensor<?xf32> {
// CHECK: %0 = tensor.empty() : tensor<4xf32>
// CHECK: %cast = tensor.cast %0 : tensor<4xf32> to tensor<?xf32>
// CHECK: return %cast : tensor<?xf32>
func.func @empty() -> tensor<?xf32> {
  %c4 = arith.constant 4 : index
  %0 = tensor.empty(%c4) : tensor<?xf32>
  return %0 : tensor<?xf32>
}
// CHECK: func.func @pad(%arg0: tensor<4xf32>, %arg1: f32) -> tensor<4xf32> {
// CHECK: return %arg0 : tensor<4xf32>
func.func @pad(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %0 = tensor.pad %t low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK: func.func @collapse_of_expand(%arg0: tensor<?x6xf32>, %arg1: index) -> (tensor<?x2x3xf32>, tensor<?xf32>) {
// CHECK: tensor.expand_shape %arg0 {{\[\[}}0], [1, 2]] output_shape [%{{.*}}, 2, 3] : tensor<?x6xf32> into tensor<?x2x3xf32>
// CHECK: tensor.collapse_shape %arg0 {{\[\[}}0, 1]] : tensor<?x6xf32> into tensor<?xf32>
func.func @collapse_of_expand(%t: tensor<?x6xf32>, %n: index) -> (tensor<?x2x3xf32>, tensor<?xf32>) {
  %0 = tensor.expand_shape %t [[0, 1], [2, 3]] output_shape [4, %n, 2, 3] : tensor<?x6xf32> into tensor<4x?x2x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2], [3]] : tensor<4x?x2x3xf32> into tensor<?x2x3xf32>
  %2 = tensor.collapse_shape %0 [[0, 1, 2, 3]] : tensor<4x?x2x3xf32> into tensor<?xf32>
  return %1, %2 : tensor<?x2x3xf32>, tensor<?xf32>
}
// CHECK: func.func @expand_of_collapse(%arg0: tensor<2x3x4x5xf32>, %arg1: tensor<6x20xf32>) -> (tensor<6x20xf32>, tensor<2x3x20xf32>) {
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2, 3]] : tensor<2x3x4x5xf32> into tensor<6x20xf32>
// CHECK-NEXT: %expanded = tensor.expand_shape %arg1 {{\[\[}}0, 1], [2]] output_shape [2, 3, 20] : tensor<6x20xf32> into tensor<2x3x20xf32>
// CHECK-NEXT: return %collapsed, %expanded
func.func @expand_of_collapse(%t: tensor<2x3x4x5xf32>, %u: tensor<6x20xf32>) -> (tensor<6x20xf32>, tensor<2x3x20xf32>) {
  %0 = tensor.collapse_shape %t [[0, 1, 2, 3]] : tensor<2x3x4x5xf32> into tensor<120xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [6, 20] : tensor<120xf32> into tensor<6x20xf32>
  %2 = tensor.collapse_shape %u [[0, 1]] : tensor<6x20xf32> into tensor<120xf32>
  %3 = tensor.expand_shape %2 [[0, 1, 2]] output_shape [2, 3, 20] : tensor<120xf32> into tensor<2x3x20xf32>
  return %1, %3 : tensor<6x20xf32>, tensor<2x3x20xf32>
}
// CHECK: func.func @reshape_of_elements(%arg0: f32, %arg1: f32) -> tensor<2x1xf32> {
// CHECK-NEXT: %from_elements = tensor.from_elements %arg0, %arg1 : tensor<2x1xf32>
func.func @reshape_of_elements(%x: f32, %y: f32) -> tensor<2x1xf32> {
  %0 = tensor.from_elements %x, %y : tensor<2xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 1] : tensor<2xf32> into tensor<2x1xf32>
  return %1 : tensor<2x1xf32>
}
