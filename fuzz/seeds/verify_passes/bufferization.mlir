// The input is the printed form, so every line reads back as it is.

module {
  func.func @f(%arg0: index, %arg1: tensor<4x?xf32>, %arg2: memref<4x?xf32>, %arg3: i1) {
    %0 = bufferization.alloc_tensor(%arg0) {memory_space = 1 : i64} : tensor<4x?xf32>
    %1 = bufferization.alloc_tensor() copy(%arg1) size_hint=%arg0 : tensor<4x?xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<4x?xf32> to tensor<4x?xf32>
    %3 = bufferization.to_buffer %arg1 read_only : tensor<4x?xf32> to memref<4x?xf32>
    %4 = bufferization.materialize_in_destination %arg1 in %0 : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    bufferization.materialize_in_destination %arg1 in restrict writable %arg2 : (tensor<4x?xf32>, memref<4x?xf32>) -> ()
    %5 = bufferization.clone %arg2 : memref<4x?xf32> to memref<4x?xf32>
    %6 = bufferization.dealloc (%5 : memref<4x?xf32>) if (%arg3) retain (%arg2 : memref<4x?xf32>)
    bufferization.dealloc
    bufferization.dealloc_tensor %0 : tensor<4x?xf32>
    return
  }
}
