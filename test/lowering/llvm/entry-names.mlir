// RUN: strata-opt %s --convert-program-to-llvm="use-bare-ptr-memref-call-conv=1" --llvm-emit-entry | FileCheck %s

// The driver notes the names of a function before it is lowered; an empty one stands for none.
module @net {
  func.func @main(%x: memref<2xf32>, %u: memref<2xf32>, %y: memref<2xf32>)
      attributes {strata.num_inputs = 2 : i64, strata.input_names = ["x", ""]} {
    memref.copy %x, %y : memref<2xf32> to memref<2xf32>
    return
  }
}

// CHECK: llvm.mlir.global private constant @net_main_input_name_table(dense<[0, -1, -1]> : tensor<3xi64>)
// CHECK: llvm.mlir.global private constant @net_main_input_name_text(dense<[120, 0]> : tensor<2xi8>)
// CHECK: llvm.func @net_main_input_name(%[[I:.*]]: i32) -> !llvm.ptr
// CHECK: %[[IN:.*]] = llvm.icmp "ult" %[[I]], %{{.*}} : i32
// CHECK: %[[ROW:.*]] = llvm.select %[[IN]], %[[I]], %{{.*}} : i1, i32
// CHECK: %[[PLACE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK: %[[NAMED:.*]] = llvm.icmp "sge" %[[PLACE]], %{{.*}} : i64
// CHECK: %[[AT:.*]] = llvm.getelementptr %{{.*}}[%[[PLACE]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: %[[R:.*]] = llvm.select %[[NAMED]], %[[AT]], %{{.*}} : i1, !llvm.ptr
// CHECK: llvm.return %[[R]]
// CHECK: llvm.func @net_main_output_name(%{{.*}}: i32) -> !llvm.ptr
// CHECK-NEXT: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: llvm.return %[[NULL]]
