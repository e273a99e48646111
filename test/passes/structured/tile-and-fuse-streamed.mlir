// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(linalg-tile-and-fuse),canonicalize)' | FileCheck %s

#scores = affine_map<(h, q, k) -> (h, q, k)>

// The keys and values of a head exceed the second-level cache. A tile reads them rather than that the scores of all rows are in memory.
// CHECK-LABEL: func.func @many_keys(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.forall (%{{.*}}, %{{.*}}) in (4, 24) {
// CHECK:           memref.alloc() {{.*}} : memref<1x64x1536xf32>
// CHECK:           linalg.batch_matmul
// CHECK:           math.exp
// CHECK:           linalg.batch_matmul
// CHECK-NOT:     scf.forall
// CHECK:         return
func.func @many_keys(%q: memref<4x1536x64xf32>, %k: memref<4x64x1536xf32>, %v: memref<4x1536x64xf32>, %y: memref<4x1536x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %scores = memref.alloc() : memref<4x1536x1536xf32>
  linalg.fill ins(%zero : f32) outs(%scores : memref<4x1536x1536xf32>)
  linalg.batch_matmul ins(%q, %k : memref<4x1536x64xf32>, memref<4x64x1536xf32>) outs(%scores : memref<4x1536x1536xf32>)
  linalg.generic {indexing_maps = [#scores], iterator_types = ["parallel", "parallel", "parallel"]} outs(%scores : memref<4x1536x1536xf32>) {
  ^bb0(%s: f32):
    %e = math.exp %s : f32
    linalg.yield %e : f32
  }
  linalg.fill ins(%zero : f32) outs(%y : memref<4x1536x64xf32>)
  linalg.batch_matmul ins(%scores, %v : memref<4x1536x1536xf32>, memref<4x1536x64xf32>) outs(%y : memref<4x1536x64xf32>)
  memref.dealloc %scores : memref<4x1536x1536xf32>
  return
}

// Scores of so many keys leave a tile too few rows: keys and values would be read again and again.
// CHECK-LABEL: func.func @very_many_keys(
// CHECK:         memref.alloc() : memref<1x256x8192xf32>
// CHECK:         scf.forall
// CHECK:           linalg.batch_matmul
// CHECK:         }
// CHECK:         scf.forall
// CHECK:           linalg.fill
// CHECK:           linalg.batch_matmul
func.func @very_many_keys(%q: memref<1x256x64xf32>, %k: memref<1x64x8192xf32>, %v: memref<1x8192x64xf32>, %y: memref<1x256x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %scores = memref.alloc() : memref<1x256x8192xf32>
  linalg.fill ins(%zero : f32) outs(%scores : memref<1x256x8192xf32>)
  linalg.batch_matmul ins(%q, %k : memref<1x256x64xf32>, memref<1x64x8192xf32>) outs(%scores : memref<1x256x8192xf32>)
  linalg.fill ins(%zero : f32) outs(%y : memref<1x256x64xf32>)
  linalg.batch_matmul ins(%scores, %v : memref<1x256x8192xf32>, memref<1x8192x64xf32>) outs(%y : memref<1x256x64xf32>)
  memref.dealloc %scores : memref<1x256x8192xf32>
  return
}
