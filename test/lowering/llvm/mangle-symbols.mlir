// RUN: strata-opt %s --mangle-symbols --split-input-file | FileCheck %s

// Functions and globals get names of their own, and what refers to them does too; modules of kernels keep theirs.
// CHECK-LABEL: module @names
module @names attributes {gpu.container_module} {
  // CHECK: memref.global "private" constant @user.sinf : memref<2xf32>
  memref.global "private" constant @sinf : memref<2xf32> = dense<1.0>
  // CHECK: func.func private @user.free
  func.func private @free(%x: memref<2xf32>) {
    // CHECK: memref.get_global @user.sinf
    %0 = memref.get_global @sinf : memref<2xf32>
    memref.copy %0, %x : memref<2xf32> to memref<2xf32>
    return
  }
  // CHECK: func.func @user.a$20b{{[$]}}00
  func.func @"a b\00"(%x: memref<2xf32>) {
    // CHECK: call @user.free
    call @free(%x) : (memref<2xf32>) -> ()
    return
  }
  // What stands for a routine of the runtime is defined later.
  // CHECK: func.func private @user.routine(memref<2xf32>) attributes {callee = @user.free, strata.runtime_call = "strata_sort"}
  func.func private @routine(memref<2xf32>) attributes {callee = @free, strata.runtime_call = "strata_sort"}
  // Nobody uses it.
  // CHECK: func.func private @user.memcpy()
  func.func private @memcpy()
  // CHECK: func.func @user.user.free
  func.func @user.free(%x: memref<2xf32>) {
    call @routine(%x) : (memref<2xf32>) -> ()
    // CHECK: gpu.launch_func @kernels::@free
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@free blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
  // CHECK: gpu.module @kernels
  gpu.module @kernels {
    // CHECK: gpu.func @free() kernel
    gpu.func @free() kernel {
      gpu.return
    }
  }
  // CHECK: llvm.mlir.global internal @user.stdout(0 : i32)
  llvm.mlir.global internal @stdout(0 : i32) : i32
  // CHECK: llvm.func @user.exit()
  llvm.func @exit() {
    // CHECK: llvm.mlir.addressof @user.stdout
    %0 = llvm.mlir.addressof @stdout : !llvm.ptr
    llvm.return
  }
}
