// RUN: strata-opt %s --llvm-emit-entry | FileCheck %s

// CHECK-LABEL: llvm.func @m_main(
// CHECK-SAME: [[GIVEN:%[a-z0-9]+]]: !llvm.ptr) -> i32
// CHECK: [[CTX:%.*]] = llvm.call @strata_rt_begin([[GIVEN]]) : (!llvm.ptr) -> !llvm.ptr
// CHECK: llvm.call @main({{%.*}}, {{%.*}}, [[CTX]])
// CHECK: [[CODE:%.*]] = llvm.call @strata_rt_end([[CTX]], [[GIVEN]]) : (!llvm.ptr, !llvm.ptr) -> i32
// CHECK: llvm.return [[CODE]]
module @m {
  llvm.func @main(%x: !llvm.ptr, %y: !llvm.ptr, %ctx: !llvm.ptr) attributes {strata.num_inputs = 1 : i64, strata.num_outputs = 1 : i64} {
    llvm.return
  }
}
