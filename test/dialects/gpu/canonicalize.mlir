// RUN: strata-opt %s --canonicalize | FileCheck %s

// In dimensions of size one there is only position zero.
// CHECK-LABEL: func.func @launch
// CHECK: gpu.launch blocks(%[[BX:[a-z0-9]*]], %
// CHECK: memref.store %arg1, %arg0[%[[BX]], %c0, %c0]
func.func @launch(%m: memref<4x1x1xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %v, %m[%bx, %by, %tx] : memref<4x1x1xf32>
    gpu.terminator
  }
  return
}

// What a function knows of its launches is constant.
// CHECK-LABEL: gpu.func @known
// CHECK-DAG: %[[C128:.*]] = arith.constant 128 : index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C9:.*]] = arith.constant 9 : index
// CHECK-DAG: %[[TX:.*]] = gpu.thread_id x
// CHECK: memref.store %[[C128]], %arg0[%[[C0]], %[[TX]]]
// CHECK: memref.store %[[C9]], %arg0[%[[C0]], %[[TX]]]
gpu.module @m {
  gpu.func @known(%m: memref<4x128xindex>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 9, 1, 1>} {
    %n = gpu.block_dim x
    %g = gpu.grid_dim x
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    memref.store %n, %m[%ty, %tx] : memref<4x128xindex>
    memref.store %g, %m[%ty, %tx] : memref<4x128xindex>
    gpu.return
  }
}

// CHECK-LABEL: func.func @barriers
// CHECK-COUNT-1: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @barriers() {
  gpu.barrier
  gpu.barrier
  gpu.barrier
  return
}

// CHECK-LABEL: func.func @copies
// CHECK-NOT: memref.cast
// CHECK: gpu.alloc
// CHECK-NEXT: gpu.dealloc
// CHECK-NEXT: %[[M:.*]] = gpu.alloc () : memref<4xf32>
// CHECK-NEXT: gpu.memcpy %[[M]], %arg0 : memref<4xf32>, memref<4xf32>
// CHECK-NEXT: gpu.memcpy %arg0, %arg0 : memref<4xf32>, memref<4xf32>
// CHECK-NEXT: gpu.memset %[[M]], %arg1 : memref<4xf32>, f32
// CHECK-NEXT: return %[[M]]
func.func @copies(%x: memref<4xf32>, %v: f32) -> memref<4xf32> {
  %unread = gpu.alloc () : memref<4xf32>
  gpu.memcpy %unread, %x : memref<4xf32>, memref<4xf32>
  gpu.dealloc %unread : memref<4xf32>
  %m = gpu.alloc () : memref<4xf32>
  %c = memref.cast %m : memref<4xf32> to memref<?xf32>
  gpu.memcpy %c, %x : memref<?xf32>, memref<4xf32>
  gpu.memcpy %x, %x : memref<4xf32>, memref<4xf32>
  gpu.memset %c, %v : memref<?xf32>, f32
  return %m : memref<4xf32>
}

// CHECK-LABEL: func.func @waits
// CHECK: %[[T:.*]] = gpu.wait async
// CHECK-NEXT: %[[D:.*]] = gpu.dealloc async [%[[T]]] %arg0
// CHECK-NEXT: gpu.wait [%[[D]]]
// CHECK-NEXT: return
func.func @waits(%m: memref<4xf32>) {
  %unused = gpu.wait async
  %t = gpu.wait async
  %same = gpu.wait async [%t]
  %d = gpu.dealloc async [%same] %m : memref<4xf32>
  %e = gpu.wait async
  gpu.wait [%d, %e]
  return
}
