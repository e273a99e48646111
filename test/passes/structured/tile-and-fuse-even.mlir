// RUN: strata-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(linalg-tile-and-fuse),canonicalize)' | FileCheck %s

// Two tiles of half a millisecond would leave one of two threads waiting for the slower one.
// CHECK-LABEL: func.func @two(
// CHECK: scf.forall ({{.*}}) in (4) {
func.func @two(%x: memref<512x512xf32>, %y: memref<512x512xf32>, %o: memref<512x512xf32>) {
  linalg.matmul ins(%x, %y : memref<512x512xf32>, memref<512x512xf32>) outs(%o : memref<512x512xf32>)
  return
}

// -----

// Seven tiles are uneven.
// CHECK-LABEL: func.func @seven(
// CHECK: scf.forall ({{.*}}) in (7, 2) {
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}} outs({{.*}} : memref<1x8x28x64xf32
func.func @seven(%x: memref<1x58x58x64xf32>, %y: memref<3x3x64x64xf32>, %o: memref<1x56x56x64xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%x, %y : memref<1x58x58x64xf32>, memref<3x3x64x64xf32>) outs(%o : memref<1x56x56x64xf32>)
  return
}

// -----

// Ops on single elements have as many tiles as before: others would be rows of other lengths.
// CHECK-LABEL: func.func @elements(
// CHECK: scf.forall ({{.*}}) in (15) {
func.func @elements(%x: memref<15x4000xf32>, %o: memref<15x4000xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<15x4000xf32>) outs(%o : memref<15x4000xf32>) {
  ^bb0(%a: f32, %b: f32):
    %e0 = math.exp %a : f32
    %e1 = math.exp %e0 : f32
    %e2 = math.exp %e1 : f32
    %e3 = math.exp %e2 : f32
    %e4 = math.exp %e3 : f32
    %e5 = math.exp %e4 : f32
    %e6 = math.exp %e5 : f32
    %e7 = math.exp %e6 : f32
    %e8 = math.exp %e7 : f32
    %e9 = math.exp %e8 : f32
    linalg.yield %e9 : f32
  }
  return
}
