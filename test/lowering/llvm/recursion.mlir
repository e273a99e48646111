// RUN: strata-opt %s --llvm-emit-runtime-calls | FileCheck %s

// Functions that come back to themselves ask whether there is room on the stack; those that only call them do not.
// CHECK-LABEL: llvm.func @main
// CHECK-NOT: @strata_rt_check_stack
// CHECK-LABEL: llvm.func @even
// CHECK-SAME: %[[CTX:[a-z0-9]+]]: !llvm.ptr)
// CHECK-NEXT: %[[CODE:.*]] = llvm.call @strata_rt_check_stack(%[[CTX]]) : (!llvm.ptr) -> i32
// CHECK: llvm.icmp "ne" %[[CODE]]
// CHECK: llvm.cond_br %{{.*}}, ^[[OUT:bb[0-9]+]], ^
// CHECK: llvm.call @odd(%{{.*}}, %[[CTX]])
// CHECK: ^[[OUT]]:
// CHECK-NEXT: %[[ANY:.*]] = llvm.mlir.zero : i32
// CHECK-NEXT: llvm.return %[[ANY]]
// CHECK-LABEL: llvm.func @odd
// CHECK: llvm.call @strata_rt_check_stack
// CHECK-LABEL: llvm.func @leaf(%{{[a-z0-9]+}}: i32) -> i32
llvm.func @main(%n: i32) -> i32 {
  %0 = llvm.call @even(%n) : (i32) -> i32
  llvm.return %0 : i32
}
llvm.func @even(%n: i32) -> i32 {
  %0 = llvm.call @leaf(%n) : (i32) -> i32
  %1 = llvm.call @odd(%0) : (i32) -> i32
  llvm.return %1 : i32
}
llvm.func @odd(%n: i32) -> i32 {
  %0 = llvm.call @even(%n) : (i32) -> i32
  llvm.return %0 : i32
}
llvm.func @leaf(%n: i32) -> i32 {
  llvm.return %n : i32
}
