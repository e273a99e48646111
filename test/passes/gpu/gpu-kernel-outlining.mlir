// RUN: strata-opt %s --gpu-kernel-outlining --split-input-file | FileCheck %s
// RUN: strata-opt %s "--gpu-kernel-outlining=module-name=kernels" --split-input-file | FileCheck %s --check-prefix=ONE

// Each launch has its kernel and its module; constants and constant globals are in the kernel.

// CHECK:       module attributes {gpu.container_module}
// CHECK:       memref.global "private" constant @table
// CHECK-LABEL: func.func @two
// CHECK-SAME:    (%[[X:.*]]: memref<64xf32>, %[[N:.*]]: index)
// CHECK:         gpu.launch_func @two_kernel::@two_kernel blocks in (%[[N]], %c1, %c1) threads in (%c64, %c1, %c1) args(%[[X]] : memref<64xf32>)
// CHECK:         gpu.launch_func @two_kernel_0::@two_kernel blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%[[X]] : memref<64xf32>, %[[N]] : index)
// CHECK:       gpu.module @two_kernel {
// CHECK-NEXT:    gpu.func @two_kernel(%[[A:.*]]: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
// CHECK:           %[[T:.*]] = gpu.thread_id x
// CHECK:           %[[G:.*]] = memref.get_global @table
// CHECK:           %[[V:.*]] = memref.load %[[G]][%[[T]]]
// CHECK:           memref.store %[[V]], %[[A]][%[[T]]]
// CHECK:           gpu.return
// CHECK:         memref.global "private" constant @table
// CHECK:       gpu.module @two_kernel_0 {
// CHECK-NEXT:    gpu.func @two_kernel(%{{.*}}: memref<64xf32>, %{{.*}}: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
// CHECK:           arith.constant 2.000000e+00 : f32

// ONE:         gpu.launch_func @kernels::@two_kernel
// ONE:         gpu.launch_func @kernels::@two_kernel_0
// ONE:       gpu.module @kernels {
// ONE-NEXT:    gpu.func @two_kernel(
// ONE:         memref.global "private" constant @table
// ONE:         gpu.func @two_kernel_0(
memref.global "private" constant @table : memref<64xf32> = dense<3.0>
func.func @two(%x: memref<64xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %cst = arith.constant 2.0 : f32
  %table = memref.get_global @table : memref<64xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %v = memref.load %table[%tx] : memref<64xf32>
    memref.store %v, %x[%tx] : memref<64xf32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    memref.store %cst, %x[%n] : memref<64xf32>
    gpu.terminator
  }
  return
}

// -----

// Reshapes of a buffer are made in the kernel, so that the buffer is one parameter. What is called is copied.

// CHECK-LABEL: func.func @views
// CHECK-SAME:    (%[[X:.*]]: memref<8x8xf32>)
// CHECK:         gpu.launch_func @views_kernel::@views_kernel {{.*}} args(%[[X]] : memref<8x8xf32>)
// CHECK:       gpu.module @views_kernel {
// CHECK:         gpu.func @views_kernel(%[[A:.*]]: memref<8x8xf32>)
// CHECK:           memref.subview %[[A]]
// CHECK:           memref.collapse_shape %[[A]]
// CHECK:         func.func private @twice
func.func private @twice(%v: f32) -> f32 {
  %0 = arith.addf %v, %v : f32
  return %0 : f32
}
func.func @views(%x: memref<8x8xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %flat = memref.collapse_shape %x [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  %row = memref.subview %x[3, 0] [1, 8] [1, 1] : memref<8x8xf32> to memref<8xf32, strided<[1], offset: 24>>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %v = memref.load %row[%c0] : memref<8xf32, strided<[1], offset: 24>>
    %w = func.call @twice(%v) : (f32) -> f32
    memref.store %w, %flat[%c0] : memref<64xf32>
    gpu.terminator
  }
  return
}

// -----

// Buffers beyond 48 KB are views of memory whose size the launch says, each at a multiple of 1024 bytes.

// CHECK-LABEL: func.func @large
// CHECK:         %[[BYTES:.*]] = arith.constant 66560 : i32
// CHECK:         gpu.launch_func {{.*}} dynamic_shared_memory_size %[[BYTES]] args
// CHECK:       gpu.func @large_kernel(%{{.*}}: memref<4xf32>) kernel
// CHECK:         %[[M:.*]] = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
// CHECK:         memref.view %[[M]][%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<100xf32, #gpu.address_space<workgroup>>
// CHECK:         memref.view %[[M]][%c1024][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<128x128xf32, #gpu.address_space<workgroup>>
func.func @large(%x: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
      workgroup(%a : memref<100xf32, #gpu.address_space<workgroup>>, %b : memref<128x128xf32, #gpu.address_space<workgroup>>) {
    %v = memref.load %x[%c0] : memref<4xf32>
    memref.store %v, %a[%c0] : memref<100xf32, #gpu.address_space<workgroup>>
    memref.store %v, %b[%c0, %c0] : memref<128x128xf32, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  return
}

// -----

// How many blocks a multiprocessor is to hold is known of the kernel, too.

// CHECK-LABEL: func.func @bounded
// CHECK:       gpu.func @bounded_kernel() kernel attributes {gpu.min_blocks_per_multiprocessor = 2 : i32, known_block_size = array<i32: 64, 1, 1>, known_grid_size
func.func @bounded() {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    gpu.terminator
  } {gpu.min_blocks_per_multiprocessor = 2 : i32}
  return
}

// -----

// A module without launches stays as it is.

// CHECK:     module {
// CHECK-NOT: gpu
func.func @nothing() {
  return
}
