// RUN: strata-opt %s --lower-host-to-llvm | FileCheck %s

// CHECK-NOT: gpu.module
// CHECK: llvm.func @f(%{{.*}}: i32) -> i32 attributes {llvm.emit_c_interface}
// CHECK: llvm.func @_mlir_ciface_f(%[[A:.*]]: i32) -> i32 attributes {llvm.emit_c_interface}
// CHECK: %[[R:.*]] = llvm.call @f(%[[A]]) : (i32) -> i32
// CHECK: llvm.return %[[R]] : i32
gpu.module @kernels {
  gpu.func @kernel() kernel {
    gpu.return
  }
}
func.func @f(%a: i32) -> i32 {
  return %a : i32
}
