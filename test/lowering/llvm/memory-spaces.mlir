// RUN: strata-opt %s --finalize-memref-to-llvm --split-input-file | FileCheck %s
// RUN: strata-opt %s "--convert-program-to-llvm=use-bare-ptr-memref-call-conv=true" --split-input-file | FileCheck %s --check-prefix=BARE

// A space is kept by views and accesses.

// BARE-LABEL: llvm.func @views(%arg0: !llvm.ptr<3>, %arg1: i64)
// BARE:         %[[AT:.*]] = llvm.getelementptr %arg0[32] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f32
// BARE:         llvm.load %{{.*}} : !llvm.ptr<3> -> f32
// BARE:         llvm.store %{{.*}}, %{{.*}} : f32, !llvm.ptr<3>
// BARE:         llvm.load %{{.*}} : !llvm.ptr<3> -> vector<4xf32>
func.func @views(%m: memref<8x8xf32, 3>, %i: index) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %s = memref.subview %m[4, 0] [4, 8] [1, 1] : memref<8x8xf32, 3> to memref<4x8xf32, strided<[8, 1], offset: 32>, 3>
  %v = memref.load %s[%c0, %i] : memref<4x8xf32, strided<[8, 1], offset: 32>, 3>
  memref.store %v, %m[%i, %c0] : memref<8x8xf32, 3>
  %w = vector.load %m[%i, %c0] : memref<8x8xf32, 3>, vector<4xf32>
  return %w : vector<4xf32>
}

// -----

// A cast between spaces casts the address.

// BARE-LABEL: llvm.func @cast(%arg0: !llvm.ptr<3>)
// BARE:         %[[P:.*]] = llvm.addrspacecast %arg0 : !llvm.ptr<3> to !llvm.ptr
// BARE:         llvm.load %[[P]] : !llvm.ptr -> f32
func.func @cast(%m: memref<8xf32, 3>) -> f32 {
  %c0 = arith.constant 0 : index
  %g = memref.memory_space_cast %m : memref<8xf32, 3> to memref<8xf32>
  %v = memref.load %g[%c0] : memref<8xf32>
  return %v : f32
}

// -----

// Parts of descriptors, atomic updates, globals.

// BARE:       llvm.mlir.global private @tile() {addr_space = 3 : i32, alignment = 64 : i64} : !llvm.array<4 x i32>
// BARE-LABEL: llvm.func @parts(%arg0: !llvm.ptr<3>, %arg1: !llvm.ptr<3>, %arg2: i64, %arg3: i64, %arg4: i64
// BARE:         llvm.atomicrmw add %{{.*}}, %{{.*}} acq_rel : !llvm.ptr<3>, i32
// BARE:         llvm.mlir.addressof @tile : !llvm.ptr<3>
// BARE:         llvm.atomicrmw _and %{{.*}}, %{{.*}} acq_rel : !llvm.ptr<3>, i32
// CHECK-LABEL: func.func @parts
// CHECK:         llvm.atomicrmw add %{{.*}}, %{{.*}} acq_rel : !llvm.ptr<3>, i32
memref.global "private" @tile : memref<4xi32, 3> = uninitialized
func.func @parts(%m: memref<?xi32, 3>, %v: i32, %i: index) {
  %0 = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<?xi32, 3>) -> i32
  %t = memref.get_global @tile : memref<4xi32, 3>
  %1 = memref.atomic_rmw andi %v, %t[%i] : (i32, memref<4xi32, 3>) -> i32
  return
}

// -----

// Memory of a thread is on its stack, at a generic address.

// BARE-LABEL: llvm.func @stack
// BARE:         %[[A:.*]] = llvm.alloca %{{.*}} x f32 {alignment = 16 : i64} : (i64) -> !llvm.ptr
// BARE:         %[[P:.*]] = llvm.addrspacecast %[[A]] : !llvm.ptr to !llvm.ptr<5>
// BARE:         llvm.load %{{.*}} : !llvm.ptr<5> -> f32
func.func @stack(%i: index) -> f32 {
  %m = memref.alloca() {alignment = 16 : i64} : memref<8xf32, 5>
  %v = memref.load %m[%i] : memref<8xf32, 5>
  return %v : f32
}

// -----

// The runtime's functions take and give addresses without a space.

// BARE-LABEL: llvm.func @heap
// BARE:         %[[A:.*]] = llvm.call @aligned_alloc
// BARE:         %[[P:.*]] = llvm.addrspacecast %[[A]] : !llvm.ptr to !llvm.ptr<2>
// BARE:         llvm.load %{{.*}} : !llvm.ptr<2> -> f32
// BARE:         %[[F:.*]] = llvm.addrspacecast %[[P]] : !llvm.ptr<2> to !llvm.ptr
// BARE:         llvm.call @free(%[[F]])
func.func @heap(%i: index) -> f32 {
  %m = memref.alloc() : memref<8xf32, 2>
  %v = memref.load %m[%i] : memref<8xf32, 2>
  memref.dealloc %m : memref<8xf32, 2>
  return %v : f32
}
