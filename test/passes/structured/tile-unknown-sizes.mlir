// RUN: strata-opt %s --linalg-tile-unknown-sizes --canonicalize --split-input-file | FileCheck %s

// 64 rows at a time, then 8, then one.

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME: %[[A:.*]]: memref<?x16xf32>, %[[B:.*]]: memref<16x32xf32>, %[[C:.*]]: memref<?x32xf32>)
// CHECK: scf.for %[[I:.*]] = %c0 to %{{.*}} step %c64 {
// CHECK:   %[[X:.*]] = memref.subview %[[A]][%[[I]], 0] [64, 16] [1, 1]
// CHECK:   %[[Y:.*]] = memref.subview %[[C]][%[[I]], 0] [64, 32] [1, 1]
// CHECK:   linalg.matmul ins(%[[X]], %[[B]] : {{.*}}) outs(%[[Y]] : {{.*}})
// CHECK: scf.for {{.*}} step %c8 {
// CHECK:   memref.subview %[[A]][%{{.*}}, 0] [8, 16] [1, 1]
// CHECK: scf.for {{.*}} step %c1 {
// CHECK:   memref.subview %[[A]][%{{.*}}, 0] [1, 16] [1, 1]
func.func @matmul(%a: memref<?x16xf32>, %b: memref<16x32xf32>, %c: memref<?x32xf32>) {
  linalg.matmul ins(%a, %b : memref<?x16xf32>, memref<16x32xf32>) outs(%c : memref<?x32xf32>)
  return
}

// -----

// The numbers of loops go on counting, and windows overlap.

#in = affine_map<(i, w) -> (i * 2 + w)>
#w = affine_map<(i, w) -> (w)>
#out = affine_map<(i, w) -> (i)>
// CHECK-LABEL: func.func @windows(
// CHECK: scf.for %[[I:.*]] = %c0 to %{{.*}} step %c64 {
// CHECK:   %[[AT:.*]] = arith.muli %[[I]], %c2 : index
// CHECK:   memref.subview %{{.*}}[%[[AT]]] [129] [1] : memref<?xf32>
// CHECK:   memref.subview %{{.*}}[%[[I]]] [64] [1] : memref<?xindex>
// CHECK:   linalg.generic
// CHECK:     %[[N:.*]] = linalg.index 0 : index
// CHECK:     %[[M:.*]] = arith.addi %[[N]], %[[I]] : index
// CHECK:     arith.addi %[[M]], %{{.*}} : index
func.func @windows(%a: memref<?xf32>, %b: memref<3xf32>, %c: memref<?xindex>) {
  linalg.generic {indexing_maps = [#in, #w, #out], iterator_types = ["parallel", "reduction"]} ins(%a, %b : memref<?xf32>, memref<3xf32>) outs(%c : memref<?xindex>) {
  ^bb0(%x: f32, %y: f32, %o: index):
    %n = linalg.index 0 : index
    %f = arith.fptosi %x : f32 to i32
    %g = arith.index_cast %f : i32 to index
    %h = arith.addi %n, %g : index
    linalg.yield %h : index
  }
  return
}

// -----

// Known sizes are not its business.

// CHECK-LABEL: func.func @known(
// CHECK-NOT: scf.for
func.func @known(%a: memref<4xf32>, %z: f32) {
  linalg.fill ins(%z : f32) outs(%a : memref<4xf32>)
  return
}

// -----

// Tiles with any number of columns and steps are copied into buffers of known sizes, the right side once for all rows; the last tile of a loop
// is filled up with zeros, and what exists of its sums is added to the result.

// CHECK-LABEL: func.func @unknown_columns(
// CHECK-SAME: %[[A:.*]]: memref<?x?xf32>, %[[B:.*]]: memref<?x?xf32>, %[[C:.*]]: memref<?x?xf32>)
// CHECK: scf.for %[[J:.*]] = %c0 to %{{.*}} step %c64 {
// CHECK:   scf.for %[[K:.*]] = %c0 to %{{.*}} step %c256 {
// CHECK:     %[[RIGHT:.*]] = memref.alloc() {alignment = 64 : i64} : memref<256x64xf32>
// CHECK:     %[[PART:.*]] = memref.subview %[[B]][%[[K]], %[[J]]] [256, 64] [1, 1]
// CHECK:     linalg.generic {{.*}} ins(%[[PART]] : {{.*}}) outs(%[[RIGHT]] : memref<256x64xf32>)
// CHECK:     scf.for %[[I:.*]] = %c0 to %{{.*}} step %c64 {
// CHECK:       %[[LEFT:.*]] = memref.alloc() {alignment = 64 : i64} : memref<64x256xf32>
// CHECK:       %[[SUMS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<64x64xf32>
// CHECK:       linalg.fill {{.*}} outs(%[[SUMS]] : memref<64x64xf32>)
// CHECK:       linalg.matmul ins(%[[LEFT]], %[[RIGHT]] : memref<64x256xf32>, memref<256x64xf32>) outs(%[[SUMS]] : memref<64x64xf32>)
// CHECK:       %[[OUT:.*]] = memref.subview %[[C]][%[[I]], %[[J]]] [64, 64] [1, 1]
// CHECK:       linalg.generic {{.*}} ins(%[[SUMS]] : memref<64x64xf32>) outs(%[[OUT]] :
// CHECK:         arith.addf
// CHECK:     scf.for %[[I:.*]] = %{{.*}} to %[[ROWS:.*]] step %c8 {
// CHECK:       %[[LEFT_ROWS:.*]] = arith.subi %[[ROWS]], %[[I]]
// CHECK:       %[[VALID:.*]] = arith.minui %[[LEFT_ROWS]], %c8
// CHECK:       %[[PADDED:.*]] = memref.alloc() {alignment = 64 : i64} : memref<8x256xf32>
// CHECK:       linalg.fill {{.*}} outs(%[[PADDED]] : memref<8x256xf32>)
// CHECK:   scf.for {{.*}} step %c32 {
// CHECK: scf.for {{.*}} step %c16 {
func.func @unknown_columns(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
