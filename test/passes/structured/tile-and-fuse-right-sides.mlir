// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(linalg-tile-and-fuse),canonicalize)' | FileCheck %s

// Each tile of rows would read a weight that exceeds the second-level cache: columns are tiled instead.
// CHECK-LABEL: func.func @few_rows(
// CHECK: scf.forall (%[[I:.*]]) in (4) {
// CHECK: %[[AT:.*]] = arith.muli %[[I]], %c96
// CHECK: memref.subview %{{.*}}[0, %[[AT]]] [1536, 96] [1, 1] : memref<1536x384xf32>
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : memref<197x1536xf32>, memref<1536x96xf32, {{.*}}>)
// CHECK: arith.addf
func.func @few_rows(%x: memref<197x1536xf32>, %w: memref<1536x384xf32>, %r: memref<197x384xf32>, %y: memref<197x384xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<197x384xf32>)
  linalg.matmul ins(%x, %w : memref<197x1536xf32>, memref<1536x384xf32>) outs(%y : memref<197x384xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%r : memref<197x384xf32>) outs(%y : memref<197x384xf32>) {
  ^bb0(%p: f32, %q: f32):
    %m = arith.addf %p, %q : f32
    linalg.yield %m : f32
  }
  return
}

// Products that share only rows from outside have loops of their own, so that one right side is packed at a time.
// CHECK-LABEL: func.func @queries_and_keys(
// CHECK-COUNT-2: scf.forall
func.func @queries_and_keys(%x: memref<128x768xf32>, %q: memref<768x768xf32>, %k: memref<768x768xf32>, %y: memref<128x768xf32>, %z: memref<128x768xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<128x768xf32>)
  linalg.matmul ins(%x, %q : memref<128x768xf32>, memref<768x768xf32>) outs(%y : memref<128x768xf32>)
  linalg.fill ins(%zero : f32) outs(%z : memref<128x768xf32>)
  linalg.matmul ins(%x, %k : memref<128x768xf32>, memref<768x768xf32>) outs(%z : memref<128x768xf32>)
  return
}

// One loop, as an op behind them reads both results.
// CHECK-LABEL: func.func @combined(
// CHECK:     scf.forall
// CHECK-NOT: scf.forall
// CHECK:     return
func.func @combined(%x: memref<128x768xf32>, %q: memref<768x768xf32>, %k: memref<768x768xf32>, %b: memref<768xf32>, %y: memref<128x768xf32>) {
  %zero = arith.constant 0.0 : f32
  %z = memref.alloc() : memref<128x768xf32>
  linalg.fill ins(%zero : f32) outs(%y : memref<128x768xf32>)
  linalg.matmul ins(%x, %q : memref<128x768xf32>, memref<768x768xf32>) outs(%y : memref<128x768xf32>)
  linalg.fill ins(%zero : f32) outs(%z : memref<128x768xf32>)
  linalg.matmul ins(%x, %k : memref<128x768xf32>, memref<768x768xf32>) outs(%z : memref<128x768xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%b : memref<768xf32>) outs(%z : memref<128x768xf32>) {
  ^bb0(%p: f32, %q0: f32):
    %m = arith.addf %p, %q0 : f32
    linalg.yield %m : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%z : memref<128x768xf32>) outs(%y : memref<128x768xf32>) {
  ^bb0(%p: f32, %q0: f32):
    %m = arith.mulf %p, %q0 : f32
    linalg.yield %m : f32
  }
  memref.dealloc %z : memref<128x768xf32>
  return
}
