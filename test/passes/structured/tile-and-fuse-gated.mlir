// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(linalg-tile-and-fuse{min-parallel-work=100 min-chunk-work=5000}),canonicalize)' | FileCheck %s

// Two products of the same rows whose results are multiplied: each blocks its own reads, so a tile has as many rows as that of one product.
// CHECK-LABEL: func.func @gated(
// CHECK: scf.forall (%{{.*}}) in (16) {
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<128x2048xf32>, memref<2048x512xf32, {{.*}}>) outs(%{{.*}} : memref<128x512xf32, {{.*}}>)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<128x2048xf32>, memref<2048x512xf32, {{.*}}>) outs(%{{.*}} : memref<128x512xf32>)
func.func @gated(%x: memref<128x2048xf32>, %gate: memref<2048x8192xf32>, %up: memref<2048x8192xf32>, %o: memref<128x8192xf32>) {
  %zero = arith.constant 0.0 : f32
  %other = memref.alloc() : memref<128x8192xf32>
  linalg.fill ins(%zero : f32) outs(%o : memref<128x8192xf32>)
  linalg.fill ins(%zero : f32) outs(%other : memref<128x8192xf32>)
  linalg.matmul ins(%x, %gate : memref<128x2048xf32>, memref<2048x8192xf32>) outs(%o : memref<128x8192xf32>)
  linalg.matmul ins(%x, %up : memref<128x2048xf32>, memref<2048x8192xf32>) outs(%other : memref<128x8192xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%other : memref<128x8192xf32>) outs(%o : memref<128x8192xf32>) {
  ^bb0(%p: f32, %q: f32):
    %m = arith.mulf %p, %q : f32
    linalg.yield %m : f32
  }
  memref.dealloc %other : memref<128x8192xf32>
  return
}
