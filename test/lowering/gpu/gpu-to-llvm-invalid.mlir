// RUN: strata-opt %s --split-input-file --verify-diagnostics --gpu-to-llvm="use-bare-pointers-for-kernels intersperse-sizes-for-kernels"

module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @k(%f: f32) attributes {gpu.kernel} {
      llvm.return
    }
  }
  func.func @number(%n: index, %v: f32) {
    // expected-error @below {{failed to legalize operation 'gpu.launch_func': has an argument that is no memref}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%v : f32)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @k() attributes {gpu.kernel} {
      llvm.return
    }
  }
  func.func @dependencies(%n: index) {
    %0 = gpu.wait async
    // expected-error @below {{failed to legalize operation 'gpu.launch_func': has more async dependencies than its stream can wait for}}
    gpu.launch_func [%0] @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
