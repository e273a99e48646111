// RUN: strata-opt %s --split-input-file --validate-passes --pass-pipeline='builtin.module(func.func(linalg-tile-and-fuse{min-parallel-work=100 min-chunk-work=5000}),canonicalize)' | FileCheck %s

// So few rows that they are one tile: the columns of the right side are cut, and each part reads its own, in rows that are not short.
// CHECK-LABEL: func.func @few_rows(
// CHECK: scf.forall (%[[T:.*]]) in (2) {
// CHECK: memref.subview %{{.*}}[0, %{{.*}}] [64, 256] [1, 1] : memref<64x512xf32>
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<8x64xf32{{.*}}>, memref<64x256xf32, {{.*}}>) outs(%{{.*}} : memref<8x256xf32, {{.*}}>)
func.func @few_rows(%x: memref<8x64xf32>, %y: memref<64x512xf32>, %o: memref<8x512xf32>) {
  linalg.matmul ins(%x, %y : memref<8x64xf32>, memref<64x512xf32>) outs(%o : memref<8x512xf32>)
  return
}

// -----

// Of many columns a tile has more, so that the rows that come from memory are longer.
// CHECK-LABEL: func.func @one_row(
// CHECK: scf.forall (%{{.*}}) in (8) {
// CHECK: memref.subview %{{.*}}[0, %{{.*}}] [64, 1024] [1, 1] : memref<64x8192xf32>
func.func @one_row(%x: memref<1x64xf32>, %y: memref<64x8192xf32>, %o: memref<1x8192xf32>) {
  linalg.matmul ins(%x, %y : memref<1x64xf32>, memref<64x8192xf32>) outs(%o : memref<1x8192xf32>)
  return
}

// -----

// Dimensions of size one behind the channels are not the columns, and places of the filter are the rows.
// CHECK-LABEL: func.func @depthwise_gradient(
// CHECK: scf.forall (%{{.*}}) in (2) {
func.func @depthwise_gradient(%x: memref<1x12x12x64x1xf32>, %y: memref<1x10x10x64x1xf32>, %o: memref<3x3x1x64x1xf32>) {
  linalg.generic {indexing_maps = [affine_map<(a, b, i, c, o, n, y, x) -> (n, a + y, b + x, c, i)>, affine_map<(a, b, i, c, o, n, y, x) -> (n, y, x, c, o)>, affine_map<(a, b, i, c, o, n, y, x) -> (a, b, i, c, o)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %y : memref<1x12x12x64x1xf32>, memref<1x10x10x64x1xf32>) outs(%o : memref<3x3x1x64x1xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %m = arith.mulf %p, %q : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  }
  return
}

// -----

// The gradient of a filter has rows in the dimension of its own channels; the places of the filter are for threads, and halves of the channels, as
// nine tiles are uneven.
// CHECK-LABEL: func.func @filter_gradient(
// CHECK: scf.forall (%{{.*}}, %{{.*}}, %{{.*}}) in (3, 3, 2) {
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<1x1x32x64xf32
func.func @filter_gradient(%x: memref<2x6x6x64xf32>, %y: memref<2x4x4x64xf32>, %o: memref<3x3x64x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(a, b, i, o, n, y, x) -> (n, y + a, x + b, i)>, affine_map<(a, b, i, o, n, y, x) -> (n, y, x, o)>, affine_map<(a, b, i, o, n, y, x) -> (a, b, i, o)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %y : memref<2x6x6x64xf32>, memref<2x4x4x64xf32>) outs(%o : memref<3x3x64x64xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32):
    %m = arith.mulf %p, %q : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  }
  return
}
