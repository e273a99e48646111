// RUN: strata-opt %s --convert-alloca-scope-to-llvm --validate-passes | FileCheck %s
// RUN: strata-opt %s --pass-pipeline='builtin.module(convert-alloca-scope-to-llvm,convert-scf-to-cf,convert-program-to-llvm)' | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: func.func @loop(
// CHECK: scf.for
// CHECK-NEXT: %[[S:.*]] = llvm.intr.stacksave : !llvm.ptr
// CHECK-NEXT: %[[M:.*]] = memref.alloca() : memref<8xf32>
// CHECK: %[[V:.*]] = scf.for
// CHECK: llvm.intr.stackrestore %[[S]] : !llvm.ptr
// CHECK-NEXT: scf.yield %[[V]] : f32
// LLVM-LABEL: llvm.func @loop(
// LLVM: %[[S:.*]] = llvm.intr.stacksave : !llvm.ptr
// LLVM: llvm.alloca
// LLVM: llvm.intr.stackrestore %[[S]] : !llvm.ptr
func.func @loop(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x) -> (f32) {
    %1 = memref.alloca_scope -> (f32) {
      %m = memref.alloca() : memref<8xf32>
      memref.store %s, %m[%i] : memref<8xf32>
      %2 = scf.for %j = %c0 to %c8 step %c1 iter_args(%t = %s) -> (f32) {
        %v = memref.load %m[%i] : memref<8xf32>
        %w = arith.addf %v, %t : f32
        scf.yield %w : f32
      }
      memref.alloca_scope.return %2 : f32
    }
    scf.yield %1 : f32
  }
  return %0 : f32
}
