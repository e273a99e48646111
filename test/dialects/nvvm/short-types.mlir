// RUN: strata-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// Pointers into the only address space that an operand can have are read without their names too, as mlir-opt prints them.

// CHECK-LABEL: llvm.func @store
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %arg0, %arg1, box[%arg2, %arg2] : !llvm.ptr, !llvm.ptr<3>
llvm.func @store(%map: !llvm.ptr, %from: !llvm.ptr<3>, %at: i32) {
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %from, box[%at, %at] : !llvm.ptr, <3>
  llvm.return
}

// -----

llvm.func @other_space(%map: !llvm.ptr, %from: !llvm.ptr<3>, %at: i32) {
  // expected-error @+1 {{expected non-function type}}
  nvvm.cp.async.bulk.tensor.global.shared.cta %map, %from, box[%at, %at] : !llvm.ptr, <1>
  llvm.return
}
