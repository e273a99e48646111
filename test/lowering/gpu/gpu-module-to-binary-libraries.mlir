// REQUIRES: strata-translate
// RUN: strata-opt "--gpu-module-to-binary=format=isa l=%S/Inputs/scale.ll" %s | FileCheck %s
// RUN: not strata-opt "--gpu-module-to-binary=format=isa l=/no/such/library.bc" %s 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not strata-opt "--gpu-module-to-binary=format=isa" %s 2>&1 | FileCheck %s --check-prefix=UNDEFINED

// CHECK-NOT: unused
// CHECK: .visible .entry k({{.*}}.func {{.*}} scale({{.*}}mul.rn.f32
// CHECK-NOT: unused
// MISSING: error: An error happened while serializing the module.
// MISSING: cannot read the library '/no/such/library.bc'
// UNDEFINED: the function 'scale' is declared and not defined
module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_90">] {
    llvm.func @scale(f32) -> f32
    llvm.func @k(%p: !llvm.ptr, %x: f32) attributes {gpu.kernel, nvvm.kernel} {
      %0 = llvm.call @scale(%x) : (f32) -> f32
      llvm.store %0, %p : f32, !llvm.ptr
      llvm.return
    }
  }
}
