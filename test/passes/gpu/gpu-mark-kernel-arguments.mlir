// RUN: strata-opt %s --gpu-mark-kernel-arguments --split-input-file | FileCheck %s

// Arguments are different memory; one is only read.

// CHECK: gpu.func @copy(%{{.*}}: memref<64xf32> {llvm.align = 64 : i64, llvm.noalias, llvm.readonly}, %{{.*}}: memref<64xf32> {llvm.align = 64 : i64, llvm.noalias}, %{{.*}}: index) kernel
module attributes {gpu.container_module} {
  func.func @main(%x: memref<64xf32>, %y: memref<64xf32>, %n: index) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>, %n : index)
    return
  }
  gpu.module @kernels {
    gpu.func @copy(%x: memref<64xf32>, %y: memref<64xf32>, %n: index) kernel {
      %v = memref.load %x[%n] : memref<64xf32>
      memref.store %v, %y[%n] : memref<64xf32>
      gpu.return
    }
  }
}

// -----

// In one of the launches both are the same memory.

// CHECK: gpu.func @copy(%{{.*}}: memref<64xf32> {llvm.align = 64 : i64, llvm.readonly}, %{{.*}}: memref<64xf32> {llvm.align = 64 : i64}) kernel
module attributes {gpu.container_module} {
  func.func @main(%x: memref<64xf32>, %y: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<64xf32>, %x : memref<64xf32>)
    return
  }
  gpu.module @kernels {
    gpu.func @copy(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %c0 = arith.constant 0 : index
      %v = memref.load %x[%c0] : memref<64xf32>
      memref.store %v, %y[%c0] : memref<64xf32>
      gpu.return
    }
  }
}

// -----

// Parts of one allocation: the first two overlap in 128 bytes, the third is apart. Nobody writes the last two, which are the same.

// CHECK: gpu.func @parts(%{{.*}}: memref<64xf32> {llvm.align = 64 : i64, llvm.readonly}, %{{.*}}: memref<64xf32> {llvm.align = 32 : i64}, %{{.*}}: memref<64xf32> {llvm.align = 64 : i64, llvm.noalias}
// CHECK-SAME:  %{{.*}}: memref<64xf32> {llvm.align = 64 : i64, llvm.noalias, llvm.readonly}, %{{.*}}: memref<64xf32> {llvm.align = 64 : i64, llvm.noalias, llvm.readonly}) kernel
module attributes {gpu.container_module} {
  func.func @main(%x: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %c160 = arith.constant 160 : index
    %c512 = arith.constant 512 : index
    %arena = gpu.alloc () : memref<1024xi8>
    %a = memref.view %arena[%c0][] : memref<1024xi8> to memref<64xf32>
    %b = memref.view %arena[%c160][] : memref<1024xi8> to memref<64xf32>
    %c = memref.view %arena[%c512][] : memref<1024xi8> to memref<64xf32>
    gpu.launch_func @kernels::@parts blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : memref<64xf32>, %b : memref<64xf32>, %c : memref<64xf32>, %x : memref<64xf32>, %x : memref<64xf32>)
    return
  }
  gpu.module @kernels {
    gpu.func @parts(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>, %x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %c0 = arith.constant 0 : index
      %0 = memref.load %a[%c0] : memref<64xf32>
      %1 = memref.load %x[%c0] : memref<64xf32>
      %2 = memref.load %y[%c0] : memref<64xf32>
      memref.store %0, %b[%c0] : memref<64xf32>
      memref.store %1, %c[%c0] : memref<64xf32>
      memref.store %2, %c[%c0] : memref<64xf32>
      gpu.return
    }
  }
}
