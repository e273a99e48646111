// REQUIRES: strata-translate
// RUN: strata-translate --mlir-to-ptx --mcpu=sm_90a %s | FileCheck %s
// RUN: not strata-translate --mlir-to-ptx --mcpu=sm_80 %s 2>&1 | FileCheck %s --check-prefix=OLD

// A group of four warps multiplies a tile of 64x16 with one of 16x8, both from shared memory.

// CHECK: .version 8.0
// CHECK-NEXT: .target sm_90a
// CHECK: wgmma.fence.sync.aligned;
// CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16
// CHECK: wgmma.commit_group.sync.aligned;
// CHECK: wgmma.wait_group.sync.aligned 0;
// OLD: error: unsupported target: '{{.*}}wgmma.{{.*}}' needs sm_90a, and code is made for sm_80

gpu.module @kernels {
  llvm.func @warpgroup(%a: i64, %b: i64, %out: !llvm.ptr)
      attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {
    %zero = llvm.mlir.constant(0.0 : f32) : f32
    %poison = llvm.mlir.poison : !llvm.struct<(f32, f32, f32, f32)>
    %0 = llvm.insertvalue %zero, %poison[0] : !llvm.struct<(f32, f32, f32, f32)>
    %1 = llvm.insertvalue %zero, %0[1] : !llvm.struct<(f32, f32, f32, f32)>
    %2 = llvm.insertvalue %zero, %1[2] : !llvm.struct<(f32, f32, f32, f32)>
    %3 = llvm.insertvalue %zero, %2[3] : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %4 = nvvm.wgmma.mma_async %a, %b, %3, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, #nvvm.wgmma_scale_out<one>], A [<bf16>, #nvvm.wgmma_scale_in<one>, <row>], B [<bf16>, #nvvm.wgmma_scale_in<one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 0
    %thread = nvvm.read.ptx.sreg.tid.x : i32
    %p = llvm.getelementptr inbounds %out[%thread] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(f32, f32, f32, f32)>
    llvm.store %4, %p : !llvm.struct<(f32, f32, f32, f32)>, !llvm.ptr
    llvm.return
  }
}
