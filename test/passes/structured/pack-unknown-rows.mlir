// RUN: strata-opt %s --split-input-file --linalg-pack-contractions='vector-bits=512 unknown-rows=true' --canonicalize --cse | FileCheck %s

// With 16 rows or more, the right side is copied once for all rows, which are taken 96, 12, 8, 4, 3, 2 and one at a time. With fewer,
// it is read 16 rows at a time.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: (%[[A:.*]]: memref<?x64xf32>, %[[B:.*]]: memref<64x128xf32>, %[[C:.*]]: memref<?x128xf32>)
// CHECK: %[[N:.*]] = memref.dim %[[C]], %c0
// CHECK: %[[MANY:.*]] = arith.cmpi uge, %[[N]], %c16
// CHECK: scf.if %[[MANY]] {
// CHECK:   %[[PANELS:.*]] = memref.alloc() {{.*}} : memref<8192xf32>
// CHECK:   %[[FROM:.*]] = memref.reinterpret_cast %[[B]] {{.*}} sizes: [4, 16, 4, 32]
// CHECK:   linalg.generic {{.*}} ins(%[[FROM]]
// CHECK:   scf.for %[[I:.*]] = %c0 to %{{.*}} step %c96 {
// CHECK:     memref.reinterpret_cast %[[A]] {{.*}} sizes: [96, 64], strides: [64, 1]
// CHECK:     memref.reinterpret_cast %[[C]] {{.*}} sizes: [96, 4, 32], strides: [128, 32, 1]
// CHECK:     linalg.generic
// CHECK:   scf.for {{.*}} step %c12 {
// CHECK:   scf.for {{.*}} step %c8 {
// CHECK:   scf.for {{.*}} step %c4 {
// CHECK:   scf.for {{.*}} step %c3 {
// CHECK:   scf.for {{.*}} step %c2 {
// CHECK:   scf.for {{.*}} to %[[N]] step %c1 {
// CHECK:   memref.dealloc %[[PANELS]]
// CHECK: } else {
// CHECK:   scf.for %[[K:.*]] = %c0 to %c64 step %c16 {
// CHECK:     scf.for %[[I:.*]] = %c0 to %{{.*}} step %c12 {
// CHECK:       %[[X:.*]] = memref.subview %[[A]][%[[I]], %[[K]]] [12, 16] [1, 1]
// CHECK:       %[[Y:.*]] = memref.subview %[[B]][%[[K]], 0] [16, 128] [1, 1]
// CHECK:       linalg.matmul ins(%[[X]], %[[Y]]
func.func @rows(%a: memref<?x64xf32>, %b: memref<64x128xf32>, %c: memref<?x128xf32>) {
  linalg.matmul ins(%a, %b : memref<?x64xf32>, memref<64x128xf32>) outs(%c : memref<?x128xf32>)
  return
}

// -----

// The rows of all matrices of a batch are rows of one matrix.
#a = affine_map<(b, i, j, k) -> (b, i, k)>
#b = affine_map<(b, i, j, k) -> (k, j)>
#c = affine_map<(b, i, j, k) -> (b, i, j)>
// CHECK-LABEL: func.func @batches
// CHECK: %[[N:.*]] = memref.dim %{{.*}}, %c0 : memref<?x3x128xf32>
// CHECK: %[[ALL:.*]] = arith.muli %[[N]], %c3
// CHECK: arith.cmpi uge, %[[ALL]], %c16
// CHECK: scf.for {{.*}} step %c96 {
// CHECK: memref.reinterpret_cast %{{.*}} sizes: [96, 64], strides: [64, 1]
func.func @batches(%a: memref<?x3x64xf32>, %b: memref<64x128xf32>, %c: memref<?x3x128xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x3x64xf32>, memref<64x128xf32>) outs(%c : memref<?x3x128xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Known sizes and an unknown number of columns are not its business.
// CHECK-LABEL: func.func @others
// CHECK-NOT: scf
// CHECK: linalg.matmul
// CHECK-NEXT: linalg.matmul
func.func @others(%a: memref<64x64xf32>, %b: memref<64x128xf32>, %c: memref<64x128xf32>, %d: memref<64x?xf32>, %e: memref<64x?xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x128xf32>) outs(%c : memref<64x128xf32>)
  linalg.matmul ins(%a, %d : memref<64x64xf32>, memref<64x?xf32>) outs(%e : memref<64x?xf32>)
  return
}
