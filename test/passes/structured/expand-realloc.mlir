// RUN: strata-opt %s --expand-realloc --split-input-file | FileCheck %s --check-prefixes=CHECK,FREE
// RUN: strata-opt %s --expand-realloc=emit-deallocs=false --split-input-file | FileCheck %s --check-prefixes=CHECK,KEEP

// CHECK-LABEL: func.func @unknown(
// CHECK-SAME: %[[M:.*]]: memref<?xf32>, %[[N:.*]]: index)
// CHECK: %[[D:.*]] = memref.dim %[[M]], %c0
// CHECK: %[[C:.*]] = arith.cmpi ult, %[[D]], %[[N]] : index
// CHECK: %[[R:.*]] = scf.if %[[C]] -> (memref<?xf32>) {
// CHECK: %[[NEW:.*]] = memref.alloc(%[[N]]) {alignment = 64 : i64} : memref<?xf32>
// CHECK: %[[V:.*]] = memref.subview %[[NEW]][0] [%[[D]]] [1]
// CHECK: memref.copy %[[M]], %[[V]]
// FREE: memref.dealloc %[[M]]
// KEEP-NOT: memref.dealloc
// CHECK: scf.yield %[[NEW]]
// CHECK: } else {
// CHECK: %[[SAME:.*]] = memref.reinterpret_cast %[[M]] to offset: [0], sizes: [%[[N]]], strides: [1]
// CHECK: scf.yield %[[SAME]]
// CHECK: return %[[R]]
func.func @unknown(%m: memref<?xf32>, %n: index) -> memref<?xf32> {
  %0 = memref.realloc %m(%n) {alignment = 64 : i64} : memref<?xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}

// -----

// CHECK-LABEL: func.func @known(
// CHECK: arith.cmpi ult, %c4, %c8 : index
// CHECK: memref.alloc() : memref<8xf32>
// CHECK: memref.subview %{{.*}}[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
func.func @known(%m: memref<4xf32>) -> memref<8xf32> {
  %0 = memref.realloc %m : memref<4xf32> to memref<8xf32>
  return %0 : memref<8xf32>
}
