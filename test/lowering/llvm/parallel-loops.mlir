// RUN: strata-opt --llvm-emit-runtime-calls %s | FileCheck %s

// The function that calls the kernel for each chunk gets the context and leaves the loop to the runtime.
// CHECK-LABEL: llvm.func @main(
// CHECK-SAME:    %[[X:.*]]: !llvm.ptr, %[[S:.*]]: f32, %[[CTX:.*]]: !llvm.ptr)
// CHECK:         llvm.call @main_parallel(%[[X]], %[[S]], %[[CTX]])
llvm.func @main(%x: !llvm.ptr, %s: f32) attributes {strata.num_inputs = 0 : i64} {
  llvm.call @main_parallel(%x, %s) : (!llvm.ptr, f32) -> ()
  llvm.return
}

llvm.func internal @main_kernel(%x: !llvm.ptr, %s: f32, %chunk: i64) {
  %0 = llvm.getelementptr %x[%chunk] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %s, %0 : f32, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func internal @main_parallel(
// CHECK-SAME:    %[[X:.*]]: !llvm.ptr, %[[S:.*]]: f32, %[[CTX:.*]]: !llvm.ptr) {
// CHECK:         %[[ARGS:.*]] = llvm.alloca
// CHECK:         llvm.store %[[X]],
// CHECK:         llvm.store %[[S]],
// CHECK:         llvm.store %[[CTX]],
// CHECK:         %[[F:.*]] = llvm.mlir.addressof @main_parallel_chunk
// CHECK:         %[[N:.*]] = llvm.mlir.constant(16 : i64)
// CHECK:         llvm.call @strata_rt_parallel_for(%[[CTX]], %[[F]], %[[N]], %[[ARGS]])
// CHECK-NEXT:    llvm.return
llvm.func internal @main_parallel(%x: !llvm.ptr, %s: f32) attributes {strata.chunks = 16 : i64, strata.kernel = @main_kernel} {
  %0 = llvm.mlir.constant(0 : i64) : i64
  %1 = llvm.mlir.constant(1 : i64) : i64
  %2 = llvm.mlir.constant(16 : i64) : i64
  llvm.br ^head(%0 : i64)
^head(%i: i64):
  %more = llvm.icmp "slt" %i, %2 : i64
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.call @main_kernel(%x, %s, %i) : (!llvm.ptr, f32, i64) -> ()
  %next = llvm.add %i, %1 : i64
  llvm.br ^head(%next : i64)
^end:
  llvm.return
}

// CHECK-LABEL: llvm.func internal @main_parallel_chunk(
// CHECK-SAME:    %[[ARGS:.*]]: !llvm.ptr, %[[CHUNK:.*]]: i64) {
// CHECK:         %[[X:.*]] = llvm.load %{{.*}} -> !llvm.ptr
// CHECK:         %[[S:.*]] = llvm.load %{{.*}} -> f32
// CHECK:         llvm.call @main_kernel(%[[X]], %[[S]], %[[CHUNK]])
