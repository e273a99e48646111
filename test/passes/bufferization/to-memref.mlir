// RUN: strata-opt %s --convert-bufferization-to-memref | FileCheck %s
// RUN: strata-opt %s --bufferization-lower-deallocations | FileCheck %s --check-prefix=LOWER

// CHECK-LABEL: func.func @clone
// CHECK: %[[N:.*]] = memref.dim %[[A:.*]], %{{.*}} : memref<?xf32>
// CHECK: %[[B:.*]] = memref.alloc(%[[N]]) : memref<?xf32>
// CHECK: memref.copy %[[A]], %[[B]]
// CHECK: return %[[B]]
// LOWER: bufferization.clone
func.func @clone(%a: memref<?xf32>) -> memref<?xf32> {
  %0 = bufferization.clone %a : memref<?xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}

// The buffer is freed if it is not the one that stays, which else has to be freed later.
// CHECK-LABEL: func.func @dealloc
// LOWER-LABEL: func.func @dealloc
// LOWER: %[[DIFFER:.*]] = arith.cmpi ne
// LOWER: %[[FREE:.*]] = arith.andi %[[DIFFER]], %[[C:.*]] : i1
// LOWER: scf.if %[[FREE]]
// LOWER-NEXT: memref.dealloc
// LOWER: %[[SAME:.*]] = arith.xori %[[DIFFER]], %{{.*}} : i1
// LOWER: %[[LATER:.*]] = arith.andi %[[SAME]], %[[C]] : i1
// LOWER: return %[[LATER]]
func.func @dealloc(%a: memref<2xf32>, %c: i1, %r: memref<2xf32>) -> i1 {
  %0 = bufferization.dealloc (%a : memref<2xf32>) if (%c) retain (%r : memref<2xf32>)
  return %0 : i1
}
