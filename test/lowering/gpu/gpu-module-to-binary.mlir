// REQUIRES: strata-translate
// RUN: strata-opt --gpu-module-to-binary=format=assembly %s | FileCheck %s
// RUN: strata-opt --gpu-module-to-binary="format=isa section=.kernels" %s | FileCheck %s --check-prefix=SECTION
// RUN: strata-opt --gpu-module-to-binary=format=offloading %s | FileCheck %s --check-prefix=BITCODE
// RUN: not strata-opt --gpu-module-to-binary="format=binary toolkit=/no/such/toolkit" %s 2>&1 | FileCheck %s --check-prefix=BINARY

// CHECK: gpu.binary @m <#gpu.select_object<1 : i64>> [#gpu.object<#nvvm.target<chip = "sm_80">, properties = {O = 2 : i32}, assembly = "{{.*}}.target sm_80{{.*}}.visible .entry k({{.*}}">, #gpu.object<#nvvm.target<O = 3, chip = "sm_90">, properties = {O = 3 : i32}, assembly = "{{.*}}.target sm_90{{.*}}">]
// SECTION: properties = {O = 2 : i32, section = ".kernels"}
// BITCODE: gpu.binary @m <#gpu.select_object<1 : i64>> [#gpu.object<#nvvm.target<chip = "sm_80">, offload = "BC\C0\DE
// BINARY: error: An error happened while serializing the module.
// BINARY: '/no/such/toolkit/bin/ptxas', which is not a file
module attributes {gpu.container_module} {
  gpu.module @m <#gpu.select_object<1>> [#nvvm.target<chip = "sm_80">, #nvvm.target<O = 3, chip = "sm_90">] {
    llvm.func @k(%p: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      %0 = llvm.mlir.constant(1.0 : f32) : f32
      llvm.store %0, %p : f32, !llvm.ptr
      llvm.return
    }
  }
}
