// RUN: strata-opt %s --nvvm-attach-target="chip=sm_90a features=+ptx80" | FileCheck %s

// CHECK: gpu.module @kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">]
gpu.module @kernels {
}
// CHECK: gpu.module @more [#nvvm.target<chip = "sm_80">, #nvvm.target<chip = "sm_90a", features = "+ptx80">]
gpu.module @more [#nvvm.target<chip = "sm_80">] {
}
