// RUN: strata-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(linalg-tile-and-fuse{min-parallel-work=100 min-chunk-work=8000}),canonicalize)' | FileCheck %s

// Each tile copies the rows of the image that it reads, and fills what is outside.
// CHECK-LABEL: func.func @padded(
// CHECK-SAME:      %[[X:.*]]: memref<1x64x64x8xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         scf.forall (%[[I:.*]]) in (8) {
// CHECK:           %[[AT:.*]] = arith.muli %[[I]], %c8
// CHECK:           %[[PART:.*]] = memref.alloc() {{.*}} : memref<1x10x66x8xf32>
// CHECK:           %[[LEFT:.*]] = memref.subview %[[PART]][0, 0, 0, 0] [1, 10, 1, 8]
// CHECK:           linalg.fill {{.*}} outs(%[[LEFT]]
// CHECK:           %[[RIGHT:.*]] = memref.subview %[[PART]][0, 0, 65, 0] [1, 10, 1, 8]
// CHECK:           linalg.fill {{.*}} outs(%[[RIGHT]]
// CHECK:           %[[ABOVE:.*]] = arith.subi %c1, %[[AT]]
// CHECK:           %[[FROM:.*]] = arith.minsi
// CHECK:           scf.for %[[ROW:.*]] = %c0 to %[[FROM]] step %c1 {
// CHECK:             memref.subview %[[PART]][0, %[[ROW]], 0, 0] [1, 1, 66, 8]
// CHECK:             linalg.fill
// CHECK:           arith.subi %c65, %[[AT]]
// CHECK:           %[[TO:.*]] = arith.minsi
// CHECK:           scf.for %{{.*}} = %[[TO]] to %c10 step %c1 {
// CHECK:             linalg.fill
// CHECK:           scf.for %[[ROW:.*]] = %[[FROM]] to %[[TO]] step %c1 {
// CHECK:             memref.subview %[[X]][0, %{{.*}}, 0, 0] [1, 1, 64, 8]
// CHECK:             memref.subview %[[PART]][0, %[[ROW]], 1, 0] [1, 1, 64, 8]
// CHECK:             memref.copy
// CHECK:           linalg.conv_2d_nhwc_hwcf {{.*}} ins(%[[PART]], %{{.*}} : memref<1x10x66x8xf32>, memref<3x3x8x16xf32>)
// CHECK:           memref.dealloc %[[PART]]
// CHECK-NOT:     scf.forall
func.func @padded(%x: memref<1x64x64x8xf32>, %k: memref<3x3x8x16xf32>, %y: memref<1x64x64x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = memref.alloc() : memref<1x66x66x8xf32>
  linalg.fill ins(%zero : f32) outs(%p : memref<1x66x66x8xf32>)
  %inside = memref.subview %p[0, 1, 1, 0] [1, 64, 64, 8] [1, 1, 1, 1] : memref<1x66x66x8xf32> to memref<1x64x64x8xf32, strided<[34848, 528, 8, 1], offset: 536>>
  memref.copy %x, %inside : memref<1x64x64x8xf32> to memref<1x64x64x8xf32, strided<[34848, 528, 8, 1], offset: 536>>
  linalg.fill ins(%zero : f32) outs(%y : memref<1x64x64x16xf32>)
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%p, %k : memref<1x66x66x8xf32>, memref<3x3x8x16xf32>) outs(%y : memref<1x64x64x16xf32>)
  memref.dealloc %p : memref<1x66x66x8xf32>
  return
}

// -----

// What is copied changes before the tiles run: the whole copy stays.
// CHECK-LABEL: func.func @changed(
// CHECK:         memref.alloc() : memref<1x66x66x8xf32>
func.func @changed(%x: memref<1x64x64x8xf32>, %k: memref<3x3x8x16xf32>, %y: memref<1x64x64x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %p = memref.alloc() : memref<1x66x66x8xf32>
  linalg.fill ins(%zero : f32) outs(%p : memref<1x66x66x8xf32>)
  %inside = memref.subview %p[0, 1, 1, 0] [1, 64, 64, 8] [1, 1, 1, 1] : memref<1x66x66x8xf32> to memref<1x64x64x8xf32, strided<[34848, 528, 8, 1], offset: 536>>
  memref.copy %x, %inside : memref<1x64x64x8xf32> to memref<1x64x64x8xf32, strided<[34848, 528, 8, 1], offset: 536>>
  memref.store %zero, %x[%c0, %c0, %c0, %c0] : memref<1x64x64x8xf32>
  linalg.fill ins(%zero : f32) outs(%y : memref<1x64x64x16xf32>)
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%p, %k : memref<1x66x66x8xf32>, memref<3x3x8x16xf32>) outs(%y : memref<1x64x64x16xf32>)
  memref.dealloc %p : memref<1x66x66x8xf32>
  return
}
