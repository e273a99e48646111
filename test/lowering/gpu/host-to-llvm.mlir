// RUN: strata-opt %s '--pass-pipeline=builtin.module(convert-program-to-llvm{use-bare-ptr-memref-call-conv=true report-assertions=true})' | FileCheck %s
// RUN: strata-opt %s '--pass-pipeline=builtin.module(convert-program-to-llvm{use-bare-ptr-memref-call-conv=true report-assertions=true},llvm-emit-runtime-calls,canonicalize,cse)' | FileCheck %s --check-prefix=RUNTIME

// What the host asks of the device is calls of the runtime; kernels stay as they are.
module attributes {gpu.container_module} {
  // CHECK: gpu.module @kernels
  // CHECK: gpu.func @k
  gpu.module @kernels {
    gpu.func @k(%a: memref<8xf32>, %b: memref<?xf16>, %c: i32) kernel {
      gpu.return
    }
  }

  // Nine sizes come first, then the parameters: an address, the parts of a descriptor, a number.
  // CHECK-LABEL: llvm.func @launch(
  // CHECK-SAME: %[[A:.*]]: !llvm.ptr, %[[B:.*]]: !llvm.ptr, %[[ALIGNED:.*]]: !llvm.ptr, %[[OFFSET:.*]]: i64, %[[SIZE:.*]]: i64, %[[STRIDE:.*]]: i64, %[[N:.*]]: i64)
  // CHECK: %[[SCRATCH:.*]] = llvm.alloca %{{.*}} x i64 {alignment = 16 : i64, strata.gpu_scratch}
  // CHECK: llvm.store %[[N]], %[[SCRATCH]] : i64, !llvm.ptr
  // CHECK: %[[P0:.*]] = llvm.getelementptr %[[SCRATCH]][9]
  // CHECK: llvm.store %[[A]], %[[P0]] : !llvm.ptr, !llvm.ptr
  // CHECK: llvm.store %[[B]], %{{.*}} : !llvm.ptr, !llvm.ptr
  // CHECK: llvm.store %[[ALIGNED]], %{{.*}} : !llvm.ptr, !llvm.ptr
  // CHECK: llvm.store %[[SIZE]], %{{.*}} : i64, !llvm.ptr
  // CHECK: %[[SLOTS:.*]] = llvm.getelementptr %[[SCRATCH]][9]
  // CHECK: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
  // CHECK: llvm.call @strata_rt_gpu_launch(%{{.*}}, %[[NULL]], %[[SCRATCH]], %{{.*}}, %[[SLOTS]], %{{.*}}) {strata.gpu_kernel = "kernels::k"}

  // RUNTIME-LABEL: llvm.func @launch(
  // RUNTIME-SAME: %[[CTX:[a-z0-9]*]]: !llvm.ptr) attributes
  // RUNTIME: %[[NAME:.*]] = llvm.mlir.addressof @[[GLOBAL:__kernel_name.*]] : !llvm.ptr
  // RUNTIME: %[[CODE:.*]] = llvm.call @strata_rt_gpu_launch(%[[CTX]], %[[NAME]],
  // RUNTIME: %[[ZERO:.*]] = llvm.mlir.zero : i32
  // RUNTIME: %[[FAILED:.*]] = llvm.icmp "ne" %[[CODE]], %[[ZERO]] : i32
  // RUNTIME: llvm.cond_br %[[FAILED]]
  func.func @launch(%a: memref<8xf32>, %b: memref<?xf16>, %n: index) attributes {strata.num_inputs = 1 : i64} {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %shared = arith.constant 256 : i32
    %c = arith.constant 3 : i32
    gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%c32, %c1, %c1) dynamic_shared_memory_size %shared args(%a : memref<8xf32>, %b : memref<?xf16>, %c : i32)
    return
  }

  // Rows that do not lie together are copied one by one.
  // CHECK-LABEL: llvm.func @memory(
  // CHECK: %[[T:.*]] = llvm.call @strata_rt_gpu_alloc(%{{.*}}, %{{.*}}) : (!llvm.ptr, i64) -> !llvm.ptr
  // CHECK: llvm.call @strata_rt_gpu_memset(%{{.*}}, %[[T]], %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64) -> i32
  // CHECK: llvm.icmp "slt"
  // CHECK: llvm.call @strata_rt_gpu_memcpy(
  // CHECK: llvm.call @strata_rt_gpu_synchronize(
  // CHECK: llvm.call @strata_rt_gpu_free(%{{.*}}, %[[T]])

  // RUNTIME-LABEL: llvm.func @memory(
  // RUNTIME: %[[T:.*]] = llvm.call @strata_rt_gpu_alloc(
  // RUNTIME: llvm.icmp "eq" %[[T]], %{{.*}} : !llvm.ptr
  func.func @memory(%x: memref<4x8xf32>, %v: f32) {
    %t = gpu.alloc () : memref<4x4xf32>
    gpu.memset %t, %v : memref<4x4xf32>, f32
    %s = memref.subview %x[0, 2] [4, 4] [1, 1] : memref<4x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 2>>
    gpu.memcpy %t, %s : memref<4x4xf32>, memref<4x4xf32, strided<[8, 1], offset: 2>>
    gpu.wait
    gpu.dealloc %t : memref<4x4xf32>
    return
  }

  // The numbers of a tensor map: rank, element, its bytes, four modes, sizes, strides, box.
  // CHECK-LABEL: llvm.func @map(
  // CHECK-SAME: %[[X:.*]]: !llvm.ptr) -> !llvm.ptr
  // CHECK: %[[MAP:.*]] = llvm.call @strata_rt_gpu_tensor_map(%{{.*}}, %[[X]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.ptr
  // CHECK: llvm.return %[[MAP]]
  func.func @map(%x: memref<64x64xf16>) -> !nvgpu.tensormap.descriptor<tensor = memref<8x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none> {
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %u = memref.cast %x : memref<64x64xf16> to memref<*xf16>
    %d = nvgpu.tma.create.descriptor %u box[%c8, %c64] : memref<*xf16> -> !nvgpu.tensormap.descriptor<tensor = memref<8x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
    return %d : !nvgpu.tensormap.descriptor<tensor = memref<8x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
  }
}

// RUNTIME: llvm.mlir.global private constant @[[GLOBAL]](dense<[107, 101, 114, 110, 101, 108, 115, 58, 58, 107, 0]>
