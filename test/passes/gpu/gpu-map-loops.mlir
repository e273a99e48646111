// RUN: strata-opt %s '--pass-pipeline=builtin.module(func.func(gpu-map-loops),canonicalize,cse)' | FileCheck %s
// A loop that is one after the other, with parts for all threads of a block.
func.func @updates(%at: memref<10xindex>, %v: memref<10x64xf32>, %x: memref<32x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    %row = memref.load %at[%i] : memref<10xindex>
    %to = memref.subview %x[%row, 0] [1, 64] [1, 1] : memref<32x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
    %from = memref.subview %v[%i, 0] [1, 64] [1, 1] : memref<10x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
    linalg.add ins(%to, %from : memref<1x64xf32, strided<[64, 1], offset: ?>>, memref<1x64xf32, strided<[64, 1], offset: ?>>)
      outs(%to : memref<1x64xf32, strided<[64, 1], offset: ?>>)
  }
  return
}

// The host needs the number of steps: it goes through a buffer. One thread writes scalars, and the others wait for it.
func.func @halve(%x: memref<f32>, %steps: memref<2xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %z = arith.constant 0 : index
  %n = scf.while (%i = %c0) : (i32) -> i32 {
    %v = memref.load %x[] : memref<f32>
    %go = arith.cmpf ogt, %v, %one : f32
    scf.condition(%go) %i : i32
  } do {
  ^bb0(%i: i32):
    %v = memref.load %x[] : memref<f32>
    %h = arith.mulf %v, %half : f32
    memref.store %h, %x[] : memref<f32>
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
  linalg.fill ins(%n : i32) outs(%steps : memref<2xi32>)
  return %n : i32
}

// Iterations that touch rows of their own: the loop becomes parallel, and each row's thread sums it up.
func.func @scan(%x: memref<64x8xf32>, %y: memref<64x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c64 step %c1 {
    %s = scf.for %j = %c0 to %c8 step %c1 iter_args(%sum = %zero) -> (f32) {
      %v = memref.load %x[%i, %j] : memref<64x8xf32>
      %next = arith.addf %sum, %v : f32
      memref.store %next, %y[%i, %j] : memref<64x8xf32>
      scf.yield %next : f32
    }
  }
  return
}

// A block for each iteration of a parallel loop, with a buffer of its own.
func.func @blocks(%x: memref<4x64xf32>, %y: memref<4x64xf32>) {
  scf.forall (%i) in (4) {
    %from = memref.subview %x[%i, 0] [1, 64] [1, 1] : memref<4x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
    %t = memref.alloc() : memref<1x64xf32>
    linalg.exp ins(%from : memref<1x64xf32, strided<[64, 1], offset: ?>>) outs(%t : memref<1x64xf32>)
    %to = memref.subview %y[%i, 0] [1, 64] [1, 1] : memref<4x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
    memref.copy %t, %to : memref<1x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
    memref.dealloc %t : memref<1x64xf32>
  }
  return
}

// A loop with a big part stays on the host.
func.func @big(%x: memref<1000x1000xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    linalg.exp ins(%x : memref<1000x1000xf32>) outs(%x : memref<1000x1000xf32>)
  }
  return
}

// CHECK: func.func @updates(%arg0: memref<10xindex>, %arg1: memref<10x64xf32>, %arg2: memref<32x64xf32>) {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c10 = arith.constant 10 : index
// CHECK: %c64 = arith.constant 64 : index
// CHECK: gpu.launch blocks(%arg3, %arg4, %arg5) in (%arg9 = %c1, %arg10 = %c1, %arg11 = %c1) threads(%arg6, %arg7, %arg8) in (%arg12 = %c64, %arg13 = %c1, %arg14 = %c1) {
// CHECK: scf.for %arg15 = %c0 to %c10 step %c1 {
// CHECK: %0 = memref.load %arg0[%arg15] : memref<10xindex>
// CHECK: %subview = memref.subview %arg2[%0, 0] [1, 64] [1, 1] : memref<32x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
// CHECK: %subview_0 = memref.subview %arg1[%arg15, 0] [1, 64] [1, 1] : memref<10x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
// CHECK: scf.for %arg16 = %arg6 to %c64 step %c64 {
// CHECK: %1 = arith.index_cast %arg16 : index to i32
// CHECK: %2 = arith.index_castui %1 : i32 to index
// CHECK: %3 = memref.load %subview[%c0, %2] : memref<1x64xf32, strided<[64, 1], offset: ?>>
// CHECK: %4 = memref.load %subview_0[%c0, %2] : memref<1x64xf32, strided<[64, 1], offset: ?>>
// CHECK: %5 = arith.addf %3, %4 : f32
// CHECK: memref.store %5, %subview[%c0, %2] : memref<1x64xf32, strided<[64, 1], offset: ?>>
// CHECK: gpu.barrier
// CHECK: gpu.terminator
// CHECK: return
// CHECK: func.func @halve(%arg0: memref<f32>, %arg1: memref<2xi32>) -> i32 {
// CHECK: %c2 = arith.constant 2 : index
// CHECK: %c32 = arith.constant 32 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c0_i32 = arith.constant 0 : i32
// CHECK: %c1_i32 = arith.constant 1 : i32
// CHECK: %cst = arith.constant 5.000000e-01 : f32
// CHECK: %cst_0 = arith.constant 1.000000e+00 : f32
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %alloc = memref.alloc() : memref<i32>
// CHECK: gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %c1, %arg9 = %c1, %arg10 = %c1) threads(%arg5, %arg6, %arg7) in (%arg11 = %c32, %arg12 = %c1, %arg13 = %c1) {
// CHECK: %1 = arith.cmpi eq, %arg5, %c0 : index
// CHECK: %2 = scf.while (%arg14 = %c0_i32) : (i32) -> i32 {
// CHECK: %3 = memref.load %arg0[] : memref<f32>
// CHECK: %4 = arith.cmpf ogt, %3, %cst_0 : f32
// CHECK: scf.condition(%4) %arg14 : i32
// CHECK: } do {
// CHECK: ^bb0(%arg14: i32):
// CHECK: %3 = memref.load %arg0[] : memref<f32>
// CHECK: %4 = arith.mulf %3, %cst : f32
// CHECK: gpu.barrier
// CHECK: scf.if %1 {
// CHECK: memref.store %4, %arg0[] : memref<f32>
// CHECK: %5 = arith.addi %arg14, %c1_i32 : i32
// CHECK: gpu.barrier
// CHECK: scf.yield %5 : i32
// CHECK: scf.for %arg14 = %arg5 to %c2 step %c32 {
// CHECK: memref.store %2, %arg1[%arg14] : memref<2xi32>
// CHECK: scf.if %1 {
// CHECK: memref.store %2, %alloc[] : memref<i32>
// CHECK: gpu.terminator
// CHECK: %0 = memref.load %alloc[] : memref<i32>
// CHECK: memref.dealloc %alloc : memref<i32>
// CHECK: return %0 : i32
// CHECK: func.func @scan(%arg0: memref<64x8xf32>, %arg1: memref<64x8xf32>) {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c8 = arith.constant 8 : index
// CHECK: %c64 = arith.constant 64 : index
// CHECK: %cst = arith.constant 0.000000e+00 : f32
// CHECK: scf.parallel (%arg2) = (%c0) to (%c64) step (%c1) {
// CHECK: %0 = scf.for %arg3 = %c0 to %c8 step %c1 iter_args(%arg4 = %cst) -> (f32) {
// CHECK: %1 = memref.load %arg0[%arg2, %arg3] : memref<64x8xf32>
// CHECK: %2 = arith.addf %arg4, %1 : f32
// CHECK: memref.store %2, %arg1[%arg2, %arg3] : memref<64x8xf32>
// CHECK: scf.yield %2 : f32
// CHECK: scf.reduce
// CHECK: return
// CHECK: func.func @blocks(%arg0: memref<4x64xf32>, %arg1: memref<4x64xf32>) {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c256 = arith.constant 256 : index
// CHECK: %c64 = arith.constant 64 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c4 = arith.constant 4 : index
// CHECK: %alloc = memref.alloc() : memref<1024xi8>
// CHECK: gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %c4, %arg9 = %c1, %arg10 = %c1) threads(%arg5, %arg6, %arg7) in (%arg11 = %c64, %arg12 = %c1, %arg13 = %c1) {
// CHECK: %0 = arith.index_cast %arg2 : index to i32
// CHECK: %1 = arith.muli %arg2, %c256 : index
// CHECK: %view = memref.view %alloc[%1][] : memref<1024xi8> to memref<1x64xf32>
// CHECK: %2 = arith.index_castui %0 : i32 to index
// CHECK: %subview = memref.subview %arg0[%2, 0] [1, 64] [1, 1] : memref<4x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
// CHECK: scf.for %arg14 = %arg5 to %c64 step %c64 {
// CHECK: %3 = arith.index_cast %arg14 : index to i32
// CHECK: %4 = arith.index_castui %3 : i32 to index
// CHECK: %5 = memref.load %subview[%c0, %4] : memref<1x64xf32, strided<[64, 1], offset: ?>>
// CHECK: %6 = math.exp %5 : f32
// CHECK: memref.store %6, %view[%c0, %4] : memref<1x64xf32>
// CHECK: %subview_0 = memref.subview %arg1[%2, 0] [1, 64] [1, 1] : memref<4x64xf32> to memref<1x64xf32, strided<[64, 1], offset: ?>>
// CHECK: gpu.barrier
// CHECK: scf.for %arg14 = %arg5 to %c64 step %c64 {
// CHECK: %3 = arith.index_cast %arg14 : index to i32
// CHECK: %4 = arith.index_castui %3 : i32 to index
// CHECK: %5 = memref.load %view[%c0, %4] : memref<1x64xf32>
// CHECK: memref.store %5, %subview_0[%c0, %4] : memref<1x64xf32, strided<[64, 1], offset: ?>>
// CHECK: gpu.terminator
// CHECK: memref.dealloc %alloc : memref<1024xi8>
// CHECK: return
// CHECK: func.func @big(%arg0: memref<1000x1000xf32>) {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c10 = arith.constant 10 : index
// CHECK: scf.for %arg1 = %c0 to %c10 step %c1 {
// CHECK: linalg.exp ins(%arg0 : memref<1000x1000xf32>) outs(%arg0 : memref<1000x1000xf32>)
// CHECK: return
