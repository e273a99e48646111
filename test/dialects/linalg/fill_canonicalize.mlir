// RUN: strata-opt %s --canonicalize | FileCheck %s
// RUN: strata-opt %s --validate-passes --canonicalize | FileCheck %s
// Ops that read a filled tensor.

// CHECK: #map = affine_map<()[s0, s1] -> (s0 + s1 + 5)>
// CHECK: func.func @reshaped(%arg0: tensor<2x3x4xf32>) -> (tensor<6x4xf32>, tensor<2x3x2x2xf32>) {
// CHECK: %cst = arith.constant 1.000000e+00 : f32
// CHECK{LITERAL}: %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
// CHECK: %0 = linalg.fill ins(%cst : f32) outs(%collapsed : tensor<6x4xf32>) -> tensor<6x4xf32>
// CHECK{LITERAL}: %expanded = tensor.expand_shape %arg0 [[0], [1], [2, 3]] output_shape [2, 3, 2, 2] : tensor<2x3x4xf32> into tensor<2x3x2x2xf32>
// CHECK: %1 = linalg.fill ins(%cst : f32) outs(%expanded : tensor<2x3x2x2xf32>) -> tensor<2x3x2x2xf32>
// CHECK: return %0, %1 : tensor<6x4xf32>, tensor<2x3x2x2xf32>
func.func @reshaped(%t: tensor<2x3x4xf32>) -> (tensor<6x4xf32>, tensor<2x3x2x2xf32>) {
  %x = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %2 = tensor.expand_shape %0 [[0], [1], [2, 3]] output_shape [2, 3, 2, 2] : tensor<2x3x4xf32> into tensor<2x3x2x2xf32>
  return %1, %2 : tensor<6x4xf32>, tensor<2x3x2x2xf32>
}
// CHECK: func.func @element(%arg0: i8, %arg1: tensor<4x5xi8>, %arg2: index) -> i8 {
// CHECK: return %arg0 : i8
func.func @element(%x: i8, %t: tensor<4x5xi8>, %i: index) -> i8 {
  %0 = linalg.fill ins(%x : i8) outs(%t : tensor<4x5xi8>) -> tensor<4x5xi8>
  %1 = tensor.extract %0[%i, %i] : tensor<4x5xi8>
  return %1 : i8
}
// CHECK: func.func @padded(%arg0: tensor<4x?xf32>, %arg1: index) -> tensor<7x?xf32> {
// CHECK: %cst = arith.constant 1.000000e+00 : f32
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %dim = tensor.dim %arg0, %c1 : tensor<4x?xf32>
// CHECK: %0 = affine.apply #map()[%dim, %arg1]
// CHECK: %1 = tensor.empty(%0) : tensor<7x?xf32>
// CHECK: %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<7x?xf32>) -> tensor<7x?xf32>
// CHECK: return %2 : tensor<7x?xf32>
func.func @padded(%t: tensor<4x?xf32>, %n: index) -> tensor<7x?xf32> {
  %x = arith.constant 1.0 : f32
  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<4x?xf32>) -> tensor<4x?xf32>
  %1 = tensor.pad %0 low[1, %n] high[2, 5] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<7x?xf32>
  return %1 : tensor<7x?xf32>
}
// CHECK: func.func @padded_with_another_value(%arg0: tensor<4xf32>, %arg1: f32, %arg2: f32) -> tensor<6xf32> {
// CHECK: %0 = linalg.fill ins(%arg1 : f32) outs(%arg0 : tensor<4xf32>) -> tensor<4xf32>
// CHECK: %padded = tensor.pad %0 low[1] high[1] {
// CHECK: ^bb0(%arg3: index):
// CHECK: tensor.yield %arg2 : f32
// CHECK: } : tensor<4xf32> to tensor<6xf32>
// CHECK: return %padded : tensor<6xf32>
func.func @padded_with_another_value(%t: tensor<4xf32>, %x: f32, %y: f32) -> tensor<6xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.pad %0 low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %y : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %1 : tensor<6xf32>
}
// CHECK: func.func @packed(%arg0: tensor<8x8xf32>, %arg1: tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32> {
// CHECK: %cst = arith.constant 3.000000e+00 : f32
// CHECK: %0 = linalg.fill ins(%cst : f32) outs(%arg1 : tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
// CHECK: return %0 : tensor<2x4x4x2xf32>
func.func @packed(%t: tensor<8x8xf32>, %d: tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32> {
  %x = arith.constant 3.0 : f32
  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.pack %0 inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %d : tensor<8x8xf32> -> tensor<2x4x4x2xf32>
  return %1 : tensor<2x4x4x2xf32>
}
// CHECK: func.func @copied(%arg0: f32, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK: %0 = linalg.fill ins(%arg0 : f32) outs(%arg2 : tensor<4xf32>) -> tensor<4xf32>
// CHECK: %1 = linalg.copy ins(%arg2 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
// CHECK: return %0, %1 : tensor<4xf32>, tensor<4xf32>
func.func @copied(%x: f32, %s: tensor<4xf32>, %t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.fill ins(%x : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.copy ins(%0 : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.copy ins(%t : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}
// CHECK: func.func @transposed(%arg0: f32, %arg1: tensor<4x3xf32>, %arg2: tensor<3x4xf32>) -> tensor<3x4xf32> {
// CHECK: %0 = linalg.fill ins(%arg0 : f32) outs(%arg2 : tensor<3x4xf32>) -> tensor<3x4xf32>
// CHECK: return %0 : tensor<3x4xf32>
func.func @transposed(%x: f32, %s: tensor<4x3xf32>, %t: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%s : tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = linalg.transpose ins(%0 : tensor<4x3xf32>) outs(%t : tensor<3x4xf32>) permutation = [1, 0]
  return %1 : tensor<3x4xf32>
}
// CHECK: func.func @inserted(%arg0: tensor<4x4xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<32x16xf32>) -> tensor<32x16xf32> {
// CHECK: %cst = arith.constant 2.000000e+00 : f32
// CHECK: %0 = linalg.fill ins(%cst : f32) outs(%arg2 : tensor<32x16xf32>) -> tensor<32x16xf32>
// CHECK: %inserted_slice = tensor.insert_slice %arg1 into %0[0, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<32x16xf32>
// CHECK: %inserted_slice_0 = tensor.insert_slice %arg0 into %inserted_slice[9, 2] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<32x16xf32>
// CHECK: return %inserted_slice_0 : tensor<32x16xf32>
func.func @inserted(%s: tensor<4x4xf32>, %a: tensor<8x8xf32>, %t: tensor<32x16xf32>) -> tensor<32x16xf32> {
  %x = arith.constant 2.0 : f32
  %pad = tensor.pad %s low[1, 2] high[3, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x4xf32> to tensor<8x8xf32>
  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<32x16xf32>) -> tensor<32x16xf32>
  %1 = tensor.insert_slice %a into %0[0, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<32x16xf32>
  %2 = tensor.insert_slice %pad into %1[8, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<32x16xf32>
  return %2 : tensor<32x16xf32>
}
// CHECK: func.func @inserted_over_another(%arg0: tensor<4x4xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<32x16xf32>) -> tensor<32x16xf32> {
// CHECK: %cst = arith.constant 2.000000e+00 : f32
// CHECK: %padded = tensor.pad %arg0 low[1, 2] high[3, 2] {
// CHECK: ^bb0(%arg3: index, %arg4: index):
// CHECK: tensor.yield %cst : f32
// CHECK: } : tensor<4x4xf32> to tensor<8x8xf32>
// CHECK: %0 = linalg.fill ins(%cst : f32) outs(%arg2 : tensor<32x16xf32>) -> tensor<32x16xf32>
// CHECK: %inserted_slice = tensor.insert_slice %arg1 into %0[0, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<32x16xf32>
// CHECK: %inserted_slice_0 = tensor.insert_slice %padded into %inserted_slice[7, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<32x16xf32>
// CHECK: return %inserted_slice_0 : tensor<32x16xf32>
func.func @inserted_over_another(%s: tensor<4x4xf32>, %a: tensor<8x8xf32>, %t: tensor<32x16xf32>) -> tensor<32x16xf32> {
  %x = arith.constant 2.0 : f32
  %pad = tensor.pad %s low[1, 2] high[3, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x4xf32> to tensor<8x8xf32>
  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<32x16xf32>) -> tensor<32x16xf32>
  %1 = tensor.insert_slice %a into %0[0, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<32x16xf32>
  %2 = tensor.insert_slice %pad into %1[7, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<32x16xf32>
  return %2 : tensor<32x16xf32>
}
// CHECK: func.func @inserted_as_a_whole(%arg0: tensor<3xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
// CHECK: %cst = arith.constant 2.000000e+00 : f32
// CHECK: %padded = tensor.pad %arg0 low[1] high[0] {
// CHECK: ^bb0(%arg2: index):
// CHECK: tensor.yield %cst : f32
// CHECK: } : tensor<3xf32> to tensor<4xf32>
// CHECK: return %padded : tensor<4xf32>
func.func @inserted_as_a_whole(%s: tensor<3xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  %x = arith.constant 2.0 : f32
  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.pad %s low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<3xf32> to tensor<4xf32>
  %2 = tensor.insert_slice %1 into %0[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
  return %2 : tensor<4xf32>
}
