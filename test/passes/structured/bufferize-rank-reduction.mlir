// RUN: strata-opt %s --bufferize-program | FileCheck %s

// The last dimension of the slice is dropped, not the first one, which has one element too.
// CHECK-LABEL: func @columns
// CHECK: memref.subview {{.*}}[0, 0, 0] [1, 2, 1] [1, 1, 1] : memref<1x2x2xi32> to memref<1x2xi32, strided<[4, 2]>>
// CHECK: memref.subview {{.*}}[0, 0, 1] [1, 2, 1] [1, 1, 1] : memref<1x2x2xi32> to memref<1x2xi32, strided<[4, 2], offset: 1>>
func.func @columns(%x: tensor<1x2xi32>, %y: tensor<1x2xi32>) -> tensor<1x2x2xi32> {
  %0 = tensor.empty() : tensor<1x2x2xi32>
  %1 = tensor.insert_slice %x into %0[0, 0, 0] [1, 2, 1] [1, 1, 1] : tensor<1x2xi32> into tensor<1x2x2xi32>
  %2 = tensor.insert_slice %y into %1[0, 0, 1] [1, 2, 1] [1, 1, 1] : tensor<1x2xi32> into tensor<1x2x2xi32>
  return %2 : tensor<1x2x2xi32>
}

// A slice without its dimension of one element is a view of the same buffer.
// CHECK-LABEL: func @row
// CHECK: %[[ROW:.*]] = memref.subview %{{.*}}[%{{.*}}, 4] [1, 8] [1, 1] : memref<16x32xf32> to memref<1x8xf32, strided<[32, 1], offset: ?>>
// CHECK: %[[LINE:.*]] = memref.subview %[[ROW]][0, 0] [1, 8] [1, 1] : {{.*}} to memref<8xf32, strided<[1], offset: ?>>
// CHECK-NOT: memref.copy
// CHECK: linalg.generic {{.*}} ins(%[[LINE]] :
func.func @row(%x: tensor<16x32xf32>, %i: index) -> tensor<8xf32> {
  %0 = tensor.extract_slice %x[%i, 4] [1, 8] [1, 1] : tensor<16x32xf32> to tensor<1x8xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<1x8xf32> into tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%1 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    linalg.yield %n : f32
  } -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// Rows that are apart are no row of all elements: they are copied.
// CHECK-LABEL: func @rows
// CHECK: memref.copy
// CHECK: memref.collapse_shape
func.func @rows(%x: tensor<16x32xf32>) -> tensor<64xf32> {
  %0 = tensor.extract_slice %x[0, 4] [8, 8] [1, 1] : tensor<16x32xf32> to tensor<8x8xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  %e = tensor.empty() : tensor<64xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%1 : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    linalg.yield %n : f32
  } -> tensor<64xf32>
  return %2 : tensor<64xf32>
}

// Neighbours of a column are no neighbours in memory: it is copied once, so that vectors are read.
// CHECK-LABEL: func @column
// CHECK: memref.copy
// CHECK: memref.collapse_shape
func.func @column(%x: tensor<16x32x3xf32>) -> tensor<16x32xf32> {
  %0 = tensor.extract_slice %x[0, 0, 1] [16, 32, 1] [1, 1, 1] : tensor<16x32x3xf32> to tensor<16x32x1xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<16x32x1xf32> into tensor<16x32xf32>
  %e = tensor.empty() : tensor<16x32xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    linalg.yield %n : f32
  } -> tensor<16x32xf32>
  return %2 : tensor<16x32xf32>
}
