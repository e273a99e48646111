// RUN: strata-opt %s --generate-runtime-verification | FileCheck %s
// RUN: strata-opt %s --generate-runtime-verification --validate-passes=3

// The first and the last element of a view are in the buffer.

// CHECK-LABEL: func.func @subview
// CHECK-SAME: (%[[M:.*]]: memref<?x8xf32>, %[[I:.*]]: index)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[DIM:.*]] = memref.dim %[[M]]
// CHECK: %[[EMPTY:.*]] = arith.cmpi eq, %[[I]], %[[C0]] : index
// CHECK: %[[IN:.*]] = scf.if %[[EMPTY]] -> (i1) {
// CHECK: arith.cmpi sle, %[[I]], %[[DIM]] : index
// CHECK: } else {
// CHECK: arith.cmpi slt, %[[I]], %[[DIM]] : index
// CHECK: cf.assert %[[IN]], "ERROR: Runtime op verification failed\0A%subview = memref.subview %arg0[%arg1, 2] [%arg1, 3] [%arg1, 2] : memref<?x8xf32> to memref<?x3xf32, strided<[?, 2], offset: ?>>\0A^ offset 0 is out-of-bounds\0ALocation: loc({{.*}})"
// CHECK: "{{.*}}subview runs out-of-bounds along dimension 0
// CHECK: "{{.*}}offset 1 is out-of-bounds
// CHECK: "{{.*}}subview runs out-of-bounds along dimension 1
// CHECK: memref.subview
func.func @subview(%m: memref<?x8xf32>, %i: index) -> memref<?x3xf32, strided<[?, 2], offset: ?>> {
  %0 = memref.subview %m[%i, 2] [%i, 3] [%i, 2] : memref<?x8xf32> to memref<?x3xf32, strided<[?, 2], offset: ?>>
  return %0 : memref<?x3xf32, strided<[?, 2], offset: ?>>
}

// Nothing fails where nothing is wrong.

// CHECK-LABEL: func.func @main
// CHECK-COUNT-3: cf.assert
func.func @main(%x: memref<16x8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %v = memref.cast %x : memref<16x8xf32> to memref<?x?xf32>
  %s = memref.subview %v[%c3, %c0] [%c3, %c3] [2, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %r = memref.load %s[%c0, %c0] : memref<?x?xf32, strided<[?, 1], offset: ?>>
  return %r : f32
}
