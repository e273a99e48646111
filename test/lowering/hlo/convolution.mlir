// RUN: strata-opt %s --stablehlo-legalize-to-linalg --canonicalize --split-input-file | FileCheck %s

// Features are innermost already: nothing is moved, and one group needs no dimension.
// CHECK-DAG: #[[$X:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d5, d2 + d6, d4)>
// CHECK-DAG: #[[$W:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d5, d6, d4, d3)>
// CHECK-LABEL: func @features_last
// CHECK-SAME: (%[[X:.*]]: tensor<1x6x6x8xf32>, %[[W:.*]]: tensor<3x3x8x16xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {indexing_maps = [#[[$X]], #[[$W]], #{{.*}}], {{.*}} ins(%[[X]], %[[W]]
func.func @features_last(%x: tensor<1x6x6x8xf32>, %w: tensor<3x3x8x16xf32>) -> tensor<1x4x4x16xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x6x6x8xf32>, tensor<3x3x8x16xf32>) -> tensor<1x4x4x16xf32>
  return %0 : tensor<1x4x4x16xf32>
}

// -----

// Features first: everything is transposed, and the result back; the kernel as a matrix, whose rows are put in order after that.
// CHECK-LABEL: func @features_first
// CHECK: linalg.transpose {{.*}} permutation = [0, 2, 3, 1]
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2, 3]] : tensor<16x8x3x3xf32> into tensor<16x72xf32>
// CHECK: linalg.transpose ins(%{{.*}} : tensor<16x72xf32>) outs(%{{.*}} : tensor<72x16xf32>) permutation = [1, 0]
// CHECK: linalg.transpose ins(%{{.*}} : tensor<8x3x3x16xf32>) outs(%{{.*}} : tensor<3x3x8x16xf32>) permutation = [1, 2, 0, 3]
// CHECK: linalg.generic {{.*}} tensor<1x6x6x8xf32>, tensor<3x3x8x16xf32>
// CHECK: linalg.transpose {{.*}} permutation = [0, 3, 1, 2]
func.func @features_first(%x: tensor<1x8x6x6xf32>, %w: tensor<16x8x3x3xf32>) -> tensor<1x16x4x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x6x6xf32>, tensor<16x8x3x3xf32>) -> tensor<1x16x4x4xf32>
  return %0 : tensor<1x16x4x4xf32>
}

// -----

// A kernel of one place is a matrix already.
// CHECK-LABEL: func @one_place
// CHECK: linalg.transpose {{.*}} permutation = [2, 3, 1, 0]
func.func @one_place(%x: tensor<1x8x6x6xf32>, %w: tensor<16x8x1x1xf32>) -> tensor<1x16x6x6xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x6x6xf32>, tensor<16x8x1x1xf32>) -> tensor<1x16x6x6xf32>
  return %0 : tensor<1x16x6x6xf32>
}

// -----

// Each feature by itself: it is one loop of images, kernel and result.
// CHECK-DAG: #[[$X:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 + d4, d2 + d5, d3)>
// CHECK-DAG: #[[$W:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5, 0, d3)>
// CHECK-LABEL: func @depthwise
// CHECK: linalg.generic {indexing_maps = [#[[$X]], #[[$W]], #{{.*}}]
func.func @depthwise(%x: tensor<1x6x6x8xf32>, %w: tensor<3x3x1x8xf32>) -> tensor<1x4x4x8xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<1x6x6x8xf32>, tensor<3x3x1x8xf32>) -> tensor<1x4x4x8xf32>
  return %0 : tensor<1x4x4x8xf32>
}

// -----

// Holes between the elements of the images: even places of the result meet two of three taps, odd ones the other one.
// CHECK-LABEL: func @holes
// CHECK: tensor.extract_slice %{{.*}}[1, 0, 0] [1, 8, 16] [2, 1, 1]
// CHECK: linalg.generic
// CHECK: tensor.insert_slice %{{.*}}[0, 0, 0] [1, 6, 16] [1, 2, 1]
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0] [2, 8, 16] [2, 1, 1]
// CHECK: linalg.generic
// CHECK: tensor.insert_slice %{{.*}}[0, 1, 0] [1, 5, 16] [1, 2, 1]
func.func @holes(%x: tensor<1x6x8xf32>, %w: tensor<3x8x16xf32>) -> tensor<1x11x16xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]], lhs_dilate = [2]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x6x8xf32>, tensor<3x8x16xf32>) -> tensor<1x11x16xf32>
  return %0 : tensor<1x11x16xf32>
}

// -----

// A batch of unknown size is as one of known size: nothing is moved, one group needs no dimension, and nothing is checked.
// CHECK-DAG: #[[$X:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 + d5, d2 + d6, d4)>
// CHECK-DAG: #[[$W:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d5, d6, d4, d3)>
// CHECK-LABEL: func @unknown_batch
// CHECK-SAME: (%[[X:.*]]: tensor<?x6x6x8xf32>, %[[W:.*]]: tensor<3x3x8x16xf32>)
// CHECK-NOT: linalg.transpose
// CHECK-NOT: cf.assert
// CHECK: linalg.generic {indexing_maps = [#[[$X]], #[[$W]], #{{.*}}], {{.*}} ins(%[[X]], %[[W]] : {{.*}}) outs(%{{.*}} : tensor<?x4x4x16xf32>)
func.func @unknown_batch(%x: tensor<?x6x6x8xf32>, %w: tensor<3x3x8x16xf32>) -> tensor<?x4x4x16xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x6x6x8xf32>, tensor<3x3x8x16xf32>) -> tensor<?x4x4x16xf32>
  return %0 : tensor<?x4x4x16xf32>
}

// -----

// CHECK-LABEL: func @unknown_batch_features_first
// CHECK: linalg.transpose {{.*}} outs(%{{.*}} : tensor<?x6x6x8xf32>) permutation = [0, 2, 3, 1]
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2, 3]] : tensor<16x8x3x3xf32> into tensor<16x72xf32>
// CHECK: linalg.generic {{.*}} tensor<?x6x6x8xf32>, tensor<3x3x8x16xf32>
// CHECK: linalg.transpose {{.*}} outs(%{{.*}} : tensor<?x16x4x4xf32>) permutation = [0, 3, 1, 2]
func.func @unknown_batch_features_first(%x: tensor<?x8x6x6xf32>, %w: tensor<16x8x3x3xf32>) -> tensor<?x16x4x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x6x6xf32>, tensor<16x8x3x3xf32>) -> tensor<?x16x4x4xf32>
  return %0 : tensor<?x16x4x4xf32>
}

// -----

// CHECK-DAG: #[[$X:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 + d4, d2 + d5, d3)>
// CHECK-DAG: #[[$W:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5, 0, d3)>
// CHECK-LABEL: func @unknown_batch_depthwise
// CHECK: linalg.generic {indexing_maps = [#[[$X]], #[[$W]], #{{.*}}]
func.func @unknown_batch_depthwise(%x: tensor<?x6x6x8xf32>, %w: tensor<3x3x1x8xf32>) -> tensor<?x4x4x8xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<?x6x6x8xf32>, tensor<3x3x1x8xf32>) -> tensor<?x4x4x8xf32>
  return %0 : tensor<?x4x4x8xf32>
}

// -----

// Only what groups split is reshaped: no row of all elements is made.
// CHECK-LABEL: func @unknown_batch_groups
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] {{.*}} : tensor<?x6x8xf32> into tensor<?x6x2x4xf32>
// CHECK: linalg.generic
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] : tensor<?x4x2x3xf32> into tensor<?x4x6xf32>
func.func @unknown_batch_groups(%x: tensor<?x6x8xf32>, %w: tensor<3x4x6xf32>) -> tensor<?x4x6xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<?x6x8xf32>, tensor<3x4x6xf32>) -> tensor<?x4x6xf32>
  return %0 : tensor<?x4x6xf32>
}

// -----

// CHECK-LABEL: func @unknown_batch_holes
// CHECK: tensor.extract_slice %{{.*}}[1, 0, 0] [1, 8, 16] [2, 1, 1]
// CHECK: linalg.generic
// CHECK: tensor.insert_slice %{{.*}}[0, 0, 0] [%{{.*}}, 6, 16] [1, 2, 1]
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0] [2, 8, 16] [2, 1, 1]
// CHECK: linalg.generic
// CHECK: tensor.insert_slice %{{.*}}[0, 1, 0] [%{{.*}}, 5, 16] [1, 2, 1]
func.func @unknown_batch_holes(%x: tensor<?x6x8xf32>, %w: tensor<3x8x16xf32>) -> tensor<?x11x16xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]], lhs_dilate = [2]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x6x8xf32>, tensor<3x8x16xf32>) -> tensor<?x11x16xf32>
  return %0 : tensor<?x11x16xf32>
}

// -----

// Holes between an unknown number of elements are part of the padding.
// CHECK-LABEL: func @unknown_places
// CHECK-SAME: (%[[X:.*]]: tensor<1x?x8xf32>
// CHECK: linalg.fill
// CHECK: %[[PADDED:.*]] = tensor.insert_slice %[[X]] into %{{.*}}[0, 1, 0] [1, %{{.*}}, 8] [1, 2, 1]
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%[[PADDED]],
func.func @unknown_places(%x: tensor<1x?x8xf32>, %w: tensor<3x8x16xf32>) -> tensor<1x?x16xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]], lhs_dilate = [2]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x?x8xf32>, tensor<3x8x16xf32>) -> tensor<1x?x16xf32>
  return %0 : tensor<1x?x16xf32>
}
