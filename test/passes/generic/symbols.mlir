// RUN: strata-opt %s --symbol-dce | FileCheck %s
// RUN: strata-opt %s --symbol-privatize=exclude=keep | FileCheck %s --check-prefix=PRIVATE
// RUN: strata-opt %s --pass-pipeline='builtin.module(symbol-privatize{exclude=keep},symbol-dce)' | FileCheck %s --check-prefix=BOTH

// CHECK-NOT: @dead
// CHECK: @used
// CHECK-NOT: @dead
// CHECK: @keep
// CHECK-NOT: @cycle
// PRIVATE: func.func private @dead()
// PRIVATE: func.func private @public
// PRIVATE: func.func @keep
// BOTH-NOT: @public
func.func private @dead()
func.func private @used()
func.func @public() { return }
func.func @keep() {
  call @used() : () -> ()
  return
}
func.func private @cycle_a() {
  call @cycle_b() : () -> ()
  return
}
func.func private @cycle_b() {
  call @cycle_a() : () -> ()
  return
}
