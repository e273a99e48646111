// FLAGS: --gpu-to-llvm="use-bare-pointers-for-host=1 use-bare-pointers-for-kernels=1"

module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @k(%a: !llvm.ptr) attributes {gpu.kernel} {
      llvm.return
    }
  }
  func.func @chain(%m: memref<4x8x<<t:f32|i32|f16|i64>>>, %n: index, %v: <<t>>, %i: i32) {
    %0 = gpu.wait async
    %q, %1 = gpu.alloc async [%0] (%n) : memref<4x?x<<t>>>
    %2 = gpu.memcpy async [%1] %m, %q : memref<4x8x<<t>>>, memref<4x?x<<t>>>
    %3 = gpu.launch_func async [%2] @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %i args(%m : memref<4x8x<<t>>>)
    %4 = gpu.memset async [%3] %q, %v : memref<4x?x<<t>>>, <<t>>
    %5 = gpu.dealloc async [%4] %q : memref<4x?x<<t>>>
    gpu.wait [%5]
    return
  }
}
