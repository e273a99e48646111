// RUN: strata-opt %s --convert-program-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func @rmw(
// CHECK: llvm.atomicrmw fadd %{{.*}}, %{{.*}} acq_rel : !llvm.ptr, f32
// CHECK: llvm.atomicrmw fmaximum {{.*}} acq_rel : !llvm.ptr, f32
// CHECK: llvm.atomicrmw xchg {{.*}} acq_rel : !llvm.ptr, f32
// CHECK: llvm.atomicrmw umin {{.*}} acq_rel : !llvm.ptr, i32
// CHECK: llvm.atomicrmw _and {{.*}} acq_rel : !llvm.ptr, i32
func.func @rmw(%m: memref<8xf32>, %n: memref<2x4xi32>, %i: index, %j: index, %x: f32, %k: i32) -> i32 {
  %0 = memref.atomic_rmw addf %x, %m[%i] : (f32, memref<8xf32>) -> f32
  %1 = memref.atomic_rmw maximumf %x, %m[%i] : (f32, memref<8xf32>) -> f32
  %2 = memref.atomic_rmw assign %x, %m[%i] : (f32, memref<8xf32>) -> f32
  %3 = memref.atomic_rmw minu %k, %n[%i, %j] : (i32, memref<2x4xi32>) -> i32
  %4 = memref.atomic_rmw andi %3, %n[%i, %j] : (i32, memref<2x4xi32>) -> i32
  return %4 : i32
}

// Tried until nothing came between; floats are exchanged as integers.
// CHECK-LABEL: llvm.func @generic(
// CHECK: %[[P:.*]] = llvm.getelementptr
// CHECK: %[[FIRST:.*]] = llvm.load %[[P]] : !llvm.ptr -> i32
// CHECK: llvm.br ^[[TRY:.*]](%[[FIRST]] : i32)
// CHECK: ^[[TRY]](%[[BITS:.*]]: i32):
// CHECK: %[[OLD:.*]] = llvm.bitcast %[[BITS]] : i32 to f32
// CHECK: %[[NEW:.*]] = llvm.fmul %[[OLD]], %{{.*}} : f32
// CHECK: %[[NEXT:.*]] = llvm.bitcast %[[NEW]] : f32 to i32
// CHECK: %[[PAIR:.*]] = llvm.cmpxchg %[[P]], %[[BITS]], %[[NEXT]] acq_rel monotonic : !llvm.ptr, i32
// CHECK: %[[FOUND:.*]] = llvm.extractvalue %[[PAIR]][0]
// CHECK: %[[DONE:.*]] = llvm.extractvalue %[[PAIR]][1]
// CHECK: llvm.cond_br %[[DONE]], ^[[REST:.*]], ^[[TRY]](%[[FOUND]] : i32)
// CHECK: ^[[REST]]:
// CHECK: llvm.return %[[OLD]] : f32
func.func @generic(%m: memref<8xf32>, %i: index, %x: f32) -> f32 {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<8xf32> {
  ^bb0(%old: f32):
    %new = arith.mulf %old, %x : f32
    memref.atomic_yield %new : f32
  }
  return %0 : f32
}

// A truth value is a byte.
// CHECK-LABEL: llvm.func @truth(
// CHECK: ^{{.*}}(%[[BYTE:.*]]: i8):
// CHECK: %[[OLD:.*]] = llvm.trunc %[[BYTE]] : i8 to i1
// CHECK: %[[NEW:.*]] = llvm.xor %[[OLD]], %{{.*}} : i1
// CHECK: %[[NEXT:.*]] = llvm.zext %[[NEW]] : i1 to i8
// CHECK: llvm.cmpxchg {{.*}} acq_rel monotonic : !llvm.ptr, i8
func.func @truth(%m: memref<8xi1>, %i: index, %x: i1) -> i1 {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<8xi1> {
  ^bb0(%old: i1):
    %new = arith.xori %old, %x : i1
    memref.atomic_yield %new : i1
  }
  return %0 : i1
}
