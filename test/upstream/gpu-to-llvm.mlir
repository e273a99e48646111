// FLAGS: --gpu-to-llvm
// FLAGS: --gpu-to-llvm=use-bare-pointers-for-kernels=1
// FLAGS: --gpu-to-llvm="use-bare-pointers-for-kernels=1 intersperse-sizes-for-kernels=1"

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

// -----

// Launches: with sizes of other types, clusters, scalars, a token and without.
module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @k() attributes {gpu.kernel} {
      llvm.return
    }
  }
  func.func @launches(%m: memref<4x8xf32>, %n: index, %v: f32, %z: <<u:i32|i64>>, %x: memref<<<y:3xf16|2x2xi8|f32|2xf32, 1>>>) {
    gpu.launch_func @m::@k <<c:|clusters in (%z, %z, %z)>> blocks in (%z, %z, %z) threads in (%z, %z, %z) : <<u>> args(%m : memref<4x8xf32>)
    %0 = gpu.launch_func async @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<4x8xf32>, %x : memref<<<y>>>)
    gpu.wait [%0]
    %1 = gpu.launch_func async [%0] @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    gpu.wait [%1]
    return
  }
}

// -----

// Events: of one operation that two others wait for.
func.func @events(%m: memref<4xf32>, %w: memref<4xf32>, %v: f32) {
  %0 = gpu.wait async
  %1 = gpu.memset async [%0] %m, %v : memref<4xf32>, f32
  %2 = gpu.wait async [%1]
  %3 = gpu.memset async [%2] %w, %v : memref<4xf32>, f32
  %4 = gpu.wait async [%1, <<%3|%2>>]
  %5 = gpu.memcpy async [%4] %m, %w : memref<4xf32>, memref<4xf32>
  gpu.wait [%5, %3]
  return
}

// -----

// Memory of the host, devices, and ops of other dialects.
func.func @host(%m: memref<4x8xf32>, %n: index, %i: i32) -> f32 {
  %c = memref.cast %m : memref<4x8xf32> to memref<*xf32>
  gpu.host_register %c : memref<*xf32>
  gpu.set_default_device %i
  %q = gpu.alloc host_shared () : memref<4x8xf32>
  %0 = memref.load %q[%n, %n] : memref<4x8xf32>
  %1 = arith.addf %0, %0 : f32
  %2 = vector.broadcast %1 : f32 to vector<4xf32>
  %3 = vector.extract %2[1] : f32 from vector<4xf32>
  gpu.host_unregister %c : memref<*xf32>
  return %3 : f32
}

// -----

// Operations without tokens stay, and those with several dependencies and on numbers of other widths.
func.func @synchronous(%m: memref<4xf32>) {
  gpu.memcpy %m, %m : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @two_dependencies(%m: memref<4xf32>) {
  %0 = gpu.wait async
  %1 = gpu.wait async
  %2 = gpu.memcpy async [%0, %1] %m, %m : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @wide(%v: f64) {
  %0 = gpu.wait async
  %q, %1 = gpu.alloc async [%0] () : memref<4xf64>
  %2 = gpu.memset async [%1] %q, %v : memref<4xf64>, f64
  return
}

// -----

// A launch whose operands are those of LLVM stays as it is.
module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @k(%a: i32) attributes {gpu.kernel} {
      llvm.return
    }
  }
  func.func @converted(%z: <<u:i32|i64>>, %v: i32, %s: !llvm.ptr) {
    gpu.launch_func <<o:|<%s : !llvm.ptr> >> @m::@k blocks in (%z, %z, %z) threads in (%z, %z, %z) : <<u>> args(%v : i32) {foo = 1 : i32}
    return
  }
}
