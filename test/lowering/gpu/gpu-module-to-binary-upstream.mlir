// REQUIRES: strata-translate, mlir-opt
// RUN: strata-opt --gpu-module-to-binary=format=isa %s > %t.strata
// RUN: mlir-opt --gpu-module-to-binary=format=isa %s | sed -E 's/LLVMIRToISATimeInMs = [0-9]+ : i64, //g' > %t.upstream
// RUN: diff %t.strata %t.upstream

// Both link the same LLVM. Ours has no property of the time that it took, so that equal inputs have equal outputs. Pointers to shared memory
// have 32 bits in ours and 64 in upstream's, so that the kernel has none.
module attributes {gpu.container_module} {
  gpu.module @scaled [#nvvm.target<chip = "sm_80", O = 3>, #nvvm.target<chip = "sm_90", O = 3, features = "+ptx80">] {
    llvm.func @k(%p: !llvm.ptr<1>, %s: f32) attributes {gpu.kernel, nvvm.kernel} {
      %0 = nvvm.read.ptx.sreg.tid.x : i32
      %1 = llvm.sext %0 : i32 to i64
      %2 = llvm.getelementptr %p[%1] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
      %3 = llvm.load %2 : !llvm.ptr<1> -> f32
      nvvm.barrier0
      %4 = llvm.fmul %3, %s : f32
      llvm.store %4, %2 : f32, !llvm.ptr<1>
      llvm.return
    }
  }
}
