// RUN: strata-opt %s --lower-host-to-llvm --verify-diagnostics

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%m: memref<4xf32>) kernel {
      gpu.return
    }
  }
  func.func @launches(%m: memref<4xf32>, %i: index, %c: i1) {
    // expected-error @+1 {{'gpu.launch_func' op SPIR-V kernel module '__spv__kernels' is not found}}
    gpu.launch_func @kernels::@kernel blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%m : memref<4xf32>)
    scf.if %c {
      // expected-error @+1 {{'gpu.launch_func' op SPIR-V kernel module '__spv__kernels' is not found}}
      gpu.launch_func @kernels::@kernel blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%m : memref<4xf32>)
    }
    return
  }
}
