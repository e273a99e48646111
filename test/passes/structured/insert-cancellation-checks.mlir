// RUN: strata-opt %s --insert-cancellation-checks | FileCheck %s
// RUN: strata-opt %s --insert-cancellation-checks --insert-cancellation-checks | FileCheck %s

// Loops whose end the data decides ask at each turn; those that count do not.
// CHECK-LABEL: func.func @main
// CHECK: scf.while
// CHECK: } do {
// CHECK-NEXT: ^bb0
// CHECK-NEXT: call @strata_rt_check_cancel() : () -> ()
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store
// CHECK-NOT: call @strata_rt_check_cancel
// CHECK: return
// CHECK: func.func private @strata_rt_check_cancel()
// CHECK-NOT: func.func
func.func @main(%x: memref<8xf32>, %n: i32, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.while (%i = %n) : (i32) -> i32 {
    %c = arith.cmpi slt, %i, %n : i32
    scf.condition(%c) %i : i32
  } do {
  ^bb0(%i: i32):
    scf.for %k = %c0 to %c8 step %c1 {
      memref.store %v, %x[%k] : memref<8xf32>
    }
    scf.yield %i : i32
  }
  return
}
