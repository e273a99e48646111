// RUN: strata-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(linalg-tile-and-fuse{max-threads=16}),canonicalize)' | FileCheck %s
// RUN: strata-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(linalg-tile-and-fuse),canonicalize)' | FileCheck %s --check-prefix=TWO

// A product has four tiles for each thread, of few rows and columns.
// CHECK-LABEL: func.func @product(
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (4, 16) {
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<16x256xf32{{.*}}>, memref<256x64xf32, {{.*}}>)
// TWO-LABEL: func.func @product(
// TWO: scf.forall (%{{.*}}) in (4) {
func.func @product(%x: memref<256x256xf32>, %y: memref<256x256xf32>, %o: memref<256x256xf32>) {
  linalg.matmul ins(%x, %y : memref<256x256xf32>, memref<256x256xf32>) outs(%o : memref<256x256xf32>)
  return
}

// -----

// Columns that are no multiple of a tile are divided as well.
// CHECK-LABEL: func.func @odd(
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (8, 9) {
// TWO-LABEL: func.func @odd(
// TWO: scf.forall (%{{.*}}) in (2) {
func.func @odd(%x: memref<257x255xf32>, %y: memref<255x511xf32>, %o: memref<257x511xf32>) {
  linalg.matmul ins(%x, %y : memref<257x255xf32>, memref<255x511xf32>) outs(%o : memref<257x511xf32>)
  return
}

// -----

// Of many small products each is a tile.
// CHECK-LABEL: func.func @batch(
// CHECK: scf.forall (%{{.*}}) in (64) {
// TWO-LABEL: func.func @batch(
// TWO: scf.forall (%{{.*}}) in (8) {
func.func @batch(%x: memref<64x64x64xf32>, %y: memref<64x64x64xf32>, %o: memref<64x64x64xf32>) {
  linalg.batch_matmul ins(%x, %y : memref<64x64x64xf32>, memref<64x64x64xf32>) outs(%o : memref<64x64x64xf32>)
  return
}

// -----

// Sums of columns: a tile has as many columns as a few cache lines.
// CHECK-LABEL: func.func @columns(
// CHECK: scf.forall (%{{.*}}) in (16) {
// TWO-LABEL: func.func @columns(
// TWO: scf.forall (%{{.*}}) in (4) {
func.func @columns(%x: memref<1024x1024xf32>, %o: memref<1024xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<1024x1024xf32>) outs(%o : memref<1024xf32>) {
  ^bb0(%p: f32, %s: f32):
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  }
  return
}

// -----

// Chunks of elementwise work are shorter for more threads.
// CHECK-LABEL: func.func @elementwise(
// CHECK: scf.forall (%{{.*}}) in (64) {
// TWO-LABEL: func.func @elementwise(
// TWO: scf.forall (%{{.*}}) in (16) {
func.func @elementwise(%x: memref<262144xf32>, %o: memref<262144xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : memref<262144xf32>) outs(%o : memref<262144xf32>) {
  ^bb0(%p: f32, %s: f32):
    %t = math.exp %p : f32
    linalg.yield %t : f32
  }
  return
}
