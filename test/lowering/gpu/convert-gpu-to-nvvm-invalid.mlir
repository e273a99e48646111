// RUN: strata-opt %s "--pass-pipeline=builtin.module(gpu.module(convert-gpu-to-nvvm))" --split-input-file --verify-diagnostics

gpu.module @calls {
  gpu.func @k(%x: memref<4xf32>, %i: index) kernel {
    %v = memref.load %x[%i] : memref<4xf32>
    // expected-error @below {{a kernel calls 'tanhf', which a GPU does not have}}
    %0 = math.tanh %v : f32
    memref.store %0, %x[%i] : memref<4xf32>
    gpu.return
  }
}

// -----

gpu.module @reductions {
  gpu.func @k(%x: memref<4xf32>, %i: index) kernel {
    %v = memref.load %x[%i] : memref<4xf32>
    // expected-error @below {{has to be expanded before (--gpu-expand-reductions)}}
    %0 = gpu.subgroup_reduce add %v : (f32) -> (f32)
    memref.store %0, %x[%i] : memref<4xf32>
    gpu.return
  }
}

// -----

gpu.module @shared {
  // expected-error @below {{has a shared buffer of type}}
  gpu.func @k() workgroup(%w : memref<?xf32, #gpu.address_space<workgroup>>) kernel {
    gpu.return
  }
}
