// RUN: strata-opt %s --convert-program-to-llvm --llvm-emit-runtime-calls | FileCheck %s

// Memory comes from the context, which is the last argument; an error ends the function.
// CHECK-NOT: @aligned_alloc
// CHECK-NOT: @free
// CHECK-LABEL: llvm.func @fixed
// CHECK-SAME: %[[CTX:[a-z0-9]+]]: !llvm.ptr) {
// CHECK: %[[SIZE:.*]] = llvm.mlir.constant(64 : i64) : i64
// CHECK: %[[P:.*]] = llvm.call @strata_rt_buffer(%[[CTX]], %[[SIZE]]) : (!llvm.ptr, i64) -> !llvm.ptr
// CHECK: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: %[[NONE:.*]] = llvm.icmp "eq" %[[P]], %[[NULL]]
// CHECK: llvm.cond_br %[[NONE]], ^[[OUT:bb[0-9]+]], ^[[REST:bb[0-9]+]]
// CHECK: ^[[REST]]:
// CHECK: llvm.store
// CHECK: llvm.call @strata_rt_buffer_free(%[[CTX]], %[[P]])
// CHECK-NEXT: llvm.return
// CHECK: ^[[OUT]]:
// CHECK-NEXT: llvm.return
func.func @fixed(%x: f32) {
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<4xf32>
  memref.store %x, %m[%c3] : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  return
}

// A caller asks for the error, and returns something that nobody looks at.
// CHECK-LABEL: llvm.func @caller
// CHECK: llvm.call @fixed(%{{.*}}, %[[CTX:.*]]) : (f32, !llvm.ptr) -> ()
// CHECK: %[[CODE:.*]] = llvm.call @strata_rt_error_code(%[[CTX]]) : (!llvm.ptr) -> i32
// CHECK: %[[BAD:.*]] = llvm.icmp "ne" %[[CODE]]
// CHECK: llvm.cond_br %[[BAD]], ^[[OUT:bb[0-9]+]], ^
// CHECK: ^[[OUT]]:
// CHECK: %[[ANY:.*]] = llvm.mlir.zero : f32
// CHECK: llvm.return %[[ANY]]
func.func @caller(%x: f32) -> f32 {
  call @fixed(%x) : (f32) -> ()
  return %x : f32
}

// The size of a buffer is checked where it is computed.
// CHECK-LABEL: llvm.func @sizes
// CHECK: "llvm.intr.umul.with.overflow"
// CHECK: "llvm.intr.umul.with.overflow"
// CHECK: "llvm.intr.uadd.with.overflow"
// CHECK: %[[ALL:.*]] = llvm.select %{{.*}}, %{{.*}}, %{{.*}} : i1, i64
// CHECK: llvm.call @strata_rt_buffer(%{{.*}}, %[[ALL]])
func.func @sizes(%n: index, %k: index) {
  %m = memref.alloc(%n, %k) : memref<?x8x?xf64>
  memref.dealloc %m : memref<?x8x?xf64>
  return
}

// Somebody else calls this one, with the arguments that it has.
// CHECK-LABEL: llvm.func @chunk(%{{[a-z0-9]+}}: f32) {
// CHECK: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.call @strata_rt_buffer(%[[NULL]], %{{.*}})
func.func @chunk(%x: f32) {
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<4xf32>
  memref.store %x, %m[%c3] : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  return
}
func.func @address() -> ((f32) -> ()) {
  %f = func.constant @chunk : (f32) -> ()
  return %f : (f32) -> ()
}

// CHECK: llvm.func @strata_rt_buffer(!llvm.ptr, i64) -> (!llvm.ptr {llvm.noalias})
