// RUN: strata-opt %s --llvm-emit-runtime-calls | FileCheck %s

// A loop that asks ends the function; who calls such a function asks for the error after the call.
// CHECK-LABEL: llvm.func @main
// CHECK-SAME: %[[CTX:[a-z0-9]+]]: !llvm.ptr)
// CHECK: llvm.call @loop(%{{.*}}, %[[CTX]])
// CHECK: llvm.call @strata_rt_error_code(%[[CTX]])
// CHECK: llvm.cond_br
llvm.func @main(%n: i32) {
  llvm.call @loop(%n) : (i32) -> ()
  llvm.return
}
// CHECK-LABEL: llvm.func @loop
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32, %[[CTX:[a-z0-9]+]]: !llvm.ptr)
// CHECK: %[[CODE:.*]] = llvm.call @strata_rt_check_cancel(%[[CTX]]) : (!llvm.ptr) -> i32
// CHECK: %[[ASKED:.*]] = llvm.icmp "ne" %[[CODE]]
// CHECK-NEXT: llvm.cond_br %[[ASKED]], ^[[OUT:bb[0-9]+]], ^
// CHECK: ^[[OUT]]:
// CHECK-NEXT: llvm.return
llvm.func @loop(%n: i32) {
  llvm.br ^head
^head:
  llvm.call @strata_rt_check_cancel() : () -> ()
  llvm.br ^head
}
// A function whose address is taken asks for its thread.
// CHECK-LABEL: llvm.func @chunk(%{{[a-z0-9]+}}: !llvm.ptr, %{{[a-z0-9]+}}: i64) {
// CHECK: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.call @strata_rt_check_cancel(%[[NULL]]) : (!llvm.ptr) -> i32
llvm.func @chunk(%a: !llvm.ptr, %i: i64) {
  llvm.br ^head
^head:
  llvm.call @strata_rt_check_cancel() : () -> ()
  llvm.br ^head
}
llvm.func @taken() -> !llvm.ptr {
  %0 = llvm.mlir.addressof @chunk : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
// CHECK: llvm.func @strata_rt_check_cancel(!llvm.ptr) -> i32
llvm.func @strata_rt_check_cancel()
