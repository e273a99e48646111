// RUN: strata-opt %s --decompose-structured-ops --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @concat(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<3xf32>)
// CHECK: %[[E:.*]] = tensor.empty() : tensor<5xf32>
// CHECK: %[[A:.*]] = tensor.insert_slice %[[X]] into %[[E]][0] [2] [1]
// CHECK: tensor.insert_slice %[[Y]] into %[[A]][2] [3] [1]
func.func @concat(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<5xf32> {
  %0 = tensor.concat dim(0) %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @generate(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<?xf32>)
// CHECK: %[[I:.*]] = linalg.index 0 : index
// CHECK: %[[V:.*]] = tensor.extract %{{.*}}[%[[I]]]
// CHECK: linalg.yield %[[V]]
func.func @generate(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    %1 = tensor.extract %x[%i] : tensor<?xf32>
    tensor.yield %1 : f32
  } : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @reshape(
// CHECK: %[[ROW:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1]] : tensor<2x6xf32> into tensor<12xf32>
// CHECK: tensor.expand_shape %[[ROW]] {{\[}}[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
func.func @reshape(%x: tensor<2x6xf32>) -> tensor<3x4xf32> {
  %s = arith.constant dense<[3, 4]> : tensor<2xindex>
  %0 = tensor.reshape %x(%s) : (tensor<2x6xf32>, tensor<2xindex>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @pack(
// CHECK: %[[P:.*]] = tensor.pad %{{.*}} low[0, 0] high[1, 0]
// CHECK: %[[S:.*]] = tensor.expand_shape %[[P]] {{\[}}[0, 1], [2, 3]] output_shape [3, 2, 2, 4]
// CHECK: linalg.transpose ins(%[[S]] : tensor<3x2x2x4xf32>) outs(%{{.*}} : tensor<3x2x2x4xf32>) permutation = [0, 2, 1, 3]
func.func @pack(%x: tensor<5x8xf32>, %z: f32) -> tensor<3x2x2x4xf32> {
  %e = tensor.empty() : tensor<3x2x2x4xf32>
  %0 = linalg.pack %x padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %e : tensor<5x8xf32> -> tensor<3x2x2x4xf32>
  return %0 : tensor<3x2x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @unpack(
// CHECK: %[[T:.*]] = linalg.transpose {{.*}} permutation = [0, 2, 1, 3]
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[T]] {{\[}}[0, 1], [2, 3]] : tensor<3x2x2x4xf32> into tensor<6x8xf32>
// CHECK: tensor.extract_slice %[[C]][0, 0] [5, 8] [1, 1]
func.func @unpack(%x: tensor<3x2x2x4xf32>) -> tensor<5x8xf32> {
  %e = tensor.empty() : tensor<5x8xf32>
  %0 = linalg.unpack %x inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %e : tensor<3x2x2x4xf32> -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

// -----

// CHECK-LABEL: func.func @softmax(
// CHECK: arith.maxnumf
// CHECK: arith.subf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
// CHECK-NOT: linalg.softmax
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// Sizes that are known when the program runs: the number of tiles, and what the last one lacks.
// CHECK-LABEL: func.func @pack_unknown(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[E:.*]]: tensor<?x8xf32>, %[[P:.*]]: f32)
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %c0
// CHECK: %[[S:.*]] = arith.addi %[[N]], %c7
// CHECK: %[[COUNT:.*]] = arith.divui %[[S]], %c8
// CHECK: %[[ALL:.*]] = arith.muli %[[COUNT]], %c8
// CHECK: %[[HIGH:.*]] = arith.subi %[[ALL]], %[[N]]
// CHECK: tensor.pad %[[X]] low[0] high[%[[HIGH]]]
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0, 1]] output_shape [%[[COUNT]], 8]
func.func @pack_unknown(%x: tensor<?xf32>, %e: tensor<?x8xf32>, %p: f32) -> tensor<?x8xf32> {
  %0 = linalg.pack %x padding_value(%p : f32) inner_dims_pos = [0] inner_tiles = [8] into %e : tensor<?xf32> -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// CHECK-LABEL: func.func @unpack_unknown(
// CHECK-SAME: %[[X:.*]]: tensor<?x8xf32>, %[[E:.*]]: tensor<?xf32>)
// CHECK: %[[N:.*]] = tensor.dim %[[E]], %c0
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0, 1]]
// CHECK: tensor.extract_slice %[[C]][0] [%[[N]]] [1]
func.func @unpack_unknown(%x: tensor<?x8xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.unpack %x inner_dims_pos = [0] inner_tiles = [8] into %e : tensor<?x8xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
