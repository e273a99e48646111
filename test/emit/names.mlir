// RUN: strata-translate --mlir-to-ptx --mcpu=sm_80 %s | FileCheck %s

// A function of kernels that is called like one of the C library is another one, and what is no identifier of PTX becomes one.
// CHECK-DAG: .func{{.*}}user_$_sinf
// CHECK-DAG: .func{{.*}}user_$_a$20b
// CHECK-LABEL: .visible .entry main(
// CHECK-DAG: user_$_sinf
// CHECK-DAG: user_$_a$20b
gpu.module @kernels {
  llvm.func @sinf(%x: f32) -> f32 attributes {passthrough = ["noinline"]} {
    %0 = llvm.fmul %x, %x : f32
    llvm.return %0 : f32
  }
  llvm.func @"a b"(%x: f32) -> f32 attributes {passthrough = ["noinline"]} {
    %0 = llvm.fadd %x, %x : f32
    llvm.return %0 : f32
  }
  llvm.func @main(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %0 = llvm.load %p : !llvm.ptr<1> -> f32
    %1 = llvm.call @sinf(%0) : (f32) -> f32
    %2 = llvm.call @"a b"(%1) : (f32) -> f32
    llvm.store %2, %p : f32, !llvm.ptr<1>
    llvm.return
  }
}
