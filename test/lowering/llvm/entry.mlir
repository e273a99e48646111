// RUN: strata-opt %s --convert-program-to-llvm="use-bare-ptr-memref-call-conv=1 annotate-pointers=1" --llvm-emit-entry="context=1" | FileCheck %s

module @net {
  func.func @main(%x: memref<2x3xf32>, %y: memref<6xf32>) attributes {strata.num_inputs = 1 : i64} {
    %flat = memref.collapse_shape %x [[0, 1]] : memref<2x3xf32> into memref<6xf32>
    memref.copy %flat, %y : memref<6xf32> to memref<6xf32>
    return
  }
}

// CHECK: llvm.func @main(%[[X:.*]]: !llvm.ptr {llvm.align = 64 : i64, llvm.noalias}, %[[Y:.*]]: !llvm.ptr {llvm.align = 64 : i64, llvm.noalias})
// CHECK: "llvm.intr.memcpy"(%[[Y]], %[[X]], %{{.*}}) <{isVolatile = false}>
// CHECK: llvm.func @net_main(%[[IN:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr) -> i32
// CHECK: llvm.getelementptr %[[IN]][0]
// CHECK: llvm.getelementptr %[[OUT]][0]
// CHECK: llvm.call @main
// CHECK: llvm.func @net_main_num_inputs() -> i32
// CHECK: llvm.func @net_main_num_outputs() -> i32
// CHECK: llvm.func @net_main_input_name(%{{.*}}: i32) -> !llvm.ptr
// CHECK: llvm.func @net_main_output_name(%{{.*}}: i32) -> !llvm.ptr
// CHECK: llvm.mlir.global private constant @net_main_input_spec_table(dense<[2, 32, 2, 2, 3]> : tensor<5xi64>)
// CHECK: llvm.func @net_main_input_spec(%{{.*}}: i32) -> !llvm.ptr
// CHECK: llvm.func @net_main_output_spec(%{{.*}}: i32) -> !llvm.ptr
// CHECK: llvm.func @net_context_new(%{{.*}}: i32) -> !llvm.ptr
// CHECK: llvm.func @net_context_free(%{{.*}}: !llvm.ptr)
// CHECK: llvm.func @net_last_error(%{{.*}}: !llvm.ptr) -> !llvm.ptr
