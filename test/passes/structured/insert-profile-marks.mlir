// RUN: strata-opt %s --insert-profile-marks --mlir-print-debuginfo | strata-opt --mlir-print-local-scope | FileCheck %s

// Parts that are called the same have one number; lines of the source say what ops were.

// CHECK: module attributes {strata.profile = [
// CHECK-SAME: {name = "layer/relu", ops = ["layer/relu"], sources = []},
// CHECK-SAME: {name = "func.call insert-profile-marks.mlir:[[#@LINE+45]]", ops = [], sources = ["insert-profile-marks.mlir:[[#@LINE+45]]"]},
// CHECK-SAME: {name = "scf.while insert-profile-marks.mlir:[[#@LINE+45]]",
// CHECK-SAME: {name = "memref.copy insert-profile-marks.mlir:[[#@LINE+49]]",
// CHECK-SAME: {name = "inner+outer", ops = ["inner", "outer"], sources = []},
// CHECK-SAME: {name = "inner", ops = ["inner"], sources = []},
// CHECK-SAME: {name = "add+tanh (model/Dense_0)", ops = ["jit(f)/model/Dense_0/add", "jit(f)/model/Dense_0/tanh"], sources = ["model.py:4"]}]} {
module {
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[A:.*]] = arith.constant 0 : i64
// CHECK-NEXT: call @strata_rt_profile_mark(%[[A]]) : (i64) -> ()
// CHECK-NEXT: scf.for
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %[[END:.*]] = arith.constant -1 : i64
// CHECK-NEXT: call @strata_rt_profile_mark(%[[END]]) : (i64) -> ()
// CHECK-NEXT: arith.constant 1 : i64
// CHECK-NEXT: call @strata_rt_profile_mark
// CHECK-NEXT: call @launcher
// CHECK-NEXT: arith.constant -1 : i64
// CHECK-NEXT: call @strata_rt_profile_mark
// CHECK-NEXT: arith.constant 2 : i64
// CHECK-NEXT: call @strata_rt_profile_mark
// CHECK-NEXT: scf.while
// CHECK: } do {
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.constant 3 : i64
// CHECK-NEXT: func.call @strata_rt_profile_mark
// CHECK-NEXT: memref.copy
// CHECK-NEXT: arith.constant -1 : i64
// CHECK-NEXT: func.call @strata_rt_profile_mark
// CHECK-NEXT: scf.yield
func.func @main(%x: memref<8x8xf32>, %y: memref<8x8xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %v, %x[%i, %j] : memref<8x8xf32>
    } loc("layer/relu")
  } loc("layer/relu")
  func.call @launcher(%x) : (memref<8x8xf32>) -> ()
  scf.while (%k = %c0) : (index) -> index {
    %c = arith.cmpi ult, %k, %c8 : index
    scf.condition(%c) %k : index
  } do {
  ^bb0(%k: index):
    memref.copy %x, %y : memref<8x8xf32> to memref<8x8xf32>
    scf.yield %k : index
  }
  return
}

// A loop around loops from elsewhere is a part that has parts.

// CHECK-LABEL: func.func @nested
// CHECK: arith.constant 4 : i64
// CHECK: scf.for
// CHECK-NEXT: arith.constant 5 : i64
// CHECK-NEXT: func.call @strata_rt_profile_mark
// CHECK-NEXT: scf.for
func.func @nested(%x: memref<8x8xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %v, %x[%i, %j] : memref<8x8xf32>
    } loc("inner")
  } loc("outer")
  return
}

// A part that several ops were fused into has the names of all, the last one last.

// CHECK-LABEL: func.func @fused
// CHECK: arith.constant 6 : i64
func.func @fused(%x: memref<8xf32>, %y: memref<8xf32>) {
  memref.copy %x, %y : memref<8xf32> to memref<8xf32>
    loc(fused["jit(f)/model/Dense_0/tanh"("a/model.py":4:3), "jit(f)/model/Dense_0/add"("a/model.py":4:8)])
  return
}

// What only starts chunks stays what it is.

// CHECK-LABEL: func.func private @launcher
// CHECK-NOT: strata_rt_profile_mark
// CHECK: func.func private @strata_rt_profile_mark(i64)
func.func private @launcher(%x: memref<8x8xf32>) attributes {strata.chunks = 1 : i64, strata.kernel = @nested} {
  return
}
}
