// RUN: strata-opt %s --linalg-prepare-contractions --canonicalize --split-input-file | FileCheck %s

// The left side is read as it was, and the result is written as it is wanted: what was transposed twice is the right
// side now.
// CHECK-DAG: #[[$B:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[$A:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[$R:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func @transposed_left
// CHECK-SAME: (%[[A:.*]]: tensor<64x8xf32>, %[[B:.*]]: tensor<64x32xf32>
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {indexing_maps = [#[[$A]], #[[$B]], #[[$R]]], {{.*}} ins(%[[A]], %[[B]]
func.func @transposed_left(%a: tensor<64x8xf32>, %b: tensor<64x32xf32>, %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %e = tensor.empty() : tensor<8x64xf32>
  %t = linalg.transpose ins(%a : tensor<64x8xf32>) outs(%e : tensor<8x64xf32>) permutation = [1, 0]
  %r = linalg.matmul ins(%t, %b : tensor<8x64xf32>, tensor<64x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}

// -----

// The gradient of a weight: nothing is transposed any more.
// CHECK-LABEL: func @transposed_result
// CHECK-NOT: linalg.transpose
// CHECK: %[[FILL:.*]] = linalg.fill {{.*}} -> tensor<32x16xf32>
// CHECK: linalg.generic {{.*}} outs(%[[FILL]] : tensor<32x16xf32>)
// CHECK-NOT: linalg.transpose
func.func @transposed_result(%a: tensor<64x16xf32>, %b: tensor<64x32xf32>) -> tensor<32x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %t = linalg.transpose ins(%a : tensor<64x16xf32>) outs(%e : tensor<16x64xf32>) permutation = [1, 0]
  %c = tensor.empty() : tensor<16x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
  %r = linalg.matmul ins(%t, %b : tensor<16x64xf32>, tensor<64x32xf32>) outs(%f : tensor<16x32xf32>) -> tensor<16x32xf32>
  %d = tensor.empty() : tensor<32x16xf32>
  %back = linalg.transpose ins(%r : tensor<16x32xf32>) outs(%d : tensor<32x16xf32>) permutation = [1, 0]
  return %back : tensor<32x16xf32>
}

// -----

// Weights `[out, in]` are read where they are, with the steps innermost on both sides.
// CHECK-DAG: #[[$A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$B:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-LABEL: func @transposed_right
// CHECK-SAME: (%[[A:.*]]: tensor<8x64xf32>, %[[B:.*]]: tensor<32x64xf32>
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {indexing_maps = [#[[$A]], #[[$B]], {{.*}} ins(%[[A]], %[[B]] :
func.func @transposed_right(%a: tensor<8x64xf32>, %b: tensor<32x64xf32>, %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %e = tensor.empty() : tensor<64x32xf32>
  %t = linalg.transpose ins(%b : tensor<32x64xf32>) outs(%e : tensor<64x32xf32>) permutation = [1, 0]
  %r = linalg.matmul ins(%a, %t : tensor<8x64xf32>, tensor<64x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}

// -----

// The same with so few steps that a row of them is no vector: columns are the lanes, which have to be neighbours.
// CHECK-LABEL: func @transposed_right_few_steps
// CHECK: linalg.transpose
// CHECK: linalg.matmul
func.func @transposed_right_few_steps(%a: tensor<8x16xf32>, %b: tensor<32x16xf32>, %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %e = tensor.empty() : tensor<16x32xf32>
  %t = linalg.transpose ins(%b : tensor<32x16xf32>) outs(%e : tensor<16x32xf32>) permutation = [1, 0]
  %r = linalg.matmul ins(%a, %t : tensor<8x16xf32>, tensor<16x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}

// -----

// Integers of 8 bits as pairs of 16 bits.
// CHECK-DAG: #[[$X:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG: #[[$Y:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d1, d3)>
// CHECK-LABEL: func @pairs
// CHECK: arith.extsi {{.*}} : i8 to i16
// CHECK: %[[X:.*]] = tensor.expand_shape {{.*}} into tensor<8x32x2xi16>
// CHECK: tensor.expand_shape {{.*}} into tensor<32x2x32xi8>
// CHECK: %[[Y:.*]] = linalg.generic
// CHECK: arith.extui {{.*}} : i8 to i16
// CHECK: -> tensor<32x32x2xi16>
// CHECK: linalg.generic {indexing_maps = [#[[$X]], #[[$Y]], #{{.*}}], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%[[X]], %[[Y]]
func.func @pairs(%a: tensor<8x64xi8>, %b: tensor<64x32xi8>, %c: tensor<8x32xi32>) -> tensor<8x32xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<8x64xi8>, tensor<64x32xi8>) outs(%c : tensor<8x32xi32>) {
  ^bb0(%x: i8, %y: i8, %o: i32):
    %wx = arith.extsi %x : i8 to i32
    %wy = arith.extui %y : i8 to i32
    %p = arith.muli %wx, %wy : i32
    %s = arith.addi %o, %p : i32
    linalg.yield %s : i32
  } -> tensor<8x32xi32>
  return %r : tensor<8x32xi32>
}

// -----

// Half precision is made wide once for each element.
// CHECK-LABEL: func @wide
// CHECK-COUNT-2: arith.extf {{.*}} : f16 to f32
// CHECK-NOT: arith.extf
// CHECK: arith.mulf {{.*}} : f32
func.func @wide(%a: tensor<8x63xf16>, %b: tensor<63x32xf16>, %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<8x63xf16>, tensor<63x32xf16>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}

// -----

// Two columns are not worth vectors: what is summed becomes contiguous on both sides.
// CHECK-LABEL: func @few_columns
// CHECK: linalg.transpose ins(%{{.*}} : tensor<64x2xf32>) outs(%{{.*}} : tensor<2x64xf32>) permutation = [1, 0]
// CHECK: linalg.generic {{.*}} tensor<32x64xf32>, tensor<2x64xf32>
func.func @few_columns(%a: tensor<32x64xf32>, %b: tensor<64x2xf32>, %c: tensor<32x2xf32>) -> tensor<32x2xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x2xf32>) outs(%c : tensor<32x2xf32>) -> tensor<32x2xf32>
  return %r : tensor<32x2xf32>
}

// -----

// A convolution with windows of one place, features first: pixels are the lanes, and nothing is transposed.
// CHECK-LABEL: func @one_place
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<1x64x7x7xf32>, tensor<128x64x1x1xf32>) outs(%{{.*}} : tensor<1x128x7x7xf32>)
func.func @one_place(%x: tensor<1x64x7x7xf32>, %w: tensor<128x64x1x1xf32>) -> tensor<1x128x7x7xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<1x7x7x64xf32>
  %xt = linalg.transpose ins(%x : tensor<1x64x7x7xf32>) outs(%0 : tensor<1x7x7x64xf32>) permutation = [0, 2, 3, 1]
  %1 = tensor.empty() : tensor<1x1x64x128xf32>
  %wt = linalg.transpose ins(%w : tensor<128x64x1x1xf32>) outs(%1 : tensor<1x1x64x128xf32>) permutation = [2, 3, 1, 0]
  %2 = tensor.empty() : tensor<1x7x7x128xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%2 : tensor<1x7x7x128xf32>) -> tensor<1x7x7x128xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(n, y, x, o, i, a, b) -> (n, y + a, x + b, i)>, affine_map<(n, y, x, o, i, a, b) -> (a, b, i, o)>, affine_map<(n, y, x, o, i, a, b) -> (n, y, x, o)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%xt, %wt : tensor<1x7x7x64xf32>, tensor<1x1x64x128xf32>) outs(%3 : tensor<1x7x7x128xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %m = arith.mulf %p, %q : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<1x7x7x128xf32>
  %5 = tensor.empty() : tensor<1x128x7x7xf32>
  %6 = linalg.transpose ins(%4 : tensor<1x7x7x128xf32>) outs(%5 : tensor<1x128x7x7xf32>) permutation = [0, 3, 1, 2]
  return %6 : tensor<1x128x7x7xf32>
}

// -----

// Rows of a filter with windows of several places stay where they were moved to: places and features are one loop there.
// CHECK-LABEL: func @several_places
// CHECK: linalg.transpose {{.*}} permutation = [1, 2, 0, 3]
func.func @several_places(%x: tensor<1x9x9x64xf32>, %w: tensor<64x3x3x128xf32>) -> tensor<1x7x7x128xf32> {
  %zero = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<3x3x64x128xf32>
  %wt = linalg.transpose ins(%w : tensor<64x3x3x128xf32>) outs(%1 : tensor<3x3x64x128xf32>) permutation = [1, 2, 0, 3]
  %2 = tensor.empty() : tensor<1x7x7x128xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%2 : tensor<1x7x7x128xf32>) -> tensor<1x7x7x128xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(n, y, x, o, i, a, b) -> (n, y + a, x + b, i)>, affine_map<(n, y, x, o, i, a, b) -> (a, b, i, o)>, affine_map<(n, y, x, o, i, a, b) -> (n, y, x, o)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %wt : tensor<1x9x9x64xf32>, tensor<3x3x64x128xf32>) outs(%3 : tensor<1x7x7x128xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %m = arith.mulf %p, %q : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<1x7x7x128xf32>
  return %4 : tensor<1x7x7x128xf32>
}

// -----

// Two dimensions of batches were merged for a product of matrices. As loops of their own, they let the transpose of an operand and that of
// the result become part of the maps; the other operand is a view.
// CHECK-DAG: #[[$Y:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
// CHECK-DAG: #[[$X:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d3)>
// CHECK-DAG: #[[$R:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d3)>
// CHECK-LABEL: func @merged_batches
// CHECK-SAME: (%[[X:.*]]: tensor<2x64x8x32xf32>, %[[Y:.*]]: tensor<16x48x64xf32>
// CHECK-NOT: linalg.transpose
// CHECK: %[[WIDE:.*]] = tensor.expand_shape %[[Y]] {{\[\[}}0, 1], [2], [3]] {{.*}} into tensor<2x8x48x64xf32>
// CHECK: linalg.generic {indexing_maps = [#[[$Y]], #[[$X]], #[[$R]]], {{.*}} ins(%[[WIDE]], %[[X]] : {{.*}} outs(%{{.*}} : tensor<2x48x8x32xf32>)
// CHECK-NOT: linalg.transpose
func.func @merged_batches(%x: tensor<2x64x8x32xf32>, %y: tensor<16x48x64xf32>) -> tensor<2x48x8x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8x64x32xf32>
  %t = linalg.transpose ins(%x : tensor<2x64x8x32xf32>) outs(%e : tensor<2x8x64x32xf32>) permutation = [0, 2, 1, 3]
  %m = tensor.collapse_shape %t [[0, 1], [2], [3]] : tensor<2x8x64x32xf32> into tensor<16x64x32xf32>
  %c = tensor.empty() : tensor<16x48x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<16x48x32xf32>) -> tensor<16x48x32xf32>
  %r = linalg.batch_matmul ins(%y, %m : tensor<16x48x64xf32>, tensor<16x64x32xf32>) outs(%f : tensor<16x48x32xf32>) -> tensor<16x48x32xf32>
  %w = tensor.expand_shape %r [[0, 1], [2], [3]] output_shape [2, 8, 48, 32] : tensor<16x48x32xf32> into tensor<2x8x48x32xf32>
  %d = tensor.empty() : tensor<2x48x8x32xf32>
  %back = linalg.transpose ins(%w : tensor<2x8x48x32xf32>) outs(%d : tensor<2x48x8x32xf32>) permutation = [0, 2, 1, 3]
  return %back : tensor<2x48x8x32xf32>
}

// -----

// The scores of queries that share their keys: the keys are transposed, which are fewer than the scores, and queries of a group are rows.
// CHECK-DAG: #[[$K:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1)>
// CHECK-DAG: #[[$Q:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d2, d0, d3, d4)>
// CHECK-DAG: #[[$S:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2, d1)>
// CHECK-LABEL: func @shared_keys
// CHECK-SAME: (%[[K:.*]]: tensor<128x2x64xf32>, %[[Q:.*]]: tensor<128x2x3x64xf32>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[K]] {{.*}} outs(%{{.*}} : tensor<2x64x128xf32>) permutation = [1, 2, 0]
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {indexing_maps = [#[[$K]], #[[$Q]], #[[$S]]], {{.*}} ins(%[[T]], %[[Q]] : {{.*}} outs(%{{.*}} : tensor<2x3x128x128xf32>)
// CHECK-NOT: linalg.transpose
func.func @shared_keys(%k: tensor<128x2x64xf32>, %q: tensor<128x2x3x64xf32>) -> tensor<2x3x128x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x128x64xf32>
  %kt = linalg.transpose ins(%k : tensor<128x2x64xf32>) outs(%e : tensor<2x128x64xf32>) permutation = [1, 0, 2]
  %g = tensor.empty() : tensor<2x64x128x3xf32>
  %qt = linalg.transpose ins(%q : tensor<128x2x3x64xf32>) outs(%g : tensor<2x64x128x3xf32>) permutation = [1, 3, 0, 2]
  %m = tensor.collapse_shape %qt [[0], [1], [2, 3]] : tensor<2x64x128x3xf32> into tensor<2x64x384xf32>
  %c = tensor.empty() : tensor<2x128x384xf32>
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<2x128x384xf32>) -> tensor<2x128x384xf32>
  %r = linalg.batch_matmul ins(%kt, %m : tensor<2x128x64xf32>, tensor<2x64x384xf32>) outs(%f : tensor<2x128x384xf32>) -> tensor<2x128x384xf32>
  %w = tensor.expand_shape %r [[0], [1], [2, 3]] output_shape [2, 128, 128, 3] : tensor<2x128x384xf32> into tensor<2x128x128x3xf32>
  %d = tensor.empty() : tensor<2x3x128x128xf32>
  %back = linalg.transpose ins(%w : tensor<2x128x128x3xf32>) outs(%d : tensor<2x3x128x128xf32>) permutation = [0, 3, 2, 1]
  return %back : tensor<2x3x128x128xf32>
}

// -----

// Without a transpose behind a merged dimension there is nothing to gain.
// CHECK-LABEL: func @merged_rows
// CHECK: tensor.collapse_shape
// CHECK: linalg.matmul
// CHECK: tensor.expand_shape
func.func @merged_rows(%x: tensor<4x16x64xf32>, %y: tensor<64x32xf32>, %c: tensor<64x32xf32>) -> tensor<4x16x32xf32> {
  %m = tensor.collapse_shape %x [[0, 1], [2]] : tensor<4x16x64xf32> into tensor<64x64xf32>
  %r = linalg.matmul ins(%m, %y : tensor<64x64xf32>, tensor<64x32xf32>) outs(%c : tensor<64x32xf32>) -> tensor<64x32xf32>
  %w = tensor.expand_shape %r [[0, 1], [2]] output_shape [4, 16, 32] : tensor<64x32xf32> into tensor<4x16x32xf32>
  return %w : tensor<4x16x32xf32>
}

// -----

// The columns of the result stay one loop: as two, each row would have 8 neighbours.
// CHECK-LABEL: func @short_rows
// CHECK: linalg.transpose
// CHECK: linalg.matmul
func.func @short_rows(%x: tensor<64x32xf32>, %y: tensor<8x32x8xf32>, %c: tensor<64x64xf32>) -> tensor<64x8x8xf32> {
  %e = tensor.empty() : tensor<32x8x8xf32>
  %t = linalg.transpose ins(%y : tensor<8x32x8xf32>) outs(%e : tensor<32x8x8xf32>) permutation = [1, 0, 2]
  %m = tensor.collapse_shape %t [[0], [1, 2]] : tensor<32x8x8xf32> into tensor<32x64xf32>
  %r = linalg.matmul ins(%x, %m : tensor<64x32xf32>, tensor<32x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %w = tensor.expand_shape %r [[0], [1, 2]] output_shape [64, 8, 8] : tensor<64x64xf32> into tensor<64x8x8xf32>
  return %w : tensor<64x8x8xf32>
}

// -----

// One query reads the keys of all tokens where they are; a transpose of these is folded although there is one for each head.
// CHECK-LABEL: func.func @one_query(
// CHECK-SAME:      %{{.*}}: tensor<12x1x64xf32>, %[[K:.*]]: tensor<12x1024x64xf32>
// CHECK-NOT:     linalg.transpose
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %[[K]]
func.func @one_query(%q: tensor<12x1x64xf32>, %k: tensor<12x1024x64xf32>) -> tensor<12x1x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %init = tensor.empty() : tensor<12x64x1024xf32>
  %t = linalg.transpose ins(%k : tensor<12x1024x64xf32>) outs(%init : tensor<12x64x1024xf32>) permutation = [0, 2, 1]
  %e = tensor.empty() : tensor<12x1x1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<12x1x1024xf32>) -> tensor<12x1x1024xf32>
  %r = linalg.batch_matmul ins(%q, %t : tensor<12x1x64xf32>, tensor<12x64x1024xf32>) outs(%f : tensor<12x1x1024xf32>) -> tensor<12x1x1024xf32>
  return %r : tensor<12x1x1024xf32>
}

// -----

// Many queries pay for the transpose.
// CHECK-LABEL: func.func @many_queries(
// CHECK:         linalg.transpose
func.func @many_queries(%q: tensor<12x128x64xf32>, %k: tensor<12x1024x64xf32>) -> tensor<12x128x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %init = tensor.empty() : tensor<12x64x1024xf32>
  %t = linalg.transpose ins(%k : tensor<12x1024x64xf32>) outs(%init : tensor<12x64x1024xf32>) permutation = [0, 2, 1]
  %e = tensor.empty() : tensor<12x128x1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<12x128x1024xf32>) -> tensor<12x128x1024xf32>
  %r = linalg.batch_matmul ins(%q, %t : tensor<12x128x64xf32>, tensor<12x64x1024xf32>) outs(%f : tensor<12x128x1024xf32>) -> tensor<12x128x1024xf32>
  return %r : tensor<12x128x1024xf32>
}
