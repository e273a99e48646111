// RUN: strata-opt %s --llvm-emit-runtime-calls | FileCheck %s

// Everything that comes to the routine gets the context.
// CHECK-LABEL: llvm.func @main(
// CHECK-SAME: [[X:%.*]]: !llvm.ptr, [[Y:%.*]]: !llvm.ptr, [[CTX:%.*]]: !llvm.ptr)
// CHECK-SAME: strata.num_outputs = 1 : i64
// CHECK: llvm.call @middle([[X]], [[Y]], [[CTX]])
llvm.func @main(%x: !llvm.ptr, %y: !llvm.ptr) attributes {strata.num_inputs = 1 : i64} {
  llvm.call @middle(%x, %y) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @other(%x) : (!llvm.ptr) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @middle(
// CHECK: llvm.call @routine({{%.*}}, {{%.*}}, {{%.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
llvm.func @middle(%x: !llvm.ptr, %y: !llvm.ptr) {
  llvm.call @routine(%x, %y) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @other(
// CHECK-SAME: !llvm.ptr) {
llvm.func @other(%x: !llvm.ptr) {
  llvm.return
}

// CHECK-LABEL: llvm.func internal @routine(
// CHECK: [[LIST:%.*]] = llvm.alloca
// CHECK: llvm.store
// CHECK: llvm.store
// CHECK: [[TARGET:%.*]] = llvm.mlir.addressof @__runtime_call_0_target
// CHECK: [[CONFIG:%.*]] = llvm.mlir.addressof @__runtime_call_0_config
// CHECK: [[SPECS:%.*]] = llvm.mlir.addressof @__runtime_call_0_specs
// CHECK: llvm.call @strata_rt_call({{%.*}}, [[TARGET]], [[CONFIG]], [[SPECS]], [[LIST]]) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
llvm.func @routine(!llvm.ptr, !llvm.ptr) attributes {strata.argument_types = [memref<8xf32>, memref<5xcomplex<f32>>], strata.num_inputs = 1 : i64, strata.runtime_call = "strata_fft", strata.runtime_config = "type=RFFT"}

// Sizes that are not known are in the descriptors; the specs are on the stack then.
// CHECK-LABEL: llvm.func internal @open(
// CHECK-SAME: {{%[a-z0-9]+}}: !llvm.ptr, [[DATA:%[a-z0-9]+]]: !llvm.ptr, {{%[a-z0-9]+}}: i64, [[N:%[a-z0-9]+]]: i64,
// CHECK: [[LIST:%.*]] = llvm.alloca
// CHECK: llvm.store [[DATA]],
// CHECK: [[SPECS:%.*]] = llvm.alloca {{%.*}} x i64
// CHECK: llvm.store [[N]],
// CHECK: llvm.call @strata_rt_call({{%.*}}, {{%.*}}, {{%.*}}, [[SPECS]], [[LIST]])
llvm.func @open(!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64) attributes {strata.argument_types = [memref<?x8xf32>], strata.num_inputs = 0 : i64, strata.runtime_call = "strata_rng", strata.runtime_config = ""}

// CHECK: llvm.mlir.global private constant @__runtime_call_0_specs(dense<[1, 1, 2, 32, 1, 8, 5, 64, 1, 5]> : tensor<10xi64>)
// CHECK: llvm.func @strata_rt_call(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
