// RUN: strata-opt %s --drop-equivalent-buffer-results --buffer-results-to-out-params=hoist-static-allocs | FileCheck %s

// The argument is not returned, and the caller allocates the new buffer.
// CHECK-LABEL: func.func private @callee
// CHECK-SAME: (%[[A:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32>) {
// CHECK-NEXT: memref.copy %[[A]], %[[OUT]]
// CHECK-NEXT: return
func.func private @callee(%a: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  memref.copy %a, %0 : memref<4xf32> to memref<4xf32>
  return %a, %0 : memref<4xf32>, memref<4xf32>
}
// CHECK-LABEL: func.func @caller
// CHECK-SAME: (%[[A:.*]]: memref<4xf32>)
// CHECK-NEXT: %[[OUT:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT: call @callee(%[[A]], %[[OUT]]) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT: memref.copy %[[OUT]], %[[A]]
func.func @caller(%a: memref<4xf32>) {
  %0:2 = call @callee(%a) : (memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
  memref.copy %0#1, %0#0 : memref<4xf32> to memref<4xf32>
  return
}
