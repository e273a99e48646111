// RUN: strata-opt --linalg-split-reductions --split-input-file %s | FileCheck %s

// Up to 4095 columns are too few for many threads: eight parts of their rows, and the sum of these. The parts of two sums follow each other, so
// that they are fused: the sum of the first ones is moved to where it is returned, with its reshape.
// CHECK-LABEL: func.func @columns(
// CHECK-DAG: %[[X:.*]] = tensor.expand_shape %{{.*}} {{\[}}[0, 1], [2]] output_shape [8, 128, 1024] : tensor<1024x1024xf32> into tensor<8x128x1024xf32>
// CHECK: %[[P:.*]] = linalg.generic {{{.*}}iterator_types = ["parallel", "reduction", "parallel"]} ins({{.*}}) outs(%{{.*}} : tensor<8x1024xf32>)
// CHECK: %[[Q:.*]] = linalg.generic {{{.*}}iterator_types = ["parallel", "reduction", "parallel"]} ins({{.*}}) outs(%{{.*}} : tensor<8x1024xf32>)
// CHECK: linalg.generic {{{.*}}iterator_types = ["reduction", "parallel"]} ins(%[[P]] : tensor<8x1024xf32>)
// CHECK: tensor.expand_shape %{{.*}} : tensor<1024xf32> into tensor<1x1024xf32>
// CHECK: linalg.generic {{{.*}}iterator_types = ["reduction", "parallel"]} ins(%[[Q]] : tensor<8x1024xf32>)
// CHECK-NEXT: ^bb0
// CHECK: return
func.func @columns(%x: tensor<1024x1024xf32>, %s: tensor<1024xf32>) -> (tensor<1x1024xf32>, tensor<1024xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<1024x1024xf32>) outs(%s : tensor<1024xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %t = arith.addf %acc, %a : f32
    linalg.yield %t : f32
  } -> tensor<1024xf32>
  %e = tensor.expand_shape %0 [[0, 1]] output_shape [1, 1024] : tensor<1024xf32> into tensor<1x1024xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<1024x1024xf32>) outs(%s : tensor<1024xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %m = arith.mulf %a, %a : f32
    %t = arith.addf %acc, %m : f32
    linalg.yield %t : f32
  } -> tensor<1024xf32>
  return %e, %1 : tensor<1x1024xf32>, tensor<1024xf32>
}

// -----

// The product of a vector and a matrix has columns, too.
// CHECK-LABEL: func.func @vector_times_matrix(
// CHECK: tensor.expand_shape %{{.*}} : tensor<1024xf32> into tensor<8x128xf32>
// CHECK: tensor.expand_shape %{{.*}} : tensor<1024x768xf32> into tensor<8x128x768xf32>
// CHECK: linalg.generic {{{.*}}iterator_types = ["parallel", "reduction", "parallel"]} ins({{.*}}) outs(%{{.*}} : tensor<8x768xf32>)
// CHECK: linalg.generic {{{.*}}iterator_types = ["reduction", "parallel"]} ins(%{{.*}} : tensor<8x768xf32>)
func.func @vector_times_matrix(%x: tensor<1024xf32>, %y: tensor<1024x768xf32>, %s: tensor<768xf32>) -> tensor<768xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x, %y : tensor<1024xf32>, tensor<1024x768xf32>) outs(%s : tensor<768xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %acc, %m : f32
    linalg.yield %t : f32
  } -> tensor<768xf32>
  return %0 : tensor<768xf32>
}

// -----

// So many columns are enough, few elements take no time, and results of a loop around are shared with what uses them.
// CHECK-LABEL: func.func @columns_kept(
// CHECK-NOT: tensor.expand_shape
// CHECK: return
func.func @columns_kept(%x: tensor<512x4096xf32>, %y: tensor<256x512xf32>, %z: tensor<2x1024x512xf32>, %s: tensor<4096xf32>, %t: tensor<512xf32>, %u: tensor<2x512xf32>)
    -> (tensor<4096xf32>, tensor<512xf32>, tensor<2x512xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<512x4096xf32>) outs(%s : tensor<4096xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<4096xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%y : tensor<256x512xf32>) outs(%t : tensor<512xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<512xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, j)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%z : tensor<2x1024x512xf32>) outs(%u : tensor<2x512xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<2x512xf32>
  return %0, %1, %2 : tensor<4096xf32>, tensor<512xf32>, tensor<2x512xf32>
}

// -----

// The outermost loop would have four parts, the next one has 16 of 512 steps each.
// CHECK-LABEL: func.func @most_parts(
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0], [1, 2], [3], [4]] output_shape [4, 16, 2, 64, 64] : tensor<4x32x64x64xf32> into tensor<4x16x2x64x64xf32>
// CHECK: linalg.generic {{{.*}}} ins({{.*}}) outs(%{{.*}} : tensor<16x64xf32>)
func.func @most_parts(%x: tensor<4x32x64x64xf32>, %s: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(n, y, x, c) -> (n, y, x, c)>, affine_map<(n, y, x, c) -> (c)>], iterator_types = ["reduction", "reduction", "reduction", "parallel"]}
      ins(%x : tensor<4x32x64x64xf32>) outs(%s : tensor<64xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %t = arith.addf %acc, %a : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// A row times a matrix is a product with a vector: the loop over rows has one iteration. One row of each head is none.
// CHECK-LABEL: func.func @token
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [1, 8, 64]
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [8, 64, 512]
// CHECK: -> tensor<8x1x512xf32>
// CHECK: iterator_types = ["reduction", "parallel", "parallel"]
// CHECK-NOT: tensor.expand_shape
// CHECK: return
func.func @token(%x: tensor<1x512xf32>, %w: tensor<512x512xf32>, %s: tensor<1x512xf32>, %p: tensor<8x512xf32>, %v: tensor<8x512x64xf32>, %t: tensor<8x64xf32>) -> (tensor<1x512xf32>, tensor<8x64xf32>) {
  %0 = linalg.matmul ins(%x, %w : tensor<1x512xf32>, tensor<512x512xf32>) outs(%s : tensor<1x512xf32>) -> tensor<1x512xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(h, d, k) -> (h, k)>, affine_map<(h, d, k) -> (h, k, d)>, affine_map<(h, d, k) -> (h, d)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %v : tensor<8x512xf32>, tensor<8x512x64xf32>) outs(%t : tensor<8x64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %n = arith.addf %c, %m : f32
    linalg.yield %n : f32
  } -> tensor<8x64xf32>
  return %0, %1 : tensor<1x512xf32>, tensor<8x64xf32>
}
