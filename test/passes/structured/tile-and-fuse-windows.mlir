// RUN: strata-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(linalg-tile-and-fuse{min-parallel-work=100 min-chunk-work=8000 max-threads=2}),canonicalize)' | FileCheck %s

// A sum of windows is no product: its tiles are whole rows, not panels of columns.
// CHECK-LABEL: func.func @rows(
// CHECK:         scf.forall (%{{.*}}) in (32) {
// CHECK:           memref.subview %{{.*}} [8, 1009] [1, 1]
// CHECK-NOT:     scf.forall
func.func @rows(%x: memref<256x1024xf32>, %w: memref<16xf32>, %y: memref<256x1009xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<256x1009xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1 + d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : memref<256x1024xf32>, memref<16xf32>) outs(%y : memref<256x1009xf32>) {
  ^bb0(%in: f32, %0: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// What windows of two tiles share is a small part of what a tile reads: nine rows, of which the next tile reads one, and not three.
// CHECK-LABEL: func.func @overlap(
// CHECK:         scf.forall (%{{.*}}) in (14) {
// CHECK:           memref.subview %{{.*}} [9, 113, 64] [1, 1, 1]
// CHECK:           memref.subview %{{.*}} [4, 56, 64] [1, 1, 1]
// CHECK-NOT:     scf.forall
func.func @overlap(%x: memref<113x113x64xf32>, %w: memref<3x3xf32>, %y: memref<56x56x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0 * 2 + d3, d1 * 2 + d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : memref<113x113x64xf32>, memref<3x3xf32>) outs(%y : memref<56x56x64xf32>) {
  ^bb0(%in: f32, %0: f32, %out: f32):
    %1 = arith.maximumf %out, %in : f32
    linalg.yield %1 : f32
  }
  return
}
