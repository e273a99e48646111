// RUN: strata-opt %s --memref-expand --canonicalize --split-input-file | FileCheck %s

// Sizes come from a buffer, strides from them.
// CHECK-LABEL: func.func @reshape(
// CHECK-SAME: %[[M:.*]]: memref<?xf32>, %[[L:.*]]: memref<3xi32>)
// CHECK-DAG: %[[A:.*]] = memref.load %[[L]][%c0]
// CHECK-DAG: %[[N:.*]] = arith.index_cast %[[A]] : i32 to index
// CHECK-DAG: %[[B:.*]] = memref.load %[[L]][%c2]
// CHECK-DAG: %[[K:.*]] = arith.index_cast %[[B]] : i32 to index
// CHECK: %[[S:.*]] = arith.muli
// CHECK: memref.reinterpret_cast %[[M]] to offset: [0], sizes: [%[[N]], 5, %[[K]]], strides: [%[[S]], %[[K]], 1]
func.func @reshape(%m: memref<?xf32>, %sizes: memref<3xi32>) -> memref<?x5x?xf32> {
  %0 = memref.reshape %m(%sizes) : (memref<?xf32>, memref<3xi32>) -> memref<?x5x?xf32>
  return %0 : memref<?x5x?xf32>
}

// -----

// CHECK-LABEL: func.func @known_reshape(
// CHECK-NOT: memref.load
// CHECK: memref.reinterpret_cast {{.*}} to offset: [0], sizes: [2, 3, 4], strides: [12, 4, 1] : memref<24xf32> to memref<2x3x4xf32>
func.func @known_reshape(%m: memref<24xf32>, %sizes: memref<3xindex>) -> memref<2x3x4xf32> {
  %0 = memref.reshape %m(%sizes) : (memref<24xf32>, memref<3xindex>) -> memref<2x3x4xf32>
  return %0 : memref<2x3x4xf32>
}

// -----

// There is an instruction for sums, and none for products or narrow floats.
// CHECK-LABEL: func.func @updates(
// CHECK-SAME: %[[M:.*]]: memref<4xf32>, %[[H:.*]]: memref<4xbf16>, %[[I:.*]]: index, %[[V:.*]]: f32, %[[W:.*]]: bf16)
// CHECK: memref.atomic_rmw addf %[[V]], %[[M]][%[[I]]]
// CHECK: %[[R:.*]] = memref.generic_atomic_rmw %[[M]][%[[I]]] : memref<4xf32> {
// CHECK: ^bb0(%[[OLD:.*]]: f32):
// CHECK: %[[NEW:.*]] = arith.mulf %[[OLD]], %[[V]] : f32
// CHECK: memref.atomic_yield %[[NEW]] : f32
// CHECK: memref.generic_atomic_rmw %[[H]][%[[I]]] : memref<4xbf16> {
// CHECK: arith.maximumf
// CHECK: memref.generic_atomic_rmw %[[H]][%[[I]]] : memref<4xbf16> {
// CHECK: memref.atomic_yield %[[W]] : bf16
// CHECK: return %[[R]]
func.func @updates(%m: memref<4xf32>, %h: memref<4xbf16>, %i: index, %v: f32, %w: bf16) -> f32 {
  %0 = memref.atomic_rmw addf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  %1 = memref.atomic_rmw mulf %v, %m[%i] : (f32, memref<4xf32>) -> f32
  %2 = memref.atomic_rmw maximumf %w, %h[%i] : (bf16, memref<4xbf16>) -> bf16
  %3 = memref.atomic_rmw assign %w, %h[%i] : (bf16, memref<4xbf16>) -> bf16
  return %1 : f32
}

// -----

// A transfer is a copy; with a stride, groups of elements of the memory with the lower number are apart.
// CHECK-LABEL: func.func @transfer(
// CHECK-SAME: %[[A:.*]]: memref<32xf32>, %[[B:.*]]: memref<4x8xf32, 1>, %[[T:.*]]: memref<1xi32>, %[[N:.*]]: index, %[[S:.*]]: index, %[[G:.*]]: index)
// CHECK: scf.for %[[K:.*]] = %c0 to %[[N]] step %c1 {
// CHECK: %[[Q:.*]] = arith.divui %[[K]], %[[G]]
// CHECK: %[[R:.*]] = arith.remui %[[K]], %[[G]]
// CHECK: %[[D:.*]] = arith.muli %[[Q]], %[[S]]
// CHECK: %[[P:.*]] = arith.addi %[[D]], %[[R]]
// CHECK: %[[V:.*]] = memref.load %[[A]][%[[P]]]
// CHECK: arith.remui %[[K]], %c8
// CHECK: memref.store %[[V]], %[[B]]
// CHECK-NOT: memref.dma
func.func @transfer(%a: memref<32xf32>, %b: memref<4x8xf32, 1>, %tag: memref<1xi32>, %n: index, %stride: index, %group: index) {
  %c0 = arith.constant 0 : index
  memref.dma_start %a[%c0], %b[%c0, %c0], %n, %tag[%c0], %stride, %group : memref<32xf32>, memref<4x8xf32, 1>, memref<1xi32>
  memref.dma_wait %tag[%c0], %n : memref<1xi32>
  return
}
