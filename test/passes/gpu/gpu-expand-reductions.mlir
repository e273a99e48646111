// RUN: strata-opt %s --gpu-expand-reductions | FileCheck %s

gpu.module @kernels {
  // A warp exchanges values five times.

  // CHECK-LABEL: gpu.func @warp
  // CHECK-NOT:     gpu.subgroup_reduce
  // CHECK:         %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK:         gpu.shuffle xor %{{.*}}, %[[ONE]], %{{.*}} : f32
  // CHECK:         arith.addf
  // CHECK-COUNT-4: gpu.shuffle xor
  // CHECK-NOT:     gpu.shuffle
  gpu.func @warp(%x: memref<32xf32>) kernel {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<32xf32>
    %s = gpu.subgroup_reduce add %v : (f32) -> (f32)
    memref.store %s, %x[%t] : memref<32xf32>
    gpu.return
  }

  // Groups of four lanes, each eight from the next.

  // CHECK-LABEL: gpu.func @groups
  // CHECK:         %[[EIGHT:.*]] = arith.constant 8 : i32
  // CHECK:         gpu.shuffle xor %{{.*}}, %[[EIGHT]], %{{.*}} : i32
  // CHECK:         arith.maxsi
  // CHECK:         %[[SIXTEEN:.*]] = arith.constant 16 : i32
  // CHECK:         gpu.shuffle xor %{{.*}}, %[[SIXTEEN]], %{{.*}} : i32
  // CHECK-NOT:     gpu.shuffle
  gpu.func @groups(%x: memref<32xi32>) kernel {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<32xi32>
    %s = gpu.subgroup_reduce maxsi %v cluster(size = 4, stride = 8) : (i32) -> (i32)
    memref.store %s, %x[%t] : memref<32xi32>
    gpu.return
  }

  // A block has a buffer for the values of its warps.

  // CHECK-LABEL: gpu.func @block
  // CHECK-SAME:    workgroup(%[[W:.*]] : memref<32xf32, #gpu.address_space<workgroup>>)
  // CHECK-COUNT-5: gpu.shuffle xor
  // CHECK:         gpu.subgroup_id
  // CHECK:         scf.if
  // CHECK:           memref.store %{{.*}}, %[[W]]
  // CHECK:         gpu.barrier
  // CHECK:         scf.for
  // CHECK:           memref.load %[[W]]
  // CHECK:           arith.mulf
  // CHECK:         gpu.barrier
  gpu.func @block(%x: memref<128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<128xf32>
    %s = gpu.all_reduce %v {
    ^bb0(%a: f32, %b: f32):
      %p = arith.mulf %a, %b : f32
      gpu.yield %p : f32
    } : (f32) -> (f32)
    memref.store %s, %x[%t] : memref<128xf32>
    gpu.return
  }
}
