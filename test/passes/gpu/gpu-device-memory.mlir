// RUN: strata-opt %s '--pass-pipeline=builtin.module(gpu-device-memory)' | FileCheck %s
// Buffers are memory of the device, conditions are copied to the host.
func.func @condition(%x: memref<8xf32>, %flag: memref<4xi1>, %i: index) {
  %t = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
  memref.copy %x, %t : memref<8xf32> to memref<8xf32>
  %go = memref.load %flag[%i] : memref<4xi1>
  scf.if %go {
    memref.copy %t, %x : memref<8xf32> to memref<8xf32>
  }
  memref.dealloc %t : memref<8xf32>
  return
}

// One element that the host writes.
func.func @store(%v: f32, %x: memref<4x4xf32>, %i: index) {
  %c2 = arith.constant 2 : index
  memref.store %v, %x[%c2, %i] : memref<4x4xf32>
  return
}

// Routines of the CPU work on memory of the host: only inputs are copied to it, and only outputs from it.
func.func @routine(%x: memref<?xf32>, %y: memref<?xf32>) {
  call @sort(%x, %y) : (memref<?xf32>, memref<?xf32>) -> ()
  return
}
func.func private @sort(memref<?xf32>, memref<?xf32>) attributes {strata.num_inputs = 1 : i64, strata.runtime_call = "strata_sort", strata.runtime_config = ""}

// Collectives take memory of the device.
func.func @collective(%x: memref<4xf32>, %y: memref<4xf32>) {
  call @sum(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
func.func private @sum(memref<4xf32>, memref<4xf32>) attributes {strata.num_inputs = 1 : i64, strata.runtime_call = "strata_all_reduce", strata.runtime_config = ""}

// A constant that is passed on is copied to the device, one that a kernel reads is read there.
memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func private @use(memref<4xf32>)
func.func @constants(%y: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %t = memref.get_global @table : memref<4xf32>
  call @use(%t) : (memref<4xf32>) -> ()
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %0 = memref.load %t[%tx] : memref<4xf32>
    memref.store %0, %y[%tx] : memref<4xf32>
    gpu.terminator
  }
  return
}

// CHECK: func.func @condition(%arg0: memref<8xf32>, %arg1: memref<4xi1>, %arg2: index) {
// CHECK: %alloca = memref.alloca() : memref<i1>
// CHECK: %memref = gpu.alloc  () : memref<8xf32>
// CHECK: gpu.memcpy  %memref, %arg0 : memref<8xf32>, memref<8xf32>
// CHECK: %subview = memref.subview %arg1[%arg2] [1] [1] : memref<4xi1> to memref<i1, strided<[], offset: ?>>
// CHECK: gpu.memcpy  %alloca, %subview : memref<i1>, memref<i1, strided<[], offset: ?>>
// CHECK: %0 = memref.load %alloca[] : memref<i1>
// CHECK: scf.if %0 {
// CHECK: gpu.memcpy  %arg0, %memref : memref<8xf32>, memref<8xf32>
// CHECK: gpu.dealloc  %memref : memref<8xf32>
// CHECK: return
// CHECK: func.func @store(%arg0: f32, %arg1: memref<4x4xf32>, %arg2: index) {
// CHECK: %alloca = memref.alloca() : memref<f32>
// CHECK: %c2 = arith.constant 2 : index
// CHECK: memref.store %arg0, %alloca[] : memref<f32>
// CHECK: %subview = memref.subview %arg1[2, %arg2] [1, 1] [1, 1] : memref<4x4xf32> to memref<f32, strided<[], offset: ?>>
// CHECK: gpu.memcpy  %subview, %alloca : memref<f32, strided<[], offset: ?>>, memref<f32>
// CHECK: return
// CHECK: func.func @routine(%arg0: memref<?xf32>, %arg1: memref<?xf32>) {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %dim = memref.dim %arg0, %c0 : memref<?xf32>
// CHECK: %alloc = memref.alloc(%dim) : memref<?xf32>
// CHECK: gpu.memcpy  %alloc, %arg0 : memref<?xf32>, memref<?xf32>
// CHECK: %c0_0 = arith.constant 0 : index
// CHECK: %dim_1 = memref.dim %arg1, %c0_0 : memref<?xf32>
// CHECK: %alloc_2 = memref.alloc(%dim_1) : memref<?xf32>
// CHECK: call @sort(%alloc, %alloc_2) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK: memref.dealloc %alloc : memref<?xf32>
// CHECK: gpu.memcpy  %arg1, %alloc_2 : memref<?xf32>, memref<?xf32>
// CHECK: memref.dealloc %alloc_2 : memref<?xf32>
// CHECK: return
// CHECK: func.func private @sort(memref<?xf32>, memref<?xf32>) attributes {strata.num_inputs = 1 : i64, strata.runtime_call = "strata_sort", strata.runtime_config = ""}
// CHECK: func.func @collective(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
// CHECK-NEXT: call @sum(%arg0, %arg1) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK-NEXT: return
// CHECK: memref.global "private" constant @table : memref<4xf32> = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]>
// CHECK: func.func private @use(memref<4xf32>)
// CHECK: func.func @constants(%arg0: memref<4xf32>) {
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c4 = arith.constant 4 : index
// CHECK: %0 = memref.get_global @table : memref<4xf32>
// CHECK: %memref = gpu.alloc  () : memref<4xf32>
// CHECK: gpu.memcpy  %memref, %0 : memref<4xf32>, memref<4xf32>
// CHECK: call @use(%memref) : (memref<4xf32>) -> ()
// CHECK: gpu.launch blocks(%arg1, %arg2, %arg3) in (%arg7 = %c1, %arg8 = %c1, %arg9 = %c1) threads(%arg4, %arg5, %arg6) in (%arg10 = %c4, %arg11 = %c1, %arg12 = %c1) {
// CHECK: %1 = memref.get_global @table : memref<4xf32>
// CHECK: %2 = memref.load %1[%arg4] : memref<4xf32>
// CHECK: memref.store %2, %arg0[%arg4] : memref<4xf32>
// CHECK: gpu.terminator
// CHECK: gpu.dealloc  %memref : memref<4xf32>
// CHECK: return
