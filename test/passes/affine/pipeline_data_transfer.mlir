// RUN: strata-opt %s --split-input-file --allow-unregistered-dialect --affine-pipeline-data-transfer | FileCheck %s

// A loop that never runs waits for nothing, also afterwards.
// CHECK-LABEL: @never
// CHECK-NOT: affine.dma_wait
// CHECK: affine.for %{{.*}} = 0 to 0 {
// CHECK-NEXT: affine.dma_start
// CHECK-NEXT: affine.dma_wait
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @never(%a: memref<64xf32>, %n: index) {
  %f = memref.alloc() : memref<32xf32, 1>
  %t = memref.alloc() : memref<1xi32>
  affine.for %i = 0 to 0 {
    affine.dma_start %a[%i], %f[0], %t[0], %n : memref<64xf32>, memref<32xf32, 1>, memref<1xi32>
    affine.dma_wait %t[0], %n : memref<1xi32>
  }
  return
}
// -----
// Iterations that need the value of the one before stay one after the other.
// CHECK-LABEL: @carried
// CHECK: memref.alloc() : memref<2x32xf32, 1>
// CHECK: affine.for %{{.*}} = 0 to 8 iter_args
// CHECK: affine.dma_start
// CHECK: affine.dma_wait
// CHECK: affine.yield
// CHECK-NOT: affine.dma_wait
func.func @carried(%a: memref<64xf32>, %n: index, %x: f32) -> f32 {
  %f = memref.alloc() : memref<32xf32, 1>
  %t = memref.alloc() : memref<1xi32>
  %r = affine.for %i = 0 to 8 iter_args(%s = %x) -> (f32) {
    affine.dma_start %a[%i], %f[0], %t[0], %n : memref<64xf32>, memref<32xf32, 1>, memref<1xi32>
    affine.dma_wait %t[0], %n : memref<1xi32>
    %v = affine.load %f[%i] : memref<32xf32, 1>
    affine.yield %x : f32
  }
  return %r : f32
}
// -----
// Two transfers with one tag, and another position of a tag.
// CHECK-LABEL: @tags
// CHECK: memref.alloc() : memref<2x2xi32>
// CHECK-NOT: memref<2x2x2xi32>
func.func @tags(%a: memref<64xf32>, %n: index) {
  %f = memref.alloc() : memref<32xf32, 1>
  %g = memref.alloc() : memref<32xf32, 1>
  %t = memref.alloc() : memref<2xi32>
  affine.for %i = 0 to 8 {
    affine.dma_start %a[%i], %f[0], %t[0], %n : memref<64xf32>, memref<32xf32, 1>, memref<2xi32>
    affine.dma_start %a[%i], %g[0], %t[1], %n : memref<64xf32>, memref<32xf32, 1>, memref<2xi32>
    affine.dma_wait %t[0], %n : memref<2xi32>
    affine.dma_wait %t[1], %n : memref<2xi32>
    %v = affine.load %f[%i] : memref<32xf32, 1>
    %w = affine.load %g[%i] : memref<32xf32, 1>
    "compute"(%v, %w) : (f32, f32) -> ()
  }
  return
}
