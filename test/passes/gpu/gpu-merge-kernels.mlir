// RUN: strata-opt %s --gpu-merge-kernels | FileCheck %s

// Two kernels are the same but for their names; a third one has another constant.

// CHECK:     gpu.launch_func @kernels::@first
// CHECK:     gpu.launch_func @kernels::@first
// CHECK:     gpu.launch_func @kernels::@third
// CHECK:     gpu.func @first
// CHECK-NOT: gpu.func @second
// CHECK:     gpu.func @third
// CHECK-NOT: gpu.func
module attributes {gpu.container_module} {
  func.func @main(%x: memref<4xf32>, %y: memref<4xf32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@first blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<4xf32>)
    gpu.launch_func @kernels::@second blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%y : memref<4xf32>)
    gpu.launch_func @kernels::@third blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%y : memref<4xf32>)
    return
  }
  gpu.module @kernels {
    gpu.func @first(%x: memref<4xf32>) kernel {
      %c0 = arith.constant 0 : index
      %cst = arith.constant 2.0 : f32
      memref.store %cst, %x[%c0] : memref<4xf32>
      gpu.return
    }
    gpu.func @second(%y: memref<4xf32>) kernel {
      %zero = arith.constant 0 : index
      %two = arith.constant 2.0 : f32
      memref.store %two, %y[%zero] : memref<4xf32>
      gpu.return
    }
    gpu.func @third(%x: memref<4xf32>) kernel {
      %c0 = arith.constant 0 : index
      %cst = arith.constant 3.0 : f32
      memref.store %cst, %x[%c0] : memref<4xf32>
      gpu.return
    }
  }
}
