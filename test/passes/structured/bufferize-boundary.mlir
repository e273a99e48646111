// RUN: strata-opt --bufferize-program %s | FileCheck %s

// Each op between tensors and buffers is a copy; a function without tensors stays, whatever blocks it has.

// CHECK-LABEL: func.func @both(
// CHECK-SAME:    %[[IN:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32>)
// CHECK:         %[[M:.*]] = memref.alloc()
// CHECK-NEXT:    memref.copy %[[IN]], %[[M]]
// CHECK-NEXT:    call @kernel(%[[M]])
// CHECK-NEXT:    memref.copy %[[M]], %[[OUT]]
func.func @both(%t: tensor<4xf32>) -> tensor<4xf32> {
  %m = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  call @kernel(%m) : (memref<4xf32>) -> ()
  %r = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @reads(
// CHECK-SAME:    %[[IN:.*]]: memref<4xf32>)
// CHECK-NEXT:    call @kernel(%[[IN]])
func.func @reads(%t: tensor<4xf32>) {
  %m = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  call @kernel(%m) : (memref<4xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @kernel(
// CHECK-SAME:    strata.num_inputs = 1
// CHECK-NEXT:    cf.br ^bb1
func.func @kernel(%m: memref<4xf32>) {
  cf.br ^next
^next:
  return
}
