// RUN: strata-opt %s --memref-emulate-wide-int | FileCheck %s

// Buffers of functions, and those that are freed, change as well.

// CHECK-LABEL: func.func @copy
// CHECK-SAME: (%[[M:.*]]: memref<4xvector<2xi32>>, %[[I:.*]]: index) -> vector<2xi32>
// CHECK: %[[A:.*]] = memref.alloc() : memref<4xvector<2xi32>>
// CHECK: memref.copy %[[M]], %[[A]] : memref<4xvector<2xi32>> to memref<4xvector<2xi32>>
// CHECK: %[[V:.*]] = memref.load %[[A]][%[[I]]] : memref<4xvector<2xi32>>
// CHECK: memref.dealloc %[[A]] : memref<4xvector<2xi32>>
// CHECK: return %[[V]] : vector<2xi32>
func.func @copy(%m: memref<4xi64>, %i: index) -> i64 {
  %a = memref.alloc() : memref<4xi64>
  memref.copy %m, %a : memref<4xi64> to memref<4xi64>
  %v = memref.load %a[%i] : memref<4xi64>
  memref.dealloc %a : memref<4xi64>
  return %v : i64
}
